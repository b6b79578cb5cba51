/** Progress of getting started on this device, and the tips that were put away. */

import { useSyncExternalStore } from "react";

/** `wanted`: shown next; `begun`: was shown; `skipped`: tips are shown in its place; `done`: nothing more. */
export type StartProgress = "none" | "wanted" | "begun" | "skipped" | "done";

/** A tip that is shown at the first use of something. */
export type Tip = "capture" | "pictures" | "stories";

const progressKey = "daybook.start";
const tipsKey = "daybook.start.tips";
const watchers = new Set<() => void>();

/** The progress on this device. */
export function startProgress(): StartProgress {
  const kept = localStorage.getItem(progressKey);
  return kept === "wanted" || kept === "begun" || kept === "skipped" || kept === "done" ? kept : "none";
}

/** Notes how far somebody is. */
export function setStartProgress(progress: StartProgress): void {
  localStorage.setItem(progressKey, progress);
  for (const changed of watchers) changed();
}

/** Puts a tip away for good, or all of them. */
export function putAway(tip: Tip | "all"): void {
  localStorage.setItem(tipsKey, [...new Set([...tipsPutAway(), tip])].join(" "));
  for (const changed of watchers) changed();
}

/** True while a tip is shown: after the tour was skipped, until it is put away. */
export function useIsTipShown(tip: Tip): boolean {
  return useSyncExternalStore(
    (changed) => {
      watchers.add(changed);
      return () => watchers.delete(changed);
    },
    () => startProgress() === "skipped" && !tipsPutAway().some((one) => one === tip || one === "all"),
  );
}

function tipsPutAway(): readonly string[] {
  return localStorage.getItem(tipsKey)?.split(" ") ?? [];
}
