/** Notes among the areas of the app. */

import type { Area } from "../shell/areas.ts";
import { laterScreen } from "../shell/laterScreen.ts";

/** Notes in folders. */
export const notesArea: Area = {
  path: "notes",
  label: "Notes",
  icon: "journal-text",
  key: "n",
  openTo: "members",
  Screen: laterScreen(async () => (await import("./NotesScreen.tsx")).NotesScreen),
};
