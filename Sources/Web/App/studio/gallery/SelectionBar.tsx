import { useId } from "react";
import { Button, IconButton, Menu } from "../../design/mod.ts";
import { useAct } from "../../boards/acting.tsx";
import { notify } from "../../shell/notice.ts";
import { useAccess } from "../../shell/access.ts";
import { useShortcuts } from "../../shell/commands/shortcuts.ts";
import type { ArtworkLine } from "../../source/api.ts";
import { useView } from "../../source/source.ts";
import { counted } from "../words.ts";
import type { Selection } from "./useSelection.ts";
import { TilePicture } from "./WorkTile.tsx";

/** Works that a story is told around: Sources/Studio/Story. */
export const storyWorks = { least: 2, most: 5 } as const;

/** What can be done with the works that are selected, and which they are. Requirements J-409, J-410. */
export function SelectionBar({ selection, works, onStory }: {
  readonly selection: Selection;
  readonly works: readonly ArtworkLine[];
  readonly onStory: (works: readonly ArtworkLine[]) => void;
}) {
  const act = useAct();
  const hint = useId();
  // Albums are the family's.
  const { reach } = useAccess();
  const albums = useView("listAlbums", { limit: 500 }).value?.filter(({ smart }) => !smart) ?? [];
  useShortcuts("Selection", [{ keys: "Escape", label: "Select nothing", run: selection.clear }]);
  const chosen = selection.ids.flatMap((id) => works.find((work) => work.id === id) ?? []);
  const count = chosen.length;
  if (count === 0) return null;
  const rule = count < storyWorks.least
    ? `Select at least ${storyWorks.least} works for a story`
    : count > storyWorks.most
    ? `A story has at most ${storyWorks.most} works`
    : undefined;
  const areAllFavourites = chosen.every(({ favourite }) => favourite);
  const favour = () =>
    void act(
      chosen.filter(({ favourite }) => favourite === areAllFavourites).map(({ id }) => ({
        type: areAllFavourites ? "studio.unfavouriteArtwork" : "studio.favouriteArtwork",
        artwork: id,
      })),
      areAllFavourites
        ? `${counted(count, "work")} no longer favourites`
        : count === 1
        ? "1 work is a favourite"
        : `${count} works are favourites`,
    );
  const trash = async () => {
    const commands = chosen.map(({ id }) => ({ type: "studio.trashArtwork", artwork: id } as const));
    if (await act(commands, `${counted(count, "work")} moved to the trash`)) selection.clear();
  };
  const collect = async (album: string, name: string) => {
    const commands = chosen.map(({ id }) => ({ type: "studio.addToAlbum", album, artwork: id } as const));
    if (await act(commands, `${counted(count, "work")} added to ${name}`)) selection.clear();
  };
  return (
    <section className="selection-bar" aria-label="Selection">
      <div className="selection-works" aria-hidden="true">
        {chosen.slice(0, 5).map((work) => (
          <span key={work.id} className="selection-work">
            <TilePicture work={work} />
          </span>
        ))}
      </div>
      <p className="selection-count" role="status">{count} selected</p>
      <div className="selection-actions">
        <Button
          kind="primary"
          icon="book"
          aria-disabled={rule !== undefined}
          aria-describedby={rule ? hint : undefined}
          title={rule}
          onClick={() => rule ? notify(`${rule}.`) : onStory(chosen)}
        >
          Create story
        </Button>
        {albums.length > 0 && !reach && (
          <Menu
            label="Add to album"
            icon="folder-plus"
            sections={[
              albums.map(({ id, name }) => ({ label: name, icon: "images", onSelect: () => void collect(id, name) })),
            ]}
          />
        )}
        <IconButton
          icon={areAllFavourites ? "heart-fill" : "heart"}
          label={areAllFavourites ? "No longer favourites" : "Make favourites"}
          onClick={favour}
        />
        <IconButton icon="trash3" label="Move to the trash" onClick={() => void trash()} />
        <IconButton icon="x-lg" label="Select nothing" keys="Esc" onClick={selection.clear} />
      </div>
      {rule && <p id={hint} className="selection-hint">{rule}.</p>}
    </section>
  );
}
