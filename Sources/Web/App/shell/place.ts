/** Which workspace is shown, for those who make addresses in it. */

import { useSource } from "../source/source.ts";

/** The address of something in a workspace: `place(workspace, "boards", board)`. */
export function place(workspace: string, ...parts: readonly string[]): string {
  return ["/w", workspace, ...parts.map(encodeURIComponent)].join("/");
}

/** Makes addresses in the workspace that is shown: `to("boards", board)`. */
export function usePlace(): (...parts: readonly string[]) => string {
  const { workspace } = useSource();
  return (...parts) => place(workspace, ...parts);
}
