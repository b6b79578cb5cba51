import { useState } from "react";
import { FormDialog, Icon, TextField } from "../../design/mod.ts";
import { useView } from "../../source/source.ts";
import { retag } from "../batches.ts";
import { type ItemLine, named, readTags } from "../lines.ts";
import type { Doing } from "../useDoing.ts";
import { useFirstFocus } from "../useFirstFocus.ts";

/** The tags of items: those in use to be put on and taken off, new ones to be written. Requirement O-155. */
export function TagDialog({ items, run, onClose }: {
  readonly items: readonly ItemLine[];
  readonly run: Doing["run"];
  readonly onClose: () => void;
}) {
  const known = useView("listItemTags", {}).value?.tags ?? [];
  const first = useFirstFocus<HTMLInputElement>();
  const [text, setText] = useState("");
  const shared = (items[0]?.tags ?? []).filter((name) => items.every((item) => item.tags.includes(name)));
  const [chosen, setChosen] = useState<readonly string[]>(shared);
  const names = [...new Set([...known.map((tag) => tag.name), ...shared])];
  const shown = names.filter((name) => name.toLowerCase().includes(text.trim().replace(/^#/, "").toLowerCase()));
  const save = () => {
    const wanted = [...new Set([...chosen, ...readTags(text)])];
    const [added, removed] = [
      wanted.filter((name) => !shared.includes(name)),
      shared.filter((name) => !wanted.includes(name)),
    ];
    onClose();
    if (added.length + removed.length > 0) void run(retag(items, added, removed));
  };
  return (
    <FormDialog title="Tags" submit="Save tags" onSubmit={save} onClose={onClose}>
      <p className="ask-about">{named(items)}</p>
      <TextField
        label="New tags"
        hint="Several with commas; home/garden is a tag within home."
        ref={first}
        value={text}
        onChange={setText}
      />
      {shown.length > 0 && (
        <ul className="tag-choices" aria-label="Tags in use">
          {shown.map((name) => {
            const isOn = chosen.includes(name);
            return (
              <li key={name}>
                <button
                  type="button"
                  className="tag-choice"
                  aria-pressed={isOn}
                  onClick={() => setChosen(isOn ? chosen.filter((other) => other !== name) : [...chosen, name])}
                >
                  {isOn && <Icon name="check2" />}
                  {name}
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </FormDialog>
  );
}
