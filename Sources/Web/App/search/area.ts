import type { Area } from "../shell/areas.ts";
import { laterScreen } from "../shell/laterScreen.ts";

/** Search over everything in the workspace. */
export const searchArea: Area = {
  path: "search",
  label: "Search",
  icon: "search",
  key: "s",
  openTo: "all",
  Screen: laterScreen(async () => (await import("./SearchScreen.tsx")).SearchScreen),
};
