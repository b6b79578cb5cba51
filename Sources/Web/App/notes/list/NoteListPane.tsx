import { type KeyboardEvent, lazy, Suspense, useState } from "react";
import { Button, EmptyState, Icon, IconButton, Menu, Skeleton, useIsPhone } from "../../design/mod.ts";
import { navigate, useTitle } from "../../shell/router.ts";
import { useCanEdit } from "../../shell/useCanEdit.ts";
import { useShortcuts } from "../../shell/commands/shortcuts.ts";
import { mint, type Shown, useSource, useView, type View } from "../../source/source.ts";
import { pagesMost, useWhole, type Whole } from "../../source/views/whole.ts";
import { counted, type FolderLine, lineOf } from "../folders/tree.ts";
import { noteAddress, type Shelf, shelfAddress } from "../links.ts";
import { usePreference } from "../preferences.ts";
import { ComposeButton } from "./ComposeButton.tsx";
import { FindNotes } from "./FindNotes.tsx";
import { NoteRow } from "./NoteRow.tsx";
import { type Filter, filtered, grouped, type ListedNote, sorted, type Sorting } from "./order.ts";
import { isWithin } from "../../tags/tagTree.ts";

const SealDialog = lazy(() => import("../sealed/SealDialog.tsx"));

/** The most notes that a list shows, and as many as a page has. */
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
  const choice = useChoice();
  const shown = useView("listFolderNotes", { folder, limit });
  const whole = useWhole("listFolderNotes", { folder }, pagesFor(choice, undefined));
  const folders = useView("listFolders", {});
  const line = folders.value && lineOf(folders.value.folders, folder);
  const title = line?.folder.name ?? (folders.value ? "Folder" : "");
  const shelf = { kind: "folder", folder } as const;
  return <NoteList {...rest} {...{ choice, shelf, shown, whole, title, line }} />;
}

function AllNotes(
  { shelf, ...rest }: Pick<ListProps, "current" | "isBackShown"> & {
    readonly shelf: Exclude<Shelf, { kind: "trash" }>;
  },
) {
  const choice = useChoice();
  const shown = useView("listNotes", { limit });
  const whole = useWhole("listNotes", {}, pagesFor(choice, shelf));
  const title = shelf.kind === "tag" ? `#${shelf.tag}` : "All notes";
  return <NoteList {...rest} {...{ choice, shelf, shown, whole, title }} line={undefined} />;
}

/** How the notes of a list are ordered, and which of them are shown. */
interface Choice {
  readonly sorting: Sorting;
  readonly onSort: (sorting: Sorting) => void;
  readonly filters: ReadonlySet<Filter>;
  readonly onFilter: (filters: ReadonlySet<Filter>) => void;
}

function useChoice(): Choice {
  const [kept, onSort] = usePreference("sorting");
  const [filters, onFilter] = useState<ReadonlySet<Filter>>(new Set());
  return { sorting: kept === "title" || kept === "oldest" ? kept : "updated", onSort, filters, onFilter };
}

/** How many pages are looked through: the first one has the newest, which are shown where nothing else is chosen. */
function pagesFor({ sorting, filters }: Choice, shelf: Shelf | undefined): number {
  return shelf?.kind === "tag" || filters.size > 0 || sorting !== "updated" ? pagesMost : 1;
}

interface ListProps {
  readonly choice: Choice;
  readonly shelf: Exclude<Shelf, { kind: "trash" }>;
  readonly shown: Shown<View<"listNotes">>;
  /** The notes of as many pages as are looked through. */
  readonly whole: Whole<ListedNote>;
  readonly title: string;
  readonly line: FolderLine | undefined;
  readonly current: string | undefined;
  readonly isBackShown: boolean;
}

function NoteList({ choice, shelf, shown, whole, title, line, current, isBackShown }: ListProps) {
  const { workspace } = useSource();
  const { sorting, filters } = choice;
  const [isSealing, setSealing] = useState(false);
  const looked = whole.items ?? shown.value?.notes;
  const tagged = looked?.filter((note) => shelf.kind !== "tag" || note.tags.some((tag) => isWithin(tag, shelf.tag)));
  const found = tagged && sorted(filtered(tagged, filters), sorting);
  const isLooking = !whole.isWhole && !whole.problem;
  const notes = found?.length === 0 && isLooking ? undefined : found?.slice(0, limit);
  const count = shelf.kind !== "tag" ? shown.value?.count : whole.isWhole && !whole.isCut ? tagged?.length : undefined;
  const compose = () => navigate(noteAddress(workspace, mint(), shelf, { isNew: true }));
  const back = shelfAddress(workspace, line?.parent ? { kind: "folder", folder: line.parent } : undefined);
  // Where the folders are not beside it, it is the first heading of the page.
  const [Heading, Subheading] = isBackShown ? ["h1", "h2"] as const : ["h2", "h3"] as const;
  useTitle(current ? undefined : title);
  const canEdit = useCanEdit();
  useShortcuts("Notes", canEdit ? [{ keys: "n", label: "New note", run: compose }] : []);
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
          onSort={choice.onSort}
          filters={filters}
          onFilter={choice.onFilter}
          onSealed={canEdit ? () => setSealing(true) : undefined}
        />
        {canEdit && (
          <span className="notes-compose">
            <IconButton icon="pencil-square" label="New note" keys="N" onClick={compose} />
          </span>
        )}
      </header>
      <FindNotes />
      {filters.size > 0 && <Chips filters={filters} onFilter={choice.onFilter} />}
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
            isCut={whole.isCut || whole.problem !== undefined}
            shelf={shelf}
            onCompose={canEdit ? compose : undefined}
            onShowAll={() => choice.onFilter(new Set())}
          />
        )}
        {notes && (
          <Left
            all={shown.value?.count}
            looked={looked?.length ?? 0}
            found={found?.length ?? 0}
            isLooking={isLooking}
          />
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

/** The notes that the list leaves out: those that were not looked at, and those behind the last one that is shown. */
function Left({ all, looked, found, isLooking }: {
  /** How many notes there are, as far as that is known. */
  readonly all: number | undefined;
  readonly looked: number;
  readonly found: number;
  readonly isLooking: boolean;
}) {
  const shown = Math.min(found, limit);
  if (isLooking) return <p className="notes-more">Looking through the other notes…</p>;
  if (all !== undefined && all > looked) {
    return (
      <p className="notes-more">
        {looked > limit || shown < looked
          ? `The ${looked.toLocaleString()} notes changed last were looked through, of ${all.toLocaleString()}.`
          : `The ${shown.toLocaleString()} changed last are shown.`} Search finds the others.
      </p>
    );
  }
  if (found <= shown) return null;
  return (
    <p className="notes-more">
      The first {shown.toLocaleString()} of {found.toLocaleString()} are shown. Search finds the others.
    </p>
  );
}

function Nothing({ isFiltered, isCut, shelf, onCompose, onShowAll }: {
  readonly isFiltered: boolean;
  /** Whether there are notes that were not looked at. */
  readonly isCut: boolean;
  readonly shelf: Shelf;
  readonly onCompose: (() => void) | undefined;
  readonly onShowAll: () => void;
}) {
  if (isFiltered) {
    return (
      <EmptyState icon="funnel" title="Nothing like that here" action={<Button onClick={onShowAll}>Show all</Button>}>
        No note of this list passes the filter.
      </EmptyState>
    );
  }
  const action = onCompose && <Button kind="primary" icon="pencil-square" onClick={onCompose}>Write a note</Button>;
  if (shelf.kind === "tag") {
    return (
      <EmptyState icon="tag" title={isCut ? "None was found" : "No note has this tag"} action={action}>
        {isCut ? "Not every note was looked at." : "Tags are added below the title of a note."}
      </EmptyState>
    );
  }
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
  /** Undefined for who only looks. */
  readonly onSealed: (() => void) | undefined;
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
        ...onSealed ? [[{ label: "New sealed note…", icon: "lock", onSelect: onSealed }]] : [],
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
