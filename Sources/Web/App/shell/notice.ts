/** One sentence for a person, shown where the undo banner is: why something could not be done. */

import { Problem } from "../source/source.ts";

/** A sentence, and its number: the same one twice is shown twice. */
export interface Notice {
  readonly id: number;
  readonly text: string;
}

let notice: Notice | undefined;
const watchers = new Set<() => void>();

/** Shows a sentence, and says it aloud. */
export function notify(text: string) {
  notice = { id: (notice?.id ?? 0) + 1, text };
  for (const changed of watchers) changed();
}

/** Does something, and shows why where it is refused. */
export async function telling(action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown;
    notify(thrown.message);
  }
}

/** The sentence that was shown last. */
export function currentNotice(): Notice | undefined {
  return notice;
}

/** Calls `changed` after each sentence, until what it returns is called. */
export function watchNotice(changed: () => void): () => void {
  watchers.add(changed);
  return () => watchers.delete(changed);
}
