/** The workspaces whose sealed notes are open in this window, for those who must not load what opens them. */

import { useSyncExternalStore } from "react";
import { Value } from "../../source/watched.ts";

/** The workspaces with a passphrase that was typed here. */
export const unlockedWorkspaces = new Value<ReadonlySet<string>>(new Set());

/** True while sealed notes of a workspace are open in this window. */
export function useIsUnlocked(workspace: string): boolean {
  return useSyncExternalStore(
    (changed) => unlockedWorkspaces.subscribe(changed),
    () => unlockedWorkspaces.get().has(workspace),
  );
}
