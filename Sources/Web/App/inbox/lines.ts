/** Lists of items as the views show them, and what can be told of them. */

import type { View } from "../source/source.ts";

/** One item among others. */
export type ItemLine = View<"showInbox">["items"][number];

/** One item of a plan or a list, with the place that it has there. */
export type Entry = View<"showCollection">["items"][number];

/** A plan or a list among others. */
export type CollectionLine = View<"listCollections">["collections"][number];

/** The part of an inbox that is shown. */
export type Filter = "all" | "open" | "starred" | "done";

/** The items that a filter and a tag leave. A tag holds those nested below it. */
export function filtered(items: readonly ItemLine[], filter: Filter, tag: string): readonly ItemLine[] {
  return items.filter((item) => passes(item, filter) && (!tag || item.tags.some((name) => isWithin(name, tag))));
}

function passes(item: ItemLine, filter: Filter): boolean {
  switch (filter) {
    case "all":
      return true;
    case "open":
      return item.completed === null;
    case "starred":
      return item.starred;
    case "done":
      return item.completed !== null;
  }
}

function isWithin(name: string, tag: string): boolean {
  const [inner, outer] = [name.toLowerCase(), tag.toLowerCase()];
  return inner === outer || inner.startsWith(`${outer}/`);
}

/** "Buy milk", or "3 items": what was done to them, for a banner. */
export function named(items: readonly { readonly title: string }[]): string {
  const [first] = items;
  return items.length === 1 && first ? `“${shortened(first.title)}”` : counted(items.length, "item");
}

/** "1 item", "3 items". */
export function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

function shortened(title: string): string {
  const letters = Array.from(title);
  return letters.length > 40 ? `${letters.slice(0, 39).join("")}…` : title;
}

/** The tags that somebody wrote into a field: by commas or line ends, each once, without a leading #. */
export function readTags(text: string): readonly string[] {
  const names = text.split(/[,\n]/).map((name) => name.trim().replace(/^#/, "")).filter(Boolean);
  return names.filter((name, at) => names.findIndex((other) => other.toLowerCase() === name.toLowerCase()) === at);
}

/** The lines of a text that say something, without the marks of a written list before them. */
export function readLines(text: string): readonly string[] {
  return text.split(/\r?\n/).map((line) => line.replace(/^\s*(?:[-*+•]\s+(?:\[[ xX]\]\s+)?|\d+[.)]\s+)?/, "").trim())
    .filter(Boolean);
}
