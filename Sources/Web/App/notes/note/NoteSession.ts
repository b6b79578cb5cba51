/** One note while it is edited: gathers what is typed, hands it to the source, and takes what comes from elsewhere. */

import type { ChangeSet, Text } from "codemirror";
import type { Command } from "../../source/api.ts";
import { Problem, type Source, type View } from "../../source/source.ts";
import { Draft } from "../editor/draft.ts";
import { untitled } from "./titles.ts";

/** How far a note is kept. */
export interface SaveState {
  readonly kind: "saved" | "saving" | "failed";
  readonly problem?: Problem;
}

/** The note as it was when it was opened; undefined for one that nothing was written into yet. */
export type OpenedNote = Pick<View<"showNote">, "title" | "body" | "parents">;

/** Milliseconds without typing after which an edit is made of what was typed. */
const idleMs = 300;
/** Milliseconds after which it is in any case. */
const longestMs = 2000;

/** Milliseconds after which it is tried again where there was no network. */
const offlineMs = 3000;

/** What is written into one note, on its way to the source. */
export class NoteSession {
  readonly #draft: Draft;
  #title: string;
  #savedTitle: string;
  #isMade: boolean;
  #state: SaveState = { kind: "saved" };
  #apply: ((changes: ChangeSet) => void) | undefined;
  #isPerforming = false;
  #isClosed = false;
  #idle: number | undefined;
  #longest: number | undefined;
  readonly #watchers = new Set<() => void>();
  readonly #unwatch: () => void;
  readonly #leaving = () => void this.flush();

  constructor(
    readonly source: Source,
    readonly note: string,
    opened: OpenedNote | undefined,
    /** The folder that a new note is made in. */
    readonly folder: string | undefined,
  ) {
    this.#draft = new Draft({ body: opened?.body ?? "", parents: opened?.parents ?? [] });
    this.#title = this.#savedTitle = shownTitle(opened?.title);
    this.#isMade = opened !== undefined;
    this.#unwatch = source.watch("showNote", { note }).subscribe(() => this.#receive());
    addEventListener("pagehide", this.#leaving);
    addEventListener("online", this.#leaving);
    document.addEventListener("visibilitychange", this.#leaving);
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

  /** Hands over what was written; resolves when nothing is left that can be handed over now. */
  async flush(): Promise<void> {
    this.#clearTimers();
    if (this.#isPerforming) return;
    const title = this.#title.trim();
    const isRetitled = title !== this.#savedTitle;
    const commands = this.#commands(title, isRetitled);
    if (commands.length === 0) return this.#settle();
    this.#isPerforming = true;
    try {
      await this.source.perform(commands);
      this.#isMade = true;
      this.#savedTitle = isRetitled ? title : this.#savedTitle;
      this.#draft.acknowledged();
    } catch (error) {
      this.#draft.refused();
      this.#isPerforming = false;
      if (!(error instanceof Problem)) throw error;
      if (error.code === "offline") this.#idle = setTimeout(this.#leaving, offlineMs);
      else this.#receive();
      return this.#show({ kind: "failed", problem: error });
    }
    this.#isPerforming = false;
    this.#receive();
    this.#goOn();
    this.#settle();
  }

  /** Hands over what is left, and ends when it is kept. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#apply = undefined;
    await this.flush();
    this.#settle();
  }

  /** A new note comes with its title and text; in one that is there, each is changed by itself. */
  #commands(title: string, isRetitled: boolean): readonly Command[] {
    const { note } = this;
    if (!this.#isMade) {
      if (!title && !this.#draft.hasUnsent) return [];
      this.#draft.send();
      const folder = this.folder ? { folder: this.folder } : {};
      return [{ type: "notes.createNote", note, ...(title ? { title } : {}), body: this.text(), ...folder }];
    }
    const commands: Command[] = [];
    if (isRetitled) commands.push({ type: "notes.retitleNote", note, title: title || null });
    const edit = this.#draft.send();
    if (edit) {
      commands.push({ type: "notes.editNote", note, edit: { parents: [...edit.parents], runs: [...edit.runs] } });
    }
    return commands;
  }

  /** Takes the note as the source has it now. */
  #receive(): void {
    if (this.#isPerforming) return;
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
    if (this.#isClosed) this.#end();
    this.#show({ kind: "saved" });
  }

  #end(): void {
    this.#unwatch();
    this.#clearTimers();
    removeEventListener("pagehide", this.#leaving);
    removeEventListener("online", this.#leaving);
    document.removeEventListener("visibilitychange", this.#leaving);
  }

  #schedule(): void {
    if (this.#state.problem?.code !== "offline") this.#show({ kind: "saving" });
    clearTimeout(this.#idle);
    this.#idle = setTimeout(this.#leaving, this.#isClosed ? 0 : idleMs);
    this.#longest ??= setTimeout(this.#leaving, longestMs);
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
