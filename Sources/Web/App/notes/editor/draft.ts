/** A text that is edited here while others may change it: what is known of it, what is being sent, and what was typed since. */

import { ChangeSet, Text } from "codemirror";
import { difference } from "./difference.ts";
import { runsOf, type TextRun } from "./scalars.ts";

/** The most that one edit inserts, in UTF-16: with the worst text less than a service takes in one request. */
export const pieceMax = 131_072;

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
    const [piece, rest] = inPieces(this.#unsent, this.#base);
    const runs = runsOf(piece, this.#base);
    this.#sending = piece;
    this.#unsent = rest;
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

/** A change in two, the first of which inserts no more than goes in one request. */
function inPieces(change: ChangeSet, base: Text): readonly [ChangeSet, ChangeSet] {
  if (change.newLength - base.length <= pieceMax && change.newLength <= pieceMax) {
    return [change, ChangeSet.empty(change.newLength)];
  }
  const first: { from: number; to: number; insert: Text }[] = [];
  const rest: { from: number; to: number; insert: Text }[] = [];
  let room = pieceMax;
  // From places of the base to places after the first piece.
  let shift = 0;
  change.iterChanges((from, to, _fromNow, _toNow, insert) => {
    if (room <= 0) {
      rest.push({ from: from + shift, to: to + shift, insert });
      return;
    }
    let end = Math.min(insert.length, room);
    // Not between the halves of one character.
    if (end < insert.length && isHigh(insert.sliceString(end - 1, end))) end -= 1;
    const taken = insert.slice(0, end);
    first.push({ from, to, insert: taken });
    const place = from + shift + end;
    if (end < insert.length) rest.push({ from: place, to: place, insert: insert.slice(end) });
    shift += end - (to - from);
    room = end < insert.length ? 0 : room - end;
  });
  const piece = ChangeSet.of(first, base.length, "\n");
  return [piece, ChangeSet.of(rest, piece.newLength, "\n")];
}

function isHigh(unit: string): boolean {
  return unit >= "\ud800" && unit <= "\udbff";
}

function sameRevisions(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((revision, at) => revision === other[at]);
}
