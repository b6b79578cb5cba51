import { useCallback, useMemo, useSyncExternalStore } from "react";
import { useAccess } from "../../shell/access.ts";
import type { Child } from "../../source/api.ts";
import { type Shown, type Source, useSource } from "../../source/source.ts";

/**
 * The children that one sees, without those in the trash. A member who sees some children only is refused the list of all, and
 * asks for each of theirs.
 */
export function useFamily(): Shown<readonly Child[]> {
  const source = useSource();
  const { reach } = useAccess();
  const key = reach?.join(" ");
  const family = useMemo(() => new FamilyView(source, key?.split(" ")), [source, key]);
  return useSyncExternalStore(
    useCallback((changed) => family.subscribe(changed), [family]),
    useCallback(() => family.get(), [family]),
  );
}

/** One view made of several: the same object as long as none of them changed. */
class FamilyView {
  readonly #parts;
  #former: readonly unknown[] = [];
  #shown: Shown<readonly Child[]> = { value: undefined, problem: undefined, isLoading: true };

  constructor(source: Source, reach: readonly string[] | undefined) {
    const watched = reach
      ? reach.map((child) => source.watch("showChild", { child }))
      : [source.watch("listChildren", {})];
    this.#parts = watched;
  }

  subscribe(changed: () => void): () => void {
    const ends = this.#parts.map((part) => part.subscribe(changed));
    return () => ends.forEach((end) => end());
  }

  get(): Shown<readonly Child[]> {
    const parts: readonly Shown<Child | readonly Child[]>[] = this.#parts.map((part) => part.get());
    if (parts.length === this.#former.length && parts.every((part, place) => part === this.#former[place])) {
      return this.#shown;
    }
    this.#former = parts;
    const isLoading = parts.some((part) => part.isLoading);
    const values = parts.flatMap(({ value }) => value ?? []);
    const isThere = parts.every(({ value }) => value !== undefined);
    // A child that is gone, or not shared any more, is left out; with all of them gone it is said why.
    const problem = values.length === 0 ? parts.find((part) => part.problem)?.problem : undefined;
    const value = isThere || (values.length > 0 && !isLoading)
      ? values.filter(({ state }) => state === "live")
      : undefined;
    this.#shown = { value, problem, isLoading };
    return this.#shown;
  }
}
