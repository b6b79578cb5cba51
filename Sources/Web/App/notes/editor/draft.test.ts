/// <reference lib="deno.ns" />

/** Positions in scalars, and texts that are edited at several places at once, by thousands of random edits. */

import { ChangeSet, Text } from "codemirror";
import { Draft, pieceMax, type TextEdit } from "./draft.ts";
import { difference } from "./difference.ts";
import { countWords, wordsIn } from "./counts.ts";
import { countScalars, lengthInScalars, pairsBefore, runsOf } from "./scalars.ts";

const pieces = ["a", "Z", " ", "\n", "é", "e\u0301", "👍", "👩‍👩‍👧", "🇦🇹", "漢", "𝔘", "- [ ] ", "**", "\r\n", "ß", "🏳️‍🌈"];

function random(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor(state / 2 ** 32 * below);
  };
}
function words(pick: (below: number) => number, most: number): string {
  return Array.from({ length: pick(most + 1) }, () => pieces[pick(pieces.length)] ?? "").join("");
}
/** Places that stand between scalars. */
function places(text: string): readonly number[] {
  const found = [0];
  for (const scalar of text) found.push((found.at(-1) ?? 0) + scalar.length);
  return found;
}
function someChanges(pick: (below: number) => number, text: string): ChangeSet {
  const at = places(text);
  const cuts = Array.from({ length: 2 * (1 + pick(3)) }, () => at[pick(at.length)] ?? 0).sort((one, other) =>
    one - other
  );
  const changes = [];
  for (let cut = 0; cut < cuts.length; cut += 2) {
    changes.push({ from: cuts[cut] ?? 0, to: pick(2) ? cuts[cut + 1] ?? 0 : cuts[cut] ?? 0, insert: words(pick, 4) });
  }
  return ChangeSet.of(changes, text.length, "\n");
}
/** The runs on a text as the service takes them: on its scalars, one after the other. */
function performed(text: string, edit: Pick<TextEdit, "runs">): string {
  const scalars = Array.from(text);
  for (const { position, deleteCount, insertion } of edit.runs) {
    if (position + deleteCount > scalars.length) throw new Error(`run outside the text: ${position} + ${deleteCount}`);
    scalars.splice(position, deleteCount, ...Array.from(insertion));
  }
  return scalars.join("");
}
function expectSame(now: string, expected: string, place: string): void {
  if (now !== expected) throw new Error(`${place}: ${JSON.stringify(now)} is not ${JSON.stringify(expected)}`);
}
const textOf = (text: string) => Text.of(text.split("\n"));

Deno.test("any change, as runs in scalars, makes the same text", () => {
  for (let seed = 0; seed < 4000; seed += 1) {
    const pick = random(seed);
    const before = words(pick, 60);
    const changes = someChanges(pick, before);
    const after = changes.apply(textOf(before)).toString();
    expectSame(performed(before, { runs: runsOf(changes, textOf(before)) }), after, `seed ${seed}`);
  }
});

Deno.test("pairs are counted right at every place of a long text", () => {
  const pick = random(7);
  const long = Array.from({ length: 3000 }, () => words(pick, 12)).join("\n");
  const text = textOf(long);
  for (const place of places(long).filter((_, at) => at % 97 === 0)) {
    expectSame(`${place - pairsBefore(text, place)}`, `${countScalars(long.slice(0, place))}`, `place ${place}`);
  }
  expectSame(`${lengthInScalars(text)}`, `${Array.from(long).length}`, "whole");
});

Deno.test("the difference of two texts makes one of the other, and cuts no scalar", () => {
  for (let seed = 0; seed < 3000; seed += 1) {
    const pick = random(seed);
    const before = words(pick, 40);
    const after = pick(2) ? words(pick, 40) : someChanges(pick, before).apply(textOf(before)).toString();
    const changes = ChangeSet.of(difference(before, after), before.length, "\n");
    expectSame(changes.apply(textOf(before)).toString(), after, `seed ${seed}`);
    expectSame(performed(before, { runs: runsOf(changes, textOf(before)) }), after, `seed ${seed} in scalars`);
  }
});

Deno.test("a text that is too large for one request goes in pieces, and cuts no character", () => {
  for (let seed = 0; seed < 8; seed += 1) {
    const pick = random(seed);
    const base = words(pick, 30);
    const at = places(base);
    const large = words(pick, 5) + (pick(2) ? "👍" : "a👍").repeat(pieceMax) + words(pick, 5);
    const [from = 0, to = 0] = [at[pick(at.length)] ?? 0, at[pick(at.length)] ?? 0].sort((one, other) => one - other);
    const changes = ChangeSet.of(
      [{ from, to, insert: large }, { from: base.length, insert: "end" }],
      base.length,
      "\n",
    );
    const draft = new Draft({ body: base, parents: [0] });
    draft.typed(changes);
    let body = base;
    let count = 0;
    for (let edit = draft.send(); edit; edit = draft.send()) {
      body = performed(body, edit);
      count += 1;
      if (edit.runs.some(({ insertion }) => insertion.length > pieceMax || !insertion.isWellFormed())) {
        throw new Error(`seed ${seed}: piece ${count} is too large, or cut`);
      }
      draft.acknowledged();
      draft.received({ body, parents: [count] });
    }
    expectSame(body, changes.apply(textOf(base)).toString(), `seed ${seed}`);
    expectSame(`${count > 2}`, "true", `seed ${seed}: pieces`);
  }
});

Deno.test("what two edit at once comes to the same text in both editors and in the source", () => {
  for (let seed = 0; seed < 2000; seed += 1) both(random(seed), seed);
});

/** A source that merges by positions, and two editors that type, send and receive in any order. */
function both(pick: (below: number) => number, seed: number): void {
  let body = words(pick, 30);
  let revision = 0;
  const taken: ChangeSet[] = [];
  const editors = [0, 1].map(() => ({
    draft: new Draft({ body, parents: [0] }),
    text: body,
    sent: undefined as TextEdit | undefined,
  }));
  const receive = (editor: (typeof editors)[number]) => {
    const changes = editor.draft.received({ body, parents: [revision] });
    if (changes) editor.text = changes.apply(textOf(editor.text)).toString();
    expectSame(editor.text, editor.draft.shown.toString(), `seed ${seed}: editor and draft`);
  };
  const merge = (edit: TextEdit) => {
    const [parent = 0] = edit.parents;
    const before = bodyAt(taken, start, parent);
    const after = performed(before, edit);
    let changes = ChangeSet.of(difference(before, after), before.length, "\n");
    for (const later of taken.slice(parent)) changes = changes.map(later);
    taken.push(changes);
    revision += 1;
    body = changes.apply(textOf(body)).toString();
  };
  const start = body;
  for (let step = 0; step < 24 || editors.some(({ draft }) => !draft.isSettled); step += 1) {
    const editor = editors[pick(2)];
    if (!editor) continue;
    const action = pick(step < 24 ? 5 : 4);
    if (action >= 3 && step < 24) {
      const changes = someChanges(pick, editor.text);
      editor.text = changes.apply(textOf(editor.text)).toString();
      editor.draft.typed(changes);
    } else if (editor.sent) {
      if (pick(8) === 0) editor.draft.refused();
      else {
        merge(editor.sent);
        editor.draft.acknowledged();
      }
      editor.sent = undefined;
      receive(editor);
    } else if (action === 1) receive(editor);
    else editor.sent = editor.draft.send();
  }
  for (const editor of editors) {
    receive(editor);
    expectSame(editor.text, body, `seed ${seed}: in the end`);
  }
}
function bodyAt(taken: readonly ChangeSet[], start: string, revision: number): string {
  return taken.slice(0, revision).reduce((text, changes) => changes.apply(text), textOf(start)).toString();
}

Deno.test("a revision that does not hold what was acknowledged yet is not taken", () => {
  const draft = new Draft({ body: "ab", parents: [4] });
  draft.typed(ChangeSet.of({ from: 2, insert: "c" }, 2));
  draft.send();
  draft.acknowledged();
  if (draft.received({ body: "ab", parents: [4] }) || draft.shown.toString() !== "abc" || !draft.isBusy) {
    throw new Error("taken");
  }
  if (draft.received({ body: "abc", parents: [5] }) || draft.isBusy) throw new Error("not taken");
});

Deno.test("words are counted as the service counts them", () => {
  const counted: readonly (readonly [string, number])[] = [
    ["", 0],
    ["Bread\n\nFlour, water, salt and time.", 6],
    ["don't stop", 2],
    ["don’t", 1],
    ["a_b c-d", 4],
    ["漢字かな", 4],
    ["漢字abc", 3],
    ["10 km, 2.5", 4],
    ["naïve café", 2],
    ["👍 ok", 1],
    ["e\u0301te\u0301", 1],
  ];
  for (const [text, expected] of counted) {
    expectSame(`${countWords(text)}`, `${expected}`, text);
    expectSame(`${wordsIn(textOf(text))}`, `${expected}`, text);
  }
  const long = Array.from({ length: 2000 }, (_, at) => counted[at % counted.length]?.[0] ?? "").join("\n");
  expectSame(`${wordsIn(textOf(long))}`, `${countWords(long)}`, "long");
});
