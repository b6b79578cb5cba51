/** Drawings as they stand in a text. */

import { opacityOf, paintOf } from "./colours.ts";
import { type Box, joined, outlined } from "./outline.ts";
import type { DrawnStroke } from "./points.ts";

/** A drawing as a note has it. */
export interface DrawnInk {
  readonly id: string;
  readonly strokes: readonly DrawnStroke[];
  readonly recognised?: { readonly text: string };
}

/** What is drawn beyond the note as the source has it, while somebody draws. */
export interface InkRoom {
  /** Pixels that a drawing may take from left to right. */
  readonly width: number;
  /** Where a drawing begins at the top, so that nothing in it moves while it grows. */
  readonly tops: ReadonlyMap<string, number>;
  /** Strokes on their way to the note, by drawing. */
  readonly added: ReadonlyMap<string, readonly DrawnStroke[]>;
  /** Strokes on their way out of it. */
  readonly erased: ReadonlySet<string>;
}

/** Handwriting that search found: the box around it, in hundredths of a point. */
export interface FoundInk {
  readonly drawing: string;
  /** Left, top, width, height. */
  readonly box: readonly number[];
}

/** Draws the drawing of an identifier; `isAlone` where nothing else stands in its line. Undefined where it is not known. */
export type DrawingOf = (id: string, isAlone: boolean) => Element | undefined;

const space = "http://www.w3.org/2000/svg";
/** Points around a drawing. */
const margin = 4;
/** Points beneath a drawing that is drawn into. */
export const roomBelow = 72;

/** The strokes of a drawing, with those on their way. */
export function strokesIn(ink: DrawnInk | undefined, id: string, room: InkRoom | undefined): readonly DrawnStroke[] {
  const kept = ink?.strokes ?? [];
  if (!room) return kept;
  const known = new Set(kept.map((stroke) => stroke.id));
  const added = (room.added.get(id) ?? []).filter((stroke) => !known.has(stroke.id));
  return [...kept, ...added].filter((stroke) => !room.erased.has(stroke.id));
}

/** Draws the drawings of a note. With `room` there is space in them to draw more; what was found is marked until somebody draws. */
export function drawingsOf(inks: readonly DrawnInk[], room?: InkRoom, found?: FoundInk): DrawingOf {
  return (id, isAlone) => {
    const ink = inks.find((one) => one.id === id);
    const strokes = strokesIn(ink, id, room);
    if (strokes.length === 0 && !room) return undefined;
    const image = drawn(id, ink, strokes, isAlone, room);
    if (found?.drawing === id && !room) markFound(image, strokes, found);
    return image;
  };
}

function drawn(
  id: string,
  ink: DrawnInk | undefined,
  strokes: readonly DrawnStroke[],
  isAlone: boolean,
  room: InkRoom | undefined,
): Element {
  const around = joined(strokes.map((stroke) => outlined(stroke).box)) ?? { left: 0, top: margin, right: 0, bottom: 0 };
  // In a line of its own it stands where it was drawn; among words it takes no more than it needs.
  const left = isAlone || room ? Math.min(0, around.left) : around.left - margin;
  const top = Math.min(room?.tops.get(id) ?? Infinity, around.top - margin);
  const width = Math.max(around.right + margin - left, room?.width ?? 0);
  const height = around.bottom - top + (room ? roomBelow : margin);
  const image = document.createElementNS(space, "svg");
  image.setAttribute("viewBox", `${left} ${top} ${width} ${height}`);
  image.setAttribute("width", `${width}`);
  image.setAttribute("height", `${height}`);
  image.setAttribute("aria-hidden", "true");
  image.dataset["ink"] = id;
  image.dataset["label"] = labelOf(ink, strokes.length);
  // What is highlighted lies beneath what is written.
  const marks = strokes.filter(({ tool }) => tool === "highlighter");
  const lines = strokes.filter(({ tool }) => tool !== "highlighter");
  image.append(...[...marks, ...lines].map(painted));
  return image;
}

/** Points around what was found that are marked, too. */
const markMargin = 3;

/** Marks the strokes within a box as a marker on paper would. */
function markFound(
  image: Element,
  strokes: readonly DrawnStroke[],
  { box: [x = 0, y = 0, width = 0, height = 0] }: FoundInk,
) {
  const around: Box = { left: x / 100, top: y / 100, right: (x + width) / 100, bottom: (y + height) / 100 };
  const within = strokes.filter((stroke) => isWithin(outlined(stroke).box, around));
  if (within.length === 0) return;
  for (const { id } of within) image.querySelector(`[data-stroke="${CSS.escape(id)}"]`)?.setAttribute("data-found", "");
  const mark = document.createElementNS(space, "rect");
  mark.setAttribute("x", `${around.left - markMargin}`);
  mark.setAttribute("y", `${around.top - markMargin}`);
  mark.setAttribute("width", `${around.right - around.left + 2 * markMargin}`);
  mark.setAttribute("height", `${around.bottom - around.top + 2 * markMargin}`);
  mark.setAttribute("rx", "4");
  mark.dataset["mark"] = "";
  mark.style.fill = "var(--selection)";
  image.prepend(mark);
}

/** Whether the middle of one box lies in another. */
function isWithin(box: Box, around: Box): boolean {
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  return x >= around.left && x <= around.right && y >= around.top && y <= around.bottom;
}

/** A drawing in words, for those who do not see it. */
export function labelOf(ink: DrawnInk | undefined, strokes: number): string {
  const words = ink?.recognised?.text.trim();
  if (words) return `Drawing: ${words}`;
  return strokes === 0 ? "Empty drawing" : `Drawing, ${strokes} ${strokes === 1 ? "stroke" : "strokes"}`;
}

/** One stroke as a path. */
export function painted(stroke: DrawnStroke): SVGPathElement {
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", outlined(stroke).path);
  path.dataset["stroke"] = stroke.id;
  path.style.fill = paintOf(stroke.colour);
  if (opacityOf(stroke.colour) < 1) path.style.fillOpacity = `${opacityOf(stroke.colour)}`;
  return path;
}
