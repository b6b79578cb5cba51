import { useState } from "react";
import { Button, EmptyState, Icon, IconButton, Skeleton } from "../../design/mod.ts";
import { Link } from "../../shell/Link.tsx";
import { showOverlay } from "../../shell/overlay.ts";
import { navigate } from "../../shell/router.ts";
import { useCanEdit } from "../../shell/useCanEdit.ts";
import { type Source, useSource, useView } from "../../source/source.ts";
import { type Shelf, shelfAddress } from "../links.ts";
import { movedInto, performed } from "./actions.ts";
import { DeleteFolderDialog } from "./DeleteFolderDialog.tsx";
import { ComposeButton } from "../list/ComposeButton.tsx";
import { FolderDialog } from "./FolderDialog.tsx";
import { FolderGrid } from "./FolderGrid.tsx";
import { usePreference } from "../preferences.ts";
import type { FolderNode } from "./tree.ts";
import { FolderTree, type FolderWish } from "./FolderTree.tsx";
import { MoveDialog } from "./MoveDialog.tsx";

type Wish = FolderWish | { readonly kind: "add"; readonly line: undefined };

/** The folders of a workspace, with all notes above and the trash below. */
export function FolderPane({ shelf }: { readonly shelf: Shelf | undefined }) {
  const { workspace } = useSource();
  const { value, problem } = useView("listFolders", {});
  const canEdit = useCanEdit();
  const [isEditing, setEditing] = useState(false);
  const [layout, setLayout] = usePreference("folders");
  const isGrid = layout === "grid";
  const source = useSource();
  const [wish, setWish] = useState<Wish>();
  const folders = value?.folders ?? [];
  // Only what takes several things away is asked about first: an empty folder is one, and undone like any other.
  const ask = (next: FolderWish) => {
    const { folder } = next.line;
    if (next.kind === "delete" && folder.total === 0 && folder.folders.length === 0) trashed(source, folder);
    else setWish(next);
  };
  const add = () => setWish({ kind: "add", line: undefined });
  return (
    <nav className="notes-folders" aria-label="Folders and notes">
      <header className="notes-bar">
        <h1>Notes</h1>
        {folders.length > 0 && (
          <IconButton
            icon={isGrid ? "list-ul" : "grid"}
            label={isGrid ? "Show folders as a list" : "Show folders as a grid"}
            onClick={() => {
              setEditing(false);
              setLayout(isGrid ? "list" : "grid");
            }}
          />
        )}
        {folders.length > 0 && !isGrid && canEdit && (
          <Button
            kind="quiet"
            aria-pressed={isEditing}
            onClick={() => setEditing(!isEditing)}
          >
            {isEditing ? "Done" : "Edit"}
          </Button>
        )}
        {canEdit && <IconButton icon="folder-plus" label="New folder" onClick={add} />}
      </header>
      <div className="notes-scroller">
        <Link
          className="shelf-link"
          href={shelfAddress(workspace, { kind: "all" })}
          data-current={shelf?.kind === "all"}
        >
          <Icon name="journal-text" />
          <span>All notes</span>
          {value && <span className="folder-count">{value.total}</span>}
        </Link>
        {!value && !problem && <Skeleton lines={4} label="Loading folders" />}
        {problem && !value && <p role="alert">{problem.message}</p>}
        {folders.length > 0 && isGrid && (
          <FolderGrid folders={folders} current={shelf?.kind === "folder" ? shelf.folder : undefined} />
        )}
        {folders.length > 0 && !isGrid && (
          <FolderTree
            folders={folders}
            current={shelf?.kind === "folder" ? shelf.folder : undefined}
            isEditing={isEditing}
            onWish={ask}
            onLongPress={() => setEditing(canEdit)}
          />
        )}
        {value && folders.length === 0 && (
          <EmptyState
            icon="folder-plus"
            title="No folders yet"
            action={canEdit && <Button onClick={add}>Make a folder</Button>}
          >
            Folders keep notes that belong together.
          </EmptyState>
        )}
        <Tags shelf={shelf} />
        <Link
          className="shelf-link"
          href={shelfAddress(workspace, { kind: "trash" })}
          data-current={shelf?.kind === "trash"}
        >
          <Icon name="trash" />
          <span>Recently deleted</span>
        </Link>
      </div>
      <ComposeButton shelf={{ kind: "all" }} />
      {wish && <WishDialog wish={wish} folders={folders} onClose={() => setWish(undefined)} />}
    </nav>
  );
}

/** The tags of notes. */
function Tags({ shelf }: { readonly shelf: Shelf | undefined }) {
  const { workspace } = useSource();
  const canEdit = useCanEdit();
  const { value } = useView("listTags", { limit: 200 });
  const tags = (value ?? []).filter((tag) => (tag.uses.note ?? 0) > 0);
  if (tags.length === 0) return null;
  return (
    <section className="notes-tags" aria-labelledby="notes-tags">
      <div className="notes-tags-head">
        <h2 id="notes-tags">Tags</h2>
        {canEdit && <IconButton icon="pencil" label="Change tags" onClick={() => showOverlay("tags")} />}
      </div>
      <ul>
        {tags.map(({ name, uses }) => (
          <li key={name}>
            <Link
              className="tag-link"
              href={shelfAddress(workspace, { kind: "tag", tag: name })}
              data-current={shelf?.kind === "tag" && shelf.tag === name}
            >
              #{name} <span className="folder-count">{uses.note}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function WishDialog({ wish, folders, onClose }: {
  readonly wish: Wish;
  readonly folders: Parameters<typeof FolderTree>[0]["folders"];
  readonly onClose: () => void;
}) {
  const source = useSource();
  const { line } = wish;
  if (!line || wish.kind === "add") {
    return (
      <FolderDialog
        parent={line?.folder}
        siblings={line ? line.folder.folders : folders}
        onClose={onClose}
        onMade={(folder) => {
          onClose();
          navigate(shelfAddress(source.workspace, { kind: "folder", folder }));
        }}
      />
    );
  }
  const { folder, parent } = line;
  if (wish.kind === "move") {
    return (
      <MoveDialog
        what={folder.name}
        current={parent}
        without={folder.id}
        onMove={(to, name) => void movedInto(source, line, to, name)}
        onClose={onClose}
      />
    );
  }
  return (
    <DeleteFolderDialog
      folder={folder}
      onClose={onClose}
      onDelete={() => {
        onClose();
        trashed(source, folder);
      }}
    />
  );
}

function trashed(source: Source, folder: FolderNode): void {
  void performed(source, { type: "notes.trashFolder", folder: folder.id }, `“${folder.name}” deleted`);
}
