import type { PointerEvent } from "react";
import { useRef } from "react";

/** How far a row is drawn before it does something, in CSS pixels. */
const reach = 88;

/** Drawing a row aside with a finger: to the right does one thing, to the left another. Requirements O-203, O-204. */
export function useSwipe(right: () => void, left: () => void) {
  const start = useRef<{ readonly x: number; readonly y: number; distance: number; isDrawn: boolean }>();
  const draw = (row: HTMLElement, distance: number) => {
    if (distance === 0) row.style.removeProperty("--drawn");
    else row.style.setProperty("--drawn", `${distance}px`);
    row.dataset["drawn"] = distance > 0 ? "right" : distance < 0 ? "left" : "";
    row.dataset["reached"] = String(Math.abs(distance) >= reach);
  };
  const end = (event: PointerEvent<HTMLElement>, isDone: boolean) => {
    const drawn = start.current;
    start.current = undefined;
    draw(event.currentTarget, 0);
    if (!isDone || !drawn || Math.abs(drawn.distance) < reach) return;
    if (drawn.distance > 0) right();
    else left();
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType === "mouse" || !event.isPrimary) return;
      start.current = { x: event.clientX, y: event.clientY, distance: 0, isDrawn: false };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const drawn = start.current;
      if (!drawn) return;
      const [x, y] = [event.clientX - drawn.x, event.clientY - drawn.y];
      if (!drawn.isDrawn && Math.abs(x) < 12) return;
      if (!drawn.isDrawn && Math.abs(y) > Math.abs(x)) {
        start.current = undefined;
        return;
      }
      if (!drawn.isDrawn) event.currentTarget.setPointerCapture(event.pointerId);
      drawn.isDrawn = true;
      drawn.distance = Math.max(-reach * 1.25, Math.min(reach * 1.25, x));
      draw(event.currentTarget, drawn.distance);
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => end(event, true),
    onPointerCancel: (event: PointerEvent<HTMLElement>) => end(event, false),
  };
}
