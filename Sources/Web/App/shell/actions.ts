/** What can be done from everywhere: the palette lists it, and shortcuts do it. */

import { announce } from "../design/mod.ts";
import { mint, Problem, type Source } from "../source/source.ts";
import { place } from "./place.ts";
import { navigate } from "./router.ts";

/** Puts the focus into the capture field; on telephones its button opens it. */
export function focusCapture() {
  const field = document.querySelector<HTMLElement>("#capture textarea, #capture input");
  if (field) field.focus();
  else document.querySelector<HTMLElement>("#capture button")?.click();
}

/** Shows a new note to be written; it is made with the first word in it. */
export function makeNote(source: Source) {
  navigate(`${place(source.workspace, "notes", mint())}?new=1`);
}

/** Makes a board with the usual three columns and shows it. */
export async function makeBoard(source: Source, title: string) {
  const board = mint();
  const columns = ["To do", "Doing", "Done"].map((name) => ({ id: mint(), name }));
  await tell(async () => {
    await source.perform({ type: "boards.openBoard", board, title, columns }, `Board ${title} made`);
    navigate(place(source.workspace, "boards", board));
  });
}

/** Does something, and says aloud why where it is refused. */
async function tell(action: () => Promise<void>) {
  try {
    await action();
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown;
    announce(thrown.message);
  }
}
