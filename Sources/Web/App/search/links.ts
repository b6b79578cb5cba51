/** Addresses of what a search found. */

import { place } from "../shell/place.ts";
import { navigate } from "../shell/router.ts";
import { Problem, type Source } from "../source/source.ts";
import type { Hit, Passage } from "./found.ts";

/** @returns the address of a hit; undefined where it has to be looked up (cards, columns). */
export function addressOf(workspace: string, hit: Hit, passage?: Passage): string | undefined {
  switch (hit.kind) {
    case "note":
      return place(workspace, "notes", hit.id) + placeOf(passage);
    case "folder":
      return place(workspace, "notes", "folder", hit.id);
    case "board":
      return place(workspace, "boards", hit.id);
    case "item":
      return place(workspace, "inbox", "items", hit.id);
    case "collection":
      return place(workspace, "inbox", "plans", hit.id);
    case "artwork":
      return place(workspace, "studio", "works", hit.id);
    case "child":
      return place(workspace, "studio", "children", hit.id);
    case "album":
      return place(workspace, "studio", "albums", hit.id);
    case "story":
      return place(workspace, "studio", "stories", hit.id);
    default:
      return undefined;
  }
}

/**
 * Where a passage stands in its note: its first match in the whole text, in Unicode scalars, `?match=120-128`; handwriting by its
 * drawing and the box in it, `?ink=0190…&box=100,2000,4000,800`; the text of a picture by its file and the box, `?picture=0190…&box=…`.
 * Requirement T-104.
 */
function placeOf(passage: Passage | undefined): string {
  if (passage?.drawing && passage.box) return `?ink=${passage.drawing}&box=${passage.box.join()}`;
  if (passage?.file && passage.box) return `?picture=${passage.file}&box=${passage.box.join()}`;
  const [first] = passage?.matches ?? [];
  if (passage?.in !== "text" || !first) return "";
  const [start = 0, end = 0] = first;
  return `?match=${passage.start + start}-${passage.start + end}`;
}

/**
 * Goes to a card or a column, whose board is looked up first.
 *
 * @throws {Problem} where it cannot be.
 */
export async function follow(source: Source, hit: Hit) {
  const board = hit.kind === "card"
    ? (await source.ask("showCard", { card: hit.id })).board ?? undefined
    : await boardOfColumn(source, hit);
  if (board === undefined) throw new Problem("noSuchBoard", `The board of “${hit.title}” is gone.`, 404);
  navigate(place(source.workspace, "boards", board, ...hit.kind === "card" ? ["cards", hit.id] : []));
}

async function boardOfColumn(source: Source, hit: Hit): Promise<string | undefined> {
  const boards = await source.ask("listBoards", { limit: 500 });
  for (const board of boards) {
    if (!hit.path.startsWith(board.title)) continue;
    const { columns } = await source.ask("showBoard", { board: board.id });
    if (columns.some((column) => column.id === hit.id)) return board.id;
  }
  return undefined;
}
