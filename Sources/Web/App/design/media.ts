import { useCallback, useSyncExternalStore } from "react";

/** Whether a media query holds, rendered again when that changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    useCallback((changed) => {
      const list = matchMedia(query);
      list.addEventListener("change", changed);
      return () => list.removeEventListener("change", changed);
    }, [query]),
    () => matchMedia(query).matches,
  );
}

/** Whether the window is as narrow as a telephone: below 600 px at the usual text size. */
export function useIsPhone(): boolean {
  return useMedia("(max-width: 37.49rem)");
}

/** Whether the window is wide enough for a sidebar: from 1,024 px. */
export function useIsDesktop(): boolean {
  return useMedia("(min-width: 64rem)");
}
