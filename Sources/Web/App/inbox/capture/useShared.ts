import { useEffect } from "react";
import { attachFiles, isOffline } from "../../files/attaching.ts";
import { notify } from "../../shell/notice.ts";
import type { Command } from "../../source/api.ts";
import { Problem, type Source, useSource } from "../../source/source.ts";
import { allShared, forgetShared, later, type Shared } from "../../source/storage/shared.ts";

const lock = "daybook-shared";

/** Takes what other programs shared into the inbox: text at once, files as soon as there is a connection. */
export function useShared(): void {
  const source = useSource();
  useEffect(() => {
    let isWaiting = false;
    let isAsking = false;
    const ending = new AbortController();
    // Another page may be at it, such as the one that this took the place of and that will not end it: what it leaves is taken then.
    const take = async () => {
      if (isAsking || !navigator.locks) return;
      isAsking = true;
      try {
        await navigator.locks.request(lock, { signal: ending.signal }, async () => {
          isAsking = false;
          isWaiting = await takeAll(source);
        });
      } catch (thrown) {
        if (thrown !== ending.signal.reason) throw thrown;
      }
    };
    void take();
    const ends = [
      source.sync.subscribe(() => {
        if (isWaiting && !isOffline(source)) void take();
      }),
      later.subscribe(() => void take()),
      () => ending.abort(),
    ];
    return () => ends.forEach((end) => end());
  }, [source]);
}

/** @returns whether something waits for a connection. */
async function takeAll(source: Source): Promise<boolean> {
  let isWaiting = false;
  for (const shared of await allShared()) {
    if (shared.files.length > 0 && isOffline(source)) {
      notify("Files need a connection. They wait on this device, and come to the inbox when there is one.");
      isWaiting = true;
      continue;
    }
    try {
      await take(source, shared);
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown;
      notify(thrown.code === "offline" ? "What you shared waits until there is a connection." : thrown.message);
      if (thrown.code === "offline") {
        isWaiting = true;
        continue;
      }
      if (shared.text && shared.files.length > 0 && !shared.isCaptured) await take(source, { ...shared, files: [] });
    }
    await forgetShared(shared);
  }
  return isWaiting;
}

async function take(source: Source, { id, text, files, isCaptured = false }: Shared): Promise<void> {
  const capture: Command = {
    type: "capture.captureItem",
    item: id,
    content: text || files.map(({ name }) => name).join("\n"),
    captured: new Date().toISOString(),
  };
  if (files.length === 0) return await source.perform(capture, "Added to the inbox");
  await attachFiles(source, { kind: "item", id }, files, {
    told: () => undefined,
    signal: new AbortController().signal,
    first: () => Promise.resolve(isCaptured ? [] : [capture]),
  });
}
