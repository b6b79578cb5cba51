import { useEffect, useState } from "react";
import { Problem, useSource } from "../source/source.ts";
import type { Found, Hit } from "./found.ts";

/** How many hits come at once. */
const pageSize = 50;

/** A search as it stands. */
export interface Search {
  readonly hits: readonly Hit[];
  /** How many were found in all; undefined until the answer is there. */
  readonly found: number | undefined;
  readonly problem: Problem | undefined;
  readonly isLoading: boolean;
  /** Asks for the next page; undefined where there is none. */
  readonly more: (() => void) | undefined;
}

/** Searches for what is asked, anew when that changes; what came before stays in sight until then. */
export function useSearch(query: string): Search {
  const source = useSource();
  const [pages, setPages] = useState<readonly Found[]>([]);
  const [problem, setProblem] = useState<Problem>();
  const [asked, setAsked] = useState<{ readonly query: string; readonly after?: string }>({ query });
  if (asked.query !== query) setAsked({ query });
  const [isLoading, setLoading] = useState(false);
  useEffect(() => {
    let isOver = false;
    setProblem(undefined);
    if (!asked.query.trim()) {
      setPages([]);
      return;
    }
    setLoading(true);
    const after = asked.after === undefined ? {} : { after: asked.after };
    source.ask("search", { q: asked.query, limit: pageSize, ...after }).then((page) => {
      if (!isOver) setPages((before) => asked.after === undefined ? [page] : [...before, page]);
    }, (thrown: unknown) => {
      if (isOver) return;
      if (asked.after === undefined) setPages([]);
      setProblem(thrown instanceof Problem ? thrown : new Problem("unknown", "Searching did not work. Try again."));
    }).finally(() => {
      if (!isOver) setLoading(false);
    });
    return () => {
      isOver = true;
    };
  }, [source, asked]);
  const next = pages.at(-1)?.next;
  return {
    hits: pages.flatMap((page) => page.hits),
    found: pages[0]?.found,
    problem,
    isLoading,
    more: next === undefined ? undefined : () => setAsked({ query, after: next }),
  };
}
