/** The session as the service told it last, and the workspace that was shown last: a window begins with them before it asks. */

import type { SignedIn, WorkspaceLine } from "../session.ts";

/** Its change tells other tabs that somebody signed in or out. */
export const sessionKey = "daybook.session";
const workspaceKey = "daybook.workspace";

/** The session as it was last known. */
export function keptSession(): SignedIn | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(sessionKey) ?? "null") as Partial<SignedIn> | null;
    return kept?.kind === "signedIn" && kept.user && kept.device && kept.workspaces ? kept as SignedIn : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps the session as it is now. */
export function keepSession(signedIn: SignedIn): void {
  localStorage.setItem(sessionKey, JSON.stringify(signedIn));
}

/** Forgets the session: nobody is signed in. */
export function forgetSession(): void {
  localStorage.removeItem(sessionKey);
}

/** Notes which workspace is shown, so that the next visit begins there. */
export function rememberWorkspace(workspace: string): void {
  localStorage.setItem(workspaceKey, workspace);
}

/** The workspace that was shown last on this device. */
export function rememberedWorkspace(): string | null {
  return localStorage.getItem(workspaceKey);
}

/**
 * The workspace that thoughts go into where none is shown: the one that an address names, else the last one, else the first. Captures are
 * the owners' alone, so one that is only shared with a person comes last.
 */
export function chosenWorkspace(all: readonly WorkspaceLine[], wanted = ""): WorkspaceLine | undefined {
  const open = all.filter(({ closed }) => !closed);
  const own = open.filter(({ role }) => role === "owner");
  const last = rememberedWorkspace();
  return open.find(({ id }) => id === wanted) ?? own.find(({ id }) => id === last) ?? own[0] ??
    open.find(({ id }) => id === last) ?? open[0];
}
