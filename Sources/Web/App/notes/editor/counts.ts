/** Counts of a text as the service counts them, so that the editor and the list of notes say the same. */

/**
 * Counts words: runs of letters and digits, apostrophes between them included; every ideograph and kana is a word.
 *
 * The same rules as `WordCount` of the notes domain.
 */
export function countWords(text: string): number {
  let words = 0;
  for (const _ of text.matchAll(word)) words += 1;
  return words;
}

const ideograph = "\\p{Ideographic}\\u3041-\\u30ff";
const letter = `(?![${ideograph}])[\\p{Alphabetic}\\p{N}]`;
const joiner = "(?:['\\u2019\\u200d]|(?![\\0-\\x7f])\\p{Diacritic})";
const word = new RegExp(`[${ideograph}]|${letter}(?:${letter}|${joiner})*`, "gu");
