import { useEffect, useState } from "react";
import { Problem, useSource } from "../source/source.ts";
import { findSimilar } from "./asking.ts";

/** Places that are offered at most. */
const most = 3;

/**
 * The folders, or plans and lists, where things like this one are, by their identifiers. None without a network or without the model: they
 * are an offer, and all places are there without it.
 */
export function useSuggestedPlaces(thing: string | undefined, kind: "folder" | "collection"): readonly string[] {
  const source = useSource();
  const [places, setPlaces] = useState<readonly string[]>([]);
  useEffect(() => {
    setPlaces([]);
    if (!thing) return;
    const asking = new AbortController();
    findSimilar(source, thing, kind, asking.signal).then(
      ({ things }) => asking.signal.aborted || setPlaces(things.slice(0, most).map(({ id }) => id)),
      (thrown: unknown) => {
        if (!asking.signal.aborted && !(thrown instanceof Problem)) throw thrown;
      },
    );
    return () => asking.abort();
  }, [source, thing, kind]);
  return places;
}
