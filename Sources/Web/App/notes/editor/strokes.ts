/** Drawings as they stand in a text: each stroke a line of its colour, as wide as the pen was pressed. */

import type { DrawingOf } from "./preview.ts";

/** A stroke as a note has it. */
export interface DrawnStroke {
  readonly tool: "pen" | "pencil" | "highlighter";
  /** 0xRRGGBBAA. */
  readonly colour: number;
  /** Hundredths of a point. */
  readonly width: number;
  /** Packed, in hexadecimal. */
  readonly points: string;
}

/** A drawing as a note has it. */
export interface DrawnInk {
  readonly id: string;
  readonly strokes: readonly DrawnStroke[];
  readonly recognised?: { readonly text: string };
}

/** Where the pen was, in points, and how hard it was pressed, from 0 to 1. */
export interface InkPoint {
  readonly x: number;
  readonly y: number;
  readonly pressure: number;
}

/**
 * The points of a stroke.
 *
 * Format: one byte `1`, then for each point six zigzag varints (x, y, pressure, tilts, time), each less the value before.
 */
export function unpacked(hexadecimal: string): readonly InkPoint[] {
  const bytes = hexadecimal.match(/../g)?.map((pair) => Number.parseInt(pair, 16)) ?? [];
  if (bytes[0] !== 1) return [];
  const values: number[] = [];
  let value = 0;
  let factor = 1;
  for (const byte of bytes.slice(1)) {
    value += (byte & 0x7f) * factor;
    factor *= 128;
    if (byte >= 0x80) continue;
    const isNegative = value % 2 === 1;
    values.push((isNegative ? -(value + 1) / 2 : value / 2) + (values[values.length - 6] ?? 0));
    value = 0;
    factor = 1;
  }
  const points: InkPoint[] = [];
  for (let at = 0; at + 5 < values.length; at += 6) {
    points.push({
      x: (values[at] ?? 0) / 100,
      y: (values[at + 1] ?? 0) / 100,
      pressure: (values[at + 2] ?? 0) / 0xffff,
    });
  }
  return points;
}

const space = "http://www.w3.org/2000/svg";
/** Points around a drawing. */
const margin = 8;

/** Draws the drawings of a note. */
export function drawingsOf(inks: readonly DrawnInk[]): DrawingOf {
  return (id) => {
    const ink = inks.find((one) => one.id === id);
    return ink && ink.strokes.length > 0 ? drawn(ink) : undefined;
  };
}

function drawn(ink: DrawnInk): Element | undefined {
  const strokes = ink.strokes.map((stroke) => ({ stroke, points: unpacked(stroke.points) }));
  const places = strokes.flatMap(({ points }) => points);
  if (places.length === 0) return undefined;
  const [left, top] = [Math.min(...places.map(({ x }) => x)), Math.min(...places.map(({ y }) => y))];
  const [right, bottom] = [Math.max(...places.map(({ x }) => x)), Math.max(...places.map(({ y }) => y))];
  const [width, height] = [right - left + 2 * margin, bottom - top + 2 * margin];
  const image = document.createElementNS(space, "svg");
  image.setAttribute("viewBox", `${left - margin} ${top - margin} ${width} ${height}`);
  image.setAttribute("width", `${width}`);
  image.setAttribute("height", `${height}`);
  image.setAttribute("role", "img");
  image.setAttribute("aria-label", ink.recognised?.text.trim() || "Drawing");
  for (const { stroke, points } of strokes) image.append(...lines(stroke, points));
  return image;
}

/** One path where the width is the same throughout; a piece between each two points where the pressure changes it. */
function lines({ tool, colour, width, points: _ }: DrawnStroke, points: readonly InkPoint[]): readonly Element[] {
  const isEven = tool === "highlighter" || points.every(({ pressure }) => pressure === points[0]?.pressure);
  const paint = (path: string, wide: number) => {
    const line = document.createElementNS(space, "path");
    line.setAttribute("d", path);
    line.setAttribute("fill", "none");
    line.setAttribute("stroke", `#${(colour >>> 8).toString(16).padStart(6, "0")}`);
    line.setAttribute("stroke-opacity", `${(colour & 0xff) / 255}`);
    line.setAttribute("stroke-width", `${wide}`);
    line.setAttribute("stroke-linecap", "round");
    line.setAttribute("stroke-linejoin", "round");
    return line;
  };
  const at = ({ x, y }: InkPoint) => `${x} ${y}`;
  const first = points[0];
  if (!first) return [];
  if (isEven || points.length < 2) {
    return [paint(`M${at(first)}${points.slice(1).map((point) => `L${at(point)}`).join("")}h0`, width / 100)];
  }
  return points.slice(1).map((point, index) => {
    const before = points[index] ?? first;
    return paint(`M${at(before)}L${at(point)}`, width / 100 * (0.4 + 0.6 * (before.pressure + point.pressure)));
  });
}
