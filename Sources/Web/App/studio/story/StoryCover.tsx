import { useEffect, useRef, useState } from "react";
import { Icon } from "../../design/mod.ts";
import { Problem, useSource } from "../../source/source.ts";
import { TilePicture, type TileWork } from "../gallery/WorkTile.tsx";
import { shownVersion } from "./request.ts";

/** The picture that a story begins with, once its tile is in sight; a book where there is none. */
export function StoryCover({ story }: { readonly story: string }) {
  const source = useSource();
  const cover = useRef<HTMLSpanElement>(null);
  const [work, setWork] = useState<Pick<TileWork, "id" | "digest">>();
  useEffect(() => {
    const element = cover.current;
    if (!element) return;
    const ends: (() => void)[] = [];
    let isOver = false;
    const show = async (first: string) => {
      try {
        const { artwork: { id, digest } } = await source.ask("showArtwork", { artwork: first });
        if (!isOver) setWork({ id, digest });
      } catch (thrown) {
        // The work cannot be seen any more.
        if (!(thrown instanceof Problem)) throw thrown;
      }
    };
    const watch = async () => {
      // Over the network one would ask twice for each tile: until this device answers, there are books.
      await source.settled;
      if (isOver || !source.isLocal) return;
      const watched = source.watch("showStory", { story });
      let shown: string | undefined;
      const look = () => {
        const { value } = watched.get();
        const first = value && shownVersion(value, undefined)?.artworks[0];
        if (!first || first === shown) return;
        shown = first;
        void show(first);
      };
      ends.push(watched.subscribe(look));
      look();
    };
    const watcher = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      watcher.disconnect();
      void watch();
    });
    watcher.observe(element);
    return () => {
      isOver = true;
      watcher.disconnect();
      ends.forEach((end) => end());
    };
  }, [source, story]);
  return (
    <span ref={cover} className="story-cover" aria-hidden="true">
      {work?.digest ? <TilePicture work={work} /> : <Icon name="book" />}
    </span>
  );
}
