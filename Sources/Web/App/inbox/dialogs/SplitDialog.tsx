import { useState } from "react";
import { FormDialog, Skeleton, Switch, TextArea } from "../../design/mod.ts";
import { useView } from "../../source/source.ts";
import { split } from "../batches.ts";
import { counted, type ItemLine, readLines } from "../lines.ts";
import { Trouble } from "../Trouble.tsx";
import type { Doing } from "../useDoing.ts";

interface Asked {
  readonly items: readonly ItemLine[];
  readonly run: Doing["run"];
  readonly onClose: () => void;
}

/** One thought made into several, a line each; the original stays, unless it is to go. */
export function SplitDialog(asked: Asked) {
  const [item] = asked.items;
  return item ? <SplitOne item={item} {...asked} /> : null;
}

function SplitOne({ item, run, onClose }: Asked & { readonly item: ItemLine }) {
  const { value, problem } = useView("showItem", { item: item.id });
  const [written, setWritten] = useState<string>();
  const [isDone, setDone] = useState(false);
  const text = written ?? value?.content ?? "";
  const lines = readLines(text);
  const save = () => {
    onClose();
    void run(split(item, lines, isDone));
  };
  return (
    <FormDialog
      title="Split by lines"
      submit={`Split into ${counted(lines.length, "item")}`}
      isBusy={lines.length === 0}
      onSubmit={save}
      onClose={onClose}
    >
      <Trouble problem={problem} />
      {value
        ? (
          <TextArea
            label="One item for each line"
            rows={5}
            value={text}
            onChange={setWritten}
          />
        )
        : !problem && <Skeleton lines={3} />}
      <Switch
        label="Delete the original"
        hint="Otherwise it stays as it is."
        isOn={isDone}
        onChange={setDone}
      />
    </FormDialog>
  );
}
