import { Icon } from "../../design/mod.ts";
import { usePlace } from "../../shell/place.ts";
import type { ArtworkLine } from "../../source/api.ts";
import { Picture } from "../../files/Picture.tsx";
import { sayDay } from "../words.ts";

/** A work of a grid, as much as is said of it there. */
export type TileWork = Pick<ArtworkLine, "id" | "title" | "childName" | "date" | "images" | "favourite"> & {
  readonly digest: string | null;
};

/** A work in a grid: its picture, and its words for those who hear it. */
export function WorkTile({ work, isNameShown = false }: { readonly work: TileWork; readonly isNameShown?: boolean }) {
  const to = usePlace();
  return (
    <a className="work-tile" href={to("studio", "works", work.id)} aria-label={nameOf(work)}>
      <span className="work-tile-picture">
        {work.digest && <Picture file={{ sha256: work.digest }} size="320" alt="" />}
        <Marks work={work} />
      </span>
      {isNameShown && (
        <span className="work-tile-text" aria-hidden="true">
          <span className="work-tile-title">{work.title}</span>
          <span className="work-tile-detail">{work.childName} · {sayDay(work.date, "medium")}</span>
        </span>
      )}
    </a>
  );
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
    work.title,
    `by ${work.childName}`,
    sayDay(work.date),
    work.images > 1 ? `${work.images} pictures` : "",
    work.favourite ? "favourite" : "",
  ].filter(Boolean).join(", ");
}
