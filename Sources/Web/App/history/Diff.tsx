import { readDiff } from "./entries.ts";

const marks = { kept: "", added: "Added: ", removed: "Removed: ", gap: "" } as const;

/** How a text changed, line by line: what came and what went is told by a sign, a word for those who hear it, and a colour. */
export function Diff({ diff }: { readonly diff: string }) {
  return (
    <ul className="diff" aria-label="What changed in the text">
      {readDiff(diff).map((line, at) => (
        <li key={at} className={`diff-line diff-${line.kind}`}>
          <span className="visually-hidden">{marks[line.kind]}</span>
          {line.text || " "}
        </li>
      ))}
    </ul>
  );
}
