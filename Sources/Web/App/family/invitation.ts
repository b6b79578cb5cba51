/** An invitation that a link brought here: kept on this device until it is answered, over signing up too. */

import { useSyncExternalStore } from "react";
import type { AccountViews } from "../source/api.ts";
import { callService, refreshSession, session } from "../source/session.ts";

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

/** Becomes a member. @returns the workspace that one is a member of now. @throws {Problem} */
export async function acceptInvitation(secret: string): Promise<string | undefined> {
  const before = workspaceIds();
  await callService("POST", "/v1/invitations/accept", { secret });
  await refreshSession();
  return workspaceIds().find((id) => !before.includes(id));
}

/** Says no. @throws {Problem} */
export async function declineInvitation(secret: string): Promise<void> {
  await callService("POST", "/v1/invitations/decline", { secret });
}

/** Forgets the invitation: it was answered, or is not to be. */
export function forgetInvitation(): void {
  keep(undefined);
}

function workspaceIds(): readonly AccountViews["listWorkspaces"][number]["id"][] {
  return session.get().workspaces.map(({ id }) => id);
}

function keep(secret: string | undefined): void {
  if (secret) localStorage.setItem(place, secret);
  else localStorage.removeItem(place);
  for (const changed of watchers) changed();
}
