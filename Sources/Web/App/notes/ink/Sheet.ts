/** The paper that lies over the text in draw mode: pens and mice draw on it; a finger draws where there is no pen, two scroll. */

import type { InkPoint } from "./points.ts";

/** A place of a pointer in the window. */
export type PenPoint = InkPoint;

/** One use of a tool, from pen down to pen up. */
export interface Use {
  move(points: readonly PenPoint[]): void;
  end(): void;
  cancel(): void;
}

/** Begins to use a tool; undefined where nothing begins. */
export type Begin = (point: PenPoint, event: PointerEvent) => Use | undefined;

/** Listens to the pointers of the paper. */
export class Sheet {
  readonly #fingers = new Map<number, { x: number; y: number }>();
  #use: { readonly pointer: number; readonly isFinger: boolean; readonly since: number; readonly use: Use } | undefined;
  #isScrolling = false;
  /** A pen was seen: fingers and palms draw no more. */
  #hasPen = false;
  readonly #end = new AbortController();

  constructor(readonly paper: HTMLElement, readonly scroller: Element, readonly begin: Begin) {
    const { signal } = this.#end;
    paper.addEventListener("pointerdown", (event) => this.#down(event), { signal });
    paper.addEventListener("pointermove", (event) => this.#move(event), { signal });
    paper.addEventListener("pointerup", (event) => this.#up(event), { signal });
    paper.addEventListener("pointercancel", (event) => this.#cancelled(event), { signal });
    paper.addEventListener("contextmenu", (event) => event.preventDefault(), { signal });
    // The browser would scroll by a finger after all where only `touch-action` said no to it late.
    paper.addEventListener("touchstart", (event) => event.preventDefault(), { signal, passive: false });
  }

  close(): void {
    this.#use?.use.cancel();
    this.#end.abort();
  }

  #down(event: PointerEvent): void {
    // What is selected has a frame of its own, which is dragged.
    if (event.target !== this.paper) return;
    if (event.pointerType === "touch") return this.#finger(event);
    if (event.pointerType === "mouse" && event.button !== 0) return;
    if (event.pointerType === "pen") this.#hasPen = true;
    if (this.#use?.isFinger) this.#drop();
    this.#start(event);
  }

  #finger(event: PointerEvent): void {
    this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.#use && !this.#use.isFinger) return;
    if (this.#fingers.size > 1 || this.#hasPen) {
      this.#drop();
      this.#isScrolling = true;
    } else if (!this.#isScrolling) this.#start(event);
  }

  #start(event: PointerEvent): void {
    if (this.#use) return;
    event.preventDefault();
    this.paper.focus({ preventScroll: true });
    const use = this.begin(pointOf(event, event.timeStamp), event);
    if (!use) return;
    this.paper.setPointerCapture(event.pointerId);
    const isFinger = event.pointerType === "touch";
    this.#use = { pointer: event.pointerId, isFinger, since: event.timeStamp, use };
  }

  #move(event: PointerEvent): void {
    const finger = this.#fingers.get(event.pointerId);
    if (finger && this.#isScrolling) {
      // Two fingers that go the same way scroll as one.
      this.scroller.scrollTop += (finger.y - event.clientY) / this.#fingers.size;
    }
    if (finger) this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.#use?.pointer !== event.pointerId) return;
    const { use, since } = this.#use;
    const all = event.getCoalescedEvents?.() ?? [];
    use.move((all.length > 0 ? all : [event]).map((one) => pointOf(one, since)));
  }

  #up(event: PointerEvent): void {
    this.#lifted(event);
    if (this.#use?.pointer !== event.pointerId) return;
    const { use } = this.#use;
    this.#use = undefined;
    use.end();
  }

  #cancelled(event: PointerEvent): void {
    this.#lifted(event);
    if (this.#use?.pointer === event.pointerId) this.#drop();
  }

  #lifted(event: PointerEvent): void {
    this.#fingers.delete(event.pointerId);
    if (this.#fingers.size === 0) this.#isScrolling = false;
  }

  #drop(): void {
    const use = this.#use?.use;
    this.#use = undefined;
    use?.cancel();
  }
}

function pointOf(event: PointerEvent, since: number): PenPoint {
  // A finger that tells no pressure presses as a mouse does.
  const pressure = event.pressure === 0 && event.pointerType === "touch" ? 0.5 : event.pressure;
  return {
    x: event.clientX,
    y: event.clientY,
    pressure,
    tiltX: event.tiltX,
    tiltY: event.tiltY,
    time: Math.max(event.timeStamp - since, 0),
  };
}
