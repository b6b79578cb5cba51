import { useSyncExternalStore } from "react";
import { Icon } from "../../design/mod.ts";
import { useSync } from "../../source/source.ts";
import type { NoteSession } from "./NoteSession.ts";

/** Whether what was written is kept: Saving, Saved, or Offline, where it is kept on this device until there is a network. */
export function SaveStatus({ session }: { readonly session: NoteSession }) {
  const state = useSyncExternalStore(session.subscribe, session.state);
  const sync = useSync();
  if (state.problem?.code === "offline") {
    return (
      <span className="save-status" role="status" aria-label="Saving state">
        <Icon name="cloud-slash" />
        Offline, not sent yet
      </span>
    );
  }
  if (state.kind === "failed") {
    return (
      <span className="save-status is-failed" role="status">
        <Icon name="exclamation-triangle" />
        <span>{state.problem?.message ?? "Not saved"}</span>
        <button type="button" className="button button-quiet" onClick={() => void session.flush()}>Try again</button>
      </span>
    );
  }
  const isOffline = sync.kind === "offline";
  return (
    <span className="save-status" role="status" aria-label="Saving state">
      {state.kind === "saving" ? <Icon name="arrow-repeat" /> : <Icon name={isOffline ? "cloud-slash" : "check2"} />}
      {state.kind === "saving" ? "Saving" : isOffline ? "Offline, saved here" : "Saved"}
    </span>
  );
}
