/** What can be done from everywhere: the palette lists it, and shortcuts do it. */

import { mint, type Source } from "../../source/source.ts";
import { place } from "../place.ts";
import { navigate } from "../router.ts";

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
