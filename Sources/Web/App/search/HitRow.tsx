import type { ReactNode } from "react";
import { useState } from "react";
import { Icon } from "../design/mod.ts";
import { sayMoment } from "../inbox/days.ts";
import { Problem, useSource } from "../source/source.ts";
import { type Hit, kinds, type Passage } from "./found.ts";
import { addressOf, follow } from "./links.ts";
import { Marked } from "./Marked.tsx";

/** One thing that was found: its title, where it is, and the passages, each a link to its place. Requirement N-301.5. */
export function HitRow({ hit }: { readonly hit: Hit }) {
  // An item without more words than its title has them once.
  const passages = hit.passages.filter(({ in: field, text }) => field !== "title" && text.trim() !== hit.title);
  const [first] = passages;
  return (
    <li className="hit">
      <Icon name={kinds[hit.kind].icon} />
      <div className="hit-body">
        <h3 className="hit-title">
          <HitLink hit={hit} {...first ? { passage: first } : {}}>
            <Marked text={hit.title || "Untitled"} matches={hit.titleMatches} />
          </HitLink>
        </h3>
        {passages.map((passage) => (
          <p key={`${passage.in} ${passage.start}`} className="hit-passage">
            {passage.in !== "text" && passage.in !== "description" && <span className="hit-field">{passage.in}:</span>}
            <HitLink hit={hit} passage={passage}>
              {passage.start > 0 && "…"}
              <Marked text={passage.text} matches={passage.matches} />
            </HitLink>
          </p>
        ))}
        <p className="hit-where">
          {hit.path !== hit.title && <span>{hit.path}</span>}
          <time dateTime={hit.updated}>{sayMoment(hit.updated)}</time>
        </p>
      </div>
    </li>
  );
}

function HitLink({ hit, passage, children }: {
  readonly hit: Hit;
  readonly passage?: Passage;
  readonly children: ReactNode;
}) {
  const source = useSource();
  const [problem, setProblem] = useState<string>();
  const address = addressOf(source.workspace, hit, passage);
  if (address) return <a className="hit-link" href={address}>{children}</a>;
  const open = async () => {
    try {
      await follow(source, hit);
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown;
      setProblem(thrown.message);
    }
  };
  return (
    <>
      <button type="button" className="hit-link" onClick={() => void open()}>{children}</button>
      {problem && <span role="alert" className="field-error">{problem}</span>}
    </>
  );
}
