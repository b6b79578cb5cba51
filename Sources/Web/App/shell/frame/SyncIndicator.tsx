import { Suspense, useState } from "react";
import { Button, Dialog, Icon } from "../../design/mod.ts";
import { leaveSession } from "../../source/session.ts";
import { type SyncState, useSource } from "../../source/source.ts";
import { later } from "../later.tsx";
import { showOverlay, useOverlay } from "../overlay.ts";
import { syncNow, useShownSync } from "./sync.ts";

const Refused = later(async () => (await import("../../conflicts/Refused.tsx")).Refused);

/** How far this device is in step, as a button that says more. */
export function SyncIndicator() {
  const state = useShownSync();
  const { icon, text } = summary(state);
  const isCalm = !state.notice && (state.kind === "synced" || state.kind === "starting");
  return (
    <>
      <button
        type="button"
        className={`frame-button sync sync-${state.kind}`}
        title={text}
        aria-label={`Sync: ${text}`}
        onClick={() => showOverlay("sync")}
      >
        <Icon name={icon} />
        <span className={isCalm ? "frame-button-label sync-calm" : "frame-button-label"}>{text}</span>
      </button>
      {useOverlay() === "sync" && <SyncDialog state={state} />}
    </>
  );
}

function summary(state: SyncState): { readonly icon: string; readonly text: string } {
  const waiting = state.waiting === 0 ? "" : `, ${state.waiting} waiting`;
  if (state.refused.length > 0) {
    return { icon: "exclamation-circle", text: counted(state.refused.length, "change") + " refused" };
  }
  if (state.notice) return { icon: "exclamation-circle", text: `The service changed${waiting}` };
  switch (state.kind) {
    case "starting":
      return { icon: "cloud", text: "Starting" };
    case "synced":
      return { icon: "cloud-check", text: state.held ? `Synced, ${state.held} only here` : "Synced" };
    case "syncing":
      return { icon: "arrow-repeat", text: `Syncing${waiting}` };
    case "offline":
      return { icon: "cloud-slash", text: `Offline${waiting}` };
    case "conflict":
      return { icon: "signpost-split", text: "Two versions" };
    case "error":
      return { icon: "exclamation-circle", text: "Sync stopped" };
  }
}

function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}

function SyncDialog({ state }: { readonly state: SyncState }) {
  const source = useSource();
  const [isAsking, setAsking] = useState(false);
  const ask = async () => {
    setAsking(true);
    await syncNow(source);
    setAsking(false);
  };
  return (
    <Dialog title="Sync" onClose={() => showOverlay(undefined)}>
      {state.notice && <p role="alert">{state.notice}</p>}
      <p role="status">{sentence(state)}</p>
      <div className="form-actions">
        {state.needsSignIn
          ? <Button kind="primary" icon="person-circle" onClick={() => void leaveSession()}>Sign in again</Button>
          : (
            <Button kind="primary" icon="arrow-clockwise" isBusy={isAsking} onClick={() => void ask()}>
              Sync now
            </Button>
          )}
      </div>
      {state.refused.length > 0 && (
        <ul className="refused" aria-label="Refused changes">
          <Suspense fallback={null}>
            {state.refused.map((change) => <Refused key={change.id} change={change} />)}
          </Suspense>
        </ul>
      )}
    </Dialog>
  );
}

function sentence(state: SyncState): string {
  const waiting = state.waiting === 0
    ? "Nothing waits to be sent."
    : `${counted(state.waiting, "change")} on this device ${state.waiting === 1 ? "waits" : "wait"} to be sent.`;
  switch (state.kind) {
    case "starting":
      return "What this device keeps is being opened.";
    case "synced":
      return state.held
        ? `Everything is on the service too, but for ${
          counted(state.held, "change")
        } with thoughts that stay on this device.`
        : "Everything on this device is on the service too, and the other way round.";
    case "syncing":
      return `Changes are on their way. ${waiting}`;
    case "offline":
      return `There is no connection. You can go on: everything is saved on this device. ${waiting}`;
    case "conflict":
      return `The service did not take ${
        state.refused.length === 1 ? "the change below, which is" : "the changes below, which are"
      } on this device only.`;
    case "error":
      return `${state.message ?? "The service could not be asked."} ${waiting}`;
  }
}
