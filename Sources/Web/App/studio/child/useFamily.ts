import type { Child } from "../../source/api.ts";
import { type Shown, useView } from "../../source/source.ts";

/** The children that one sees, without those in the trash. */
export function useFamily(): Shown<readonly Child[]> {
  return useView("listChildren", {});
}
