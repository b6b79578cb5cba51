import type { Area } from "../shell/areas.ts";
import { InboxArea } from "./InboxArea.tsx";

/** The inbox: what was captured, its plans and lists, what comes later, what is done and what was deleted. */
export const inboxArea: Area = {
  path: "inbox",
  label: "Inbox",
  icon: "inbox",
  key: "i",
  openTo: "owners",
  Screen: InboxArea,
};
