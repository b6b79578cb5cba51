/** Notes among the areas of the app. */

import type { Area } from "../shell/areas.ts";
import { later } from "../shell/later.tsx";

/** Notes in folders. */
export const notesArea: Area = {
  path: "notes",
  label: "Notes",
  icon: "journal-text",
  key: "n",
  openTo: "members",
  Screen: later(async () => (await import("./NotesScreen.tsx")).NotesScreen),
};
