import { useEffect, useState } from "react";
import { Button } from "../design/mod.ts";
import { Problem, type RefusedChange, useSource } from "../source/source.ts";
import { bothOf, type StaleChange, staleChange } from "./staleChange.ts";

/** Both versions of words that were replaced in two places, with a choice. Requirement N-402.3. */
export function Stale({ change, isBusy, act }: {
  readonly change: RefusedChange;
  readonly isBusy: boolean;
  readonly act: (action: Promise<void>) => Promise<void>;
}) {
  const source = useSource();
  const [stale, setStale] = useState<StaleChange>();
  useEffect(() => {
    let isOver = false;
    staleChange(source, change).then(
      (found) => !isOver && setStale(found),
      (thrown) => {
        if (!(thrown instanceof Problem)) throw thrown;
      },
    );
    return () => {
      isOver = true;
    };
  }, [source, change.id]);
  if (!stale) return null;
  const put = async (words: string) => {
    await source.perform(stale.command(words), "Kept");
    await source.discard(change);
  };
  const others = [...new Set(change.problem.changes.map(({ actorName }) => actorName))].join(", ");
  return (
    <>
      <dl className="stale">
        <dt>Yours</dt>
        <dd>{stale.mine}</dd>
        <dt>There now{others && `, by ${others}`}</dt>
        <dd>{stale.theirs}</dd>
      </dl>
      <div className="banner-actions">
        <Button isBusy={isBusy} onClick={() => act(put(stale.mine))}>Keep mine</Button>
        <Button isBusy={isBusy} onClick={() => act(source.discard(change))}>Keep theirs</Button>
        <Button isBusy={isBusy} onClick={() => act(put(bothOf(stale)))}>Keep both</Button>
      </div>
    </>
  );
}
