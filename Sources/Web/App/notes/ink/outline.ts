/** The outline of a stroke: as wide at each place as the pen was pressed there. */

import { type DrawnStroke, type InkPoint, unpacked } from "./points.ts";

/** How wide a stroke is where it is pressed so hard: from three tenths of its width to all of it, as in files that are exported. */
export function widthAt({ tool, width }: Pick<DrawnStroke, "tool" | "width">, point: InkPoint): number {
  const whole = width / 100;
  if (tool === "highlighter") return whole;
  const lean = tool === "pencil" ? 1 + Math.min(Math.hypot(point.tiltX, point.tiltY), 60) / 60 : 1;
  return whole * (0.3 + 0.7 * point.pressure) * lean;
}

/** Points further apart than so much get others between, so that a curve is round. */
const stepLength = 5;

/** More points where they lie far apart, on a curve through them (Catmull and Rom). */
function smoothed(points: readonly InkPoint[]): readonly InkPoint[] {
  const made: InkPoint[] = [];
  points.forEach((from, at) => {
    made.push(from);
    const to = points[at + 1];
    if (!to) return;
    const before = points[at - 1] ?? from;
    const after = points[at + 2] ?? to;
    const steps = Math.min(Math.floor(Math.hypot(to.x - from.x, to.y - from.y) / stepLength), 12);
    for (let step = 1; step < steps; step += 1) made.push(between(before, from, to, after, step / steps));
  });
  return made;
}

function between(before: InkPoint, from: InkPoint, to: InkPoint, after: InkPoint, t: number): InkPoint {
  const curve = (a: number, b: number, c: number, d: number) =>
    0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t);
  const line = (a: number, b: number) => a + (b - a) * t;
  return {
    x: curve(before.x, from.x, to.x, after.x),
    y: curve(before.y, from.y, to.y, after.y),
    pressure: line(from.pressure, to.pressure),
    tiltX: line(from.tiltX, to.tiltX),
    tiltY: line(from.tiltY, to.tiltY),
    time: line(from.time, to.time),
  };
}

/** A path to be filled: a disc at each point, and what lies between each two. All turn the same way, so that nothing cancels out. */
export function outlineOf(stroke: Pick<DrawnStroke, "tool" | "width">, points: readonly InkPoint[]): string {
  return rough(stroke, smoothed(points));
}

/** The same without points between those that are given. */
export function rough(stroke: Pick<DrawnStroke, "tool" | "width">, points: readonly InkPoint[]): string {
  let path = "";
  points.forEach((point, at) => {
    const radius = widthAt(stroke, point) / 2;
    const next = points[at + 1];
    path += disc(point, radius);
    if (next) path += joint(point, radius, next, widthAt(stroke, next) / 2);
  });
  return path;
}

function disc({ x, y }: InkPoint, radius: number): string {
  const r = short(radius);
  return `M${short(x - radius)} ${short(y)}a${r} ${r} 0 1 1 ${short(2 * radius)} 0a${r} ${r} 0 1 1 ${
    short(-2 * radius)
  } 0z`;
}

function joint(from: InkPoint, radius: number, to: InkPoint, next: number): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length < 0.01) return "";
  const [x, y] = [(from.y - to.y) / length, (to.x - from.x) / length];
  const at = (point: InkPoint, side: number) => `${short(point.x + x * side)} ${short(point.y + y * side)}`;
  return `M${at(from, -radius)}L${at(to, -next)}L${at(to, next)}L${at(from, radius)}z`;
}

function short(value: number): string {
  return `${Math.round(value * 100) / 100}`;
}

/** A box around points. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A stroke with what is drawn of it. */
export interface Outlined {
  readonly points: readonly InkPoint[];
  readonly path: string;
  readonly box: Box;
}

const known = new Map<string, Outlined>();
/** Strokes that are remembered; a note may have 100,000. */
const knownMax = 20_000;

/** What is drawn of a stroke, reckoned once: a stroke is never rewritten. */
export function outlined(stroke: DrawnStroke): Outlined {
  const found = known.get(stroke.id);
  if (found) return found;
  const points = unpacked(stroke.points);
  const made = { points, path: outlineOf(stroke, points), box: boxAround(points, stroke.width / 200) };
  if (known.size >= knownMax) known.clear();
  known.set(stroke.id, made);
  return made;
}

/** The box around points, and so much more on each side. */
export function boxAround(points: readonly InkPoint[], margin: number): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of points) {
    left = Math.min(left, x - margin);
    top = Math.min(top, y - margin);
    right = Math.max(right, x + margin);
    bottom = Math.max(bottom, y + margin);
  }
  return { left, top, right, bottom };
}

/** The box around boxes; undefined where there are none. */
export function joined(boxes: readonly Box[]): Box | undefined {
  if (boxes.length === 0) return undefined;
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const box of boxes) {
    left = Math.min(left, box.left);
    top = Math.min(top, box.top);
    right = Math.max(right, box.right);
    bottom = Math.max(bottom, box.bottom);
  }
  return { left, top, right, bottom };
}
