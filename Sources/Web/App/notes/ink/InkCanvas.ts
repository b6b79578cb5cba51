/** Ink that is not dry: what is being drawn is painted at once, above the text, on the part of the paper that is seen. */

import { opacityOf, paintOf } from "./colours.ts";
import { outlineOf, rough } from "./outline.ts";
import type { DrawnStroke, InkPoint } from "./points.ts";

/** What a stroke looks like on the screen. */
export type Look = Pick<DrawnStroke, "tool" | "colour" | "width">;

/** A stroke on the screen, in pixels of the window. */
export interface WetStroke {
  readonly look: Look;
  readonly points: readonly InkPoint[];
}

/** The canvas of the draw mode. */
export class InkCanvas {
  readonly #context: CanvasRenderingContext2D | null;
  readonly #held = new Set<WetStroke>();
  #scrollTop = 0;

  constructor(readonly canvas: HTMLCanvasElement, readonly scroller: Element) {
    this.#context = canvas.getContext("2d", { desynchronized: true });
  }

  /** Lays the canvas over what is seen of the paper. */
  lay(): void {
    const { canvas, scroller } = this;
    const paper = canvas.parentElement?.getBoundingClientRect();
    if (!paper) return;
    const seen = scroller.getBoundingClientRect();
    const top = Math.max(paper.top, seen.top);
    const height = Math.max(Math.min(paper.bottom, seen.bottom) - top, 1);
    canvas.style.top = `${top - paper.top}px`;
    canvas.style.height = `${height}px`;
    const [wide, high] = [Math.ceil(paper.width * devicePixelRatio), Math.ceil(height * devicePixelRatio)];
    if (canvas.width !== wide || canvas.height !== high) [canvas.width, canvas.height] = [wide, high];
    this.#scrollTop = scroller.scrollTop;
    this.#context?.setTransform(
      devicePixelRatio,
      0,
      0,
      devicePixelRatio,
      -paper.left * devicePixelRatio,
      -top * devicePixelRatio,
    );
  }

  /** Paints the last points of a stroke: those from `from` on. Translucent ink is painted whole, so that nothing is twice as dark. */
  paint(stroke: WetStroke, from: number): void {
    const isWhole = opacityOf(stroke.look.colour) < 1;
    if (isWhole) this.clear();
    this.#fill(
      stroke.look,
      isWhole ? rough(stroke.look, stroke.points) : rough(stroke.look, stroke.points.slice(from)),
    );
  }

  /** Paints the line of a lasso, which is not ink. */
  trace(points: readonly { readonly x: number; readonly y: number }[]): void {
    const context = this.#context;
    if (!context) return;
    this.clear();
    context.strokeStyle = this.#colourOf("var(--accent)");
    context.lineWidth = 2;
    context.setLineDash([6, 5]);
    context.beginPath();
    for (const { x, y } of points) context.lineTo(x, y);
    context.stroke();
    context.setLineDash([]);
  }

  /** Paints a ring, such as that of an eraser. */
  ring({ x, y }: { readonly x: number; readonly y: number }, radius: number): void {
    const context = this.#context;
    if (!context) return;
    this.clear();
    context.strokeStyle = this.#colourOf("var(--ink-soft)");
    context.lineWidth = 1.5;
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.stroke();
  }

  /** Keeps a stroke that is finished until the text shows it. */
  hold(stroke: WetStroke): void {
    this.#held.add(stroke);
  }

  release(stroke: WetStroke): void {
    this.#held.delete(stroke);
  }

  /** Takes away all that is painted, except what is held. */
  clear(): void {
    const context = this.#context;
    if (!context) return;
    if (this.#scrollTop !== this.scroller.scrollTop) this.lay();
    context.save();
    context.resetTransform();
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    context.restore();
    for (const { look, points } of this.#held) this.#fill(look, outlineOf(look, points));
  }

  #fill(look: Look, path: string): void {
    const context = this.#context;
    if (!context) return;
    context.fillStyle = this.#colourOf(paintOf(look.colour));
    context.globalAlpha = opacityOf(look.colour);
    context.fill(new Path2D(path));
    context.globalAlpha = 1;
  }

  /** A colour as it is in this theme. */
  #colourOf(colour: string): string {
    this.canvas.style.color = colour;
    return getComputedStyle(this.canvas).color;
  }
}
