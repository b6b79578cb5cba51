/** The board that the small window shows: the primary one, else the first. */

import { primaryBoard, usePrimaryBoard } from "../boards/list/primary.ts";
import { type Shown, type Source, useView, type View, type Watched } from "../source/source.ts";

const all = { limit: 500 } as const;

type Boards = View<"listBoards">;

/** The board's line, once the boards are known: null where there is none. */
export function useChosenBoard(): Pick<Shown<Boards>, "problem"> & {
  readonly board: Boards[number] | null | undefined;
} {
  const primary = usePrimaryBoard();
  const { value, problem } = useView("listBoards", all);
  return { problem, board: value && chosen(value, primary) };
}

/** Resolves once the board can be shown, or it is known that there is none, or that this device cannot say. */
export async function boardToShow(source: Source): Promise<void> {
  const shown = async () => {
    const boards = await valueOf(source.watch("listBoards", all));
    const board = chosen(boards, primaryBoard());
    if (board) await valueOf(source.watch("showBoard", { board: board.id }));
  };
  await Promise.race([shown(), source.settled]);
}

function chosen(boards: Boards, primary: string | undefined): Boards[number] | null {
  const live = boards.filter((board) => !board.archived);
  return live.find(({ id }) => id === primary) ?? live[0] ?? null;
}

/** The value of a view, as soon as it has one. */
function valueOf<T>(watched: Watched<Shown<T>>): Promise<T> {
  return new Promise((resolve) => {
    const look = () => {
      const { value } = watched.get();
      if (value === undefined) return;
      resolve(value);
      end();
    };
    const end = watched.subscribe(look);
    look();
  });
}
