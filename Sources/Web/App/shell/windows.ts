/** Several windows of the app: a board in one of its own, the small one, and what they tell each other. */

import { useSyncExternalStore } from "react";
import { place } from "./place.ts";
import { navigate } from "./router.ts";

/** What windows tell each other. The data they show is kept equal by the replica, not by this. */
type Told =
  | { readonly kind: "here" | "gone"; readonly from: string; readonly isAnswer?: boolean }
  | { readonly kind: "show" | "shown"; readonly id: string; readonly path: string };

const ownWindowKey = "daybook.ownWindow";
const self = crypto.randomUUID();
const others = new Set<string>();
const watchers = new Set<() => void>();
const answers = new Map<string, () => void>();
/** How long the windows that are open have to say that one of them shows something. */
const answerMilliseconds = 400;
let channel: BroadcastChannel | undefined;

/** Begins to hear the other windows. */
export function beginWindows() {
  if (new URLSearchParams(location.search).has("window")) sessionStorage.setItem(ownWindowKey, "yes");
  if (!("BroadcastChannel" in globalThis)) return;
  channel = new BroadcastChannel("daybook-windows");
  channel.addEventListener("message", ({ data }: MessageEvent<Told>) => hear(data));
  if (isMini()) return;
  tell({ kind: "here", from: self });
  addEventListener("pagehide", () => tell({ kind: "gone", from: self }));
  addEventListener("pageshow", ({ persisted }) => persisted && tell({ kind: "here", from: self }));
}

/** True if this window was opened for one board. */
export function isOwnWindow(): boolean {
  return sessionStorage.getItem(ownWindowKey) !== null;
}

/** True if other windows of the app are open beside this one; rendered again when that changes. */
export function useHasOtherWindows(): boolean {
  return useSyncExternalStore(
    (changed) => {
      watchers.add(changed);
      return () => watchers.delete(changed);
    },
    () => others.size > 0,
  );
}

/** Opens a board in a window of its own, or brings the one that shows it to the front. Requirement P-316. */
export function openBoardWindow(workspace: string, board: string) {
  open(`${place(workspace, "boards", board)}?window`, `daybook-board-${board}`, "popup,width=960,height=760");
}

/**
 * Opens the small window, or brings it to the front. Its workspace stands behind the #, so that its page is kept by the browser
 * under one address. Requirements P-204, P-317, P-318.
 */
export function openMini(workspace: string) {
  open(`/mini#${workspace}`, "daybook-mini", "popup,width=380,height=560");
}

/** Shows an address in a large window: in one that is open, or in a new one. */
export async function showInMain(path: string): Promise<void> {
  const id = crypto.randomUUID();
  const isShown = await new Promise<boolean>((resolve) => {
    answers.set(id, () => resolve(true));
    tell({ kind: "show", id, path });
    setTimeout(() => resolve(false), answerMilliseconds);
  });
  answers.delete(id);
  const main: unknown = globalThis.opener;
  if (isShown && main instanceof Object && "focus" in main && typeof main.focus === "function") main.focus();
  if (!isShown) open(path, "_blank");
}

function isMini(): boolean {
  return location.pathname.startsWith("/mini");
}

function tell(told: Told) {
  channel?.postMessage(told);
}

function hear(told: Told) {
  switch (told.kind) {
    case "here":
      if (isMini()) return;
      others.add(told.from);
      if (!told.isAnswer) tell({ kind: "here", from: self, isAnswer: true });
      break;
    case "gone":
      others.delete(told.from);
      break;
    case "show":
      // A board's own window stays with its board.
      if (isMini() || isOwnWindow() || !location.pathname.startsWith("/w/")) return;
      void showOnce(told.id, told.path);
      break;
    case "shown":
      answers.get(told.id)?.();
      break;
  }
  for (const changed of watchers) changed();
}

/** Of several windows one shows it: whoever has the name of this wish first. */
async function showOnce(id: string, path: string): Promise<void> {
  await navigator.locks?.request(`daybook-show-${id}`, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    navigate(path);
    tell({ kind: "shown", id, path });
    // Others that hear of it a little later find it taken.
    await new Promise((resolve) => setTimeout(resolve, answerMilliseconds));
  });
}
