/** The draft in the field for a thought: kept over a reload, and from one field to the one that takes its place. */

const place = "daybook.capture";

/** The text as it was left. */
export function keptDraft(): string {
  return sessionStorage.getItem(place) ?? "";
}

/** Keeps the text as it is now. */
export function keepDraft(text: string): void {
  sessionStorage.setItem(place, text);
}
