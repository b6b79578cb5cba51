import { lazy, type ReactNode, Suspense, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Icon } from "../../design/mod.ts";
import type { Cursor, NoteEditor } from "../editor/editor.ts";
import type { DrawingOf } from "../editor/preview.ts";
import type { DrawnInk, FoundInk, InkRoom } from "../ink/drawings.ts";
import { onTwoFingerTap } from "../ink/twoFingerTap.ts";
import { LinkCompletion } from "./LinkCompletion.tsx";
import type { NoteSession } from "./NoteSession.ts";
import { Toolbar } from "./Toolbar.tsx";
import { type EditorModules, useEditor } from "./useEditor.ts";
import type { Inserting } from "./useNoteFiles.ts";
import { nameLengthMax } from "../../source/limits.ts";

const DrawMode = lazy(() => import("../ink/DrawMode.tsx").then((all) => ({ default: all.DrawMode })));

/** Drawing in a note, as those around the text know of it. */
export interface Drawing {
  readonly isOn: boolean;
  /** Undefined where nothing can be drawn. */
  readonly toggle: (() => void) | undefined;
  /** Shows the handwriting as text. */
  readonly recognise: () => void;
  readonly inks: readonly DrawnInk[];
  /** What is drawn and not kept yet. */
  readonly room: InkRoom | undefined;
  readonly onRoom: (room: InkRoom | undefined) => void;
}

/** Milliseconds after which the toolbar goes while somebody types. */
const toolbarMs = 3000;

/** Title and text of a note, to be written. */
export function WritingArea({
  session,
  all,
  draw,
  drawing,
  isNew,
  isReadOnly,
  match,
  found,
  addressOfNote,
  inserting,
  children,
}: {
  readonly session: NoteSession;
  readonly all: EditorModules;
  readonly draw: DrawingOf;
  readonly drawing: Drawing;
  readonly isNew: boolean;
  readonly isReadOnly: boolean;
  /** A part of the text to be shown, in scalars. */
  readonly match: readonly [number, number] | undefined;
  /** Handwriting to be shown. */
  readonly found: FoundInk | undefined;
  readonly addressOfNote: (title: string) => string | undefined;
  /** Where those outside find what writes into the text. */
  readonly inserting: Inserting;
  /** Stands between title and text. */
  readonly children: ReactNode;
}) {
  const title = useRef<HTMLTextAreaElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const [toolbarFocus, setToolbarFocus] = useState(0);
  const { host, editor, cursor, hasFocus } = useEditor(all, session, draw, () => title.current?.focus());
  const [isTyping, stopTyping] = useTyping(cursor);
  useTwoFingerTap(frame, isReadOnly ? undefined : drawing.toggle);
  useEffect(() => {
    inserting.current = (text, behind) => editor.current?.insert(text, behind);
    return () => {
      inserting.current = undefined;
    };
  }, [inserting]);
  useEffect(() => editor.current?.setReadOnly(isReadOnly), [isReadOnly, all]);
  useEffect(() => {
    if (isNew) editor.current?.focus("start");
  }, [isNew]);
  useEffect(() => {
    if (!match || !editor.current) return;
    const [from, to] = match.map((scalars) => unitsOf(session.text(), scalars));
    editor.current.reveal(from ?? 0, to ?? 0);
  }, [match?.[0], match?.[1]]);
  useEffect(() => {
    const at = found ? session.text().indexOf(`ink:${found.drawing}`) : -1;
    if (at >= 0) editor.current?.showDrawing(at);
  }, [found?.drawing, `${found?.box}`]);
  return (
    <>
      <TitleField
        ref_={title}
        session={session}
        isReadOnly={isReadOnly}
        onDown={() => editor.current?.focus("start")}
      />
      {children}
      {!isReadOnly && drawing.isOn && (
        <Suspense fallback={<div className="note-toolbar" aria-hidden="true" />}>
          <DrawMode
            session={session}
            editor={editor}
            frame={frame}
            inks={drawing.inks}
            room={drawing.room}
            onRoom={drawing.onRoom}
            onRecognise={drawing.recognise}
            onLeave={() => {
              drawing.toggle?.();
              editor.current?.focus();
            }}
          />
        </Suspense>
      )}
      {!isReadOnly && !drawing.isOn && (
        <Toolbar
          onDraw={drawing.toggle}
          formattings={all.formattings}
          formats={cursor?.formats ?? new Set()}
          isHidden={hasFocus && isTyping}
          onFormat={(format) => editor.current?.format(format)}
          onUndo={() => editor.current?.undo()}
          onRedo={() => editor.current?.redo()}
          onLeave={() => editor.current?.focus()}
          focusWhen={toolbarFocus}
        />
      )}
      <div ref={frame} className={`note-frame ${drawing.isOn ? "is-drawing" : ""}`}>
        <div
          ref={host}
          className="note-editor"
          onKeyDown={(event) => {
            if (event.altKey && event.key === "F10") {
              event.preventDefault();
              stopTyping();
              setToolbarFocus(toolbarFocus + 1);
            }
          }}
        />
      </div>
      {cursor?.completing && (
        <LinkCompletion completing={cursor.completing} host={host} editor={editor} note={session.note} />
      )}
      <LinkBar cursor={cursor} editor={editor} addressOfNote={addressOfNote} />
    </>
  );
}

/** A tap of two fingers on an element changes between typing and drawing. */
function useTwoFingerTap(element: React.RefObject<HTMLElement>, tapped: (() => void) | undefined) {
  const latest = useRef(tapped);
  latest.current = tapped;
  useEffect(() => element.current ? onTwoFingerTap(element.current, () => latest.current?.()) : undefined, [element]);
}

/** Whether somebody has been typing for long enough that the toolbar is in the way; a selection or a move of the cursor ends it. */
function useTyping(cursor: Cursor | undefined): readonly [boolean, () => void] {
  const [isTyping, setTyping] = useState(false);
  const timer = useRef<number>();
  const stop = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    setTyping(false);
  };
  useEffect(() => {
    if (!cursor) return;
    if (cursor.isSelecting || !cursor.isTyping) stop();
    else timer.current ??= setTimeout(() => setTyping(true), toolbarMs);
  }, [cursor]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return [isTyping, stop];
}

function TitleField({ ref_, session, isReadOnly, onDown }: {
  readonly ref_: React.RefObject<HTMLTextAreaElement>;
  readonly session: NoteSession;
  readonly isReadOnly: boolean;
  readonly onDown: () => void;
}) {
  const title = useSyncExternalStore(session.subscribe, session.title);
  return (
    <div className="note-title" data-value={title || "Title"}>
      <textarea
        ref={ref_}
        rows={1}
        aria-label="Title"
        placeholder="Title"
        value={title}
        readOnly={isReadOnly}
        maxLength={nameLengthMax}
        enterKeyHint="next"
        onChange={(event) => session.retitle(event.currentTarget.value.replace(/\s*\n\s*/g, " "))}
        onBlur={() => void session.flush()}
        onKeyDown={(event) => {
          if (event.key !== "Enter" && !(event.key === "ArrowDown" && isAtEnd(event.currentTarget))) return;
          if (event.nativeEvent.isComposing) return;
          event.preventDefault();
          onDown();
        }}
      />
    </div>
  );
}

function isAtEnd(field: HTMLTextAreaElement): boolean {
  return field.selectionEnd === field.value.length;
}

/** Where the link at the cursor leads, to be followed by pointer and keyboard. */
function LinkBar({ cursor, editor, addressOfNote }: {
  readonly cursor: Cursor | undefined;
  readonly editor: React.RefObject<NoteEditor>;
  readonly addressOfNote: (title: string) => string | undefined;
}) {
  const link = cursor?.link;
  if (!link || cursor.completing) return null;
  const href = "address" in link ? link.address : addressOfNote(link.note);
  return (
    <p className="note-link-bar" onKeyDown={(event) => event.key === "Escape" && editor.current?.focus()}>
      <Icon name="link-45deg" />
      {"address" in link
        ? (
          <a href={link.address} target="_blank" rel="noreferrer">
            Open {link.address.replace(/^(https?:\/\/|mailto:|tel:)/, "")}
          </a>
        )
        : href
        ? <a href={href}>Open “{link.note}”</a>
        : <span>There is no note “{link.note}” yet</span>}
    </p>
  );
}

/** UTF-16 units of so many scalars from the beginning of a text. */
function unitsOf(text: string, scalars: number): number {
  let units = 0;
  for (const scalar of text) {
    if (scalars <= 0) break;
    scalars -= 1;
    units += scalar.length;
  }
  return units;
}
