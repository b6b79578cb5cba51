/** What went wrong, in words for a person. */

import type { Change } from "./api.ts";

/** An error as the service tells it (RFC 9457), and as the core tells it too. */
export class Problem extends Error {
  override readonly name = "Problem";
  constructor(
    /** The name of the error, such as `sequenceTaken`, or `offline`. */
    readonly code: string,
    /** Sentence for a person: what happened, to what, and what to do. */
    override readonly message: string,
    readonly status = 0,
    /** What others did meanwhile, where the code is `stale`. */
    readonly changes: readonly Change[] = [],
  ) {
    super(message);
  }

  /** True where it goes away without anybody doing anything. */
  get isPassing(): boolean {
    return this.code === "offline" || this.code === "closed" || this.status === 408 || this.status === 429 ||
      this.status >= 500;
  }

  /** True where nobody knows whether it was done: no answer came, or one that says nothing of it. */
  get mayBeDone(): boolean {
    return this.code === "offline" || this.code === "unexpected" || this.status >= 500;
  }
}
