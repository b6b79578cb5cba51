/// <reference lib="deno.ns" />

import { everything, type Filter, isEmpty, isShown, tagText } from "./filter.ts";
import { equal } from "../testing.ts";

const today = "2026-11-26";
const card = {
  title: "Paint the kitchen",
  excerpt: "Crème, two coats",
  due: "2026-11-28",
  priority: "high",
  tags: [{ colour: "red", label: "" }, { colour: null, label: "house/walls" }],
  done: 1,
  items: 3,
};
const shows = (filter: Partial<Filter>, of = card) => isShown(of, { ...everything, ...filter }, today);

Deno.test("the empty filter shows everything", () => {
  equal([isEmpty(everything), isEmpty({ text: " " }), isEmpty({ text: "x" }), shows({})], [true, true, false, true]);
});

Deno.test("every word is looked for in title, text and tags, without capitals and accents", () => {
  equal([shows({ text: "KITCHEN creme" }), shows({ text: "walls" }), shows({ text: "kitchen blue" })], [
    true,
    true,
    false,
  ]);
});

Deno.test("priority, tag, due date and checklist each hide what does not match", () => {
  equal([shows({ priority: "high" }), shows({ priority: "low" })], [true, false]);
  equal([shows({ tag: "Red" }), shows({ tag: "house/walls" }), shows({ tag: "Blue" })], [true, true, false]);
  equal([shows({ due: "week" }), shows({ due: "today" }), shows({ due: "overdue" }), shows({ due: "none" })], [
    true,
    false,
    false,
    false,
  ]);
  equal([shows({ due: "none" }, { ...card, due: "" })], [true]);
  equal([shows({ done: "open" }), shows({ done: "done" }), shows({ done: "done" }, { ...card, done: 3 })], [
    true,
    false,
    true,
  ]);
});

Deno.test("a tag is always words", () => {
  equal(card.tags.map(tagText), ["Red", "house/walls"]);
});
