/** The tools of the draw mode, as they are used from pen down to pen up. */

import { telling } from "../../shell/notice.ts";
import { mint } from "../../source/mint.ts";
import type { InkSession, Redrawing } from "./InkSession.ts";
import { isInside, isTouched, piecesOf, type Place } from "./geometry.ts";
import { type DrawnStroke, packed } from "./points.ts";
import type { PenPoint, Use } from "./Sheet.ts";
import type { InkCanvas, Look } from "./InkCanvas.ts";

/** A place in the window as a place in a drawing. */
export function placeIn(image: SVGSVGElement, { x, y }: Place): Place {
  const there = image.getScreenCTM()?.inverse();
  if (!there) return { x, y };
  return { x: there.a * x + there.e, y: there.d * y + there.f };
}

/** Pixels of the window for a point of a drawing: less than one where the drawing is wider than the screen. */
export function scaleOf(image: SVGSVGElement): number {
  return image.getScreenCTM()?.a ?? 1;
}

/** Draws a stroke of a note. */
export function draw(inkSession: InkSession, wet: InkCanvas, look: Look, first: PenPoint): Use {
  const target = inkSession.editor.drawingAt(first.x, first.y);
  const seen = { ...look, width: look.width * (target ? scaleOf(target) : 1) };
  return write(wet, seen, first, (points) => keep(inkSession, look, points), () => inkSession.show());
}

/** A stroke: wet while it is drawn, and held until `keep` has put it where it stays. `kept` is called when it has, or could not. */
export function write(
  wet: InkCanvas,
  look: Look,
  first: PenPoint,
  keep: (points: readonly PenPoint[]) => Promise<void>,
  kept: () => void,
): Use {
  const points = [first];
  const stroke = { look, points };
  wet.lay();
  wet.paint(stroke, 0);
  return {
    move: (more) => {
      const from = points.length - 1;
      points.push(...more.filter((point, at) => isElsewhere(point, more[at - 1] ?? points.at(-1))));
      wet.paint(stroke, from);
    },
    end: () => {
      wet.hold(stroke);
      void keep(points).finally(() => {
        wet.release(stroke);
        kept();
      });
    },
    cancel: () => wet.clear(),
  };
}

function isElsewhere(point: PenPoint, before: PenPoint | undefined): boolean {
  return !before || point.x !== before.x || point.y !== before.y || point.pressure !== before.pressure;
}

let queue: Promise<void> = Promise.resolve();

/** Puts a stroke where it was drawn: into the drawing that is there by now, or a new one. */
function keep(inkSession: InkSession, look: Look, points: readonly PenPoint[]): Promise<void> {
  const put = async () => {
    const [first] = points;
    if (!first) return;
    const strokeIn = (image: SVGSVGElement): DrawnStroke => ({
      ...look,
      id: mint(),
      points: packed(points.map((point) => ({ ...point, ...placeIn(image, point) }))),
    });
    const image = inkSession.editor.drawingAt(first.x, first.y);
    const ink = image?.dataset["ink"];
    if (!image || !ink) return await inkSession.begin(topOf(points), (begun) => [strokeIn(begun)]);
    void inkSession.add(ink, [strokeIn(image)]);
  };
  const tell = () => telling(put);
  return queue = queue.then(tell, tell);
}

/** Pixels above a stroke that its drawing has, too. */
const headroom = 4;

function topOf(points: readonly PenPoint[]): number {
  return Math.min(...points.map(({ y }) => y)) - headroom;
}

/** What an eraser did to the drawings so far. */
class Erasing {
  /** By drawing: strokes that were there before and are touched. */
  readonly #gone = new Map<string, Set<string>>();
  /** By drawing: what is left of them. */
  readonly #left = new Map<string, readonly DrawnStroke[]>();

  constructor(readonly inkSession: InkSession, readonly isPartial: boolean) {}

  rub(from: Place, to: Place, radius: number): void {
    for (const image of this.inkSession.editor.drawings()) {
      const ink = image.dataset["ink"];
      if (!ink) continue;
      const way = { from: placeIn(image, from), to: placeIn(image, to), radius: radius / scaleOf(image) };
      const touched = this.inkSession.strokesOf(ink).filter((stroke) => isTouched(stroke, way));
      if (touched.length === 0) continue;
      const pieces = this.isPartial ? touched.flatMap((stroke) => piecesOf(stroke, way)) : [];
      this.#note(ink, touched, pieces);
      this.inkSession.preview({ ink, erase: touched.map(({ id }) => id), add: pieces });
    }
  }

  #note(ink: string, touched: readonly DrawnStroke[], pieces: readonly DrawnStroke[]): void {
    const left = this.#left.get(ink) ?? [];
    const made = new Set(left.map(({ id }) => id));
    const gone = this.#gone.get(ink) ?? new Set();
    for (const { id } of touched) if (!made.has(id)) gone.add(id);
    this.#gone.set(ink, gone);
    const now = new Set(touched.map(({ id }) => id));
    this.#left.set(ink, [...left.filter(({ id }) => !now.has(id)), ...pieces]);
  }

  get redrawings(): readonly Redrawing[] {
    return [...this.#gone].map(([ink, gone]) => ({ ink, erase: [...gone], add: this.#left.get(ink) ?? [] }));
  }
}

/** Pixels from the middle of an eraser to its rim. */
const eraserRadius = 10;

/** Erases what it comes close to: whole strokes, or what lies under it. */
export function erase(inkSession: InkSession, wet: InkCanvas, isPartial: boolean, first: PenPoint): Use {
  const erasing = new Erasing(inkSession, isPartial);
  let last: Place = first;
  const rub = (to: Place) => {
    erasing.rub(last, to, eraserRadius);
    last = to;
    wet.ring(to, eraserRadius);
  };
  wet.lay();
  rub(first);
  return {
    move: (points) => points.forEach(rub),
    end: () => {
      wet.clear();
      const { redrawings } = erasing;
      if (redrawings.length > 0) void inkSession.redraw(redrawings);
    },
    cancel: () => {
      wet.clear();
      inkSession.forget(erasing.redrawings);
    },
  };
}

/** Strokes of one drawing that are selected. */
export interface Selection {
  readonly ink: string;
  readonly strokes: readonly string[];
}

/** Selects what is ringed whole. */
export function lasso(
  inkSession: InkSession,
  wet: InkCanvas,
  onSelect: (selection: Selection | undefined) => void,
  first: PenPoint,
): Use {
  const ring: PenPoint[] = [first];
  wet.lay();
  return {
    move: (points) => {
      ring.push(...points);
      wet.trace(ring);
    },
    end: () => {
      wet.clear();
      onSelect(ringed(inkSession, ring));
    },
    cancel: () => wet.clear(),
  };
}

function ringed(inkSession: InkSession, ring: readonly Place[]): Selection | undefined {
  for (const image of inkSession.editor.drawings()) {
    const ink = image.dataset["ink"];
    if (!ink) continue;
    const around = ring.map((place) => placeIn(image, place));
    const strokes = inkSession.strokesOf(ink).filter((stroke) => isInside(stroke, around)).map(({ id }) => id);
    if (strokes.length > 0) return { ink, strokes };
  }
  return undefined;
}
