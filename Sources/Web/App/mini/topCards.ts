/** The cards that are next on a board, as the service's widget chooses them. */

import type { Board, CardLine, Column } from "../boards/types.ts";

/** A card with the column that it stands in. */
export interface TopCard {
  readonly card: CardLine;
  readonly column: Column;
}

/** The first cards from the left that are not in the last column, which holds what is done. */
export function topCards({ columns }: Pick<Board, "columns">, count = 3): readonly TopCard[] {
  const open = columns.length > 1 ? columns.slice(0, -1) : columns;
  return open.flatMap((column) => column.cards.map((card) => ({ card, column }))).slice(0, count);
}
