/** A text that is edited here while others may change it: what is known of it, what is being sent, and what was typed since. */

import { ChangeSet, Text } from "codemirror";
import { difference } from "./difference.ts";
import { runsOf, type TextRun } from "./scalars.ts";

/** An edit as the journal keeps it: what was done, and the revisions that it was done on. */
export interface TextEdit {
  readonly parents: readonly number[];
  readonly runs: readonly TextRun[];
}

/** A text of the source, with the frontier of its revisions. */
export interface Revision {
  readonly body: string;
  readonly parents: readonly number[];
}

/** The text of a note on its way between the editor and the source. */
export class Draft {
  /** What the source has, with all that it has acknowledged. */
  #base: Text;
  #parents: readonly number[];
  /** From the base to what is being sent. */
  #sending: ChangeSet | undefined;
  /** From there to what the editor shows. */
  #unsent: ChangeSet;
  /** The text as the editor shows it. */
  #shown: Text;
  /** An edit was acknowledged, and no revision that holds it was seen yet. */
  #isAwaiting = false;

  constructor(revision: Revision) {
    this.#base = Text.of(revision.body.split("\n"));
    this.#shown = this.#base;
    this.#parents = revision.parents;
    this.#unsent = ChangeSet.empty(this.#base.length);
  }

  /** Something was typed that nobody else has. */
  get hasUnsent(): boolean {
    return !this.#unsent.empty;
  }

  /** Nothing can be sent now: an edit is under way, or its revision is not seen yet. */
  get isBusy(): boolean {
    return this.#sending !== undefined || this.#isAwaiting;
  }

  /** Everything typed here is acknowledged. */
  get isSettled(): boolean {
    return !this.hasUnsent && this.#sending === undefined;
  }

  /** The text as the editor shows it. */
  get shown(): Text {
    return this.#shown;
  }

  /** Takes what was typed. */
  typed(changes: ChangeSet): void {
    this.#unsent = this.#unsent.compose(changes);
    this.#shown = changes.apply(this.#shown);
  }

  /** Begins to send what was typed; undefined where there is nothing, or something is under way. */
  send(): TextEdit | undefined {
    if (this.isBusy || !this.hasUnsent) return undefined;
    const runs = runsOf(this.#unsent, this.#base);
    this.#sending = this.#unsent;
    this.#unsent = ChangeSet.empty(this.#sending.newLength);
    return { parents: this.#parents, runs };
  }

  /** The edit that was sent is kept by the source. */
  acknowledged(): void {
    if (!this.#sending) return;
    this.#base = this.#sending.apply(this.#base);
    this.#sending = undefined;
    this.#isAwaiting = true;
  }

  /** The edit that was sent was not taken; it will be sent again with what was typed since. */
  refused(): void {
    if (!this.#sending) return;
    this.#unsent = this.#sending.compose(this.#unsent);
    this.#sending = undefined;
  }

  /**
   * Takes a revision of the source.
   *
   * @returns what the editor must change to show it too; undefined where nothing changed or an edit is under way.
   */
  received(revision: Revision): ChangeSet | undefined {
    if (this.#sending) return undefined;
    const isSame = sameRevisions(revision.parents, this.#parents);
    if (this.#isAwaiting && isSame) return undefined;
    this.#isAwaiting = false;
    this.#parents = revision.parents;
    const changes = ChangeSet.of(difference(this.#base.toString(), revision.body), this.#base.length, "\n");
    if (changes.empty) return undefined;
    this.#base = changes.apply(this.#base);
    const shown = changes.map(this.#unsent, true);
    this.#unsent = this.#unsent.map(changes);
    this.#shown = shown.apply(this.#shown);
    return shown;
  }
}

function sameRevisions(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((revision, at) => revision === other[at]);
}
