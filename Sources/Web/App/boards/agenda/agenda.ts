/** The parts of the agenda. */

import { addDays } from "../due.ts";

export type Part = "overdue" | "today" | "week" | "later";

/** The part of the agenda that a day belongs to; the week is the seven days from today on. */
export function partOf(day: string, today: string): Part {
  if (day < today) return "overdue";
  if (day === today) return "today";
  return day < addDays(today, 7) ? "week" : "later";
}
