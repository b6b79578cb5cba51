import { useSyncExternalStore } from "react";
import { type SyncState, useSync } from "../source/source.ts";

/** The state of the sync as it is shown: a browser that knows it has no network is offline before a request has failed. */
export function useShownSync(): SyncState {
  const state = useSync();
  const isOnline = useSyncExternalStore(watchNetwork, () => navigator.onLine);
  if (isOnline || state.kind === "conflict") return state;
  return { ...state, kind: "offline" };
}

function watchNetwork(changed: () => void): () => void {
  addEventListener("online", changed);
  addEventListener("offline", changed);
  return () => {
    removeEventListener("online", changed);
    removeEventListener("offline", changed);
  };
}
