import type { KeyboardEvent } from "react";
import { useEffect, useRef } from "react";
import { IconButton, moveInToolbar } from "../../design/mod.ts";
import { spelled } from "../../shell/commands/shortcuts.ts";
import type { Format, Formatting } from "../editor/formatting.ts";

/** Formatting by pointer. Hidden while somebody types; Alt+F10 brings it and moves the focus there, Escape moves it back. */
export function Toolbar({ formattings, formats, isHidden, onDraw, onFormat, onUndo, onRedo, onLeave, focusWhen }: {
  readonly formattings: readonly Formatting[];
  /** Those that the cursor stands in. */
  readonly formats: ReadonlySet<Format>;
  readonly isHidden: boolean;
  /** Undefined where nothing can be drawn. */
  readonly onDraw: (() => void) | undefined;
  readonly onFormat: (format: Format) => void;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  readonly onLeave: () => void;
  /** Takes the focus whenever this number grows. */
  readonly focusWhen: number;
}) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (focusWhen > 0) bar.current?.querySelector<HTMLElement>("[tabindex='0']")?.focus();
  }, [focusWhen]);
  return (
    <div
      ref={bar}
      className={`note-toolbar ${isHidden ? "is-hidden" : ""}`}
      role="toolbar"
      aria-label="Formatting"
      aria-orientation="horizontal"
      // The text keeps its selection, and a telephone its keyboard.
      onPointerDown={(event) => event.preventDefault()}
      onKeyDown={(event) => move(event, bar.current, onLeave)}
    >
      {onDraw && (
        <>
          <IconButton
            icon="pen"
            label="Draw"
            keys={spelled("mod+shift+d")}
            isPressed={false}
            tabIndex={-1}
            onClick={onDraw}
          />
          <span className="note-toolbar-line" />
        </>
      )}
      {formattings.map(({ format, label, icon, key }, at) => (
        <IconButton
          key={format}
          icon={icon}
          label={label}
          keys={spelled(shown(key))}
          isPressed={formats.has(format)}
          tabIndex={at === 0 ? 0 : -1}
          onClick={() => onFormat(format)}
        />
      ))}
      <span className="note-toolbar-line" />
      <IconButton
        icon="arrow-counterclockwise"
        label="Undo typing"
        keys={spelled("mod+z")}
        tabIndex={-1}
        onClick={onUndo}
      />
      <IconButton
        icon="arrow-clockwise"
        label="Redo typing"
        keys={spelled("mod+shift+z")}
        tabIndex={-1}
        onClick={onRedo}
      />
    </div>
  );
}

function shown(key: string): string {
  return key.toLowerCase().replaceAll("-", "+");
}

/** Moves within the toolbar by its keys; Escape leaves to the text. */
function move(event: KeyboardEvent, bar: HTMLElement | null, onLeave: () => void): void {
  if (moveInToolbar(event, bar) || event.key !== "Escape") return;
  event.preventDefault();
  event.stopPropagation();
  onLeave();
}
