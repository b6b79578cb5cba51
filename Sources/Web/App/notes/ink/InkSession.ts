/** What the draw mode does with the drawings of a note, and what of it is on its way. */

import type { Command } from "../../source/api.ts";
import { mint, type Source } from "../../source/source.ts";
import { telling } from "../../shell/notice.ts";
import type { NoteEditor } from "../editor/editor.ts";
import type { NoteSession } from "../note/NoteSession.ts";
import { type DrawnInk, type InkRoom, strokesIn } from "./drawings.ts";
import type { DrawnStroke } from "./points.ts";

/** Strokes of one drawing that take the place of others. */
export interface Redrawing {
  readonly ink: string;
  readonly erase: readonly string[];
  readonly add: readonly DrawnStroke[];
}

/** The drawings of one note while somebody draws. */
export class InkSession {
  #inks: readonly DrawnInk[] = [];
  readonly #tops = new Map<string, number>();
  readonly #added = new Map<string, readonly DrawnStroke[]>();
  readonly #erased = new Set<string>();

  constructor(
    readonly source: Source,
    readonly session: NoteSession,
    readonly editor: NoteEditor,
    readonly host: HTMLElement,
    /** Draws all drawings anew. */
    readonly onShow: (room: InkRoom) => void,
  ) {}

  /** Takes the drawings as the source has them now. */
  see(inks: readonly DrawnInk[]): void {
    this.#inks = inks;
  }

  get room(): InkRoom {
    return {
      width: this.host.getBoundingClientRect().width,
      tops: new Map(this.#tops),
      added: new Map(this.#added),
      erased: new Set(this.#erased),
    };
  }

  /** The strokes of a drawing as they are shown. */
  strokesOf(ink: string): readonly DrawnStroke[] {
    return strokesIn(this.#inks.find((one) => one.id === ink), ink, this.room);
  }

  show(): void {
    this.onShow(this.room);
  }

  /** Begins a drawing where the pen was; `strokesFor` makes its first strokes once its place is there. */
  async begin(y: number, strokesFor: (image: SVGSVGElement) => readonly DrawnStroke[]): Promise<void> {
    const ink = mint();
    this.#tops.set(ink, 0);
    await this.session.beginInk(ink, () => {
      this.editor.putDrawing(ink, y);
      const image = this.editor.drawings().find((one) => one.dataset["ink"] === ink);
      const strokes = image ? strokesFor(image) : [];
      this.#added.set(ink, strokes);
      return strokes;
    });
    this.show();
    const begun = { ink, erase: [], add: this.#added.get(ink) ?? [] };
    void this.session.inkIsKept(ink).then(() => this.forget([begun]));
  }

  /** Adds strokes to a drawing. */
  add(ink: string, strokes: readonly DrawnStroke[], says?: string): Promise<void> {
    return this.redraw([{ ink, erase: [], add: strokes }], says);
  }

  /** Shows strokes in the place of others, before it is decided that it stays so. */
  preview({ ink, erase, add }: Redrawing): void {
    this.#holdTop(ink);
    for (const id of erase) this.#erased.add(id);
    const others = new Set([...erase, ...add.map((stroke) => stroke.id)]);
    const before = (this.#added.get(ink) ?? []).filter((stroke) => !others.has(stroke.id));
    this.#added.set(ink, [...before, ...add]);
    this.show();
  }

  /** From now on a drawing begins where it does now, so that what is drawn stays under the pen. */
  #holdTop(ink: string): void {
    const image = this.editor.drawings().find((one) => one.dataset["ink"] === ink);
    if (image && !this.#tops.has(ink)) this.#tops.set(ink, image.viewBox.baseVal.y);
  }

  /** Shows no more of it than the source does. */
  forget(redrawings: readonly Redrawing[]): void {
    for (const { ink, erase, add } of redrawings) {
      for (const id of erase) this.#erased.delete(id);
      const added = new Set(add.map((stroke) => stroke.id));
      this.#added.set(ink, (this.#added.get(ink) ?? []).filter((stroke) => !added.has(stroke.id)));
    }
    this.show();
  }

  /** Draws and erases at once, as one step of undo. */
  async redraw(redrawings: readonly Redrawing[], says?: string): Promise<void> {
    for (const one of redrawings) this.preview(one);
    const { note } = this.session;
    const commands: Command[] = [];
    for (const { ink, erase, add } of redrawings) {
      await this.session.inkIsKept(ink);
      if (erase.length === 0) commands.push({ type: "notes.addStrokes", note, ink, strokes: [...add] });
      else if (add.length === 0) commands.push({ type: "notes.eraseStrokes", note, ink, strokes: [...erase] });
      else commands.push({ type: "notes.redrawStrokes", note, ink, erase: [...erase], add: [...add] });
    }
    await telling(() => this.source.perform(commands, says));
    // By now the views show it, or it was refused.
    this.forget(redrawings);
  }
}
