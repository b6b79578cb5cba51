import { useState } from "react";
import { TextArea } from "../../design/mod.ts";

/** A line edited where it stands: Enter or leaving it keeps it, Escape does not. */
export function QuickEdit({ label, value, onDone, placeholder }: {
  readonly label: string;
  readonly value: string;
  /** Called with the new text, or undefined where there is none or nothing was changed. */
  readonly onDone: (text: string | undefined) => void;
  readonly placeholder?: string;
}) {
  const [text, setText] = useState(value);
  const done = () => onDone(text.trim() && text.trim() !== value ? text.trim() : undefined);
  return (
    <TextArea
      className="quick-edit"
      label={label}
      isLabelHidden
      rows={1}
      autoFocus
      value={text}
      maxLength={500}
      placeholder={placeholder}
      onChange={(next) => setText(next.replace(/\s*\n\s*/g, " "))}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={done}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.nativeEvent.isComposing) return;
        if (event.key === "Enter") {
          event.preventDefault();
          done();
        }
        if (event.key === "Escape") {
          event.preventDefault();
          onDone(undefined);
        }
      }}
    />
  );
}
