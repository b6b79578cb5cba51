import { match } from "./fuzzy.ts";

function best(typed: string, names: readonly string[]): string | undefined {
  return names.map((name) => ({ name, found: match(typed, name) }))
    .filter(({ found }) => found)
    .sort((one, other) => (other.found?.score ?? 0) - (one.found?.score ?? 0))[0]?.name;
}

function equal(found: unknown, wanted: unknown) {
  const [one, other] = [JSON.stringify(found), JSON.stringify(wanted)];
  if (one !== other) throw new Error(`${one} is not ${other}`);
}

Deno.test("a beginning of a word goes before the middle of one", () => {
  equal(best("no", ["Piano", "New note"]), "New note");
});

Deno.test("first letters of words find a name", () => {
  equal(best("nn", ["Sunny", "New note", "Inbox"]), "New note");
});

Deno.test("capitals and accents do not matter", () => {
  equal(match("creme", "Crème brûlée")?.places, [0, 1, 2, 3, 4]);
});

Deno.test("letters that are not all there find nothing", () => {
  equal(match("xyz", "Inbox"), undefined);
});

Deno.test("nothing typed finds everything, in its order", () => {
  equal(match("", "Inbox"), { score: 0, places: [] });
});

Deno.test("the marked places are those of the letters, whatever is typed", () => {
  const names = ["Go to inbox", "Theme: high contrast", "Ein Täg im März", "a.b-c d", "👩‍👩‍👧 family board"];
  for (const name of names) {
    for (let from = 0; from < name.length; from += 1) {
      for (let length = 1; length < 6; length += 1) {
        const typed = name.slice(from, from + length).trim();
        const found = match(typed, name);
        if (!typed || !found) continue;
        const plain = (text: string) => text.normalize("NFD").replace(/[\p{M}\s]/gu, "").toLowerCase();
        const marked = found.places.map((at) => name.charAt(at)).join("");
        equal(plain(marked), plain(typed));
      }
    }
  }
});
