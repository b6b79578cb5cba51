import { useEffect } from "react";
import { isOffline } from "../../files/attaching.ts";
import { notify } from "../../shell/notice.ts";
import { useSession } from "../../source/session.ts";
import { Problem, type Source, useSource } from "../../source/source.ts";
import { type ThoughtStore, watchThoughts, withThoughts } from "../../source/storage/thoughts.ts";

const lock = "daybook-thoughts";

/** Takes the thoughts that the small window kept before it had the app into the inbox: those of the workspace that is shown. */
export function useThoughts(): void {
  const source = useSource();
  const session = useSession();
  const user = session.kind === "signedIn" && !session.visit ? session.user : undefined;
  useEffect(() => {
    if (!user || !("indexedDB" in globalThis)) return;
    let isWaiting = false;
    // One window after another: what the first one took, the others do not find.
    const take = () =>
      void navigator.locks?.request(lock, async () => {
        isWaiting = await withThoughts(user, (store) => takeAll(source, store));
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

/** @returns whether something waits for a connection. */
async function takeAll(source: Source, store: ThoughtStore): Promise<boolean> {
  for (const { id, workspace, content, captured } of await store.all()) {
    if (workspace !== source.workspace) continue;
    try {
      await source.perform({ type: "capture.captureItem", item: id, content, captured });
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown;
      if (thrown.code === "offline") return true;
      // It stays, for a person to try again once what is in the way is gone.
      notify(thrown.message);
      continue;
    }
    await store.forget(id);
  }
  return false;
}
