import { useSyncExternalStore } from "react";
import { Icon } from "../../design/mod.ts";
import { useSync } from "../../source/source.ts";
import type { NoteSession } from "./NoteSession.ts";

/** Says whether what was written is kept: Saving, Saved (the service has it), or saved here until there is a network. */
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
  const isSending = sync.waiting > 0 && !isOffline && sync.kind !== "error" && sync.kind !== "conflict";
  const isSaving = state.kind === "saving" || isSending;
  const kept = isOffline ? "Offline, saved here" : sync.waiting > 0 ? "Saved here, not sent yet" : "Saved";
  return (
    <span className="save-status" role="status" aria-label="Saving state">
      <Icon name={isSaving ? "arrow-repeat" : kept === "Saved" ? "check2" : "cloud-slash"} />
      {isSaving ? "Saving" : kept}
    </span>
  );
}
