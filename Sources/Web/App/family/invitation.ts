/** An invitation that a link brought here: kept on this device until it is answered, over signing up too. */

import { useSyncExternalStore } from "react";
import type { AccountViews } from "../source/api.ts";
import { callService, refreshSession } from "../source/session.ts";

const place = "daybook.invitation";
const mark = "#invitation=";
const watchers = new Set<() => void>();

/** The link that invites: its secret stands behind the #, where no server and no log sees it. */
export function invitationLink(secret: string): string {
  return `${location.origin}/${mark}${secret}`;
}

/** Takes the secret out of the address that the app was opened with. */
export function beginInvitation(): void {
  const take = () => {
    if (!location.hash.startsWith(mark)) return;
    keep(location.hash.slice(mark.length));
    history.replaceState(history.state, "", location.pathname + location.search);
  };
  take();
  addEventListener("hashchange", take);
}

/** The secret of an invitation that waits for an answer. */
export function useInvitation(): string | undefined {
  return useSyncExternalStore(
    (changed) => {
      watchers.add(changed);
      return () => watchers.delete(changed);
    },
    () => localStorage.getItem(place) ?? undefined,
  );
}

/** True where an invitation waits for an answer. */
export function isInvited(): boolean {
  return localStorage.getItem(place) !== null;
}

/** What an invitation says before it is answered. */
export type Preview = AccountViews["previewInvitation"];

/** The content of an invitation, for anybody who has its link. @throws {Problem} where it leads nowhere any more. */
export async function previewInvitation(secret: string): Promise<Preview> {
  return await callService("GET", `/v1/invitations/${encodeURIComponent(secret)}`) as Preview;
}

/** Becomes a member. @returns the workspace that one is a member of now. @throws {Problem} */
export async function acceptInvitation(secret: string): Promise<string> {
  const { workspace } = await callService("POST", "/v1/invitations/accept", { secret }) as {
    readonly workspace: string;
  };
  await refreshSession();
  return workspace;
}

/** Says no. @throws {Problem} */
export async function declineInvitation(secret: string): Promise<void> {
  await callService("POST", "/v1/invitations/decline", { secret });
}

/** Forgets the invitation: it was answered, or is not to be. */
export function forgetInvitation(): void {
  keep(undefined);
}

function keep(secret: string | undefined): void {
  if (secret) localStorage.setItem(place, secret);
  else localStorage.removeItem(place);
  for (const changed of watchers) changed();
}
