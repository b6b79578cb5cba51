/** Whether thoughts that are captured on this device stay on it. Requirement O-011. */

const key = "daybook.thoughtsStay";
const watchers = new Set<() => void>();

/** True where they stay. */
export function thoughtsStay(): boolean {
  return localStorage.getItem(key) === "yes";
}

/** Has them stay, or go with all else: in every window of this device. */
export function keepThoughts(isStaying: boolean): void {
  if (isStaying) localStorage.setItem(key, "yes");
  else localStorage.removeItem(key);
  for (const changed of watchers) changed();
}

/** Calls `changed` after each change, here or in another window, until what it returns is called. */
export function watchThoughtsStay(changed: () => void): () => void {
  const look = (event: StorageEvent) => {
    if (event.key === key) changed();
  };
  watchers.add(changed);
  addEventListener("storage", look);
  return () => {
    watchers.delete(changed);
    removeEventListener("storage", look);
  };
}
