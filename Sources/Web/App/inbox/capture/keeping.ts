/** A capture with a recording: the words at once, the recording attached as soon as there is a connection. */

import { forgetShared, keepForLater } from "../../source/storage/shared.ts";
import type { Source } from "../../source/source.ts";
import { capture } from "../batches.ts";

/** Captures words with a recording of them; a recording alone has its name for words. @throws {Problem} Then nothing is kept. */
export async function captureRecording(source: Source, words: string, recording: File): Promise<void> {
  const content = words.trim() ? words : recording.name.replace(/\.[^.]*$/, "");
  const command = capture(content);
  // Durable before anything is said of it: the upload may take long, and the window be closed meanwhile.
  const kept = { id: command.item, text: content, files: [recording], isCaptured: true };
  await keepForLater(kept, async () => {
    try {
      await source.perform(command);
    } catch (thrown) {
      await forgetShared(kept);
      throw thrown;
    }
  });
}
