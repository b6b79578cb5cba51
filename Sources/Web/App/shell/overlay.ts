/** Which window of the shell is open over the screen; at most one is. */

import { useSyncExternalStore } from "react";

/** The windows that the shell has. */
export type Overlay = "palette" | "help" | "sync" | "workspace" | "board" | "tags";

let open: Overlay | undefined;
const watchers = new Set<() => void>();

/** Opens a window of the shell in place of the one that is open, or closes it. */
export function showOverlay(overlay: Overlay | undefined) {
  open = overlay;
  for (const changed of watchers) changed();
}

/** The window that is open, rendered again when that changes. */
export function useOverlay(): Overlay | undefined {
  return useSyncExternalStore(
    (changed) => {
      watchers.add(changed);
      return () => watchers.delete(changed);
    },
    () => open,
  );
}
