/** One note while it is edited: gathers what is typed, hands it to the source, and takes what comes from elsewhere. */

import type { ChangeSet, Text } from "codemirror";
import type { Command } from "../../source/api.ts";
import { PageHold } from "../../shell/PageHold.ts";
import { Problem } from "../../source/problem.ts";
import { asProblem } from "../../source/service/service.ts";
import type { Source, View } from "../../source/source.ts";
import { Draft, pieceMax, type TextEdit } from "../editor/draft.ts";
import type { DrawnStroke } from "../ink/points.ts";
import { untitled } from "./titles.ts";

/** How far a note is kept. */
export interface SaveState {
  readonly kind: "saved" | "saving" | "failed";
  readonly problem?: Problem;
}

/** The note as it was when it was opened; undefined for one that nothing was written into yet. */
export type OpenedNote = Pick<View<"showNote">, "title" | "body" | "parents">;

/** A drawing whose anchor stands in the text and is not handed over yet. */
interface BegunInk {
  readonly ink: string;
  readonly strokes: readonly DrawnStroke[];
  /** The edit that has its anchor is on its way. */
  isSent: boolean;
  readonly over: () => void;
  readonly isOver: Promise<void>;
}

/** Milliseconds without typing after which an edit is made of what was typed. */
const idleMs = 300;
/** Milliseconds after which it is in any case. */
const longestMs = 2000;

/** How long typing is gathered: each edit of a sealed note is the whole of it anew. */
export interface Pace {
  readonly idleMs: number;
  readonly longestMs: number;
}

/** Milliseconds after which it is tried again where it was not kept. */
const againMs = 3000;

/** What goes to the source in one step. */
interface Sent {
  readonly commands: readonly Command[];
  /** The title that it has; undefined where that stays. */
  readonly title: string | undefined;
}

/** What is written into one note, on its way to the source. */
export class NoteSession {
  readonly #draft: Draft;
  #title: string;
  #savedTitle: string;
  #isMade: boolean;
  #state: SaveState = { kind: "saved" };
  #apply: ((changes: ChangeSet) => void) | undefined;
  #isPerforming = false;
  /** What no answer came to. It may be done: the very same goes again before anything newer, so that it is done once. */
  #unanswered: Sent | undefined;
  #isClosed = false;
  #isMakingEmpty = false;
  #begun: BegunInk | undefined;
  #idle: number | undefined;
  #longest: number | undefined;
  readonly #watchers = new Set<() => void>();
  readonly #unwatch: () => void;
  readonly #again = () => void this.flush();
  readonly #hold = new PageHold(this.#again);

  constructor(
    readonly source: Source,
    readonly note: string,
    opened: OpenedNote | undefined,
    /** The folder that a new note is made in. */
    readonly folder: string | undefined,
    readonly pace: Pace = { idleMs, longestMs },
  ) {
    this.#draft = new Draft({ body: opened?.body ?? "", parents: opened?.parents ?? [] });
    this.#title = this.#savedTitle = shownTitle(opened?.title);
    this.#isMade = opened !== undefined;
    this.#unwatch = source.watch("showNote", { note }).subscribe(() => this.#receive());
    addEventListener("online", this.#again);
  }

  /** The title as it stands in the field. */
  readonly title = (): string => this.#title;
  /** The text as the editor shows it, in lines. */
  readonly lines = (): Text => this.#draft.shown;
  /** The same as one string. */
  readonly text = (): string => this.#draft.shown.toString();
  readonly state = (): SaveState => this.#state;

  readonly subscribe = (changed: () => void): () => void => {
    this.#watchers.add(changed);
    return () => this.#watchers.delete(changed);
  };

  /** Connects the editor, which shows `text()` now and is told of changes from elsewhere. */
  attach(apply: ((changes: ChangeSet) => void) | undefined): void {
    this.#apply = apply;
  }

  typed(changes: ChangeSet): void {
    this.#draft.typed(changes);
    this.#schedule();
  }

  retitle(title: string): void {
    this.#title = title;
    this.#schedule();
  }

  /**
   * Begins a drawing: its anchor goes into the text, and both to the source in one command.
   *
   * @param put writes the anchor into the editor, and gives the first strokes.
   */
  async beginInk(ink: string, put: () => readonly DrawnStroke[]): Promise<void> {
    await this.#make();
    while (this.#begun && !this.#isClosed) await this.#begun.isOver;
    if (this.#isClosed) throw new Problem("closed", "The note was closed before the drawing was kept.");
    let over = () => {};
    const isOver = new Promise<void>((resolve) => over = resolve);
    this.#begun = { ink, strokes: put(), isSent: false, over, isOver };
    void this.flush();
  }

  /** Resolves when a drawing that was begun here is known to the source. */
  async inkIsKept(ink: string): Promise<void> {
    if (this.#begun?.ink === ink) await this.#begun.isOver;
  }

  /** Makes the note where it is not made yet, though nothing is written in it. */
  async #make(): Promise<void> {
    while (!this.#isMade && !this.#isClosed) {
      this.#isMakingEmpty = true;
      await this.flush();
      if (!this.#isMade) await new Promise<void>((resolve) => setTimeout(resolve, idleMs));
    }
    this.#isMakingEmpty = false;
  }

  /** Hands over what was written; resolves when nothing is left that can be handed over now. */
  async flush(): Promise<void> {
    this.#clearTimers();
    if (this.#isPerforming) return;
    const sent = this.#unanswered ?? this.#next();
    if (sent.commands.length === 0) return this.#settle();
    this.#isPerforming = true;
    this.#hold.isUnsaved = true;
    try {
      await this.source.perform(sent.commands);
    } catch (thrown) {
      this.#isPerforming = false;
      this.#failed(sent, asProblem(thrown));
      if (!(thrown instanceof Problem)) throw thrown;
      return;
    }
    this.#isPerforming = false;
    this.#unanswered = undefined;
    this.#isMade = true;
    this.#savedTitle = sent.title ?? this.#savedTitle;
    this.#draft.acknowledged();
    this.#inkIsSent();
    this.#receive();
    if (sent.title !== undefined) return await this.flush();
    this.#goOn();
    this.#settle();
  }

  /** Says so, and tries again in a while: nothing that was typed goes. */
  #failed(sent: Sent, problem: Problem): void {
    this.#idle = setTimeout(this.#again, againMs);
    this.#unanswered = problem.mayBeDone ? sent : undefined;
    if (!this.#unanswered) {
      this.#draft.refused();
      if (this.#begun) this.#begun.isSent = false;
      this.#receive();
    }
    this.#show({ kind: "failed", problem });
  }

  /** Hands over what is left, and ends when it is kept. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#apply = undefined;
    await this.flush();
    this.#settle();
  }

  /** A new note comes with its title and text; in one that is there, each is changed by itself. */
  #next(): Sent {
    const { note } = this;
    const title = this.#title.trim();
    const isRetitled = title !== this.#savedTitle;
    if (!this.#isMade) {
      if (!title && !this.#draft.hasUnsent && !this.#isMakingEmpty) return { commands: [], title: undefined };
      // A large text comes after it, in pieces.
      const body = this.#draft.shown.length > pieceMax ? "" : this.text();
      if (body) this.#draft.send();
      const folder = this.folder ? { folder: this.folder } : {};
      const named = title ? { title } : {};
      return { commands: [{ type: "notes.createNote", note, ...named, body, ...folder }], title };
    }
    // By itself: where somebody else gave it another one meanwhile, that concerns the title alone.
    if (isRetitled) return { commands: [{ type: "notes.retitleNote", note, title: title || null }], title };
    const edit = this.#draft.send();
    return { commands: edit ? [this.#editing(edit)] : [], title: undefined };
  }

  /** An edit; where it has the anchor of a drawing that was begun, with the drawing. */
  #editing({ parents, runs }: TextEdit): Command {
    const { note } = this;
    const edit = { parents: [...parents], runs: [...runs] };
    const begun = this.#begun;
    if (!begun) return { type: "notes.editNote", note, edit };
    begun.isSent = true;
    const isWhole = runs.some(({ insertion }) => insertion.includes(`(ink:${begun.ink})`));
    // The anchor was taken out again before anybody else had it.
    if (!isWhole) return { type: "notes.editNote", note, edit };
    return { type: "notes.addInk", note, ink: begun.ink, edit, strokes: [...begun.strokes] };
  }

  #inkIsSent(): void {
    if (!this.#begun?.isSent) return;
    this.#begun.over();
    this.#begun = undefined;
  }

  /** Takes the note as the source has it now. */
  #receive(): void {
    if (this.#isPerforming || this.#unanswered) return;
    const { value } = this.source.watch("showNote", { note: this.note }).get();
    if (!value) return;
    this.#isMade = true;
    const title = shownTitle(value.title);
    if (this.#title.trim() === this.#savedTitle && title !== this.#savedTitle) {
      this.#title = title;
      this.#tell();
    }
    this.#savedTitle = title;
    const changes = this.#draft.received(value);
    if (changes) {
      this.#apply?.(changes);
      this.#tell();
    }
    this.#goOn();
    this.#settle();
  }

  /** What was written while something was under way is handed over next. */
  #goOn(): void {
    const isLeft = this.#title.trim() !== this.#savedTitle || (this.#draft.hasUnsent && !this.#draft.isBusy);
    if (isLeft && !this.#isPerforming && this.#idle === undefined) this.#schedule();
  }

  /** Says that all is kept, where it is; ends where the note was closed. */
  #settle(): void {
    if (!this.#draft.isSettled || this.#title.trim() !== this.#savedTitle || this.#isPerforming) return;
    this.#hold.isUnsaved = false;
    if (this.#isClosed) this.#end();
    this.#show({ kind: "saved" });
  }

  #end(): void {
    this.#unwatch();
    this.#clearTimers();
    this.#hold.end();
    removeEventListener("online", this.#again);
  }

  #schedule(): void {
    this.#hold.isUnsaved = true;
    if (this.#state.problem?.code !== "offline") this.#show({ kind: "saving" });
    clearTimeout(this.#idle);
    this.#idle = setTimeout(this.#again, this.#isClosed ? 0 : this.pace.idleMs);
    this.#longest ??= setTimeout(this.#again, this.pace.longestMs);
  }

  #clearTimers(): void {
    clearTimeout(this.#idle);
    clearTimeout(this.#longest);
    this.#idle = this.#longest = undefined;
  }

  #show(state: SaveState): void {
    this.#state = state.kind === this.#state.kind && !state.problem ? this.#state : state;
    this.#tell();
  }

  #tell(): void {
    for (const changed of this.#watchers) changed();
  }
}

/** A title as it is written: empty where the note has none. */
function shownTitle(title: string | undefined): string {
  return title === undefined || title === untitled ? "" : title;
}
