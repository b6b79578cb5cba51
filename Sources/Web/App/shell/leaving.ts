/** Leaving: nobody who signs in is led to where somebody else was. */

import { signOut } from "../source/session.ts";

const ownerKey = "daybook.next-of";

let isLeaving = false;

/** Signs out. The next person to sign in begins at home. @throws {Problem} where something waits that only this device has. */
export async function leave(how: Parameters<typeof signOut>[0] = {}): Promise<void> {
  isLeaving = true;
  try {
    await signOut(how);
  } finally {
    isLeaving = false;
  }
}

/** The address of the sign-in for somebody who is at `path`, which it leads back to unless they are leaving. */
export function signInAddress(path: string): string {
  return isLeaving ? "/sign-in" : `/sign-in?next=${encodeURIComponent(path)}`;
}

/** Remembers the person to whose place the sign-in leads back; undefined for nobody. */
export function noteOwner(user: string | undefined): void {
  if (user) sessionStorage.setItem(ownerKey, user);
  else sessionStorage.removeItem(ownerKey);
}

/** Whether the sign-in leads back to the place of somebody else. */
export function isOfAnother(user: string): boolean {
  const owner = sessionStorage.getItem(ownerKey);
  return owner !== null && owner !== user;
}
