/**
 * Keeps what is typed from going with its page: it is handed over when the page may be going, and while it is not kept, the browser asks
 * before it leaves. What was handed over is kept by the worker while it asks.
 */
export class PageHold {
  readonly #flush: () => void;
  #isUnsaved = false;
  readonly #going = () => this.#flush();
  readonly #leaving = (event: BeforeUnloadEvent) => {
    this.#flush();
    event.preventDefault();
  };

  constructor(flush: () => void) {
    this.#flush = flush;
    addEventListener("pagehide", this.#going);
    document.addEventListener("visibilitychange", this.#going);
    document.addEventListener("freeze", this.#going);
  }

  /** Says whether something was typed that is not kept. A page that asks before it is left is kept by no browser for going back to it. */
  set isUnsaved(isUnsaved: boolean) {
    if (isUnsaved === this.#isUnsaved) return;
    this.#isUnsaved = isUnsaved;
    if (isUnsaved) addEventListener("beforeunload", this.#leaving);
    else removeEventListener("beforeunload", this.#leaving);
  }

  end(): void {
    this.isUnsaved = false;
    removeEventListener("pagehide", this.#going);
    document.removeEventListener("visibilitychange", this.#going);
    document.removeEventListener("freeze", this.#going);
  }
}
