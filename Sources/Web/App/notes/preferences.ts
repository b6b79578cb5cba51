/** What this device remembers of how notes are shown: open folders, sorting. */

import { useCallback, useSyncExternalStore } from "react";

const watchers = new Set<() => void>();
const prefix = "daybook.notes.";

function read(key: string): string {
  try {
    return localStorage.getItem(prefix + key) ?? "";
  } catch {
    return "";
  }
}

/** A preference of this device, rendered again when it changes. */
export function usePreference(key: string): readonly [string, (value: string) => void] {
  const value = useSyncExternalStore(
    useCallback((changed) => {
      watchers.add(changed);
      addEventListener("storage", changed);
      return () => {
        watchers.delete(changed);
        removeEventListener("storage", changed);
      };
    }, []),
    () => read(key),
  );
  const write = useCallback((next: string) => {
    try {
      localStorage.setItem(prefix + key, next);
    } catch {
      return; // Without storage the page shows what it shows by itself.
    }
    for (const changed of watchers) changed();
  }, [key]);
  return [value, write];
}

/** A set of identifiers that this device remembers. */
export function useRememberedSet(key: string): readonly [ReadonlySet<string>, (id: string, isIn: boolean) => void] {
  const [value, write] = usePreference(key);
  const set = new Set(value.split(" ").filter(Boolean));
  return [set, (id, isIn) => {
    if (isIn) set.add(id);
    else set.delete(id);
    write([...set].join(" "));
  }];
}
