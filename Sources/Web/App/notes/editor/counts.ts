/** Counts of a text as the service counts them, so that the editor and the list of notes say the same. */

import type { Text } from "codemirror";

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

const wordsOf = new WeakMap<Text, number>();

/**
 * Counts the words of a text in lines; no word goes beyond its line.
 *
 * Unchanged parts of a text are the same objects from one version to the next, so that each is counted once.
 */
export function wordsIn(text: Text): number {
  const known = wordsOf.get(text);
  if (known !== undefined) return known;
  const words = text.children
    ? text.children.reduce((sum, child) => sum + wordsIn(child), 0)
    : countWords(text.sliceString(0, text.length));
  wordsOf.set(text, words);
  return words;
}

const ideograph = "\\p{Ideographic}\\u3041-\\u30ff";
const letter = `(?![${ideograph}])[\\p{Alphabetic}\\p{N}]`;
const joiner = "(?:['\\u2019\\u200d]|(?![\\0-\\x7f])\\p{Diacritic})";
const word = new RegExp(`[${ideograph}]|${letter}(?:${letter}|${joiner})*`, "gu");
