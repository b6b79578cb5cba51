import { useEffect, useRef, useState } from "react";
import { Button, Skeleton, TextArea } from "../../design/mod.ts";
import { useView } from "../../source/source.ts";
import type { ItemLine } from "../lines.ts";
import { Trouble } from "../Trouble.tsx";
import type { Doing } from "../useDoing.ts";

/** A field in the place of an item's row, with its whole text: Enter saves, Escape leaves it as it was. */
export function Reword({ item, run, onEnd }: {
  readonly item: ItemLine;
  readonly run: Doing["run"];
  readonly onEnd: () => void;
}) {
  const { value, problem } = useView("showItem", { item: item.id });
  const [written, setWritten] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  const content = value?.content;
  const text = written ?? content ?? "";
  const isThere = content !== undefined;
  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
  }, [isThere]);
  const save = async () => {
    if (!text.trim() || text === content) return onEnd();
    const says = "Reworded";
    if (await run({ commands: [{ type: "capture.rewordItem", item: item.id, content: text }], says })) onEnd();
  };
  if (!isThere) return problem ? <Trouble problem={problem} onDismiss={onEnd} /> : <Skeleton lines={1} />;
  return (
    <div className="reword">
      <TextArea
        ref={field}
        label={`Reword “${item.title}”`}
        isLabelHidden
        rows={1}
        value={text}
        onChange={setWritten}
        onKeyDown={(event) => {
          if (event.key === "Escape") {
            event.stopPropagation();
            onEnd();
          }
          if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          void save();
        }}
      />
      <div className="reword-actions">
        <Button kind="quiet" onClick={onEnd}>Cancel</Button>
        <Button kind="primary" onClick={() => void save()}>Save</Button>
      </div>
    </div>
  );
}
