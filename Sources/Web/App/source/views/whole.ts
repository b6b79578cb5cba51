/** A long view as a whole: its pages one after another, each kept up to date. */

import { useMemo, useSyncExternalStore } from "react";
import type { ViewParameters } from "../api.ts";
import { type Shown, type Source, useSource, type View, type ViewName, type Watched } from "../source.ts";

/** Elements of a page: as many as the service gives. */
const pageSize = 500;

/** The most pages of a list that is looked through: of notes 10,000. */
export const pagesMost = 20;

/** Views that come in pages: of items, of notes, or as a list. */
export type LongView = {
  [N in ViewName]: View<N> extends
    { readonly items: readonly unknown[] } | { readonly notes: readonly unknown[] } | readonly unknown[]
    ? ViewParameters[N] extends { readonly after?: string | undefined } ? N : never
    : never;
}[ViewName];

type ItemOf<N extends LongView> = View<N> extends readonly (infer T)[] ? T
  : View<N> extends { readonly items: readonly (infer T)[] } ? T
  : View<N> extends { readonly notes: readonly (infer T)[] } ? T
  : never;

/** What is asked of a long view beside its page. */
type Asked<N extends LongView> = Omit<ViewParameters[N], "after" | "limit" | "at">;

/** The items of all pages that are there. `isWhole`: no more are on their way. `isCut`: there are more than were asked for. */
export interface Whole<T> {
  readonly items: readonly T[] | undefined;
  readonly problem: Shown<unknown>["problem"];
  readonly isWhole: boolean;
  readonly isCut: boolean;
}

/** All items of a long view, or those of its first pages, rendered again when they change. */
export function useWhole<N extends LongView>(name: N, asked?: Asked<N>, pages = Infinity): Whole<ItemOf<N>> {
  const source = useSource();
  const key = JSON.stringify(asked ?? {});
  const whole = useMemo(() => new WholeView<N>(source, name, JSON.parse(key) as Asked<N>, pages), [
    source,
    name,
    key,
    pages,
  ]);
  return useSyncExternalStore(whole.subscribe, whole.get);
}

interface WatchedPage<N extends LongView> {
  readonly after: string | undefined;
  readonly watched: Watched<Shown<View<N>>>;
  readonly end: () => void;
}

class WholeView<N extends LongView> {
  #pages: WatchedPage<N>[] = [];
  #shown: Whole<ItemOf<N>> = { items: undefined, problem: undefined, isWhole: false, isCut: false };
  readonly #watchers = new Set<() => void>();

  constructor(readonly source: Source, readonly name: N, readonly asked: Asked<N>, readonly pages: number) {
    // Whatever is there already is shown at once.
    this.#link();
  }

  readonly get = (): Whole<ItemOf<N>> => this.#shown;

  readonly subscribe = (changed: () => void): () => void => {
    this.#watchers.add(changed);
    if (this.#watchers.size === 1) {
      this.#pages = [];
      this.#link();
    }
    return () => {
      this.#watchers.delete(changed);
      if (this.#watchers.size > 0) return;
      for (const { end } of this.#pages) end();
      this.#pages = [];
    };
  };

  /** Watches each page from where the one before it ends, and lets go of those that are none any more. */
  #link(): void {
    let after: string | undefined;
    for (let place = 0;; place += 1) {
      if (!this.#pages[place] || this.#pages[place]?.after !== after) this.#watchFrom(place, after);
      const shown = this.#pages[place]?.watched.get();
      if (!shown?.value || !shown.next || place + 1 >= this.pages) {
        for (const { end } of this.#pages.splice(place + 1)) end();
        return this.#tell(shown);
      }
      after = shown.next;
    }
  }

  #watchFrom(place: number, after: string | undefined): void {
    for (const { end } of this.#pages.splice(place)) end();
    const parameters = { ...this.asked, limit: pageSize, ...(after ? { after } : {}) } as unknown as ViewParameters[N];
    const watched = this.source.watch(this.name, parameters);
    const end = this.#watchers.size > 0 ? watched.subscribe(() => this.#link()) : () => undefined;
    this.#pages.push({ after, watched, end });
  }

  /** While a later page is on its way, what was whole before stays. */
  #tell(last: Shown<View<N>> | undefined): void {
    const isWhole = last?.value !== undefined;
    if (!isWhole && this.#shown.isWhole && !last?.problem) return;
    const parts = this.#pages.map(({ watched }) => itemsOf<N>(watched.get().value));
    const items = parts[0] && parts.flatMap((part) => part ?? []);
    this.#shown = { items, problem: last?.problem, isWhole, isCut: last?.next !== undefined };
    for (const changed of [...this.#watchers]) changed();
  }
}

function itemsOf<N extends LongView>(value: View<N> | undefined): readonly ItemOf<N>[] | undefined {
  const page = value as { readonly items?: unknown; readonly notes?: unknown } | undefined;
  const list: unknown = Array.isArray(value) ? value : page?.items ?? page?.notes;
  return list as readonly ItemOf<N>[] | undefined;
}
