/** The views of this area by short names. */

import type { View } from "../source/source.ts";

/** A line of the list of boards. */
export type BoardLine = View<"listBoards">[number];

/** A board, column by column. */
export type Board = View<"showBoard">;

/** A column of a board. */
export type Column = Board["columns"][number];

/** A card as a board shows it. */
export type CardLine = Column["cards"][number];

/** A card with everything known of it; `parents` is the frontier of its description, where the source tells it. */
export type Card = View<"showCard"> & { readonly parents?: readonly number[] };

/** How urgent a card is. */
export type Priority = CardLine["priority"];

/** The priorities, the least urgent first. */
export const priorities: readonly Priority[] = ["none", "low", "medium", "high", "urgent"];
