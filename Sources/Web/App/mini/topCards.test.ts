/// <reference lib="deno.ns" />

import type { CardLine } from "../boards/types.ts";
import { topCards } from "./topCards.ts";

function column(name: string, ...titles: readonly string[]) {
  const cards = titles.map((title): CardLine => ({
    id: title,
    title,
    due: null,
    priority: "none",
    tags: [],
    done: 0,
    items: 0,
    comments: 0,
    excerpt: "",
  }));
  return { id: name, name, cards };
}

function titles(...columns: readonly ReturnType<typeof column>[]): string {
  return topCards({ columns }).map(({ card }) => card.title).join(" ");
}

Deno.test("the first three cards from the left are next, and those of the last column are done", () => {
  const seen = [
    titles(column("Next", "a"), column("Doing", "b", "c", "d"), column("Done", "e")),
    titles(column("Next"), column("Done", "e")),
    titles(column("All", "a", "b")),
    titles(),
  ];
  if (seen.join("|") !== "a b c||a b|") throw new Error(seen.join("|"));
});
