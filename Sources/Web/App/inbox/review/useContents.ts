import { useEffect, useState } from "react";
import { useSource } from "../../source/source.ts";

/** The whole words of captures; one that is not there, or not yet, is left out. */
export function useContents(items: readonly string[]): ReadonlyMap<string, string> {
  const source = useSource();
  const [contents, setContents] = useState<ReadonlyMap<string, string>>(new Map());
  const key = [...new Set(items)].join();
  useEffect(() => {
    const watched = key.split(",").filter(Boolean).map((item) => [item, source.watch("showItem", { item })] as const);
    const look = () =>
      setContents(
        new Map(watched.flatMap(([item, view]) => {
          const content = view.get().value?.content;
          return content === undefined ? [] : [[item, content] as const];
        })),
      );
    const ends = watched.map(([, view]) => view.subscribe(look));
    look();
    return () => ends.forEach((end) => end());
  }, [source, key]);
  return contents;
}
