import { useEffect, useState } from "react";
import type { ArtworkImage } from "../../source/api.ts";
import { Problem, useSource } from "../../source/source.ts";
import type { StoryWork } from "./StorySheet.tsx";

/** A work of a story, with the picture that illustrates it. */
export interface IllustratedWork extends StoryWork {
  readonly image: ArtworkImage | undefined;
  /** What an analysis saw in it; empty where none said. */
  readonly description: string;
}

/** The works of a story in its order; one that cannot be seen any more is left out. */
export function useStoryWorks(ids: readonly string[]): readonly IllustratedWork[] {
  const source = useSource();
  const [works, setWorks] = useState<readonly IllustratedWork[]>([]);
  const key = ids.join();
  useEffect(() => {
    let isOver = false;
    const ask = async (artwork: string): Promise<readonly IllustratedWork[]> => {
      try {
        const { artwork: { id, title, child, childName, digest }, images, description = "" } = await source.ask(
          "showArtwork",
          {
            artwork,
          },
        );
        return [{ id, title, child, childName, digest, image: images[0], description }];
      } catch (thrown) {
        if (thrown instanceof Problem) return [];
        throw thrown;
      }
    };
    void Promise.all(key ? key.split(",").map(ask) : []).then((all) => {
      if (!isOver) setWorks(all.flat());
    });
    return () => {
      isOver = true;
    };
  }, [source, key]);
  return works;
}
