/** How closely works stand on the timeline: by keys, by the wheel, by pinching. Requirement J-458. */

import { type RefObject, useEffect, useState } from "react";
import { useShortcuts } from "../../shell/commands/shortcuts.ts";

/** Edge of a tile in rem, from far away to near. */
export const edges = [3.5, 5, 7.5, 11, 17] as const;

const key = "daybook.timeline.density";
const usual = 2;
/** Pixels of the wheel, and the share that fingers spread, that make a step. */
const wheelStep = 60;
const pinchStep = 1.3;

/** The density that was chosen on this device, and how it is changed. */
export interface Density {
  readonly level: number;
  readonly canGrow: boolean;
  readonly canShrink: boolean;
  readonly change: (by: number) => void;
}

/** Follows the keys `+` and `-`, the wheel with Ctrl, and two fingers on an element. */
export function useDensity(element: RefObject<HTMLElement>): Density {
  const [level, setLevel] = useState(() => within(Number(localStorage.getItem(key) ?? usual)));
  const change = (by: number) =>
    setLevel((now) => {
      const next = within(now + by);
      localStorage.setItem(key, String(next));
      return next;
    });
  useShortcuts("Timeline", [
    { keys: "+", label: "Larger pictures", run: () => change(1) },
    { keys: "-", label: "Smaller pictures", run: () => change(-1) },
  ]);
  useEffect(() => {
    const target = element.current;
    if (!target) return;
    let rolled = 0;
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      // Else the browser makes everything larger.
      event.preventDefault();
      rolled += event.deltaY;
      if (Math.abs(rolled) < wheelStep) return;
      change(rolled < 0 ? 1 : -1);
      rolled = 0;
    };
    const fingers = new Map<number, PointerEvent>();
    let from = 0;
    const distance = () => {
      const [one, other] = [...fingers.values()];
      return one && other ? Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) : 0;
    };
    const down = (event: PointerEvent) => {
      if (event.pointerType !== "touch") return;
      fingers.set(event.pointerId, event);
      from = distance();
    };
    const move = (event: PointerEvent) => {
      if (!fingers.has(event.pointerId)) return;
      fingers.set(event.pointerId, event);
      if (fingers.size !== 2 || from === 0) return;
      const spread = distance() / from;
      if (spread < pinchStep && spread > 1 / pinchStep) return;
      change(spread > 1 ? 1 : -1);
      from = distance();
    };
    const up = (event: PointerEvent) => fingers.delete(event.pointerId);
    target.addEventListener("wheel", wheel, { passive: false });
    target.addEventListener("pointerdown", down);
    target.addEventListener("pointermove", move);
    target.addEventListener("pointerup", up);
    target.addEventListener("pointercancel", up);
    return () => {
      target.removeEventListener("wheel", wheel);
      target.removeEventListener("pointerdown", down);
      target.removeEventListener("pointermove", move);
      target.removeEventListener("pointerup", up);
      target.removeEventListener("pointercancel", up);
    };
  }, [element]);
  return { level, canGrow: level < edges.length - 1, canShrink: level > 0, change };
}

function within(level: number): number {
  return Number.isFinite(level) ? Math.max(0, Math.min(edges.length - 1, Math.round(level))) : usual;
}
