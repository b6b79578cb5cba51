import { Button, EmptyState, Icon, Skeleton } from "../design/mod.ts";
import type { Command } from "../source/api.ts";
import { useView, type View } from "../source/source.ts";
import { sayMomentWithin } from "./days.ts";
import { ScreenHead } from "./ScreenHead.tsx";
import { Trouble } from "./Trouble.tsx";
import { useDoing } from "./useDoing.ts";

type Trashed = View<"listTrash">[number];

/** Each kind of thing that can be in the trash: how it looks, and what brings it back. */
const kinds: Readonly<
  Record<Trashed["kind"], { readonly icon: string; readonly name: string; readonly back: (id: string) => Command }>
> = {
  folder: { icon: "folder2", name: "Folder", back: (folder) => ({ type: "notes.restoreFolder", folder }) },
  note: { icon: "file-earmark-text", name: "Note", back: (note) => ({ type: "notes.restoreNote", note }) },
  board: { icon: "kanban", name: "Board", back: (board) => ({ type: "boards.restoreBoard", board }) },
  column: {
    icon: "layout-three-columns",
    name: "Column",
    back: (column) => ({ type: "boards.restoreColumn", column }),
  },
  card: { icon: "card-text", name: "Card", back: (card) => ({ type: "boards.restoreCard", card }) },
  item: { icon: "inbox", name: "Item", back: (item) => ({ type: "capture.restoreItem", item }) },
  collection: {
    icon: "list-nested",
    name: "Plan or list",
    back: (collection) => ({ type: "capture.restoreCollection", collection }),
  },
  child: { icon: "person", name: "Child", back: (child) => ({ type: "studio.restoreChild", child }) },
  artwork: { icon: "palette", name: "Artwork", back: (artwork) => ({ type: "studio.restoreArtwork", artwork }) },
  album: { icon: "images", name: "Album", back: (album) => ({ type: "studio.restoreAlbum", album }) },
  story: { icon: "book", name: "Story", back: (story) => ({ type: "studio.restoreStory", story }) },
};

/** What was deleted anywhere, and comes back to its place. Nothing goes away from here by itself. */
export function TrashScreen() {
  const { value, problem } = useView("listTrash", {});
  const { run, problem: refusal, dismiss } = useDoing();
  return (
    <div className="screen">
      <ScreenHead title="Trash" detail="What you deleted, anywhere. Restored, it goes back to its place." />
      <Trouble problem={problem} />
      <Trouble problem={refusal} onDismiss={dismiss} />
      {!value && !problem && <Skeleton lines={5} label="Loading" />}
      {value?.length === 0 && <EmptyState icon="trash3" title="The trash is empty" />}
      {value && value.length > 0 && (
        <ul className="lines" aria-label="Deleted things">
          {value.map((thing) => (
            <TrashedLine
              key={thing.id}
              thing={thing}
              restore={() =>
                void run({ commands: [kinds[thing.kind].back(thing.id)], says: `Restored “${thing.path}”` })}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

function TrashedLine({ thing, restore }: { readonly thing: Trashed; readonly restore: () => void }) {
  const { icon, name } = kinds[thing.kind];
  return (
    <li className="line">
      <Icon name={icon} />
      <span className="line-text">
        <span className="line-title">{thing.path}</span>
        <span className="line-detail">
          {[name, thing.holds, `deleted ${sayMomentWithin(thing.trashed)}`].filter(Boolean).join(" · ")}
          {thing.waitsFor && ` · shown again once ${thing.waitsFor.path} is restored`}
        </span>
      </span>
      <Button kind="quiet" aria-label={`Restore “${thing.path}”`} onClick={restore}>Restore</Button>
    </li>
  );
}
