import { useMemo, useState } from "react";

/** Works that are selected, in the order in which they were. */
export interface Selection {
  readonly ids: readonly string[];
  readonly has: (id: string) => boolean;
  readonly toggle: (id: string) => void;
  /** Selects everything from the one that was selected last up to this one. */
  readonly extend: (id: string, order: readonly string[]) => void;
  readonly clear: () => void;
}

/** A selection that begins empty, or with `first`. Requirements J-408, J-409. */
export function useSelection(first: readonly string[] = []): Selection {
  const [ids, setIds] = useState<readonly string[]>(first);
  return useMemo(() => {
    const set = new Set(ids);
    return {
      ids,
      has: (id) => set.has(id),
      toggle: (id) => setIds((now) => now.includes(id) ? now.filter((one) => one !== id) : [...now, id]),
      extend: (id, order) => {
        const from = order.indexOf(ids.at(-1) ?? id);
        const to = order.indexOf(id);
        const range = order.slice(Math.min(from, to), Math.max(from, to) + 1);
        setIds([...new Set([...ids, ...range])]);
      },
      clear: () => setIds([]),
    };
  }, [ids]);
}
