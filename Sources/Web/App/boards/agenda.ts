/** What is due across boards, by day. */

import { addDays, type Due, parseDue } from "./due.ts";

/** A card that is due, with the board and the column where it stands. */
export interface DueCard<C> {
  readonly card: C;
  readonly due: Due;
  readonly board: string;
  readonly boardTitle: string;
  readonly columnName: string;
}

interface BoardOf<C> {
  readonly id: string;
  readonly title: string;
  readonly state: string;
  readonly columns: readonly { readonly name: string; readonly cards: readonly C[] }[];
}

/** The cards with a due date of live boards, the earliest first; within a day those with a time first, by it. */
export function dueCards<C extends { readonly due: string | null; readonly title: string }>(
  boards: readonly BoardOf<C>[],
): readonly DueCard<C>[] {
  const found: DueCard<C>[] = [];
  for (const { id, title, state, columns } of boards) {
    if (state !== "live") continue;
    for (const column of columns) {
      for (const card of column.cards) {
        const due = parseDue(card.due);
        if (due) found.push({ card, due, board: id, boardTitle: title, columnName: column.name });
      }
    }
  }
  const key = ({ due, card }: DueCard<C>) => `${due.day} ${due.clock ?? "99"} ${card.title}`;
  return found.sort((one, other) => key(one) < key(other) ? -1 : 1);
}

/** A part of the agenda. */
export type Part = "overdue" | "today" | "week" | "later";

/** The part of the agenda that a day belongs to; the week is the seven days from today on. */
export function partOf(day: string, today: string): Part {
  if (day < today) return "overdue";
  if (day === today) return "today";
  return day < addDays(today, 7) ? "week" : "later";
}
