/** The areas of the app: what the navigation lists and the router shows. */

import type { ComponentType } from "react";

/** The screen of an area; `load` brings it where it is not part of the first load. */
export type AreaScreen =
  & ComponentType<{ readonly rest: readonly string[]; readonly query: URLSearchParams }>
  & { readonly load?: () => void };

/** One area: notes, boards, inbox … */
export interface Area {
  /** First part of its paths below a workspace. */
  readonly path: string;
  readonly label: string;
  /** Name of an icon of bootstrap-icons. */
  readonly icon: string;
  /** The key of its shortcut, after `g`. */
  readonly key: string;
  /** Members that have it: owners alone, those too who see everything, or those as well who see single children. */
  readonly openTo: "owners" | "members" | "all";
  /** What is shown for a path: `rest` is what follows the area's own part, such as `["folder", "0190…"]`. */
  readonly Screen: AreaScreen;
}
