import { useState } from "react";
import { Button, EmptyState, FormDialog, Icon, IconButton, Menu, Skeleton, TextField } from "../../design/mod.ts";
import { useAct } from "../../boards/acting.tsx";
import { ScreenHead } from "../../inbox/ScreenHead.tsx";
import { usePlace } from "../../shell/place.ts";
import { navigate } from "../../shell/router.ts";
import { useView, type View } from "../../source/source.ts";
import { WorkTile } from "../gallery/WorkTile.tsx";
import { ShareWork } from "../work/ShareWork.tsx";
import { counted } from "../words.ts";
import { sayFilter } from "./smart.ts";
import { useFamily } from "../child/useFamily.ts";

type Album = View<"showAlbum">;

/** One album with its works in their order. Requirements J-206, B-62. */
export function AlbumScreen({ album: id, canEdit }: { readonly album: string; readonly canEdit: boolean }) {
  const { value: album, problem } = useView("showAlbum", { album: id });
  const family = useFamily().value ?? [];
  const [open, setOpen] = useState<"name" | "share">();
  const act = useAct();
  const to = usePlace();
  if (problem) {
    return (
      <EmptyState
        icon="exclamation-circle"
        title="This album cannot be shown"
        action={<a href={to("studio", "albums")}>All albums</a>}
      >
        {problem.message}
      </EmptyState>
    );
  }
  if (!album) return <Skeleton lines={5} label="Loading the album" />;
  const isLive = album.state === "live";
  const trash = async () => {
    if (await act({ type: "studio.trashAlbum", album: id }, `“${album.name}” moved to the trash`)) {
      navigate(to("studio", "albums"));
    }
  };
  const name = (child: string) => family.find((one) => one.id === child)?.name ?? "a child";
  return (
    <div className="screen studio-screen">
      <ScreenHead
        title={album.name}
        detail={counted(album.artworks.length, "work") +
          (album.filter ? ` · fills itself: ${sayFilter(album.filter, name)}` : "")}
      >
        {canEdit && isLive && (
          <>
            <IconButton icon="share" label="Share" onClick={() => setOpen("share")} />
            <Menu
              label="More for this album"
              icon="three-dots"
              sections={[
                [{ label: "Rename", icon: "pencil", onSelect: () => setOpen("name") }],
                [{ label: "Move to the trash", icon: "trash3", isDanger: true, onSelect: () => void trash() }],
              ]}
            />
          </>
        )}
      </ScreenHead>
      {!isLive && canEdit && (
        <Button onClick={() => void act({ type: "studio.restoreAlbum", album: id }, `“${album.name}” restored`)}>
          Restore this album
        </Button>
      )}
      {album.artworks.length === 0 && (
        <EmptyState
          icon="images"
          title="Nothing in it yet"
          action={!album.smart && <a href={to("studio", "gallery")}>Go to the gallery</a>}
        >
          {album.smart ? "No work matches its filter." : "Select works in the gallery, and add them to this album."}
        </EmptyState>
      )}
      <ul className="work-grid" aria-label="Works in this album">
        {album.artworks.map((work, at) => (
          <li key={work.id} className="album-work">
            <WorkTile work={work} among={album.artworks} isNameShown />
            {canEdit && isLive && !album.smart && <WorkMenu album={album} at={at} />}
          </li>
        ))}
      </ul>
      {open === "name" && <RenameAlbum album={album} onClose={() => setOpen(undefined)} />}
      {open === "share" && <ShareWork thing={id} title={album.name} noun="album" onClose={() => setOpen(undefined)} />}
    </div>
  );
}

/** Moves a work within its album, or takes it out. */
function WorkMenu({ album: { id: album, artworks }, at }: { readonly album: Album; readonly at: number }) {
  const act = useAct();
  const work = artworks[at];
  if (!work) return null;
  const move = (above: string | undefined, where: string) =>
    void act(
      { type: "studio.moveInAlbum", album, artwork: work.id, ...(above ? { above } : {}) },
      `“${work.title}” moved ${where}`,
    );
  const isLast = at === artworks.length - 1;
  return (
    <span className="album-work-menu">
      <Menu
        label={`More for ${work.title}`}
        className="icon-button album-work-button"
        sections={[
          [
            ...at === 0 ? [] : [{
              label: "Move forward",
              icon: "arrow-left",
              onSelect: () => move(artworks[at - 1]?.id, "forward"),
            }],
            ...isLast ? [] : [{
              label: "Move back",
              icon: "arrow-right",
              onSelect: () => move(artworks[at + 2]?.id, "back"),
            }],
          ],
          [{
            label: "Take out of the album",
            icon: "x-lg",
            onSelect: () =>
              void act({ type: "studio.removeFromAlbum", album, artwork: work.id }, `“${work.title}” taken out`),
          }],
        ]}
      >
        <Icon name="three-dots" />
      </Menu>
    </span>
  );
}

function RenameAlbum({ album, onClose }: { readonly album: Album; readonly onClose: () => void }) {
  const [name, setName] = useState(album.name);
  const act = useAct();
  const save = async () => {
    if (!name.trim()) return;
    await act({ type: "studio.renameAlbum", album: album.id, name: name.trim() }, `Now “${name.trim()}”`);
    onClose();
  };
  return (
    <FormDialog title="Rename the album" submit="Save" onSubmit={() => void save()} onClose={onClose}>
      <TextField label="Name" value={name} onChange={setName} maxLength={100} required data-autofocus />
    </FormDialog>
  );
}
