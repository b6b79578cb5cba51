/// <reference lib="deno.ns" />

import { isInside, isTouched, piecesOf } from "./geometry.ts";
import { changed } from "./geometry.ts";
import { type DrawnStroke, packed, unpacked } from "./points.ts";

const line = (id: string, ...places: readonly (readonly [number, number])[]): DrawnStroke => ({
  id,
  tool: "pen",
  colour: 255,
  width: 200,
  points: packed(places.map(([x, y], at) => ({ x, y, pressure: 0.5, tiltX: 10, tiltY: 20, time: at * 10 }))),
});

function check(isSo: boolean, says: string) {
  if (!isSo) throw new Error(says);
}

Deno.test("the eraser touches what it comes close to", () => {
  const stroke = line("touched", [0, 0], [100, 0]);
  check(isTouched(stroke, { from: { x: 50, y: 5.9 }, to: { x: 50, y: 20 }, radius: 5 }), "near");
  check(!isTouched(stroke, { from: { x: 50, y: 6.1 }, to: { x: 50, y: 20 }, radius: 5 }), "far");
  check(isTouched(stroke, { from: { x: 50, y: -50 }, to: { x: 50, y: 50 }, radius: 1 }), "across");
});

Deno.test("a partial eraser leaves both ends with all else kept", () => {
  const stroke = line("cut", [0, 0], [100, 0]);
  const rub = { from: { x: 50, y: -50 }, to: { x: 50, y: 50 }, radius: 5 };
  const pieces = piecesOf(stroke, rub);
  check(pieces.length === 2, `${pieces.length} pieces`);
  const [first, second] = pieces.map((piece) => unpacked(piece.points));
  check((first?.at(0)?.x ?? NaN) === 0 && (first?.at(-1)?.x ?? NaN) <= 44, "the left end");
  check((second?.at(0)?.x ?? NaN) >= 56 && (second?.at(-1)?.x ?? NaN) === 100, "the right end");
  check(second?.at(-1)?.tiltX === 10 && second.at(-1)?.time === 10, "tilt and time");
  check(pieces.every((piece) => !isTouched(piece, rub)), "nothing is left within reach");
});

Deno.test("the lasso takes what lies in it whole", () => {
  const ring = [{ x: -1, y: -1 }, { x: 50, y: -1 }, { x: 50, y: 50 }, { x: -1, y: 50 }];
  check(isInside(line("in", [0, 0], [40, 40]), ring), "in");
  check(!isInside(line("out", [0, 0], [60, 40]), ring), "out");
});

Deno.test("a stroke is moved and scaled as a new one", () => {
  const stroke = line("scaled", [0, 0], [10, 20]);
  const made = changed(stroke, { x: 5, y: 0, factor: 2, centre: { x: 0, y: 0 } });
  const [first, last] = unpacked(made.points);
  check(made.id !== stroke.id && made.width === 400, "a new stroke, twice as wide");
  check(first?.x === 5 && last?.x === 25 && last.y === 40, "its places");
});
