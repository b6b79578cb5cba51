/** The history of a thing as the service tells it, made readable. */

import type { View } from "../source/source.ts";

/** One revision: who did what to a thing, when and where. */
export type Entry = View<"showHistory">[number];

/** A line of a change of text. */
export interface DiffLine {
  readonly kind: "kept" | "added" | "removed" | "gap";
  readonly text: string;
}

/** The lines of a change in the unified format; where lines are left out stands a gap. */
export function readDiff(diff: string): readonly DiffLine[] {
  const lines = diff.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines.flatMap((line, at): DiffLine[] => {
    if (line.startsWith("@@")) return at === 0 ? [] : [{ kind: "gap", text: "…" }];
    if (line.startsWith("\\")) return [];
    const kind = line.startsWith("+") ? "added" : line.startsWith("-") ? "removed" : "kept";
    return [{ kind, text: line.slice(1) }];
  });
}

/** What was done, as a sentence: "Captured “Buy paint”". */
export function sentence(entry: Entry): string {
  const words = entry.summary.replace(/"([^"]*)"/g, "“$1”");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What led to it, where it was not done directly: "by undo". */
export function causeOf(entry: Entry): string {
  return entry.cause === "direct" ? "" : `by ${entry.cause}`;
}
