/// <reference lib="deno.ns" />

import {
  besideGone,
  columnStep,
  countBefore,
  focusStep,
  type Lane,
  moved,
  placeAt,
  placeOf,
  step,
  targetAt,
} from "./lanes.ts";
import { equal } from "../testing.ts";

const lanes: readonly Lane[] = [
  { id: "todo", cards: ["a", "b", "c"] },
  { id: "doing", cards: ["d"] },
  { id: "done", cards: [] },
];

Deno.test("a card's place counts those above it", () => {
  equal(placeOf(lanes, "c"), { column: "todo", at: 2 });
  equal(placeOf(lanes, "x"), undefined);
});

Deno.test("beside a card that is gone is the one behind it, else the one before it, else its column", () => {
  const without = (...gone: readonly string[]) =>
    lanes.map((lane) => ({ ...lane, cards: lane.cards.filter((card) => !gone.includes(card)) }));
  equal(besideGone(lanes, without("b"), "b"), { column: "todo", at: 1 });
  equal(besideGone(lanes, without("c"), "c"), { column: "todo", at: 1 });
  equal(besideGone(lanes, without("b", "c"), "b"), { column: "todo", at: 0 });
  equal(besideGone(lanes, without("d"), "d"), { column: "doing", at: 0 });
  equal(besideGone(lanes, lanes.slice(1), "a"), undefined);
});

Deno.test("a place is named by the card that will stand just behind, never by the card itself", () => {
  equal(targetAt(lanes, "a", { column: "todo", at: 0 }), { column: "todo", above: "b" });
  equal(targetAt(lanes, "a", { column: "todo", at: 1 }), { column: "todo", above: "c" });
  equal(targetAt(lanes, "a", { column: "todo", at: 2 }), { column: "todo", above: undefined });
  equal(targetAt(lanes, "a", { column: "doing", at: 0 }), { column: "doing", above: "d" });
  equal(targetAt(lanes, "a", { column: "done", at: 0 }), { column: "done", above: undefined });
});

Deno.test("a named neighbour gives its place back, and one that is gone the last", () => {
  for (const lane of lanes) {
    for (let at = 0; at <= lane.cards.filter((card) => card !== "b").length; at += 1) {
      const place = { column: lane.id, at };
      equal(placeAt(lanes, "b", targetAt(lanes, "b", place)), place);
    }
  }
  equal(placeAt(lanes, "b", { column: "doing", above: "gone" }), { column: "doing", at: 1 });
});

Deno.test("a moved card stands once, in its new place, and untouched lanes are the same objects", () => {
  const after = moved(lanes, "a", { column: "doing", at: 1 });
  equal(after.map((lane) => lane.cards), [["b", "c"], ["d", "a"], []]);
  if (after[2] !== lanes[2]) throw new Error("an untouched lane was made anew");
  equal(moved(lanes, "a", { column: "gone", at: 0 }), lanes);
  equal(moved(lanes, "c", { column: "todo", at: 0 })[0]?.cards, ["c", "a", "b"]);
});

Deno.test("a lifted card goes step by step and stays at the edges", () => {
  const from = { column: "todo", at: 0 };
  equal(step(lanes, "a", from, "up"), from);
  equal(step(lanes, "a", from, "down"), { column: "todo", at: 1 });
  equal(step(lanes, "a", { column: "todo", at: 2 }, "down"), { column: "todo", at: 2 });
  equal(step(lanes, "a", from, "last"), { column: "todo", at: 2 });
  equal(step(lanes, "a", from, "left"), from);
  equal(step(lanes, "a", { column: "todo", at: 2 }, "right"), { column: "doing", at: 1 });
  equal(step(lanes, "a", { column: "doing", at: 1 }, "right"), { column: "done", at: 0 });
  equal(step(lanes, "a", { column: "done", at: 0 }, "right"), { column: "done", at: 0 });
});

Deno.test("the focus goes from the heading over the cards to the button below, and beside at the same height", () => {
  equal(focusStep(lanes, { column: "todo", at: 0 }, "up"), { column: "todo", at: -1 });
  equal(focusStep(lanes, { column: "todo", at: -1 }, "up"), { column: "todo", at: -1 });
  equal(focusStep(lanes, { column: "todo", at: 2 }, "down"), { column: "todo", at: 3 });
  equal(focusStep(lanes, { column: "todo", at: 3 }, "right"), { column: "doing", at: 1 });
  equal(focusStep(lanes, { column: "todo", at: 2 }, "right"), { column: "doing", at: 0 });
  equal(focusStep(lanes, { column: "todo", at: -1 }, "right"), { column: "doing", at: -1 });
  equal(focusStep(lanes, { column: "doing", at: 0 }, "right"), { column: "done", at: 0 });
  equal(focusStep(lanes, { column: "done", at: 0 }, "up"), { column: "done", at: -1 });
});

Deno.test("a column is moved by naming the one behind it", () => {
  const columns = ["a", "b", "c"];
  equal(columnStep(columns, "b", -1), { above: "a" });
  equal(columnStep(columns, "a", 1), { above: "c" });
  equal(columnStep(columns, "b", 1), { above: undefined });
  equal(columnStep(columns, "a", -1), undefined);
  equal(columnStep(columns, "c", 1), undefined);
});

Deno.test("a place to drop is found by halving, and few cards are measured", () => {
  const middles = Array.from({ length: 1000 }, (_, at) => at * 60 + 30);
  let asked = 0;
  const middle = (at: number) => {
    asked += 1;
    return middles[at] ?? 0;
  };
  for (const point of [-5, 0, 29, 31, 30_000, 70_000]) {
    asked = 0;
    equal(countBefore(1000, middle, point), middles.filter((place) => place < point).length);
    if (asked > 10) throw new Error(`${asked} cards were measured`);
  }
});
