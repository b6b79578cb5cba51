/** Speech written down by the service, for browsers that recognise none. Requirement N-302.2. */

import { record, recordFaults } from "../inbox/capture/recorder.ts";
import { ownLanguage, transcribe } from "../reading/asking.ts";
import { Problem } from "../source/source.ts";
import type { Listener } from "./speech.ts";

/** A search is a few words: after so long it ends by itself. */
const millisecondsMost = 30_000;

/** Records until what it returns is called, and tells what was said. Once `left` is aborted nothing is sent any more. */
export function dictate(workspace: string, { heard, failed, ended }: Listener, left: AbortSignal): () => void {
  const begun = record();
  let isOver = false;
  const end = async () => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    const recording = await begun;
    if (typeof recording === "string") return;
    const file = await recording.stop();
    if (left.aborted) return;
    try {
      heard((await transcribe(workspace, file, ownLanguage(), left)).trim());
    } catch (thrown) {
      if (left.aborted) return;
      if (!(thrown instanceof Problem)) throw thrown;
      failed(`${thrown.message} You can write instead.`);
    } finally {
      ended();
    }
  };
  const timer = setTimeout(() => void end(), millisecondsMost);
  left.addEventListener("abort", () => void end(), { once: true });
  void begun.then((recording) => {
    if (typeof recording !== "string") return;
    clearTimeout(timer);
    failed(recordFaults[recording]);
    ended();
  });
  return () => void end();
}
