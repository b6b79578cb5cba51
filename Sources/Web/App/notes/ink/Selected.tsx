import { type PointerEvent as ReactPointerEvent, useLayoutEffect, useRef, useState } from "react";
import { announce, IconButton } from "../../design/mod.ts";
import { saveFile } from "../../exports/handing.ts";
import { spelled } from "../../shell/commands/shortcuts.ts";
import type { DrawnInk, InkRoom } from "./drawings.ts";
import { type Change, changed, type Place } from "./geometry.ts";
import type { InkSession } from "./InkSession.ts";
import { type Box, joined, outlined } from "./outline.ts";
import { pngOf } from "./picture.ts";
import type { DrawnStroke } from "./points.ts";
import { placeIn, scaleOf, type Selection } from "./uses.ts";

interface SelectedProps {
  readonly inkSession: InkSession;
  readonly selection: Selection;
  readonly onSelect: (selection: Selection | undefined) => void;
}

function strokesOf({ inkSession, selection }: Pick<SelectedProps, "inkSession" | "selection">): readonly DrawnStroke[] {
  const ids = new Set(selection.strokes);
  return inkSession.strokesOf(selection.ink).filter(({ id }) => ids.has(id));
}

function boxOf(strokes: readonly DrawnStroke[]): Box | undefined {
  return joined(strokes.map((stroke) => outlined(stroke).box));
}

function counted(count: number): string {
  return `${count} ${count === 1 ? "stroke" : "strokes"}`;
}

/** What can be done with strokes that are selected; the new ones are selected then. */
function actionsOn(props: SelectedProps) {
  const { inkSession, selection: { ink }, onSelect } = props;
  const change = (by: Partial<Change>, says: string) => {
    const strokes = strokesOf(props);
    const box = boxOf(strokes);
    if (!box) return;
    const whole = { x: 0, y: 0, factor: 1, centre: { x: box.left, y: box.top }, ...by };
    const add = strokes.map((stroke) => changed(stroke, whole));
    onSelect({ ink, strokes: add.map(({ id }) => id) });
    announce(says);
    void inkSession.redraw([{ ink, erase: strokes.map(({ id }) => id), add }]);
  };
  return {
    move: (x: number, y: number) => change({ x, y }, "Moved"),
    scale: (factor: number) => change({ factor }, factor > 1 ? "Larger" : "Smaller"),
    copy: () => {
      const add = strokesOf(props).map((stroke) =>
        changed(stroke, { x: 16, y: 16, factor: 1, centre: { x: 0, y: 0 } })
      );
      onSelect({ ink, strokes: add.map(({ id }) => id) });
      void inkSession.redraw([{ ink, erase: [], add }], `${counted(add.length)} copied`);
    },
    save: async () => {
      const picture = await pngOf(strokesOf(props));
      if (picture) saveFile("Drawing.png", picture);
    },
    remove: () => {
      const erase = strokesOf(props).map(({ id }) => id);
      onSelect(undefined);
      void inkSession.redraw([{ ink, erase, add: [] }], `${counted(erase.length)} deleted`);
    },
  };
}

/** Buttons for what is selected. */
export function SelectionTools(props: SelectedProps) {
  const { copy, scale, save, remove } = actionsOn(props);
  return (
    <span className="ink-group ink-selection-tools" role="group" aria-label="Selection">
      <span className="ink-count">{counted(props.selection.strokes.length)}</span>
      <IconButton icon="files" label="Copy" keys={spelled("mod+c")} onClick={copy} />
      <IconButton icon="dash-lg" label="Smaller" keys="-" tabIndex={-1} onClick={() => scale(0.8)} />
      <IconButton icon="plus-lg" label="Larger" keys="+" tabIndex={-1} onClick={() => scale(1.25)} />
      <IconButton icon="download" label="Save as PNG" tabIndex={-1} onClick={() => void save()} />
      <IconButton icon="trash" label="Delete" keys="Delete" tabIndex={-1} onClick={remove} />
    </span>
  );
}

/** The frame around what is selected: dragged, it moves; dragged by its corner, it grows; by keys as well. */
export function Selected(
  props: SelectedProps & { readonly room: InkRoom | undefined; readonly inks: readonly DrawnInk[] },
) {
  const { inkSession, selection, onSelect, room, inks } = props;
  const frame = useRef<HTMLDivElement>(null);
  const [box, setBox] = useState<Box>();
  const image = () => inkSession.editor.drawings().find((one) => one.dataset["ink"] === selection.ink);
  useLayoutEffect(() => {
    const [shown, around] = [image(), boxOf(strokesOf(props))];
    const paper = frame.current?.parentElement?.getBoundingClientRect();
    setBox(shown && around && paper ? onPaper(shown, around, paper) : undefined);
  }, [selection, room, inks]);
  useLayoutEffect(() => frame.current?.focus({ preventScroll: true }), [selection]);
  const { move, scale, copy, remove } = actionsOn(props);
  const drag = (event: ReactPointerEvent<HTMLElement>, isScale: boolean) => {
    event.preventDefault();
    event.stopPropagation();
    const shown = image();
    const element = event.currentTarget;
    if (!shown || !box) return;
    element.setPointerCapture(event.pointerId);
    const start = placeIn(shown, { x: event.clientX, y: event.clientY });
    const paths = Array.from(shown.querySelectorAll("path")).filter((path) =>
      selection.strokes.includes(path.dataset["stroke"] ?? "")
    );
    const around = boxOf(strokesOf(props));
    if (!around) return;
    const changeTo = (to: Place) => isScale ? scaled(around, start, to) : { x: to.x - start.x, y: to.y - start.y };
    const at = (moved: PointerEvent) => changeTo(placeIn(shown, { x: moved.clientX, y: moved.clientY }));
    const follow = (moved: PointerEvent) => {
      const by = at(moved);
      const transform = typeof by === "number"
        ? `translate(${around.left} ${around.top}) scale(${by}) translate(${-around.left} ${-around.top})`
        : `translate(${by.x} ${by.y})`;
      for (const path of paths) path.setAttribute("transform", transform);
      if (!frame.current) return;
      const pixels = scaleOf(shown);
      frame.current.style.transform = typeof by === "number"
        ? `scale(${by})`
        : `translate(${by.x * pixels}px, ${by.y * pixels}px)`;
    };
    const end = (moved: PointerEvent | undefined) => {
      element.removeEventListener("pointermove", follow);
      element.removeEventListener("pointerup", end);
      element.removeEventListener("pointercancel", cancel);
      if (frame.current) frame.current.style.transform = "";
      for (const path of paths) path.removeAttribute("transform");
      if (!moved) return;
      const by = at(moved);
      if (typeof by === "number") { if (by !== 1) scale(by); }
      else if (by.x !== 0 || by.y !== 0) move(by.x, by.y);
    };
    const cancel = () => end(undefined);
    element.addEventListener("pointermove", follow);
    element.addEventListener("pointerup", end);
    element.addEventListener("pointercancel", cancel);
  };
  return (
    <div
      ref={frame}
      className="ink-selection"
      role="group"
      aria-label={`${counted(selection.strokes.length)} selected`}
      tabIndex={-1}
      style={box && { left: box.left, top: box.top, width: box.right - box.left, height: box.bottom - box.top }}
      onPointerDown={(event) => drag(event, false)}
      onKeyDown={(event) => {
        const far = event.shiftKey ? 1 : 8;
        const steps: Readonly<Record<string, () => void>> = {
          ArrowLeft: () => move(-far, 0),
          ArrowRight: () => move(far, 0),
          ArrowUp: () => move(0, -far),
          ArrowDown: () => move(0, far),
          "+": () => scale(1.25),
          "-": () => scale(0.8),
          Delete: remove,
          Backspace: remove,
          Escape: () => onSelect(undefined),
          ...(event.ctrlKey || event.metaKey ? { c: copy, d: copy } : {}),
        };
        const run = steps[event.key];
        if (!run) return;
        event.preventDefault();
        event.stopPropagation();
        run();
      }}
    >
      <div className="ink-corner" aria-hidden="true" onPointerDown={(event) => drag(event, true)} />
    </div>
  );
}

function onPaper(image: SVGSVGElement, box: Box, paper: DOMRect): Box {
  const there = image.getScreenCTM();
  if (!there) return box;
  const x = (value: number) => value * there.a + there.e - paper.left;
  const y = (value: number) => value * there.d + there.f - paper.top;
  return { left: x(box.left) - 6, top: y(box.top) - 6, right: x(box.right) + 6, bottom: y(box.bottom) + 6 };
}

/** How much larger a box becomes when its corner goes from one place to another; the other corner stays. */
function scaled(box: Box, from: Place, to: Place): number {
  const whole = Math.hypot(from.x - box.left, from.y - box.top);
  return Math.min(Math.max(Math.hypot(to.x - box.left, to.y - box.top) / Math.max(whole, 1), 0.1), 10);
}
