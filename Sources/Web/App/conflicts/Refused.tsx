import { Suspense, useEffect, useState } from "react";
import { Button } from "../design/mod.ts";
import { later } from "../shell/later.tsx";
import { copied } from "../sharing/ReadOnlyLinks.tsx";
import { asProblem } from "../source/service/service.ts";
import { type RefusedChange, useSource } from "../source/source.ts";
import { keepAtTop, nameOf, reasonOf, spokenType, writtenIn } from "./refusedChange.ts";

const Stale = later(async () => (await import("./Stale.tsx")).Stale);

/** One change that the service refused: what it was, and all that was written in it; to be tried again or given up. */
export function Refused({ change }: { readonly change: RefusedChange }) {
  const source = useSource();
  const [name, setName] = useState<string>();
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    let isOver = false;
    void nameOf(source, change.commands).then((found) => {
      if (!isOver) setName(found);
    });
    return () => {
      isOver = true;
    };
  }, [source, change.id]);
  const act = async (action: Promise<void>) => {
    setBusy(true);
    try {
      await action;
    } catch (thrown) {
      setFault(asProblem(thrown).message);
    }
    setBusy(false);
  };
  const written = writtenIn(change.commands);
  const atTop = keepAtTop(source, change);
  return (
    <li className="refused-change">
      <strong>
        {change.commands.map(({ type }) => spokenType(type)).join(", ")}
        {name && `: ${name}`}
      </strong>
      <p>{fault ?? reasonOf(change.problem)}</p>
      {written && (
        <details>
          <summary>What you wrote</summary>
          <pre tabIndex={0} aria-label="What you wrote">{written}</pre>
          <Button icon="clipboard" onClick={() => void copied(written, "Text copied")}>Copy text</Button>
        </details>
      )}
      {change.problem.code === "stale" && (
        <Suspense fallback={null}>
          <Stale change={change} isBusy={isBusy} act={act} />
        </Suspense>
      )}
      <div className="banner-actions">
        <Button kind="plain" isBusy={isBusy} onClick={() => act(source.retry(change))}>Try again</Button>
        {atTop && <Button kind="plain" isBusy={isBusy} onClick={() => act(atTop())}>Keep it outside of folders</Button>}
        <Button kind="quiet" isBusy={isBusy} onClick={() => act(source.discard(change))}>Discard</Button>
      </div>
    </li>
  );
}
