import { lazy, Suspense, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { ConflictBanner } from "../../conflicts/ConflictBanner.tsx";
import { FileSection } from "../../files/FileSection.tsx";
import { picturesAmong, withPictures } from "../../files/pictures.ts";
import { Banner, Button, EmptyState, IconButton, Menu, Skeleton } from "../../design/mod.ts";
import { HistoryPane } from "../../history/HistoryPane.tsx";
import { navigate, useTitle } from "../../shell/router.ts";
import { useCanEdit } from "../../shell/useCanEdit.ts";
import { useShortcuts } from "../../shell/commands/shortcuts.ts";
import { useSource, useView, type View } from "../../source/source.ts";
import type { FoundText } from "../../reading/PictureLines.tsx";
import type { FoundInk, InkRoom } from "../ink/drawings.ts";
import { longDate } from "../dates.ts";
import { performed } from "../folders/actions.ts";
import { MoveDialog } from "../folders/MoveDialog.tsx";
import { noteAddress, type Place, type Shelf, shelfAddress } from "../links.ts";
import { useAddressOfNote } from "./addresses.ts";
import { Backlinks, Counts, TagLine } from "./NoteFacts.tsx";
import { isSealed } from "../sealed/mark.ts";
import type { NoteSession, Pace } from "./NoteSession.ts";
import { SaveStatus } from "./SaveStatus.tsx";
import { untitled } from "./titles.ts";
import { type EditorModules, useEditorModules } from "./useEditor.ts";
import { useNoteFiles } from "./useNoteFiles.ts";
import { useSession } from "./useSession.ts";
import { WritingArea } from "./WritingArea.tsx";

const ShareDialog = lazy(() => import("../../sharing/ShareDialog.tsx").then((all) => ({ default: all.ShareDialog })));

const Handwriting = lazy(() => import("../../reading/Handwriting.tsx"));
const SimilarDialog = lazy(() => import("../../similar/SimilarDialog.tsx"));
const SealedNote = lazy(() => import("../sealed/SealedNote.tsx"));
const SealDialog = lazy(() => import("../sealed/SealDialog.tsx"));

/** What can be done with the seal of a note that is open. */
export interface Sealing {
  readonly pace: Pace;
  readonly lock: () => void;
  readonly changePassphrase: () => void;
  readonly unseal: () => void;
}

export interface NotePaneProps {
  readonly note: string;
  readonly place: Place;
  readonly match: readonly [number, number] | undefined;
  /** The handwriting that search found. */
  readonly found: FoundInk | undefined;
  /** The text of an attached picture that search found. */
  readonly picture: FoundText | undefined;
  readonly isBackShown: boolean;
  readonly isFocused: boolean;
  readonly onFocusMode: (isFocused: boolean) => void;
  /** Of a sealed note that is open. */
  readonly sealing?: Sealing;
}

/** One note, to be written and read. */
export function NotePane(props: NotePaneProps) {
  const { value } = useView("showNote", { note: props.note });
  if (!isSealed(value?.body)) return <PlainNotePane {...props} />;
  return (
    <Suspense fallback={<LoadingNote />}>
      <SealedNote {...props} key={props.note} />
    </Suspense>
  );
}

function PlainNotePane(props: NotePaneProps) {
  const { note, place } = props;
  const { workspace } = useSource();
  const { value, problem } = useView("showNote", { note });
  const folder = place.shelf?.kind === "folder" ? place.shelf.folder : undefined;
  const all = useEditorModules();
  const session = useSession(
    typeof all === "string" ? undefined : all,
    note,
    value,
    place.isNew,
    folder,
    props.sealing?.pace,
  );
  if (!value && !place.isNew && problem) {
    return (
      <section className="note-pane" aria-label="Note">
        <EmptyState
          icon="file-earmark-x"
          title="This note cannot be shown"
          action={<Button onClick={() => navigate(shelfAddress(workspace, place.shelf))}>Back to the notes</Button>}
        >
          {problem.message}
        </EmptyState>
      </section>
    );
  }
  if (typeof all === "string") {
    return (
      <section className="note-pane">
        <EmptyState icon="cloud-slash" title="No editor">{all}</EmptyState>
      </section>
    );
  }
  if (!session || !all) return <LoadingNote />;
  return <OpenNote {...props} key={note} value={value} session={session} all={all} />;
}

function LoadingNote() {
  return (
    <section className="note-pane" aria-label="Note">
      <div className="note-column">
        <Skeleton lines={8} label="Loading the note" />
      </div>
    </section>
  );
}

interface OpenNoteProps extends NotePaneProps {
  readonly value: View<"showNote"> | undefined;
  readonly session: NoteSession;
  readonly all: EditorModules;
}

const noFiles: View<"showNote">["files"] = [];

function OpenNote(
  { value, session, all, place, match, found, picture, isBackShown, isFocused, onFocusMode, sealing }: OpenNoteProps,
) {
  const source = useSource();
  const { workspace } = source;
  const [wantsToRead, setReading] = useState(false);
  const [opened, setOpened] = useState<"history" | "move" | "share" | "seal" | "handwriting" | "similar">();
  const title = useSyncExternalStore(session.subscribe, session.title) || untitled;
  const addressOfNote = useAddressOfNote(value?.id, sealing !== undefined, place.shelf);
  // The same as long as the drawings are: another one draws all anew.
  const drawings = value?.ink.map(({ id, state }) => `${id} ${state}`).join();
  const inks = useMemo(() => value?.ink ?? [], [drawings]);
  const [isDrawing, setDrawing] = useState(false);
  const [room, setRoom] = useState<InkRoom>();
  const drawingOf = useMemo(() => all.drawingsOf(inks, room, found), [
    all,
    inks,
    room,
    found?.drawing,
    `${found?.box}`,
  ]);
  const files = value?.files ?? noFiles;
  const draw = useMemo(() => withPictures(drawingOf, workspace, files), [drawingOf, workspace, files]);
  const isTrashed = value?.trashed ?? false;
  const canEdit = useCanEdit();
  // Who only looks gets the text to be read, and nothing that would be refused.
  const isReadOnly = isTrashed || !canEdit;
  const isReading = wantsToRead || !canEdit;
  const { attaching, inserting } = useNoteFiles(session, isReadOnly || sealing !== undefined);
  const insert = isReading || isReadOnly
    ? undefined
    : (text: string, behind?: string) => inserting.current?.(text, behind);
  const shelf: Shelf | undefined = place.shelf ??
    (value?.folder ? { kind: "folder", folder: value.folder } : { kind: "all" });
  // What stands before it is hidden: its title is the first heading of the page.
  const isFirst = isBackShown || isFocused || opened === "history";
  useTitle(title);
  useEffect(() => {
    // Once it is kept, its address is that of any note.
    if (place.isNew && value) navigate(noteAddress(workspace, session.note, place.shelf), { replace: true });
  }, [place.isNew, value !== undefined]);
  useShortcuts("Note", [
    { keys: "mod+shift+f", label: "Focus mode", isGlobal: true, run: () => onFocusMode(!isFocused) },
    ...canEdit
      ? [
        { keys: "mod+shift+e", label: "Read", isGlobal: true, run: () => setReading(!isReading) },
        {
          keys: "mod+shift+d",
          label: "Draw",
          isGlobal: true,
          run: () => {
            if (sealing) return;
            setReading(false);
            setDrawing(!isDrawing);
          },
        },
      ]
      : [],
    { keys: "Escape", label: "Leave focus mode", isGlobal: true, run: () => onFocusMode(false) },
  ]);
  return (
    <>
      <section
        className={`note-pane ${attaching.isOver ? "is-file-target" : ""}`}
        aria-label={title}
        {...attaching.target}
      >
        {isFirst && !isReading && <h1 className="visually-hidden">{title}</h1>}
        <header className="notes-bar note-bar">
          {isBackShown && (
            <IconButton
              icon="chevron-left"
              label="Back to the notes"
              onClick={() => navigate(shelfAddress(workspace, shelf))}
            />
          )}
          <p className="notes-crumbs" title={value?.path}>{value?.path ? value.path.replaceAll("/", " › ") : ""}</p>
          {canEdit && <SaveStatus session={session} />}
          {sealing && <IconButton icon="unlock" label="Lock sealed notes" onClick={sealing.lock} />}
          {canEdit && (
            <IconButton
              icon={isReading ? "pencil" : "book"}
              label={isReading ? "Write" : "Read"}
              onClick={() => setReading(!isReading)}
            />
          )}
          {isFocused
            ? <IconButton icon="fullscreen-exit" label="Leave focus mode" onClick={() => onFocusMode(false)} />
            : <IconButton icon="fullscreen" label="Focus mode" onClick={() => onFocusMode(true)} />}
          {value && !isTrashed && (
            <NoteMenu
              value={value}
              session={session}
              shelf={shelf}
              canEdit={canEdit}
              onHistory={() => setOpened("history")}
              onMove={() => setOpened("move")}
              onShare={() => setOpened("share")}
              onSeal={() => setOpened("seal")}
              onHandwriting={() => setOpened("handwriting")}
              onSimilar={() => setOpened("similar")}
              sealing={sealing}
            />
          )}
        </header>
        <div className="note-scroller">
          <div className="note-column">
            {isTrashed && value && (
              <Banner
                icon="trash"
                actions={canEdit && (
                  <Button
                    onClick={() =>
                      void performed(source, { type: "notes.restoreNote", note: value.id }, `“${title}” is back`)}
                  >
                    Restore
                  </Button>
                )}
              >
                This note is in the trash.
              </Banner>
            )}
            {value && !isReadOnly && !sealing && (
              <ConflictBanner
                note={value.id}
                heads={value.parents}
                before={() => session.flush()}
              />
            )}
            {isReading
              ? (
                <ReadNote
                  session={session}
                  all={all}
                  title={title}
                  isFirst={isFirst}
                  addressOfNote={addressOfNote}
                  files={files}
                  inks={inks}
                />
              )
              : (
                <WritingArea
                  session={session}
                  all={all}
                  draw={draw}
                  drawing={{
                    isOn: isDrawing,
                    toggle: sealing ? undefined : () => setDrawing(!isDrawing),
                    recognise: () => setOpened("handwriting"),
                    inks,
                    room,
                    onRoom: setRoom,
                  }}
                  isNew={place.isNew}
                  isReadOnly={isReadOnly}
                  match={match}
                  found={found}
                  addressOfNote={addressOfNote}
                  inserting={inserting}
                >
                  <div className="note-meta">
                    {value
                      ? (
                        <time dateTime={value.updated} title={`Begun ${longDate(value.created)}`}>
                          {longDate(value.updated)}
                        </time>
                      )
                      : <span>New note</span>}
                    {value && <TagLine note={value} isReadOnly={isTrashed} />}
                  </div>
                </WritingArea>
              )}
            <div className="note-files">
              <FileSection
                files={files}
                attaching={attaching}
                found={picture}
                onInsert={insert}
                isReadOnly={isReadOnly || sealing !== undefined}
              />
            </div>
            {value && <Backlinks note={value.id} />}
          </div>
        </div>
        <footer className="note-footer">
          <Counts session={session} />
        </footer>
      </section>
      {opened === "history" && (
        <HistoryPane
          thing={session.note}
          kind="note"
          title={title}
          onClose={() => setOpened(undefined)}
        />
      )}
      {opened === "share" && (
        <Suspense fallback={null}>
          <ShareDialog
            note={session.note}
            title={title}
            text={session.text}
            inks={inks}
            saved={() => session.flush()}
            onClose={() => setOpened(undefined)}
          />
        </Suspense>
      )}
      {opened === "handwriting" && (
        <Suspense fallback={null}>
          <Handwriting
            note={session.note}
            saved={() => session.flush()}
            onInsert={insert}
            onClose={() => setOpened(undefined)}
          />
        </Suspense>
      )}
      {opened === "similar" && (
        <Suspense fallback={null}>
          <SimilarDialog note={session.note} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
      {opened === "seal" && (
        <Suspense fallback={null}>
          <SealDialog session={session} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
      {opened === "move" && (
        <MoveDialog
          what={title}
          {...sealing || !value ? {} : { thing: value.id }}
          current={value?.folder ?? undefined}
          onClose={() => setOpened(undefined)}
          onMove={(folder, name) =>
            void performed(
              source,
              { type: "notes.moveNote", note: session.note, folder: folder ?? null },
              `Moved to ${name}`,
            )}
        />
      )}
    </>
  );
}

function ReadNote({ session, all, title, isFirst, addressOfNote, files, inks }: {
  readonly session: NoteSession;
  readonly all: EditorModules;
  readonly title: string;
  /** Whether it is the first heading of the page. */
  readonly isFirst: boolean;
  readonly addressOfNote: (title: string) => string | undefined;
  readonly files: View<"showNote">["files"];
  readonly inks: View<"showNote">["ink"];
}) {
  const text = useSyncExternalStore(session.subscribe, session.lines).toString();
  const Heading = isFirst ? "h1" : "h2";
  return (
    <article className="note-read" aria-label={title}>
      <Heading className="note-read-title">{title}</Heading>
      <all.Reading text={text} linkOfNote={addressOfNote} pictureAt={picturesAmong(files)} inks={inks} />
    </article>
  );
}

/** Does something once all that was typed is handed over. */
function afterSaving(session: NoteSession, action: () => void): () => void {
  return () => void session.flush().then(action);
}

function NoteMenu(
  { value, session, shelf, canEdit, onHistory, onMove, onShare, onSeal, onHandwriting, onSimilar, sealing }: {
    readonly value: View<"showNote">;
    readonly session: NoteSession;
    readonly shelf: Shelf | undefined;
    readonly canEdit: boolean;
    readonly onHistory: () => void;
    readonly onMove: () => void;
    readonly onShare: () => void;
    readonly onSeal: () => void;
    readonly onHandwriting: () => void;
    readonly onSimilar: () => void;
    readonly sealing: Sealing | undefined;
  },
) {
  const source = useSource();
  const note = value.id;
  const remove = async () => {
    await session.flush();
    await performed(source, { type: "notes.trashNote", note }, `“${value.title}” deleted`);
    navigate(shelfAddress(source.workspace, shelf), { replace: true });
  };
  const copy = {
    label: "Copy as Markdown",
    icon: "clipboard",
    onSelect: () => void navigator.clipboard.writeText(session.text()),
  };
  const history = { label: "History", icon: "clock-history", onSelect: onHistory };
  if (!canEdit) return <Menu label="More for this note" icon="three-dots" sections={[[history, copy]]} />;
  return (
    <Menu
      label="More for this note"
      icon="three-dots"
      sections={[
        [
          value.pinned
            ? {
              label: "Unpin",
              icon: "pin-angle-fill",
              onSelect: () => void performed(source, { type: "notes.unpinNote", note }, "Unpinned"),
            }
            : {
              label: "Pin",
              icon: "pin-angle",
              onSelect: () => void performed(source, { type: "notes.pinNote", note }, "Pinned"),
            },
          { label: "Move to…", icon: "folder-symlink", onSelect: onMove },
          ...sealing ? [] : [{ label: "Share…", icon: "share", onSelect: onShare }],
          history,
          ...sealing ? [] : [{ label: "Similar notes…", icon: "files", onSelect: onSimilar }],
          ...value.ink.length > 0
            ? [{ label: "Recognize handwriting…", icon: "textarea-t", onSelect: onHandwriting }]
            : [],
          copy,
        ],
        sealing
          ? [
            { label: "Lock", icon: "lock", onSelect: sealing.lock },
            { label: "Change the passphrase…", icon: "key", onSelect: afterSaving(session, sealing.changePassphrase) },
            { label: "Take the seal off…", icon: "unlock", onSelect: afterSaving(session, sealing.unseal) },
          ]
          : [{ label: "Seal…", icon: "lock", onSelect: onSeal }],
        [{ label: "Delete", icon: "trash", isDanger: true, onSelect: () => void remove() }],
      ]}
    />
  );
}
