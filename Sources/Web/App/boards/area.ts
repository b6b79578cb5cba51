import type { Area } from "../shell/areas.ts";
import { later } from "../shell/later.tsx";

/** Boards: what is to be done, in columns. */
export const boardsArea: Area = {
  path: "boards",
  label: "Boards",
  icon: "kanban",
  key: "b",
  openTo: "owners",
  Screen: later(async () => (await import("./BoardsScreen.tsx")).BoardsScreen),
};
