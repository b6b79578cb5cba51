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
    let isLooking = false;
    let isOver = false;
    const look = async () => {
      // Over the network one would ask twice for each tile: until this device answers, there are books.
      if (isLooking || isOver || !source.isLocal) return;
      isLooking = true;
      try {
        const first = shownVersion(await source.ask("showStory", { story }), undefined)?.artworks[0];
        // Not told yet, or not on this device yet: looked for again when something has come.
        if (!first) return;
        const { artwork: { id, digest } } = await source.ask("showArtwork", { artwork: first });
        if (!isOver) setWork({ id, digest });
        end();
      } catch (thrown) {
        // The work cannot be seen any more.
        if (!(thrown instanceof Problem)) throw thrown;
      } finally {
        isLooking = false;
      }
    };
    const end = () => {
      isOver = true;
      watcher.disconnect();
      ends.forEach((one) => one());
    };
    const watcher = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      watcher.disconnect();
      ends.push(source.sync.subscribe(() => void look()));
      void look();
    });
    watcher.observe(element);
    return end;
  }, [source, story]);
  return (
    <span ref={cover} className="story-cover" aria-hidden="true">
      {work?.digest ? <TilePicture work={work} /> : <Icon name="book" />}
    </span>
  );
}
