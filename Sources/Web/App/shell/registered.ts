/** The areas that there are, in the order of the navigation. */

import { boardsArea } from "../boards/area.ts";
import { inboxArea } from "../inbox/area.ts";
import { notesArea } from "../notes/area.ts";
import { searchArea } from "../search/area.ts";
import { studioArea } from "../studio/area.ts";
import type { Area } from "./areas.ts";

/** The areas in the order of the navigation. */
export const areas: readonly Area[] = [inboxArea, notesArea, boardsArea, studioArea, searchArea];
