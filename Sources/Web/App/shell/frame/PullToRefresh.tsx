import { type RefObject, useEffect, useRef, useState } from "react";
import { Icon } from "../../design/mod.ts";
import { useSource } from "../../source/source.ts";
import { syncNow } from "./sync.ts";

/** How far a finger pulls until letting go asks the service, and how far the mark follows at most, in pixels. */
const pull = { enough: 72, most: 104 };

/** Syncs when a finger pulls a list down from its top. Requirements P-303, J-703. The button "Sync now" does the same. */
export function PullToRefresh({ stage }: { readonly stage: RefObject<HTMLElement> }) {
  const source = useSource();
  const mark = useRef<HTMLDivElement>(null);
  const [isSyncing, setSyncing] = useState(false);
  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    const listening = new AbortController();
    const { signal } = listening;
    let from: { readonly x: number; readonly y: number } | undefined;
    let way = 0;
    const show = (to: number) => {
      way = to;
      mark.current?.style.setProperty("--pull", `${to}px`);
      mark.current?.classList.toggle("is-pulled", to > 0);
      mark.current?.classList.toggle("is-enough", to >= pull.enough);
    };
    const end = async () => {
      from = undefined;
      const isEnough = way >= pull.enough;
      show(0);
      if (!isEnough) return;
      setSyncing(true);
      await syncNow(source);
      setSyncing(false);
    };
    element.addEventListener("touchstart", (event) => {
      const [touch] = Array.from(event.touches);
      const isFree = event.touches.length === 1 && touch && isPullable(event.target, element);
      from = isFree ? { x: touch.clientX, y: touch.clientY } : undefined;
    }, { signal, passive: true });
    element.addEventListener("touchmove", (event) => {
      const [touch] = Array.from(event.touches);
      // A finger that carries or swipes something does not pull.
      if (!from || !touch || event.touches.length > 1 || (event.defaultPrevented && way === 0)) {
        return void (from = undefined);
      }
      const down = touch.clientY - from.y;
      if (way === 0 && (down < 8 || Math.abs(touch.clientX - from.x) > down)) {
        return down < -4 ? void (from = undefined) : undefined;
      }
      if (event.cancelable) event.preventDefault();
      show(Math.max(0, Math.min(down * 0.6, pull.most)));
    }, { signal, passive: false });
    element.addEventListener("touchend", () => void end(), { signal });
    element.addEventListener("touchcancel", () => {
      from = undefined;
      show(0);
    }, { signal });
    return () => listening.abort();
  }, [stage, source]);
  return (
    <div ref={mark} className={isSyncing ? "pull is-syncing" : "pull"} aria-hidden="true">
      <Icon name="arrow-clockwise" />
    </div>
  );
}

/** True where a list begins to be pulled at its top: nothing around the finger is scrolled, and it is no text or tool. */
function isPullable(target: EventTarget | null, stage: HTMLElement): boolean {
  if (
    !(target instanceof Element) ||
    target.closest("input, textarea, select, [contenteditable], canvas, .cm-editor, dialog")
  ) {
    return false;
  }
  // Lists of the inbox, of notes, of boards and of the studio; a note that is being written is none.
  if (!/\/(inbox|boards|notes|studio)(\/|$)/.test(location.pathname) || target.shadowRoot) return false;
  for (let at: Element | null = target; at && at !== stage; at = at.parentElement) {
    if (at.scrollTop > 0) return false;
  }
  return true;
}
