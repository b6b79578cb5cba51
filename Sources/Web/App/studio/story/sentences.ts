/** Sentences of a story: what is read aloud one after another, and marked meanwhile. */

/** The sentences of a text, with the spaces behind them: joined, they are the text. */
export function sentencesOf(text: string): readonly string[] {
  if (!("Segmenter" in Intl)) return text.match(/[^.!?…]+[.!?…]*\s*/g) ?? [text];
  const sentences: string[] = [];
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: "sentence" }).segment(text)) {
    // “Where?” asked Mia: a small letter goes on with the sentence before.
    if (sentences.length > 0 && /^\p{Ll}/u.test(segment)) sentences.push((sentences.pop() ?? "") + segment);
    else sentences.push(segment);
  }
  return sentences;
}
