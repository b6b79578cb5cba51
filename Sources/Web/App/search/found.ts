/** What a search found, in the order and the groups in which it is shown. */

import type { View } from "../source/source.ts";

/** All that one page of a search says. */
export type Found = View<"search">;

/** One thing that was found. */
export type Hit = Found["hits"][number];

/** A part of a text that matches. */
export type Passage = Hit["passages"][number];

/** How a kind of thing is called and looks. */
export const kinds: Readonly<Record<Hit["kind"], { readonly title: string; readonly icon: string }>> = {
  note: { title: "Notes", icon: "file-earmark-text" },
  folder: { title: "Folders", icon: "folder2" },
  card: { title: "Cards", icon: "card-text" },
  board: { title: "Boards", icon: "kanban" },
  column: { title: "Columns", icon: "layout-three-columns" },
  item: { title: "Items", icon: "inbox" },
  collection: { title: "Plans and lists", icon: "list-nested" },
  artwork: { title: "Artworks", icon: "palette" },
  album: { title: "Albums", icon: "images" },
  story: { title: "Stories", icon: "book" },
  child: { title: "Children", icon: "person" },
};

/** Hits of one kind. */
export interface Group {
  readonly kind: Hit["kind"];
  readonly hits: readonly Hit[];
}

/** The hits by kinds: the kind of the best hit first, and in each the best first, as the service ranked them. */
export function grouped(hits: readonly Hit[]): readonly Group[] {
  const order = [...new Set(hits.map((hit) => hit.kind))];
  return order.map((kind) => ({ kind, hits: hits.filter((hit) => hit.kind === kind) }));
}

/** A part of a text, matched or not. */
export interface Part {
  readonly text: string;
  readonly isMatch: boolean;
}

/** Cuts a text where its matches begin and end, which are counted in Unicode scalars. */
export function parts(text: string, matches: readonly (readonly number[])[]): readonly Part[] {
  const scalars = Array.from(text);
  const found: Part[] = [];
  let at = 0;
  const add = (end: number, isMatch: boolean) => {
    if (end > at) found.push({ text: scalars.slice(at, end).join(""), isMatch });
    at = Math.max(at, end);
  };
  for (const [start = 0, end = 0] of matches) {
    add(Math.min(start, scalars.length), false);
    add(Math.min(end, scalars.length), true);
  }
  add(scalars.length, false);
  return found;
}

/** A filter that is part of a query: `type:note`, `is:done`. */
export interface FilterChoice {
  readonly label: string;
  readonly term: string;
}

/** The kinds that a search can be narrowed to. */
export const typeChoices: readonly FilterChoice[] = [
  { label: "Notes", term: "type:note" },
  { label: "Cards", term: "type:card" },
  { label: "Items", term: "type:item" },
  { label: "Boards", term: "type:board" },
  { label: "Plans and lists", term: "type:collection" },
];

/** Where things stand. */
export const stateChoices: readonly FilterChoice[] = [
  { label: "Open", term: "is:open" },
  { label: "Done", term: "is:done" },
  { label: "Starred", term: "is:starred" },
  { label: "In the trash", term: "is:trashed" },
  { label: "With attachments", term: "has:attachment" },
];

/** The query with one of some filters in place of the others, or with none of them. */
export function withTerm(query: string, choices: readonly FilterChoice[], term: string): string {
  const words = query.split(/\s+/).filter((word) => word && !choices.some((choice) => choice.term === word));
  return [...words, term].filter(Boolean).join(" ");
}

/** Which of some filters a query holds. */
export function termIn(query: string, choices: readonly FilterChoice[]): string {
  const words = query.split(/\s+/);
  return choices.find((choice) => words.includes(choice.term))?.term ?? "";
}
