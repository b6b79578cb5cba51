/** The views that screens watch, kept as long as somebody may come back to them. */

import { asProblem } from "../service/service.ts";
import type { Shown, Watched } from "../source.ts";
import { shared, Value } from "../watched.ts";

/** A view as it was answered: what it says, the record it is of, and where the next page begins. */
export interface Loaded {
  readonly value: unknown;
  readonly sequence: number;
  readonly next: string | undefined;
}

/** Views by path. Those that are watched are loaded anew when something changed; those that are not, when they are watched again. */
export class ViewCache {
  readonly #entries = new Map<string, Entry>();
  readonly #load: (path: string) => Promise<Loaded>;

  constructor(load: (path: string) => Promise<Loaded>) {
    this.#load = load;
  }

  /** The same object for the same path, as long as it is watched or was lately. */
  watch(path: string): Watched<Shown<unknown>> {
    const known = this.#entries.get(path);
    if (known) {
      // Anew at the end: the first are the ones that were not asked for longest.
      this.#entries.delete(path);
      this.#entries.set(path, known);
      return known;
    }
    const entry = new Entry(() => this.#load(path));
    this.#entries.set(path, entry);
    this.#prune();
    return entry;
  }

  /** Loads what is watched anew. Resolves when all of it is there, or said why not. */
  async refresh(): Promise<void> {
    const loading: Promise<void>[] = [];
    for (const entry of this.#entries.values()) {
      entry.isStale = true;
      if (entry.isWatched) loading.push(entry.load());
    }
    await Promise.all(loading);
  }

  /** The record that everything shown has at least; 0 where nothing is shown. */
  get sequence(): number {
    const shown = [...this.#entries.values()].filter(({ isWatched, sequence }) => isWatched && sequence > 0);
    return shown.length === 0 ? 0 : Math.min(...shown.map(({ sequence }) => sequence));
  }

  /** The newest record of anything that is shown. */
  get newest(): number {
    return Math.max(0, ...[...this.#entries.values()].map((entry) => entry.isWatched ? entry.sequence : 0));
  }

  #prune(): void {
    for (const [path, entry] of this.#entries) {
      if (this.#entries.size <= keptMost) return;
      if (!entry.isWatched && !entry.isLoading) this.#entries.delete(path);
    }
  }
}

const keptMost = 100;

class Entry implements Watched<Shown<unknown>> {
  isStale = true;
  sequence = 0;
  readonly #shown = new Value<Shown<unknown>>({ value: undefined, problem: undefined, isLoading: true });
  readonly #fetch: () => Promise<Loaded>;
  #loading: Promise<void> | undefined;

  constructor(fetch: () => Promise<Loaded>) {
    this.#fetch = fetch;
    void this.load();
  }

  get isWatched(): boolean {
    return this.#shown.watcherCount > 0;
  }

  get isLoading(): boolean {
    return this.#loading !== undefined;
  }

  get(): Shown<unknown> {
    return this.#shown.get();
  }

  subscribe(changed: () => void): () => void {
    const end = this.#shown.subscribe(changed);
    if (this.isStale && !this.#loading) void this.load();
    return end;
  }

  /** Loads it; where that is under way, once more after it: it may have begun before the change. */
  load(): Promise<void> {
    this.#loading ??= this.#loadAll().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  async #loadAll(): Promise<void> {
    do {
      this.isStale = false;
      const former = this.#shown.get();
      try {
        const { value, sequence, next } = await this.#fetch();
        this.sequence = sequence;
        const fresh = { value: shared(former.value, value), problem: undefined, isLoading: false, next };
        const isSame = fresh.value === former.value && next === former.next;
        if (former.isLoading || former.problem || !isSame) this.#shown.set(fresh);
      } catch (thrown) {
        const problem = asProblem(thrown);
        // What was there once is better than nothing while the service cannot be reached, or has too much to do.
        const value = problem.isPassing ? former.value : undefined;
        const isSame = former.problem?.code === problem.code && former.problem.message === problem.message;
        if (!isSame || former.value !== value) this.#shown.set({ value, problem, isLoading: false });
      }
    } while (this.isStale && this.isWatched);
  }
}
