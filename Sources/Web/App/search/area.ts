import type { Area } from "../shell/areas.ts";
import { later } from "../shell/later.tsx";

/** Search over everything in the workspace. */
export const searchArea: Area = {
  path: "search",
  label: "Search",
  icon: "search",
  key: "s",
  openTo: "all",
  Screen: later(async () => (await import("./SearchScreen.tsx")).SearchScreen),
};
