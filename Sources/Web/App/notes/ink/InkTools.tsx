import { type ReactNode, useRef } from "react";
import { Icon, IconButton, moveInToolbar } from "../../design/mod.ts";
import { spelled } from "../../shell/commands/shortcuts.ts";
import { inkColours } from "./colours.ts";
import { type InkToolName, inkWidths, type Pen } from "./pens.ts";

const tools: readonly { readonly tool: InkToolName; readonly label: string; readonly icon: string }[] = [
  { tool: "pen", label: "Pen", icon: "pen" },
  { tool: "pencil", label: "Pencil", icon: "pencil" },
  { tool: "highlighter", label: "Highlighter", icon: "brush" },
  { tool: "eraser", label: "Erase strokes", icon: "eraser" },
  { tool: "cutter", label: "Erase parts", icon: "scissors" },
  { tool: "lasso", label: "Select", icon: "bounding-box" },
];

/** Pens, erasers, lasso, colours and widths. Arrow keys move within. */
export function InkTools({ pen, onPen, onRecognise, onLeave, onUndo, onRedo, children }: {
  readonly pen: Pen;
  readonly onPen: (pen: Partial<Pen>) => void;
  /** Undefined while nothing is drawn. */
  readonly onRecognise: (() => void) | undefined;
  readonly onLeave: () => void;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  /** What can be done with what is selected; undefined where nothing is. */
  readonly children: ReactNode;
}) {
  const bar = useRef<HTMLDivElement>(null);
  return (
    <div
      ref={bar}
      className="note-toolbar ink-tools"
      role="toolbar"
      aria-label="Drawing tools"
      aria-orientation="horizontal"
      onKeyDown={(event) => moveInToolbar(event, bar.current)}
    >
      <div className="ink-row">
        <IconButton
          icon="pen-fill"
          label="Draw"
          keys={spelled("mod+shift+d")}
          isPressed
          onClick={onLeave}
        />
        <span className="note-toolbar-line" />
        <span className="ink-group" role="group" aria-label="Tool">
          {tools.map(({ tool, label, icon }) => (
            <IconButton
              key={tool}
              icon={icon}
              label={label}
              isPressed={pen.tool === tool}
              tabIndex={-1}
              onClick={() => onPen({ tool })}
            />
          ))}
        </span>
        <span className="note-toolbar-line" />
        <IconButton icon="arrow-counterclockwise" label="Undo" keys={spelled("mod+z")} tabIndex={-1} onClick={onUndo} />
        <IconButton icon="arrow-clockwise" label="Redo" keys={spelled("mod+shift+z")} tabIndex={-1} onClick={onRedo} />
        {onRecognise && (
          <IconButton icon="textarea-t" label="Recognize handwriting" tabIndex={-1} onClick={onRecognise} />
        )}
      </div>
      <div className="ink-row">
        {isDrawing(pen) ? <Inks pen={pen} onPen={onPen} /> : children ?? <p className="ink-hint">{hints[pen.tool]}</p>}
      </div>
    </div>
  );
}

/** Colours and widths. */
function Inks({ pen, onPen }: { readonly pen: Pen; readonly onPen: (pen: Partial<Pen>) => void }) {
  return (
    <>
      <span className="ink-group" role="group" aria-label="Colour">
        {inkColours.map(({ name, rgb, token }, at) => (
          <button
            key={name}
            type="button"
            className="icon-button ink-colour"
            aria-label={name}
            title={name}
            aria-pressed={pen.rgb === rgb}
            tabIndex={at === 0 ? 0 : -1}
            style={{ color: `var(${token})` }}
            onClick={() => onPen({ rgb })}
          >
            <span className="ink-dot">{pen.rgb === rgb && <Icon name="check2" />}</span>
          </button>
        ))}
      </span>
      <span className="note-toolbar-line" />
      <span className="ink-group" role="group" aria-label="Width">
        {inkWidths.map(({ name, points }) => (
          <button
            key={name}
            type="button"
            className="icon-button ink-width"
            aria-label={name}
            title={name}
            aria-pressed={pen.points === points}
            tabIndex={-1}
            onClick={() => onPen({ points })}
          >
            <span className="ink-line" style={{ height: `${points}px` }} />
          </button>
        ))}
      </span>
    </>
  );
}

const hints: Readonly<Record<string, string>> = {
  eraser: "Rub over strokes to take them away.",
  cutter: "Rub over ink to take away what you touch.",
  lasso: `Draw around strokes to select them; ${spelled("mod+a")} takes a whole drawing.`,
};

function isDrawing({ tool }: Pen): boolean {
  return tool === "pen" || tool === "pencil" || tool === "highlighter";
}
