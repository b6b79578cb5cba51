/** Positions in Unicode scalars, as the journal counts, out of positions in UTF-16 units, as the editor counts. */

import type { ChangeSet, Text } from "codemirror";

/** One change of a text: `position` is in the text after the runs before it. */
export interface TextRun {
  readonly position: number;
  readonly deleteCount: number;
  readonly insertion: string;
}

const pairsOf = new WeakMap<Text, number>();

/** The scalars of a string; a lone surrogate counts as one. */
export function countScalars(text: string): number {
  return text.length - countPairs(text, 0, text.length);
}

/** The scalars of a text. */
export function lengthInScalars(text: Text): number {
  return text.length - pairsIn(text);
}

/**
 * The changes as runs in the order of the text.
 *
 * @param before the text they were made on.
 */
export function runsOf(changes: ChangeSet, before: Text): readonly TextRun[] {
  const runs: TextRun[] = [];
  let shift = 0;
  changes.iterChanges((fromA, toA, _fromB, _toB, inserted) => {
    const from = fromA - pairsBefore(before, fromA);
    const deleteCount = toA - pairsBefore(before, toA) - from;
    const insertion = inserted.toString().toWellFormed();
    runs.push({ position: from + shift, deleteCount, insertion });
    shift += countScalars(insertion) - deleteCount;
  });
  return runs;
}

/**
 * The surrogate pairs that begin before a place.
 *
 * Unchanged parts of a text are the same objects from one version to the next, so that each is counted once.
 */
export function pairsBefore(text: Text, place: number): number {
  let pairs = 0;
  let part = text;
  let rest = Math.min(place, text.length);
  while (part.children) {
    const inner = childAt(part.children, rest);
    pairs += inner.pairs;
    rest -= inner.from;
    part = inner.child;
  }
  const before = part.sliceString(0, rest);
  return pairs + countPairs(before, 0, before.length);
}

/** The child that a place lies in, where it begins, and the pairs of those before it. */
function childAt(children: readonly Text[], place: number): { child: Text; from: number; pairs: number } {
  let from = 0;
  let pairs = 0;
  for (const child of children) {
    if (place <= from + child.length) return { child, from, pairs };
    from += child.length + 1;
    pairs += pairsIn(child);
  }
  throw new RangeError(`No part of the text holds place ${place}.`);
}

function pairsIn(text: Text): number {
  const known = pairsOf.get(text);
  if (known !== undefined) return known;
  let pairs = 0;
  if (text.children) { for (const child of text.children) pairs += pairsIn(child); }
  else {
    const whole = text.sliceString(0, text.length);
    pairs = countPairs(whole, 0, whole.length);
  }
  pairsOf.set(text, pairs);
  return pairs;
}

function countPairs(text: string, from: number, to: number): number {
  let pairs = 0;
  for (let at = from; at < to - 1; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0xd800 || unit > 0xdbff) continue;
    const next = text.charCodeAt(at + 1);
    if (next < 0xdc00 || next > 0xdfff) continue;
    pairs += 1;
    at += 1;
  }
  return pairs;
}
