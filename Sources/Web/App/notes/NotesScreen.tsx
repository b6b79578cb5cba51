import { useEffect, useRef, useState } from "react";
import { Button, EmptyState, useIsDesktop, useIsPhone } from "../design/mod.ts";
import { navigate } from "../shell/router.ts";
import { useCanEdit } from "../shell/useCanEdit.ts";
import { mint, useSource } from "../source/source.ts";
import { FolderPane } from "./folders/FolderPane.tsx";
import type { FoundText } from "../reading/PictureLines.tsx";
import type { FoundInk } from "./ink/drawings.ts";
import { noteAddress, placeOf, type Shelf } from "./links.ts";
import { NoteListPane } from "./list/NoteListPane.tsx";
import { NotePane } from "./note/NotePane.tsx";
import { TrashPane } from "./TrashPane.tsx";

/** Folders, list and note: beside each other on desktops, two of them on tablets, one after the other on telephones. */
export function NotesScreen({ rest, query }: { readonly rest: readonly string[]; readonly query: URLSearchParams }) {
  const place = placeOf(rest, query);
  const [isPhone, isDesktop] = [useIsPhone(), useIsDesktop()];
  const [isFocused, setFocused] = useState(false);
  const shelf = useShelf(place.shelf, place.note);
  const isFoldersShown = isDesktop || (isPhone ? !place.shelf && !place.note : !place.note);
  const isListShown = isPhone ? place.shelf !== undefined && !place.note : true;
  const isNoteShown = place.note !== undefined;
  return (
    <div className={`notes screen-fill ${isFocused && isNoteShown ? "is-focused" : ""}`}>
      {isFoldersShown && !isFocused && <FolderPane shelf={isPhone ? undefined : shelf} />}
      {isListShown && !(isFocused && isNoteShown) && (
        shelf.kind === "trash"
          ? <TrashPane isBackShown={!isDesktop && (isPhone || isNoteShown)} />
          : <NoteListPane shelf={shelf} current={place.note} isBackShown={!isDesktop && (isPhone || isNoteShown)} />
      )}
      {place.note && (
        <NotePane
          note={place.note}
          place={place}
          match={matchOf(query)}
          found={foundIn(query)}
          picture={pictureIn(query)}
          isBackShown={isPhone}
          isFocused={isFocused}
          onFocusMode={setFocused}
        />
      )}
      {!place.note && isDesktop && <NoNote shelf={shelf} />}
    </div>
  );
}

/** The list beside a note: the one it was opened from, else the one that was shown last. */
function useShelf(shelf: Shelf | undefined, note: string | undefined): Shelf {
  const last = useRef<Shelf>({ kind: "all" });
  useEffect(() => {
    if (shelf) last.current = shelf;
    else if (!note) last.current = { kind: "all" };
  }, [shelf, note]);
  return shelf ?? (note ? last.current : { kind: "all" });
}

/** The part of the text that search found: `START-END` in scalars. */
function matchOf(query: URLSearchParams): readonly [number, number] | undefined {
  const found = /^(\d+)-(\d+)$/.exec(query.get("match") ?? "");
  return found ? [Number(found[1]), Number(found[2])] : undefined;
}

/** The handwriting that search found: a drawing, and the box in it, in hundredths of a point. */
function foundIn(query: URLSearchParams): FoundInk | undefined {
  const drawing = query.get("ink");
  const box = boxIn(query);
  return drawing && box ? { drawing, box } : undefined;
}

/** The text of a picture that search found: its file, and the box in it, in the pixels that it was read in. */
function pictureIn(query: URLSearchParams): FoundText | undefined {
  const file = query.get("picture");
  const box = boxIn(query);
  return file && box ? { file, box } : undefined;
}

function boxIn(query: URLSearchParams): readonly number[] | undefined {
  const box = (query.get("box") ?? "").split(",").map(Number);
  return box.length === 4 && box.every(Number.isFinite) ? box : undefined;
}

function NoNote({ shelf }: { readonly shelf: Shelf }) {
  const { workspace } = useSource();
  const canEdit = useCanEdit();
  return (
    <section className="note-pane is-empty" aria-label="Note">
      <EmptyState
        icon="file-earmark-text"
        title="Nothing open"
        action={canEdit && shelf.kind !== "trash" && (
          <Button
            icon="pencil-square"
            onClick={() => navigate(noteAddress(workspace, mint(), shelf, { isNew: true }))}
          >
            Write a note
          </Button>
        )}
      >
        Choose a note from the list.
      </EmptyState>
    </section>
  );
}
