/** Two fingers that touch a place and leave it at once. */

/** Milliseconds from the first touch to the last lift. */
const longestMs = 250;
/** Pixels that a finger may move meanwhile. */
const farthest = 12;

/** Calls `tapped` after each tap of two fingers, until what it returns is called. */
export function onTwoFingerTap(element: HTMLElement, tapped: () => void): () => void {
  const down = new Map<number, { readonly x: number; readonly y: number }>();
  let since = 0;
  let fingers = 0;
  let isOff = false;
  const end = new AbortController();
  const on = (
    name: "pointerdown" | "pointermove" | "pointerup" | "pointercancel",
    run: (event: PointerEvent) => void,
  ) => element.addEventListener(name, (event) => event.pointerType === "touch" && run(event), { signal: end.signal });
  on("pointerdown", (event) => {
    if (down.size === 0) [since, fingers, isOff] = [event.timeStamp, 0, false];
    fingers += 1;
    down.set(event.pointerId, { x: event.clientX, y: event.clientY });
  });
  on("pointermove", (event) => {
    const start = down.get(event.pointerId);
    if (start && Math.hypot(event.clientX - start.x, event.clientY - start.y) > farthest) isOff = true;
  });
  on("pointerup", (event) => {
    if (!down.delete(event.pointerId) || down.size > 0) return;
    if (fingers === 2 && !isOff && event.timeStamp - since < longestMs) tapped();
  });
  on("pointercancel", (event) => {
    isOff = true;
    down.delete(event.pointerId);
  });
  return () => end.abort();
}
