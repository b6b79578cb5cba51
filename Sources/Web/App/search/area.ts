import type { Area } from "../shell/areas.ts";
import { SearchScreen } from "./SearchScreen.tsx";

/** Search over everything in the workspace. */
export const searchArea: Area = {
  path: "search",
  label: "Search",
  icon: "search",
  key: "s",
  openTo: "all",
  Screen: SearchScreen,
};
