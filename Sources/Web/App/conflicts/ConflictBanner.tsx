import { lazy, Suspense, useEffect, useState } from "react";
import { Banner, Button } from "../design/mod.ts";

const ConflictDialog = lazy(() => import("./ConflictDialog.tsx").then((all) => ({ default: all.ConflictDialog })));

/** People who write together at once are in no conflict: they go on, and it is over. */
const restMs = 2000;

/** Says that a note was written in two places at once, and nobody has gone on since. Requirement N-402.3. */
export function ConflictBanner({ note, heads, before }: {
  readonly note: string;
  /** The last revisions of its text: several where it was written at once. */
  readonly heads: readonly number[];
  readonly before: () => Promise<void>;
}) {
  const [isShown, setShown] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const isApart = heads.length > 1;
  useEffect(() => {
    if (!isApart) return setShown(false);
    const timer = setTimeout(() => setShown(true), restMs);
    return () => clearTimeout(timer);
  }, [isApart, note]);
  return (
    <>
      {isShown && (
        <Banner
          icon="signpost-split"
          actions={<Button kind="quiet" onClick={() => setOpen(true)}>Compare</Button>}
        >
          This was written in two places at once. Both are in the text.
        </Banner>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <ConflictDialog note={note} before={before} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
