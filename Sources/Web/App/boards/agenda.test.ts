/// <reference lib="deno.ns" />

import { dueCards, partOf } from "./agenda.ts";
import { equal } from "./testing.ts";

const card = (title: string, due: string | null) => ({ title, due });

Deno.test("what is due stands by day and time, of live boards alone", () => {
  const boards = [
    {
      id: "1",
      title: "House",
      state: "live",
      columns: [
        { name: "To do", cards: [card("b", "2026-12-01"), card("never", null)] },
        { name: "Done", cards: [card("a", "2026-12-01 09:30 UTC"), card("late", "2026-11-20")] },
      ],
    },
    { id: "2", title: "Old", state: "archived", columns: [{ name: "To do", cards: [card("x", "2026-11-01")] }] },
  ];
  equal(dueCards(boards).map((one) => [one.card.title, one.boardTitle, one.columnName]), [
    ["late", "House", "Done"],
    ["a", "House", "Done"],
    ["b", "House", "To do"],
  ]);
});

Deno.test("the week is the seven days from today on", () => {
  const days = ["2026-11-25", "2026-11-26", "2026-11-27", "2026-12-02", "2026-12-03"];
  equal(days.map((day) => partOf(day, "2026-11-26")), ["overdue", "today", "week", "week", "later"]);
});
