/** Matching of what is typed against names, for the command palette. */

/** A name that matches, with how well, and which of its characters do. */
export interface Match {
  /** Higher is better. */
  readonly score: number;
  readonly places: readonly number[];
}

/**
 * Finds the letters of `typed` in `name` in their order, not minding capitals and accents.
 *
 * Beginnings of words and letters in a row count most; a short name goes before a long one.
 *
 * @returns undefined where they are not all there.
 */
export function match(typed: string, name: string): Match | undefined {
  const wanted = plain(typed).replaceAll(" ", "");
  const letters = plain(name);
  if (!wanted) return { score: 0, places: [] };
  const whole = letters.indexOf(plain(typed).trim());
  if (whole >= 0) {
    const places = Array.from({ length: plain(typed).trim().length }, (_, at) => whole + at);
    const score = isBeginning(letters, whole) ? 300 : 6 * places.length;
    return { score: score - letters.length / 100, places };
  }
  return scattered(wanted, letters);
}

function scattered(wanted: string, letters: string): Match | undefined {
  const places: number[] = [];
  let score = 0;
  let from = 0;
  for (const letter of wanted.split("")) {
    const beginning = nextBeginning(letters, letter, from);
    const at = letters[from] === letter && from > 0 ? from : beginning >= 0 ? beginning : letters.indexOf(letter, from);
    if (at < 0) return undefined;
    score += isBeginning(letters, at) ? 10 : at === from ? 5 : 1;
    places.push(at);
    from = at + 1;
  }
  // Letters strewn over long words say little.
  if (score < wanted.length * 3) return undefined;
  return { score: score - letters.length / 100, places };
}

function nextBeginning(letters: string, letter: string, from: number): number {
  for (let at = letters.indexOf(letter, from); at >= 0; at = letters.indexOf(letter, at + 1)) {
    if (isBeginning(letters, at)) return at;
  }
  return -1;
}

function isBeginning(letters: string, at: number): boolean {
  return at === 0 || /[^\p{L}\p{N}]/u.test(letters[at - 1] ?? "");
}

/** The same text in small letters without accents, character for character. */
function plain(text: string): string {
  return Array.from(text, (letter) => {
    const bare = letter.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
    return bare.length === letter.length ? bare : letter;
  }).join("");
}
