/** Members of a workspace and invitations to it: what the service says, and what is asked of it. */

import { workspaceAddress } from "../source/addresses.ts";
import { callService } from "../source/session.ts";
import type { View } from "../source/source.ts";

/** Members of a workspace, and invitations to it. */
export type Members = View<"listMembers">;

/** Somebody who belongs to it. */
export type Member = Members["members"][number];

/** Somebody who is asked to. */
export type Invitation = Members["invitations"][number];

/** A right to look, to change, or to decide who is here. */
export type Role = Member["role"];

/** A role, and how far it sees: everything, or some children. */
export interface Reach {
  readonly role: Role;
  /** Undefined for everything. */
  readonly children: readonly string[] | undefined;
}

/** An invitation as it is wished. */
export interface InvitationWish extends Reach {
  readonly email: string;
  readonly days: number;
}

/** The roles in words. */
export const roleNames: Readonly<Record<Role, string>> = {
  viewer: "May look",
  editor: "May add and change",
  owner: "Owner",
};

/** Invites somebody. @returns the secret of the link. @throws {Problem} */
export async function invite(workspace: string, { role, children, email, days }: InvitationWish): Promise<string> {
  const { secret } = await callService("POST", `${workspaceAddress(workspace)}/invitations`, {
    role,
    days,
    ...(email ? { email } : {}),
    ...(children ? { children } : { everything: true }),
  }) as { readonly secret: string };
  return secret;
}

/** Takes an invitation back. @throws {Problem} */
export async function revokeInvitation(workspace: string, invitation: string): Promise<void> {
  await callService("DELETE", `${workspaceAddress(workspace)}/invitations/${encodeURIComponent(invitation)}`);
}

/** Changes what a member may do and see. @throws {Problem} */
export async function changeMember(workspace: string, user: string, { role, children }: Reach): Promise<void> {
  await callService("PATCH", `${workspaceAddress(workspace)}/members/${encodeURIComponent(user)}`, {
    role,
    ...(children ? { children } : { everything: true }),
  });
}

/** Takes a member out; oneself, to leave. @throws {Problem} */
export async function removeMember(workspace: string, user: string): Promise<void> {
  await callService("DELETE", `${workspaceAddress(workspace)}/members/${encodeURIComponent(user)}`);
}

/** The sight of a member in words. `names` are those of children by their ids. */
export function saySight(
  { role, children }: Pick<Member, "role" | "children">,
  names: ReadonlyMap<string, string>,
): string {
  if (role === "owner") return "Sees everything";
  if (!children) return "Sees notes and all children";
  const known = children.flatMap((id) => names.get(id) ?? []);
  const hidden = children.length - known.length;
  const all = [...known, ...hidden > 0 ? [hidden === 1 ? "1 more child" : `${hidden} more children`] : []];
  return `Sees ${new Intl.ListFormat("en").format(all)}`;
}
