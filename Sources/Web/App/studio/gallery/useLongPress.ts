import type { MouseEvent, PointerEvent } from "react";
import { useRef } from "react";

const longMilliseconds = 450;
/** How far a finger may stray, in CSS pixels. */
const reach = 10;

/** Pressing for a while with a finger or a pen; the click that ends it counts no more. Requirement J-408. */
export function useLongPress(done: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const start = useRef<{ readonly x: number; readonly y: number }>();
  const isLong = useRef(false);
  const end = () => {
    clearTimeout(timer.current);
    start.current = undefined;
  };
  return {
    wasLong: () => {
      const was = isLong.current;
      isLong.current = false;
      return was;
    },
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        isLong.current = false;
        if (event.pointerType === "mouse" || !event.isPrimary) return;
        start.current = { x: event.clientX, y: event.clientY };
        timer.current = setTimeout(() => {
          isLong.current = true;
          done();
        }, longMilliseconds);
      },
      onPointerMove: (event: PointerEvent) => {
        const from = start.current;
        if (from && Math.hypot(event.clientX - from.x, event.clientY - from.y) > reach) end();
      },
      onPointerUp: end,
      onPointerCancel: end,
      onContextMenu: (event: MouseEvent) => {
        if (start.current || isLong.current) event.preventDefault();
      },
    },
  };
}
