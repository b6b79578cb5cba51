/** Values that change, and those who watch them. */

import type { Watched } from "./source.ts";

/** A value that its owner sets and others watch. */
export class Value<T> implements Watched<T> {
  #value: T;
  readonly #watchers = new Set<() => void>();

  constructor(value: T) {
    this.#value = value;
  }

  get(): T {
    return this.#value;
  }

  /** Sets it, and tells those who watch where it is another object. */
  set(value: T): void {
    if (value === this.#value) return;
    this.#value = value;
    for (const changed of [...this.#watchers]) changed();
  }

  subscribe(changed: () => void): () => void {
    this.#watchers.add(changed);
    return () => this.#watchers.delete(changed);
  }

  /** Number of those who watch. */
  get watcherCount(): number {
    return this.#watchers.size;
  }
}

/** @returns `fresh`, in which everything that is as it was is the very object of `former`: what did not change is not rendered. */
export function shared<T>(former: unknown, fresh: T): T {
  if (Object.is(former, fresh)) return fresh;
  if (typeof fresh !== "object" || fresh === null || typeof former !== "object" || former === null) return fresh;
  if (Array.isArray(fresh)) return Array.isArray(former) ? sharedList(former, fresh) as T : fresh;
  return Array.isArray(former) ? fresh : sharedFields(former as Fields, fresh as Fields) as T;
}

type Fields = Readonly<Record<string, unknown>>;

/** Elements are found again by their `id`, wherever they moved to; those without one by their place. */
function sharedList(former: readonly unknown[], fresh: readonly unknown[]): readonly unknown[] {
  const byId = new Map<unknown, unknown>();
  for (const one of former) {
    const id = idOf(one);
    if (id !== undefined) byId.set(id, one);
  }
  const list = fresh.map((one, place) => shared(byId.get(idOf(one)) ?? former[place], one));
  return list.length === former.length && list.every((one, place) => one === former[place]) ? former : list;
}

function idOf(value: unknown): unknown {
  return typeof value === "object" && value !== null && "id" in value ? value.id : undefined;
}

function sharedFields(former: Fields, fresh: Fields): Fields {
  const names = Object.keys(fresh);
  const result: Record<string, unknown> = {};
  let isSame = names.length === Object.keys(former).length;
  for (const name of names) {
    result[name] = shared(former[name], fresh[name]);
    isSame = isSame && Object.hasOwn(former, name) && result[name] === former[name];
  }
  return isSame ? former : result;
}
