import { parts } from "./found.ts";

/** A text with what was sought in it marked. Requirement N-301.3. */
export function Marked({ text, matches }: {
  readonly text: string;
  readonly matches: readonly (readonly number[])[];
}) {
  return <>{parts(text, matches).map((part, at) => part.isMatch ? <mark key={at}>{part.text}</mark> : part.text)}</>;
}
