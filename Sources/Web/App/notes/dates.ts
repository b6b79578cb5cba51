/** Moments as a person reads them, in the language of the browser. */

const dayMs = 86_400_000;

/** Midnight before a moment, here. */
function dayOf(moment: Date): number {
  return new Date(moment.getFullYear(), moment.getMonth(), moment.getDate()).getTime();
}

/** A moment in a list: the time of today, "Yesterday", the day of this week, or the date. */
export function shortDate(text: string, now = new Date()): string {
  const moment = new Date(text);
  const days = Math.round((dayOf(now) - dayOf(moment)) / dayMs);
  if (days === 0) return moment.toLocaleTimeString(undefined, { timeStyle: "short" });
  if (days === 1) return "Yesterday";
  if (days > 1 && days < 7) return moment.toLocaleDateString(undefined, { weekday: "long" });
  return moment.toLocaleDateString(undefined, { dateStyle: "medium" });
}

/** A moment with everything. */
export function longDate(text: string): string {
  return new Date(text).toLocaleString(undefined, { dateStyle: "long", timeStyle: "short" });
}

/** The heading that a moment stands under in a list with the newest first. */
export function ageOf(text: string, now = new Date()): string {
  const days = Math.round((dayOf(now) - dayOf(new Date(text))) / dayMs);
  if (days <= 0) return "Today";
  if (days === 1) return "Yesterday";
  if (days < 8) return "Previous 7 days";
  if (days < 31) return "Previous 30 days";
  return "Earlier";
}
