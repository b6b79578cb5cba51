/** The order and the choice of notes in a list. */

import type { View } from "../../source/source.ts";
import { ageOf } from "../dates.ts";

/** A note as lists show it. */
export type ListedNote = View<"listNotes">["notes"][number];

/** What a list is ordered by; what is pinned stands first in each. */
export type Sorting = "updated" | "oldest" | "title";

/** What a list can be narrowed to. */
export type Filter = "open" | "ink" | "files" | "pinned";

const byTitle = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

/** Notes in their order. */
export function sorted(notes: readonly ListedNote[], sorting: Sorting): readonly ListedNote[] {
  return notes.toSorted((one, other) => {
    if (one.pinned !== other.pinned) return one.pinned ? -1 : 1;
    switch (sorting) {
      case "title":
        return byTitle.compare(one.title, other.title) || compare(one.id, other.id);
      case "oldest":
        return compare(one.updated, other.updated) || compare(one.id, other.id);
      default:
        return compare(other.updated, one.updated) || compare(one.id, other.id);
    }
  });
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** The notes that all filters let through. */
export function filtered(notes: readonly ListedNote[], filters: ReadonlySet<Filter>): readonly ListedNote[] {
  const holds: Readonly<Record<Filter, (note: ListedNote) => boolean>> = {
    open: (note) => (note.tasks ?? 0) > (note.tasksDone ?? 0),
    ink: (note) => note.ink,
    files: (note) => note.attachments,
    pinned: (note) => note.pinned,
  };
  return notes.filter((note) => [...filters].every((filter) => holds[filter](note)));
}

/** A part of a list under a heading. */
export interface Group {
  readonly title: string;
  readonly notes: readonly ListedNote[];
}

/** The notes under headings: what is pinned, then by age, or all under one where they stand by title. */
export function grouped(notes: readonly ListedNote[], sorting: Sorting): readonly Group[] {
  const groups: { title: string; notes: ListedNote[] }[] = [];
  for (const note of notes) {
    const title = note.pinned ? "Pinned" : sorting === "title" ? "Notes" : ageOf(note.updated);
    const last = groups.at(-1);
    if (last?.title === title) last.notes.push(note);
    else groups.push({ title, notes: [note] });
  }
  return groups;
}
