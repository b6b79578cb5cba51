import type { Area } from "../shell/areas.ts";
import { laterScreen } from "../shell/laterScreen.ts";

/** Boards: what is to be done, in columns. */
export const boardsArea: Area = {
  path: "boards",
  label: "Boards",
  icon: "kanban",
  key: "b",
  openTo: "owners",
  Screen: laterScreen(async () => (await import("./BoardsScreen.tsx")).BoardsScreen),
};
