/** Which views the core on this device shows. */

import { viewAddress } from "../api.ts";
import type { ViewName } from "../source.ts";

/** Views that the core shows. The others, and all as of another time, only the service can. */
const ownViews: readonly ViewName[] = [
  "listAlbums",
  "listAttachments",
  "listBoards",
  "listChildren",
  "listCollections",
  "listConsents",
  "listDuplicates",
  "listFolderNotes",
  "listFolders",
  "listItemTags",
  "listLinks",
  "listMilestones",
  "listNotes",
  "listPins",
  "listPrompts",
  "listRecent",
  "listRuns",
  "listStories",
  "listTags",
  "listTips",
  "listTrash",
  "showAlbum",
  "showArchive",
  "showArtwork",
  "showBoard",
  "showCard",
  "showChild",
  "showCollection",
  "showFolder",
  "showFollowUp",
  "showGallery",
  "showHeatmap",
  "showInbox",
  "showItem",
  "showLinks",
  "showLogbook",
  "showNote",
  "showProgress",
  "showReminders",
  "showRun",
  "showRunQueue",
  "showStory",
  "showTimeline",
  "showWeek",
];

const ownPaths = new RegExp(
  `^(${ownViews.map((name) => viewAddress[name].replace(/\{[A-Za-z]+\}/g, "[^/]+")).join("|")})$`,
);

/** Whether the core can show what is at a path. */
export function isOwnPath(path: string): boolean {
  const [place = "", query = ""] = path.split("?");
  return ownPaths.test(place) && !new URLSearchParams(query).has("at");
}
