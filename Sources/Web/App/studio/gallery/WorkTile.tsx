import { useEffect, useState } from "react";
import { Icon } from "../../design/mod.ts";
import { Picture } from "../../files/Picture.tsx";
import { usePlace } from "../../shell/place.ts";
import type { ArtworkImage, ArtworkLine } from "../../source/api.ts";
import { useSource } from "../../source/source.ts";
import { isUntouched, recipeOf } from "../pictures/recipe.ts";
import { WorkImage } from "../pictures/WorkPicture.tsx";
import { openAmong } from "../work/neighbours.ts";
import { sayDay, titleOf } from "../words.ts";

/** A work of a grid, as much as is said of it there. */
export type TileWork = Pick<ArtworkLine, "id" | "title" | "childName" | "date" | "images" | "favourite"> & {
  readonly digest: string | null;
};

/** A work in a grid: its picture, and its words for those who hear it. */
export function WorkTile({ work, among, isNameShown = false }: {
  readonly work: TileWork;
  /** The works of the list that it stands in: opened, one goes on to them. */
  readonly among: readonly TileWork[];
  readonly isNameShown?: boolean;
}) {
  const to = usePlace();
  return (
    <a
      className="work-tile"
      href={to("studio", "works", work.id)}
      aria-label={nameOf(work)}
      onClick={() => openAmong(among)}
    >
      <span className="work-tile-picture">
        <TilePicture work={work} isWhole />
        <Marks work={work} />
      </span>
      {isNameShown && (
        <span className="work-tile-text" aria-hidden="true">
          <span className="work-tile-title">{titleOf(work.title)}</span>
          <span className="work-tile-detail">{work.childName} · {sayDay(work.date, "medium")}</span>
        </span>
      )}
    </a>
  );
}

/** The first picture of a work, filling a square unless it is wanted whole; turned and cropped as it is seen everywhere. */
export function TilePicture({ work, isWhole = false }: {
  readonly work: Pick<TileWork, "id" | "digest">;
  readonly isWhole?: boolean;
}) {
  const image = useEditedImage(work.id);
  if (image) return <WorkImage image={image} size="320" alt="" isCovering={!isWhole} />;
  return work.digest ? <Picture file={{ sha256: work.digest }} size="320" alt="" /> : null;
}

/** How long a tile is in sight before it is asked how its picture was edited: those that fly by are not. */
const pauseMilliseconds = 120;

/** The first image of a work where it was turned, mirrored or cropped; lists of works do not say. */
function useEditedImage(artwork: string): ArtworkImage | undefined {
  const source = useSource();
  const [image, setImage] = useState<ArtworkImage>();
  useEffect(() => {
    const ends: (() => void)[] = [];
    let isOver = false;
    const ask = async () => {
      // Over the network one would ask for each tile: until this device answers, pictures are seen as they came.
      await source.settled;
      if (isOver || !source.isLocal) return;
      const watched = source.watch("showArtwork", { artwork });
      const look = () => {
        const first = watched.get().value?.images[0];
        setImage(first && !isUntouched(recipeOf(first)) ? first : undefined);
      };
      ends.push(watched.subscribe(look));
      look();
    };
    const timer = setTimeout(() => void ask(), pauseMilliseconds);
    return () => {
      isOver = true;
      clearTimeout(timer);
      ends.forEach((end) => end());
    };
  }, [source, artwork]);
  return image;
}

/** What stands on a picture: a heart, and how many there are. */
export function Marks({ work }: { readonly work: TileWork }) {
  return (
    <>
      {work.favourite && <Icon name="heart-fill" className="work-tile-heart" />}
      {work.images > 1 && (
        <span className="work-tile-count" aria-hidden="true">
          <Icon name="images" />
          {work.images}
        </span>
      )}
    </>
  );
}

/** A work in words: title, whose it is, and the day. */
export function nameOf(work: TileWork): string {
  return [
    titleOf(work.title),
    `by ${work.childName}`,
    sayDay(work.date),
    work.images > 1 ? `${work.images} pictures` : "",
    work.favourite ? "favourite" : "",
  ].filter(Boolean).join(", ");
}
