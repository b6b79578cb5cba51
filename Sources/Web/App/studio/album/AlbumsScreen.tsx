import { useState } from "react";
import { Button, EmptyState, FormDialog, Icon, Skeleton, Switch, TextField } from "../../design/mod.ts";
import { useAct } from "../../boards/acting.tsx";
import { ScreenHead } from "../../inbox/ScreenHead.tsx";
import { Trouble } from "../../inbox/Trouble.tsx";
import { usePlace } from "../../shell/place.ts";
import { navigate } from "../../shell/router.ts";
import { mint, useView } from "../../source/source.ts";
import { useWhole } from "../../source/views/whole.ts";
import { FilterBar } from "../gallery/FilterBar.tsx";
import type { Filter } from "../gallery/filters.ts";
import { TilePicture } from "../gallery/WorkTile.tsx";
import { counted } from "../words.ts";
import { asArtworkFilter } from "./smart.ts";

/** Albums by name: filled by hand, or by a filter. Requirement J-206. */
export function AlbumsScreen({ canEdit }: { readonly canEdit: boolean }) {
  const { items, problem } = useWhole("listAlbums");
  const [isMaking, setMaking] = useState(false);
  const to = usePlace();
  return (
    <div className="screen studio-screen">
      <ScreenHead title="Albums" detail={items && counted(items.length, "album")}>
        {canEdit && <Button kind="primary" icon="folder-plus" onClick={() => setMaking(true)}>New album</Button>}
      </ScreenHead>
      <Trouble problem={problem} />
      {!items && !problem && <Skeleton lines={4} label="Loading albums" />}
      {items?.length === 0 && (
        <EmptyState icon="images" title="No albums yet">
          Put works together: a summer, a school year, the best for grandma.
        </EmptyState>
      )}
      <ul className="album-grid" aria-label="Albums">
        {items?.map((album) => (
          <li key={album.id}>
            <a className="album-tile" href={to("studio", "albums", album.id)}>
              <Cover album={album.id} />
              <span className="work-tile-title">{album.name}</span>
              <span className="work-tile-detail">
                {counted(album.artworks, "work")}
                {album.smart && (
                  <>
                    {" · "}
                    <Icon name="funnel" /> fills itself
                  </>
                )}
              </span>
            </a>
          </li>
        ))}
      </ul>
      {isMaking && <NewAlbum onClose={() => setMaking(false)} />}
    </div>
  );
}

/** The first four works of an album. */
function Cover({ album }: { readonly album: string }) {
  const works = useView("showAlbum", { album }).value?.artworks.slice(0, 4) ?? [];
  return (
    <span className={works.length > 1 ? "album-cover is-many" : "album-cover"} aria-hidden="true">
      {works.length === 0 && <Icon name="images" />}
      {works.map((work) => (
        <span key={work.id}>
          <TilePicture work={work} />
        </span>
      ))}
    </span>
  );
}

function NewAlbum({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState("");
  const [isSmart, setSmart] = useState(false);
  const [filter, setFilter] = useState<Filter>({});
  const act = useAct();
  const to = usePlace();
  const make = async () => {
    if (!name.trim()) return;
    const album = mint();
    const about = { album, name: name.trim() };
    const isMade = await act(
      isSmart
        ? { type: "studio.createSmartAlbum", ...about, filter: asArtworkFilter(filter) }
        : { type: "studio.createAlbum", ...about },
      `Album “${name.trim()}” made`,
    );
    onClose();
    if (isMade) navigate(to("studio", "albums", album));
  };
  return (
    <FormDialog title="New album" submit="Make album" onSubmit={() => void make()} onClose={onClose}>
      <TextField label="Name" value={name} onChange={setName} maxLength={100} required data-autofocus />
      <Switch
        label="Fills itself"
        hint="Shows every work that a filter lets through, new ones too."
        isOn={isSmart}
        onChange={setSmart}
      />
      {isSmart && <FilterBar filter={filter} onChange={setFilter} />}
    </FormDialog>
  );
}
