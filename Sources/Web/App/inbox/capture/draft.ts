/** The draft in the field for a thought: kept over a reload, and from one field to the one that takes its place. */

import { keptSession } from "../../source/storage/keptSession.ts";

const place = "daybook.capture";

/** Of one person: who signs in next in this window begins with an empty field. */
function owner(): string {
  return keptSession()?.user ?? "";
}

/** The text as it was left. */
export function keptDraft(): string {
  const [user, ...text] = (sessionStorage.getItem(place) ?? "").split("\n");
  return user === owner() ? text.join("\n") : "";
}

/** Keeps the text as it is now. */
export function keepDraft(text: string): void {
  if (text) sessionStorage.setItem(place, `${owner()}\n${text}`);
  else sessionStorage.removeItem(place);
}
