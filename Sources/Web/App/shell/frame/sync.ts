import { useSyncExternalStore } from "react";
import { announce } from "../../design/mod.ts";
import { type Source, type SyncState, useSync } from "../../source/source.ts";
import { notify } from "../notice.ts";

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

let asked: Promise<void> | undefined;

/** Asks the service at once for what is new, and says what came of it. While it is under way, asking again asks nothing more. */
export function syncNow(source: Source): Promise<void> {
  asked ??= sync(source).finally(() => asked = undefined);
  return asked;
}

async function sync(source: Source): Promise<void> {
  if (!navigator.onLine) return notify("There is no connection. Everything is saved on this device and sent later.");
  await source.syncNow();
  const { kind, message } = source.sync.get();
  if (kind === "offline") notify("The service cannot be reached. Everything is saved on this device and sent later.");
  else if (kind === "error") notify(message ?? "The service could not be asked.");
  else announce("Synced");
}
