import { type KeyboardEvent, lazy, Suspense, useState } from "react";
import { Button, EmptyState, Icon, IconButton, Menu, Skeleton, useIsPhone } from "../../design/mod.ts";
import { navigate, useTitle } from "../../shell/router.ts";
import { useShortcuts } from "../../shell/commands/shortcuts.ts";
import { mint, type Shown, useSource, useView, type View } from "../../source/source.ts";
import { counted, type FolderLine, lineOf } from "../folders/tree.ts";
import { noteAddress, type Shelf, shelfAddress } from "../links.ts";
import { usePreference } from "../preferences.ts";
import { ComposeButton } from "./ComposeButton.tsx";
import { FindNotes } from "./FindNotes.tsx";
import { NoteRow } from "./NoteRow.tsx";
import { type Filter, filtered, grouped, sorted, type Sorting } from "./order.ts";
import { isWithin } from "../../tags/tagTree.ts";

const SealDialog = lazy(() => import("../sealed/SealDialog.tsx"));

/** The most notes that a list asks for. */
const limit = 500;

/** The notes of a folder, with a tag, or all. */
export function NoteListPane({ shelf, current, isBackShown }: {
  readonly shelf: Exclude<Shelf, { kind: "trash" }>;
  /** The note that is shown beside. */
  readonly current: string | undefined;
  readonly isBackShown: boolean;
}) {
  return shelf.kind === "folder"
    ? <FolderNotes folder={shelf.folder} current={current} isBackShown={isBackShown} />
    : <AllNotes shelf={shelf} current={current} isBackShown={isBackShown} />;
}

function FolderNotes({ folder, ...rest }: Pick<ListProps, "current" | "isBackShown"> & { readonly folder: string }) {
  const shown = useView("listFolderNotes", { folder, limit });
  const folders = useView("listFolders", {});
  const line = folders.value && lineOf(folders.value.folders, folder);
  const title = line?.folder.name ?? (folders.value ? "Folder" : "");
  return <NoteList {...rest} shelf={{ kind: "folder", folder }} shown={shown} title={title} line={line} />;
}

function AllNotes(
  { shelf, ...rest }: Pick<ListProps, "current" | "isBackShown"> & {
    readonly shelf: Exclude<Shelf, { kind: "trash" }>;
  },
) {
  const shown = useView("listNotes", { limit });
  return (
    <NoteList
      {...rest}
      shelf={shelf}
      shown={shown}
      title={shelf.kind === "tag" ? `#${shelf.tag}` : "All notes"}
      line={undefined}
    />
  );
}

interface ListProps {
  readonly shelf: Exclude<Shelf, { kind: "trash" }>;
  readonly shown: Shown<View<"listNotes">>;
  readonly title: string;
  readonly line: FolderLine | undefined;
  readonly current: string | undefined;
  readonly isBackShown: boolean;
}

function NoteList({ shelf, shown, title, line, current, isBackShown }: ListProps) {
  const { workspace } = useSource();
  const [kept, setKept] = usePreference("sorting");
  const sorting: Sorting = kept === "title" || kept === "oldest" ? kept : "updated";
  const [filters, setFilters] = useState<ReadonlySet<Filter>>(new Set());
  const [isSealing, setSealing] = useState(false);
  const tagged = shown.value?.notes.filter((note) =>
    shelf.kind !== "tag" || note.tags.some((tag) => isWithin(tag, shelf.tag))
  );
  const notes = tagged && sorted(filtered(tagged, filters), sorting);
  const count = shelf.kind === "tag" ? tagged?.length : shown.value?.count;
  const compose = () => navigate(noteAddress(workspace, mint(), shelf, { isNew: true }));
  const back = shelfAddress(workspace, line?.parent ? { kind: "folder", folder: line.parent } : undefined);
  // Where the folders are not beside it, it is the first heading of the page.
  const [Heading, Subheading] = isBackShown ? ["h1", "h2"] as const : ["h2", "h3"] as const;
  useTitle(current ? undefined : title);
  useShortcuts("Notes", [{ keys: "n", label: "New note", run: compose }]);
  return (
    <section className="notes-list" aria-labelledby="notes-list-title">
      <header className="notes-bar">
        {isBackShown && <IconButton icon="chevron-left" label="Back to folders" onClick={() => navigate(back)} />}
        <div className="notes-bar-title">
          {line && line.level > 1 && <p className="notes-crumbs">{line.path.split("/").slice(0, -1).join(" › ")}</p>}
          <Heading id="notes-list-title" title={title}>{title || "…"}</Heading>
          <p className="notes-count" role="status">{count === undefined ? " " : counted(count, "note")}</p>
        </div>
        <ListMenu
          sorting={sorting}
          onSort={setKept}
          filters={filters}
          onFilter={setFilters}
          onSealed={() => setSealing(true)}
        />
        <span className="notes-compose">
          <IconButton icon="pencil-square" label="New note" keys="N" onClick={compose} />
        </span>
      </header>
      <FindNotes />
      {filters.size > 0 && <Chips filters={filters} onFilter={setFilters} />}
      <div className="notes-scroller" onKeyDown={moveInList}>
        {line && line.folder.folders.length > 0 && <Subfolders line={line} />}
        {!notes && !shown.problem && <Skeleton lines={6} label="Loading notes" />}
        {!notes && shown.problem && (
          <EmptyState icon="exclamation-circle" title="This list cannot be shown">{shown.problem.message}</EmptyState>
        )}
        {notes && grouped(notes, sorting).map((group) => (
          <section key={group.title} aria-label={group.title}>
            <Subheading className="notes-group">{group.title}</Subheading>
            <ul>
              {group.notes.map((note) => (
                <NoteRow
                  key={note.id}
                  note={note}
                  href={noteAddress(workspace, note.id, shelf)}
                  isCurrent={note.id === current}
                  showsFolder={shelf.kind !== "folder"}
                />
              ))}
            </ul>
          </section>
        ))}
        {notes?.length === 0 && (
          <Nothing
            isFiltered={filters.size > 0}
            shelf={shelf}
            onCompose={compose}
            onShowAll={() => setFilters(new Set())}
          />
        )}
        {shown.value && shelf.kind !== "tag" && shown.value.count > shown.value.notes.length && (
          <p className="notes-more">The {shown.value.notes.length} changed last are shown. Search finds the others.</p>
        )}
      </div>
      <ComposeButton shelf={shelf} />
      {isSealing && (
        <Suspense fallback={null}>
          <SealDialog shelf={shelf} onClose={() => setSealing(false)} />
        </Suspense>
      )}
    </section>
  );
}

/** The folders in a folder, above its notes. */
function Subfolders({ line }: { readonly line: FolderLine }) {
  const { workspace } = useSource();
  if (!useIsPhone()) return null;
  return (
    <ul className="notes-subfolders" aria-label="Folders in it">
      {line.folder.folders.map((folder) => (
        <li key={folder.id}>
          <a className="shelf-link" href={shelfAddress(workspace, { kind: "folder", folder: folder.id })}>
            <Icon name="folder2" />
            <span>{folder.name}</span>
            <span className="folder-count">{folder.total}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function Nothing({ isFiltered, shelf, onCompose, onShowAll }: {
  readonly isFiltered: boolean;
  readonly shelf: Shelf;
  readonly onCompose: () => void;
  readonly onShowAll: () => void;
}) {
  if (isFiltered) {
    return (
      <EmptyState icon="funnel" title="Nothing like that here" action={<Button onClick={onShowAll}>Show all</Button>}>
        No note of this list passes the filter.
      </EmptyState>
    );
  }
  const action = <Button kind="primary" icon="pencil-square" onClick={onCompose}>Write a note</Button>;
  return shelf.kind === "folder"
    ? (
      <EmptyState icon="folder2-open" title="Nothing in this folder yet" action={action}>
        A note you write here stays here.
      </EmptyState>
    )
    : (
      <EmptyState icon="journal-text" title="No notes yet" action={action}>
        What you write is saved as you type.
      </EmptyState>
    );
}

const filterNames: Readonly<Record<Filter, string>> = {
  open: "Open tasks",
  ink: "Drawings",
  files: "Files",
  pinned: "Pinned",
};
const filterKinds = ["open", "files", "ink", "pinned"] as const;

function toggled(filters: ReadonlySet<Filter>, filter: Filter): ReadonlySet<Filter> {
  const now = new Set(filters);
  if (!now.delete(filter)) now.add(filter);
  return now;
}

function ListMenu({ sorting, onSort, filters, onFilter, onSealed }: {
  readonly sorting: Sorting;
  readonly onSort: (sorting: Sorting) => void;
  readonly filters: ReadonlySet<Filter>;
  readonly onFilter: (filters: ReadonlySet<Filter>) => void;
  readonly onSealed: () => void;
}) {
  const sortings = [["updated", "Newest first"], ["oldest", "Oldest first"], ["title", "By title"]] as const;
  return (
    <Menu
      label="Sort, filter and more"
      icon="filter"
      sections={[
        sortings.map(([value, label]) => ({ label, isChosen: sorting === value, onSelect: () => onSort(value) })),
        filterKinds.map((filter) => ({
          label: `Only: ${filterNames[filter].toLowerCase()}`,
          isChosen: filters.has(filter),
          onSelect: () => onFilter(toggled(filters, filter)),
        })),
        [{ label: "New sealed note…", icon: "lock", onSelect: onSealed }],
      ]}
    />
  );
}

function Chips({ filters, onFilter }: {
  readonly filters: ReadonlySet<Filter>;
  readonly onFilter: (filters: ReadonlySet<Filter>) => void;
}) {
  return (
    <p className="notes-chips">
      {[...filters].map((filter) => (
        <button
          key={filter}
          type="button"
          className="notes-chip"
          onClick={() => onFilter(toggled(filters, filter))}
        >
          {filterNames[filter]}
          <Icon name="x" />
          <span className="visually-hidden">, take this filter away</span>
        </button>
      ))}
    </p>
  );
}

/** Arrow keys move from note to note. */
function moveInList(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const links = Array.from(event.currentTarget.querySelectorAll<HTMLElement>("a[data-note]"));
  const at = links.findIndex((link) => link === document.activeElement);
  const next = links[at + (event.key === "ArrowDown" ? 1 : -1)];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
