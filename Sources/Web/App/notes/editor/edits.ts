/** Edits of a text in a field: the difference of two texts as the journal keeps it, and two differences as one text. */

import { difference } from "./difference.ts";
import { countScalars, type TextRun } from "./scalars.ts";

/** The runs that make one text of another; each position is in the text after the runs before it. */
export function runsBetween(old: string, now: string): readonly TextRun[] {
  let shift = 0;
  return changesBetween(old, now).map(({ from, to, insert }) => {
    const deleteCount = countScalars(old.slice(from, to));
    const run = { position: countScalars(old.slice(0, from)) + shift, deleteCount, insertion: insert };
    shift += countScalars(insert) - deleteCount;
    return run;
  });
}

/** A text that was changed here and elsewhere since `base`, with both changes; where they meet, what is here stands first. */
export function merged(base: string, here: string, there: string): string {
  if (here === base || here === there) return there;
  if (there === base) return here;
  const others = changesBetween(base, there);
  let text = "";
  let taken = 0;
  for (const change of changesBetween(base, here)) {
    const from = Math.max(mapped(change.from, others), taken);
    text += there.slice(taken, from) + change.insert;
    taken = Math.max(mapped(change.to, others), from);
  }
  return text + there.slice(taken);
}

interface Replacement {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

function changesBetween(old: string, now: string): readonly Replacement[] {
  return difference(old, now.toWellFormed()).map((change) => ({
    from: change.from,
    to: change.to ?? change.from,
    insert: String(change.insert ?? ""),
  }));
}

/** Where a position of the base is after the changes of another; within a deletion, where that was. */
function mapped(position: number, changes: readonly Replacement[]): number {
  let shift = 0;
  for (const { from, to, insert } of changes) {
    if (from >= position && !(from === position && to > from)) break;
    if (from >= position) break;
    if (to > position) return from + shift + insert.length;
    shift += insert.length - (to - from);
  }
  return position + shift;
}
