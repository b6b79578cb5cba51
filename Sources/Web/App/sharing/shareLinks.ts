/** Read-only links to a note: made, listed and revoked at the service, which never shows a secret twice. Requirement N-041. */

import { callService } from "../source/session.ts";
import { workspaceAddress } from "../source/addresses.ts";

/** A link that is open or was. */
export interface ShareLink {
  readonly id: string;
  readonly thing: string;
  readonly password: boolean;
  readonly expires: string;
  readonly revoked: boolean;
}

/** A link that was made. Its address is told this once. */
export interface MadeLink {
  readonly address: string;
  /** What came of mailing it; undefined where that was not asked for. */
  readonly mailed: string | undefined;
}

/** What somebody wishes of a link. */
export interface ShareWish {
  readonly thing: string;
  readonly days: number;
  readonly password: string;
  /** The address that the service mails it to; empty where it does not. */
  readonly mailTo: string;
}

/** The links to a thing that still open it. @throws {Problem} */
export async function openLinks(workspace: string, thing: string): Promise<readonly ShareLink[]> {
  const found: ShareLink[] = [];
  let after = "";
  for (;;) {
    const query = after ? `&after=${encodeURIComponent(after)}` : "";
    const page = await callService(
      "GET",
      `${workspaceAddress(workspace)}/shares?limit=${pageSize}${query}`,
    ) as readonly ShareLink[];
    found.push(...page);
    const last = page.at(-1);
    if (!last || page.length < pageSize) break;
    after = last.id;
  }
  return found.filter((link) => link.thing === thing && !link.revoked && Date.parse(link.expires) > Date.now());
}

const pageSize = 500;

/** Makes a link, and has it mailed where that is wished for. @throws {Problem} */
export async function makeLink(workspace: string, { thing, days, password, mailTo }: ShareWish): Promise<MadeLink> {
  const made = await callService("POST", `${workspaceAddress(workspace)}/shares`, {
    thing,
    days,
    ...(password ? { password } : {}),
    ...(mailTo ? { mailTo } : {}),
  }) as { readonly path: string; readonly mailed?: boolean; readonly notMailed?: string };
  return {
    address: new URL(made.path, location.origin).href,
    mailed: made.mailed
      ? `Mailed to ${mailTo}.`
      : made.notMailed && `The link is good, but was not mailed: ${made.notMailed}.`,
  };
}

/** Ends a link at once. @throws {Problem} */
export async function revokeLink(workspace: string, id: string): Promise<void> {
  await callService("DELETE", `${workspaceAddress(workspace)}/shares/${encodeURIComponent(id)}`);
}

/** Whether this browser hands things on to other programs. */
export function canHandOn(): boolean {
  return typeof navigator.share === "function";
}

/** Hands something on to another program; nothing where the person thinks better of it. */
export async function handOn(data: ShareData): Promise<void> {
  try {
    await navigator.share(data);
  } catch (thrown) {
    if (!(thrown instanceof DOMException) || thrown.name !== "AbortError") throw thrown;
  }
}

/** A note as a Markdown file: its title is the first heading. */
export function markdownOf(title: string, body: string): string {
  return body ? `# ${title}\n\n${body.endsWith("\n") ? body : `${body}\n`}` : `# ${title}\n`;
}
