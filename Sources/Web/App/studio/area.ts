/** The studio among the areas of the app; its screens are loaded when it is opened. */

import type { Area } from "../shell/areas.ts";
import { later } from "../shell/later.tsx";

/** Children's works: captured, collected, looked at, told as stories. */
export const studioArea: Area = {
  path: "studio",
  label: "Studio",
  icon: "palette",
  key: "a",
  openTo: "all",
  Screen: later(async () => (await import("./StudioArea.tsx")).default),
};
