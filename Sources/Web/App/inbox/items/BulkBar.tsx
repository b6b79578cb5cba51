import { Button, IconButton, Menu } from "../../design/mod.ts";
import type { Action, Actions } from "./actions.tsx";
import { counted } from "../lines.ts";
import type { Triage } from "./useTriage.ts";

/** What can be done to all items that are selected, as one step of undo. */
export function BulkBar({ triage, actions }: { readonly triage: Triage; readonly actions: Actions }) {
  const { chosen } = triage;
  const run = (action: Action) => () => actions.act(action, chosen);
  return (
    <div className="bulk" role="toolbar" aria-label="Selected items">
      <span className="bulk-count" role="status">{counted(chosen.length, "item")} selected</span>
      <IconButton icon="check2-circle" label="Complete" keys="E" onClick={run("complete")} />
      <IconButton icon="star" label="Star" keys="S" onClick={run("star")} />
      <IconButton icon="calendar-event" label="Follow up" keys="F" onClick={run("followUp")} />
      <IconButton icon="tag" label="Tags" keys="T" onClick={run("tags")} />
      <IconButton icon="list-nested" label="Add to a plan or list" keys="M" onClick={run("collection")} />
      <IconButton icon="trash3" label="Delete" keys="#" onClick={run("trash")} />
      <Menu
        label="More for the selected"
        icon="three-dots"
        sections={[[
          { label: "Select all", icon: "check2-all", onSelect: triage.selectAll },
          { label: "Tasks or thoughts", icon: "check2-square", onSelect: run("task") },
          {
            label: "Merge into the first",
            icon: "union",
            isDisabled: chosen.length < 2,
            onSelect: run("merge"),
          },
        ]]}
      />
      <Button kind="quiet" onClick={triage.clear}>Done</Button>
    </div>
  );
}
