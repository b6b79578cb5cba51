/// <reference lib="deno.ns" />

import { equal } from "../../boards/testing.ts";
import { cited, draftOf, shapeOf } from "./shape.ts";

const suggestion = {
  id: "s",
  kind: "plan" as const,
  title: "Party",
  confidenceThousandths: 800,
  confidence: "likely",
  decision: "open" as const,
  parts: [
    { text: "Book a room", item: "a", start: 0, length: 11 },
    { text: "Call the hall", item: "b", start: 0, length: 13, under: 0 },
    { text: "Send cards", item: "b", start: 18, length: 10 },
  ],
};
const contents: Readonly<Record<string, string>> = { a: "Book a room", b: "Call the hall and Send cards" };

function options() {
  let count = 0;
  return { isStructured: true, contentOf: (item: string) => contents[item], mint: () => `new${count += 1}` };
}

Deno.test("a capture that is wanted word for word is used itself; of a part of one a new item is made", () => {
  const shape = shapeOf(suggestion, draftOf(suggestion), options());
  equal(shape?.parts.map(({ item, under }) => [item, under ?? null]), [["a", null], ["new1", "a"], ["new2", null]]);
  equal(shape?.destination, { type: "newPlan", collection: "new3", title: "Party" });
});

Deno.test("what is left out is not accepted, and what stood under it stands by itself", () => {
  const draft = draftOf(suggestion);
  const parts = draft.parts.map((part, at) => at === 0 ? { ...part, isWanted: false } : part);
  const shape = shapeOf(suggestion, { ...draft, parts }, options());
  equal(shape?.parts.map(({ index, under }) => [index, under ?? null]), [[1, null], [2, null]]);
  equal(
    shapeOf(suggestion, { ...draft, parts: parts.map((part) => ({ ...part, isWanted: false })) }, options()),
    undefined,
  );
});

Deno.test("cited words are counted in Unicode scalars", () => {
  equal(cited("🎈 balloons", 2, 8), "balloons");
});
