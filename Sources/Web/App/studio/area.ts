/** The studio among the areas of the app; its screens are loaded when it is opened. */

import type { Area } from "../shell/areas.ts";
import { laterScreen } from "../shell/laterScreen.ts";

/** Children's works: captured, collected, looked at, told as stories. */
export const studioArea: Area = {
  path: "studio",
  label: "Studio",
  icon: "palette",
  key: "a",
  openTo: "all",
  Screen: laterScreen(async () => (await import("./StudioArea.tsx")).default),
};
