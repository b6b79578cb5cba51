import { useEffect, useRef } from "react";
import { isOffline } from "../../files/attaching.ts";
import { useSession } from "../../source/session.ts";
import { Problem, type Source, useSource } from "../../source/source.ts";
import { type ThoughtStore, watchThoughts, withThoughts } from "../../source/storage/thoughts.ts";

const lock = "daybook-thoughts";

/** Told of a thought that cannot be captured as it is, and why: its words are the person's to change. */
type Refused = (content: string, problem: Problem) => void;

/** Takes the thoughts that the small window kept before it had the app into the inbox: those of the workspace that is shown. */
export function useThoughts(refused: Refused): void {
  const latest = useRef(refused);
  latest.current = refused;
  const source = useSource();
  const session = useSession();
  const user = session.kind === "signedIn" && !session.visit ? session.user : undefined;
  useEffect(() => {
    if (!user || !("indexedDB" in globalThis)) return;
    let isWaiting = false;
    // One window after another: what the first one took, the others do not find.
    const take = () =>
      void navigator.locks?.request(lock, async () => {
        const taken = await withThoughts(user, (store) => takeAll(source, store, (...why) => latest.current(...why)));
        isWaiting = taken === "waiting";
      });
    take();
    const ends = [
      watchThoughts(source.workspace, take),
      source.sync.subscribe(() => {
        if (isWaiting && !isOffline(source)) take();
      }),
    ];
    return () => ends.forEach((end) => end());
  }, [source, user]);
}

/** @returns `waiting` where something has to be tried again. */
async function takeAll(source: Source, store: ThoughtStore, refused: Refused): Promise<"done" | "waiting"> {
  for (const { id, workspace, content, captured } of await store.all()) {
    if (workspace !== source.workspace) continue;
    try {
      await source.perform({ type: "capture.captureItem", item: id, content, captured });
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown;
      if (!isRefusal(thrown)) return "waiting";
      refused(content, thrown);
    }
    await store.forget(id);
  }
  return "done";
}

/** True where a rule says no; what else is in the way passes. */
function isRefusal({ code, status }: Problem): boolean {
  return code.startsWith("capture.") || status === 403;
}
