/** All that is loaded with the first note. */

export { openEditor } from "./editor.ts";
export { formattings } from "./formatting.ts";
export { Reading } from "./Reading.tsx";
export { drawingsOf } from "../ink/drawings.ts";
export { NoteSession } from "../note/NoteSession.ts";
