/**
 * Carrying cards and columns by pointer: the mouse and a pen at once, a finger once it has rested on one. Each finger
 * carries its own. The element that is carried stays where it is in the page, so that its events go on; a copy follows
 * the pointer, and the board shows the place where it would go.
 */

import { countBefore, type Target } from "./lanes.ts";

/** How long a finger rests on something before it carries it. */
const restMilliseconds = 250;
/** How far a finger may slip while it rests, and how far a mouse goes before it carries. */
const slip = { touch: 10, other: 4 };
/** How near an edge a list begins to scroll, in pixels, and how far it goes in a frame at most. */
const edge = { near: 56, step: 16 };

/** The things of a board that can be carried. */
export type Kind = "card" | "column";

/** Something that is being carried, and the place where it would be put. */
export interface Carried {
  readonly kind: Kind;
  readonly id: string;
  readonly target: Target;
  /** How high it is, and so the place that is kept open for it. */
  readonly height: number;
}

/** The board that hears of what is carried. */
export interface CarryHost {
  /** The things that are in the air, by their identifiers, whenever that changes. */
  carrying(carried: ReadonlyMap<string, Carried>): void;
  /** Something is put down; the page shows it there when this returns. */
  dropped(carried: Carried): void;
}

interface Grip {
  readonly kind: Kind;
  readonly id: string;
  readonly element: HTMLElement;
  readonly pointer: number;
  readonly isTouch: boolean;
  readonly fromX: number;
  readonly fromY: number;
  x: number;
  y: number;
  timer: number;
  ghost: HTMLElement | undefined;
  width: number;
  height: number;
  offsetX: number;
  offsetY: number;
  target: Target | undefined;
}

/** Lets the cards and columns of a board be carried, until `stop` is called. */
export class Carrier {
  readonly #board: HTMLElement;
  readonly #host: CarryHost;
  readonly #grips = new Map<number, Grip>();
  readonly #listening = new AbortController();
  #frame = 0;

  constructor(board: HTMLElement, host: CarryHost) {
    this.#board = board;
    this.#host = host;
    const { signal } = this.#listening;
    board.addEventListener("pointerdown", (event) => this.#down(event), { signal });
    board.addEventListener("dragstart", (event) => {
      // Only the handle for other windows is dragged as the browser drags.
      if (!(event.target instanceof Element && event.target.closest("[data-send]"))) event.preventDefault();
    }, { signal });
    board.addEventListener("contextmenu", (event) => {
      if (Array.from(this.#grips.values()).some((grip) => grip.isTouch)) event.preventDefault();
    }, { signal });
    // A finger that carries must not scroll; a listener that is added later would come too late.
    board.addEventListener("touchmove", (event) => {
      if (this.#isCarrying && event.cancelable) event.preventDefault();
    }, { signal, passive: false });
    addEventListener("pointermove", (event) => this.#move(event), { signal });
    addEventListener("pointerup", (event) => this.#up(event), { signal });
    addEventListener("pointercancel", (event) => this.#cancel(event.pointerId), { signal });
    addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.#isCarrying) return;
      event.preventDefault();
      event.stopPropagation();
      for (const pointer of [...this.#grips.keys()]) this.#cancel(pointer);
    }, { signal, capture: true });
  }

  /** Puts everything back and listens no more. */
  stop() {
    for (const pointer of [...this.#grips.keys()]) this.#cancel(pointer);
    this.#listening.abort();
    cancelAnimationFrame(this.#frame);
  }

  get #isCarrying(): boolean {
    return Array.from(this.#grips.values()).some((grip) => grip.ghost);
  }

  #down(event: PointerEvent) {
    if (event.button !== 0 || event.ctrlKey || !(event.target instanceof Element)) return;
    if (event.target.closest("button, input, textarea, select, label, [data-send]")) return;
    const element = event.target.closest<HTMLElement>("[data-card], [data-handle]");
    const id = element?.dataset["card"] ?? element?.dataset["handle"];
    if (!element || !id || Array.from(this.#grips.values()).some((grip) => grip.id === id)) return;
    const kind = element.dataset["card"] ? "card" : "column";
    const carried = kind === "card" ? element : element.closest<HTMLElement>("[data-column]");
    if (!carried) return;
    const box = carried.getBoundingClientRect();
    const grip: Grip = {
      kind,
      id,
      element: carried,
      pointer: event.pointerId,
      isTouch: event.pointerType === "touch",
      fromX: event.clientX,
      fromY: event.clientY,
      x: event.clientX,
      y: event.clientY,
      timer: 0,
      ghost: undefined,
      width: box.width,
      height: Math.min(box.height, innerHeight * 0.7),
      offsetX: event.clientX - box.left,
      offsetY: Math.min(event.clientY - box.top, innerHeight * 0.6),
      target: undefined,
    };
    this.#grips.set(event.pointerId, grip);
    if (grip.isTouch) grip.timer = setTimeout(() => this.#lift(grip), restMilliseconds);
  }

  #move(event: PointerEvent) {
    const grip = this.#grips.get(event.pointerId);
    if (!grip) return;
    grip.x = event.clientX;
    grip.y = event.clientY;
    if (grip.ghost) return;
    const way = Math.hypot(grip.x - grip.fromX, grip.y - grip.fromY);
    if (grip.isTouch && way > slip.touch) this.#forget(grip);
    else if (!grip.isTouch && way > slip.other) this.#lift(grip);
  }

  #up(event: PointerEvent) {
    const grip = this.#grips.get(event.pointerId);
    if (!grip) return;
    if (!grip.ghost) return this.#forget(grip);
    grip.x = event.clientX;
    grip.y = event.clientY;
    this.#aim(grip);
    this.#grips.delete(grip.pointer);
    swallowClick();
    const { ghost, target } = grip;
    if (target) this.#host.dropped({ kind: grip.kind, id: grip.id, target, height: grip.height });
    this.#tell();
    this.#land(grip, ghost);
  }

  #cancel(pointer: number) {
    const grip = this.#grips.get(pointer);
    if (!grip) return;
    this.#forget(grip);
    if (!grip.ghost) return;
    swallowClick();
    this.#tell();
    this.#land(grip, grip.ghost);
  }

  #forget(grip: Grip) {
    clearTimeout(grip.timer);
    this.#grips.delete(grip.pointer);
  }

  /** Takes something up: from now on a copy follows the pointer. */
  #lift(grip: Grip) {
    clearTimeout(grip.timer);
    if (!grip.element.isConnected) return this.#forget(grip);
    if (grip.isTouch) navigator.vibrate?.(10);
    try {
      grip.element.setPointerCapture(grip.pointer);
    } catch {
      // The pointer is gone already; its end has been or will be told.
    }
    getSelection()?.removeAllRanges();
    grip.ghost = copyOf(grip);
    document.body.append(grip.ghost);
    this.#aim(grip);
    this.#tell();
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#step());
  }

  /** One frame: first everything is measured, then moved, so that the page is laid out once. */
  #step() {
    const carrying = Array.from(this.#grips.values()).filter((grip) => grip.ghost);
    if (carrying.length === 0) return;
    let isChanged = false;
    for (const grip of carrying) {
      const before = grip.target;
      this.#aim(grip);
      isChanged ||= before?.column !== grip.target?.column || before?.above !== grip.target?.above;
    }
    for (const grip of carrying) {
      this.#scroll(grip);
      place(grip);
    }
    if (isChanged) this.#tell();
    this.#frame = requestAnimationFrame(() => this.#step());
  }

  /** Finds the place under a pointer. */
  #aim(grip: Grip) {
    const columns = Array.from(this.#board.querySelectorAll<HTMLElement>("[data-column]"));
    grip.target = grip.kind === "card" ? cardTarget(grip, columns) : columnTarget(grip, columns);
  }

  /** Scrolls what lies under a pointer near an edge. */
  #scroll(grip: Grip) {
    const board = this.#board.getBoundingClientRect();
    const sideways = pull(grip.x, board.left, board.right);
    if (sideways !== 0) this.#board.scrollLeft += sideways;
    if (grip.kind !== "card" || !grip.target) return;
    const list = this.#board.querySelector<HTMLElement>(`[data-column="${grip.target.column}"] [data-list]`);
    if (!list) return;
    const box = list.getBoundingClientRect();
    const upright = pull(grip.y, box.top, box.bottom);
    if (upright !== 0) list.scrollTop += upright;
  }

  #tell() {
    const carried = new Map<string, Carried>();
    for (const { kind, id, target, ghost, height } of this.#grips.values()) {
      if (ghost && target) carried.set(id, { kind, id, target, height });
    }
    this.#board.classList.toggle("is-carrying", carried.size > 0);
    this.#host.carrying(carried);
  }

  /** Lets the copy glide to where its original stands now. */
  #land(grip: Grip, ghost: HTMLElement | undefined) {
    if (!ghost) return;
    const name = grip.kind === "card" ? "data-card" : "data-column";
    const original = this.#board.querySelector<HTMLElement>(`[${name}="${grip.id}"]`);
    const box = original?.getBoundingClientRect();
    if (!original || !box || matchMedia("(prefers-reduced-motion: reduce)").matches) return ghost.remove();
    original.style.opacity = "0";
    const glide = ghost.animate(
      { transform: `translate(${box.left}px, ${box.top}px)` },
      { duration: 180, easing: "cubic-bezier(0.2, 0.7, 0.2, 1)" },
    );
    const end = () => {
      original.style.opacity = "";
      ghost.remove();
    };
    glide.finished.then(end, end);
  }
}

/** The place of a card: the column under its middle, above the first card whose middle is lower. */
function cardTarget(
  grip: Pick<Grip, "x" | "y" | "offsetX" | "offsetY" | "width" | "height" | "id">,
  columns: readonly HTMLElement[],
): Target | undefined {
  const x = grip.x - grip.offsetX + grip.width / 2;
  const y = grip.y - grip.offsetY + grip.height / 2;
  const column = nearest(columns, x);
  const id = column?.dataset["column"];
  if (!column || !id) return undefined;
  const cards = Array.from(column.querySelectorAll<HTMLElement>("[data-card]:not(.is-carried)"))
    .filter((card) => card.dataset["card"] !== grip.id);
  const at = countBefore(cards.length, (index) => {
    const box = cards[index]?.getBoundingClientRect();
    return box ? box.top + box.height / 2 : Infinity;
  }, y);
  const above = cards[at]?.dataset["card"] ?? column.querySelector<HTMLElement>("[data-next]")?.dataset["next"];
  return { column: id, above };
}

/** The place under a point of a board, for a card that comes from elsewhere. */
export function placeUnder(board: HTMLElement, x: number, y: number): Target | undefined {
  const columns = Array.from(board.querySelectorAll<HTMLElement>("[data-column]"));
  return cardTarget({ x, y, offsetX: 0, offsetY: 0, width: 0, height: 0, id: "" }, columns);
}

/** The place of a column: before the first one whose middle is further right. */
function columnTarget(grip: Grip, columns: readonly HTMLElement[]): Target {
  const x = grip.x - grip.offsetX + grip.width / 2;
  const others = columns.filter((column) => column.dataset["column"] !== grip.id);
  const above = others.find((column) => {
    const box = column.getBoundingClientRect();
    return box.left + box.width / 2 > x;
  });
  return { column: grip.id, above: above?.dataset["column"] };
}

function nearest(columns: readonly HTMLElement[], x: number): HTMLElement | undefined {
  let [found, least]: [HTMLElement | undefined, number] = [undefined, Infinity];
  for (const column of columns) {
    const { left, right } = column.getBoundingClientRect();
    const way = Math.max(left - x, x - right, 0);
    if (way < least) [found, least] = [column, way];
  }
  return found;
}

/** How far to scroll for a pointer between two edges: more, the nearer it is to one. */
function pull(at: number, from: number, to: number): number {
  const near = Math.min(edge.near, (to - from) / 4);
  if (at < from + near) return -Math.ceil(edge.step * Math.min((from + near - at) / near, 1));
  if (at > to - near) return Math.ceil(edge.step * Math.min((at - to + near) / near, 1));
  return 0;
}

function copyOf(grip: Grip): HTMLElement {
  const ghost = document.createElement("div");
  ghost.className = `carry-ghost carry-${grip.kind}`;
  ghost.setAttribute("aria-hidden", "true");
  ghost.inert = true;
  ghost.style.width = `${grip.width}px`;
  ghost.style.height = `${grip.height}px`;
  const copy = grip.element.cloneNode(true) as HTMLElement;
  for (const name of ["data-card", "data-column"]) copy.removeAttribute(name);
  for (const part of copy.querySelectorAll("[id]")) part.removeAttribute("id");
  ghost.append(copy);
  place({ ...grip, ghost });
  return ghost;
}

function place(grip: Grip) {
  if (!grip.ghost) return;
  grip.ghost.style.transform = `translate(${grip.x - grip.offsetX}px, ${grip.y - grip.offsetY}px)`;
}

/** Keeps what was carried from being clicked as well. */
function swallowClick() {
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }));
}
