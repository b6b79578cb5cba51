import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { notify } from "../../shell/notice.ts";
import { Problem, useSource } from "../../source/source.ts";
import type { NoteEditor } from "../editor/editor.ts";
import type { NoteSession } from "../note/NoteSession.ts";
import type { DrawnInk, InkRoom } from "./drawings.ts";
import { InkSession } from "./InkSession.ts";
import { InkTools } from "./InkTools.tsx";
import { type Pen, styleOf, usePen } from "./pens.ts";
import { type PenPoint, Sheet, type Use } from "./Sheet.ts";
import { draw, erase, lasso, type Selection } from "./uses.ts";
import { Selected, SelectionTools } from "./Selected.tsx";
import { InkCanvas } from "./InkCanvas.ts";

/** Drawing in a note: the tools above the text, and the paper over it. */
export function DrawMode({ session, editor, frame, inks, room, onRoom, onRecognise, onLeave }: {
  readonly session: NoteSession;
  readonly editor: RefObject<NoteEditor>;
  /** Holds the editor; the paper lies over it. */
  readonly frame: RefObject<HTMLDivElement>;
  readonly inks: readonly DrawnInk[];
  /** What is drawn and not kept yet. */
  readonly room: InkRoom | undefined;
  readonly onRoom: (room: InkRoom | undefined) => void;
  /** Shows the handwriting as text. */
  readonly onRecognise: () => void;
  readonly onLeave: () => void;
}) {
  const source = useSource();
  const [pen, setPen] = usePen();
  const [selection, setSelection] = useState<Selection>();
  const paper = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [inkSession, setInkSession] = useState<InkSession>();
  const wet = useRef<InkCanvas>();
  const latest = useRef({ pen, onRoom });
  latest.current = { pen, onRoom };
  useLayoutEffect(() => {
    const scroller = paper.current?.closest(".note-scroller");
    if (!editor.current || !frame.current || !paper.current || !canvas.current || !scroller) return;
    const made = new InkSession(source, session, editor.current, frame.current, (now) => latest.current.onRoom(now));
    const ink = wet.current = new InkCanvas(canvas.current, scroller);
    const sheet = new Sheet(paper.current, scroller, (point, event) => {
      setSelection(undefined);
      return used(made, ink, latest.current.pen, point, event, setSelection);
    });
    setInkSession(made);
    made.show();
    paper.current.focus({ preventScroll: true });
    return () => {
      sheet.close();
      latest.current.onRoom(undefined);
    };
  }, [source, session, editor, frame]);
  useLayoutEffect(() => inkSession?.see(inks), [inkSession, inks]);
  useLayoutEffect(() => wet.current?.clear(), [room, inks]);
  useEffect(() => {
    // Tools other than the lasso have no use for what is selected.
    if (pen.tool !== "lasso") setSelection(undefined);
  }, [pen.tool]);
  const select = (chosen: Selection | undefined) => {
    setSelection(chosen);
    if (!chosen) paper.current?.focus({ preventScroll: true });
  };
  const step = async (action: "undo" | "redo") => {
    setSelection(undefined);
    try {
      notify(await source[action]());
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown;
      notify(thrown.message);
    }
  };
  return (
    <>
      <InkTools
        pen={pen}
        onPen={setPen}
        onRecognise={inks.some(({ strokes }) => strokes.length > 0) ? onRecognise : undefined}
        onLeave={onLeave}
        onUndo={() => void step("undo")}
        onRedo={() => void step("redo")}
      >
        {inkSession && selection
          ? <SelectionTools inkSession={inkSession} selection={selection} onSelect={select} />
          : undefined}
      </InkTools>
      {frame.current && createPortal(
        <div
          ref={paper}
          className="ink-sheet"
          role="application"
          aria-label="Paper to draw on"
          tabIndex={0}
          data-tool={pen.tool}
          onKeyDown={(event) => {
            const isAll = event.key === "a" && (event.ctrlKey || event.metaKey);
            if (event.defaultPrevented || (event.key !== "Escape" && !isAll)) return;
            event.preventDefault();
            event.stopPropagation();
            if (!isAll) return onLeave();
            setPen({ tool: "lasso" });
            setSelection(inkSession && nextDrawing(inkSession, selection));
          }}
        >
          <canvas ref={canvas} aria-hidden="true" />
          {inkSession && selection && (
            <Selected inkSession={inkSession} selection={selection} room={room} inks={inks} onSelect={select} />
          )}
        </div>,
        frame.current,
      )}
    </>
  );
}

/** All strokes of the drawing after the one that is selected. */
function nextDrawing(inkSession: InkSession, selection: Selection | undefined): Selection | undefined {
  const all = inkSession.editor.drawings().flatMap(({ dataset: { ink } }) => ink ? [ink] : [])
    .map((ink) => ({ ink, strokes: inkSession.strokesOf(ink).map(({ id }) => id) }))
    .filter(({ strokes }) => strokes.length > 0);
  return all[(all.findIndex(({ ink }) => ink === selection?.ink) + 1) % all.length];
}

/** The use of the tool that is chosen; the other end of a pen erases. */
function used(
  inkSession: InkSession,
  wet: InkCanvas,
  pen: Pen,
  point: PenPoint,
  event: PointerEvent,
  onSelect: (selection: Selection | undefined) => void,
): Use | undefined {
  const isEraser = (event.buttons & 32) !== 0;
  if (isEraser || pen.tool === "eraser") return erase(inkSession, wet, false, point);
  if (pen.tool === "cutter") return erase(inkSession, wet, true, point);
  if (pen.tool === "lasso") return lasso(inkSession, wet, onSelect, point);
  const look = styleOf(pen);
  return look && draw(inkSession, wet, look, point);
}
