import { useLayoutEffect, useRef } from "react";
import { Banner, Button, Dialog } from "../design/mod.ts";
import { paintOf } from "../notes/ink/colours.ts";
import { InkCanvas } from "../notes/ink/InkCanvas.ts";
import { outlined } from "../notes/ink/outline.ts";
import { pngOf } from "../notes/ink/picture.ts";
import { type DrawnStroke, packed } from "../notes/ink/points.ts";
import { type PenPoint, Sheet } from "../notes/ink/Sheet.ts";
import { write } from "../notes/ink/uses.ts";
import { mint, useSource } from "../source/source.ts";
import { readPicture } from "./asking.ts";
import { useAnswer } from "./useAnswer.ts";
import { Working } from "./Working.tsx";

/** The pen of the pad: black, and of a width that is read well. */
const look = { tool: "pen", colour: 0x24221fff, width: 300 } as const;

/**
 * A sheet on which something is written by hand, to be put in as text: a pen, a finger or a mouse writes, and the service reads
 * it. Nothing of the writing is kept. Requirement P-306.
 */
export default function WritingPad({ title, strokes, onStrokes, onText, onClose }: {
  readonly title: string;
  /** What was written so far, in pixels from the corner of the sheet. */
  readonly strokes: readonly DrawnStroke[];
  readonly onStrokes: (change: (before: readonly DrawnStroke[]) => readonly DrawnStroke[]) => void;
  readonly onText: (text: string) => void;
  readonly onClose: () => void;
}) {
  const { workspace } = useSource();
  const { answer, ask, cancel } = useAnswer<string>();
  const paper = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const latest = useRef({ onStrokes, cancel });
  latest.current = { onStrokes, cancel };
  useLayoutEffect(() => {
    const sheet = paper.current;
    if (!sheet || !canvas.current) return;
    const wet = new InkCanvas(canvas.current, sheet);
    const keep = (points: readonly PenPoint[]) => {
      const { left, top } = sheet.getBoundingClientRect();
      const there = points.map((point) => ({ ...point, x: point.x - left, y: point.y - top }));
      latest.current.cancel();
      latest.current.onStrokes((before) => [...before, { ...look, id: mint(), points: packed(there) }]);
      return Promise.resolve();
    };
    const pens = new Sheet(sheet, sheet, (point) => write(wet, look, point, keep, () => wet.clear()));
    return () => pens.close();
  }, []);
  const undo = () => {
    cancel();
    onStrokes((before) => before.slice(0, -1));
  };
  const read = () =>
    ask(async (signal) => {
      const picture = await pngOf(strokes);
      const text = picture ? (await readPicture(workspace, picture, signal)).trim() : "";
      signal.throwIfAborted();
      if (text) onText(text);
      return text;
    });
  const isEmpty = strokes.length === 0;
  return (
    <Dialog
      title={title}
      className="reading-dialog"
      onClose={onClose}
      actions={answer.kind === "working" ? undefined : (
        <>
          <Button kind="quiet" icon="arrow-counterclockwise" aria-disabled={isEmpty} onClick={undo}>Undo stroke</Button>
          <Button kind="quiet" icon="trash3" aria-disabled={isEmpty} onClick={() => onStrokes(() => [])}>Clear</Button>
          <Button kind="primary" icon="textarea-t" aria-disabled={isEmpty} onClick={() => isEmpty || read()}>
            Insert as text
          </Button>
        </>
      )}
    >
      <div className="stack">
        <div
          ref={paper}
          className="writing-pad"
          role="application"
          aria-label="Sheet to write on"
          aria-describedby="writing-pad-hint"
          tabIndex={0}
          data-autofocus
          onKeyDown={(event) => {
            if (event.key !== "z" || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            event.stopPropagation();
            undo();
          }}
        >
          <svg aria-hidden="true">
            {strokes.map((stroke) => <path key={stroke.id} d={outlined(stroke).path} fill={paintOf(stroke.colour)} />)}
          </svg>
          <canvas ref={canvas} aria-hidden="true" />
        </div>
        <p id="writing-pad-hint" className="field-hint">
          Write with a pen, a finger or the mouse. The service reads it and keeps nothing of it but the text.
        </p>
        {answer.kind === "working" && <Working onCancel={cancel}>Reading the handwriting…</Working>}
        {answer.kind === "there" && !answer.value && (
          <Banner tone="warm" icon="exclamation-circle">
            No words were found in it. Larger letters with some room between them are read best.
          </Banner>
        )}
        {answer.kind === "failed" && (
          <Banner tone="warm" icon="exclamation-circle" actions={<Button onClick={read}>Try again</Button>}>
            {answer.reason} What you wrote stays here.
          </Banner>
        )}
      </div>
    </Dialog>
  );
}
