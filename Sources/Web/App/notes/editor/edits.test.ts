/// <reference lib="deno.ns" />

import { merged, runsBetween } from "./edits.ts";
import { equal } from "../../boards/testing.ts";

/** The text after runs, as the journal applies them: positions in scalars, one after the other. */
function applied(text: string, runs: ReturnType<typeof runsBetween>): string {
  const scalars = Array.from(text);
  for (const run of runs) scalars.splice(run.position, run.deleteCount, ...Array.from(run.insertion));
  return scalars.join("");
}

function random(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % below;
  };
}

const pieces = ["a", "é", "🙂", "👩‍👧", "\n", "word ", "- [ ] x\n", ""];

Deno.test("the runs make the new text of the old one, counted in scalars", () => {
  const next = random(21);
  for (let round = 0; round < 2000; round += 1) {
    const some = () => Array.from({ length: next(8) }, () => pieces[next(pieces.length)]).join("");
    const [old, now] = [some(), some()];
    equal(applied(old, runsBetween(old, now)), now);
  }
  equal(runsBetween("same", "same"), []);
});

Deno.test("what was changed here and elsewhere is both in the merged text", () => {
  equal(merged("one two three", "one 2 three", "one two three four"), "one 2 three four");
  equal(merged("one two", "zero one two", "one two three"), "zero one two three");
  equal(merged("a\nb\nc", "a\nB\nc", "a\nb\nc\nd"), "a\nB\nc\nd");
  equal(merged("text", "text", "other"), "other");
  equal(merged("text", "mine", "text"), "mine");
  equal(merged("", "here", "there"), "herethere");
});

Deno.test("nothing that was typed here is lost, however much was deleted elsewhere", () => {
  const next = random(4);
  for (let round = 0; round < 2000; round += 1) {
    const base = Array.from({ length: 1 + next(6) }, (_, at) => `line ${at}`).join("\n");
    const at = next(base.length + 1);
    const here = `${base.slice(0, at)}«mine»${base.slice(at)}`;
    const from = next(base.length);
    const there = base.slice(0, from) + base.slice(from + next(base.length - from));
    const text = merged(base, here, there);
    if (!text.includes("«mine»")) throw new Error(JSON.stringify({ base, here, there, text }));
  }
});
