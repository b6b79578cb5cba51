/** What eraser and lasso do with strokes: whatever is left of a stroke, or stands elsewhere, is a new one. */

import { mint } from "../../source/mint.ts";
import { outlined } from "./outline.ts";
import { type DrawnStroke, type InkPoint, packed } from "./points.ts";

/** A place on the paper. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** The way of a round eraser between two places. */
export interface Rub {
  readonly from: Place;
  readonly to: Place;
  readonly radius: number;
}

/** Whether an eraser touches a stroke on its way, the width of the line included. */
export function isTouched(stroke: DrawnStroke, rub: Rub): boolean {
  const { points, box } = outlined(stroke);
  const { radius } = rub;
  if (Math.max(rub.from.x, rub.to.x) + radius < box.left || Math.min(rub.from.x, rub.to.x) - radius > box.right) {
    return false;
  }
  if (Math.max(rub.from.y, rub.to.y) + radius < box.top || Math.min(rub.from.y, rub.to.y) - radius > box.bottom) {
    return false;
  }
  const reach = radius + stroke.width / 200;
  return points.some((point, at) => distance(point, points[at + 1] ?? point, rub.from, rub.to) <= reach);
}

/** What a partial eraser leaves of a stroke that it touches: each run of points that it did not touch. */
export function piecesOf(stroke: DrawnStroke, rub: Rub): readonly DrawnStroke[] {
  const reach = rub.radius + stroke.width / 200;
  const runs: InkPoint[][] = [];
  let run: InkPoint[] = [];
  const end = () => {
    if (run.length > 0) runs.push(run);
    run = [];
  };
  for (const point of refined(outlined(stroke).points, rub, reach)) {
    const last = run.at(-1);
    if (last && distance(last, point, rub.from, rub.to) <= reach) end();
    if (distance(point, point, rub.from, rub.to) > reach) run.push(point);
  }
  end();
  return runs.map((points) => ({ ...stroke, id: mint(), points: packed(points) }));
}

/** Points that are put between others lie so far apart. */
const stepLength = 1;

/** Points with others between them where the eraser passes, so that no more goes than was erased. */
function refined(points: readonly InkPoint[], rub: Rub, reach: number): readonly InkPoint[] {
  return points.flatMap((point, at) => {
    const next = points[at + 1];
    if (!next || distance(point, next, rub.from, rub.to) > reach) return [point];
    const steps = Math.min(Math.floor(Math.hypot(next.x - point.x, next.y - point.y) / stepLength) + 1, 1000);
    return Array.from({ length: steps }, (_, step) => onTheWay(point, next, step / steps));
  });
}

function onTheWay(from: InkPoint, to: InkPoint, t: number): InkPoint {
  const line = (a: number, b: number) => a + (b - a) * t;
  return {
    x: line(from.x, to.x),
    y: line(from.y, to.y),
    pressure: line(from.pressure, to.pressure),
    tiltX: line(from.tiltX, to.tiltX),
    tiltY: line(from.tiltY, to.tiltY),
    time: line(from.time, to.time),
  };
}

/** How near two straight lines come to each other. */
function distance(a: Place, b: Place, c: Place, d: Place): number {
  if (side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0) return 0;
  return Math.min(toLine(c, a, b), toLine(d, a, b), toLine(a, c, d), toLine(b, c, d));
}

function side(a: Place, b: Place, c: Place): number {
  return Math.sign((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
}

function toLine(place: Place, a: Place, b: Place): number {
  const [x, y] = [b.x - a.x, b.y - a.y];
  const length = x * x + y * y;
  const t = length === 0 ? 0 : Math.min(Math.max(((place.x - a.x) * x + (place.y - a.y) * y) / length, 0), 1);
  return Math.hypot(place.x - a.x - t * x, place.y - a.y - t * y);
}

/** Whether all of a stroke lies within a line drawn around it. */
export function isInside(stroke: DrawnStroke, lasso: readonly Place[]): boolean {
  return outlined(stroke).points.every((point) => contains(lasso, point));
}

/** Whether a place is ringed an odd number of times. */
function contains(lasso: readonly Place[], { x, y }: Place): boolean {
  let isIn = false;
  let last = lasso.at(-1);
  for (const next of lasso) {
    if (last && (last.y > y) !== (next.y > y) && x < (next.x - last.x) * (y - last.y) / (next.y - last.y) + last.x) {
      isIn = !isIn;
    }
    last = next;
  }
  return isIn;
}

/** A stroke as a new one in another place and size; `centre` is what stays where it is before all is moved. */
export function changed(stroke: DrawnStroke, { x, y, factor, centre }: Change): DrawnStroke {
  const points = outlined(stroke).points.map((point) => ({
    ...point,
    x: centre.x + (point.x - centre.x) * factor + x,
    y: centre.y + (point.y - centre.y) * factor + y,
  }));
  return { ...stroke, id: mint(), width: Math.max(Math.round(stroke.width * factor), 1), points: packed(points) };
}

/** A move, with a scale about a centre. */
export interface Change {
  readonly x: number;
  readonly y: number;
  readonly factor: number;
  readonly centre: Place;
}
