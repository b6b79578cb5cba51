import type { ReactNode } from "react";
import { useMemo, useState } from "react";
import { CollectionDialog } from "../dialogs/CollectionDialog.tsx";
import { toggleCompleted, toggleStarred, toggleTask, trash } from "../batches.ts";
import { FollowUpDialog } from "../dialogs/FollowUpDialog.tsx";
import { type ItemLine, named } from "../lines.ts";
import { SplitDialog } from "../dialogs/SplitDialog.tsx";
import { TagDialog } from "../dialogs/TagDialog.tsx";
import { Trouble } from "../Trouble.tsx";
import { type Doing, useDoing } from "../useDoing.ts";

/** Something that is done to items. */
export type Action =
  | "complete"
  | "star"
  | "task"
  | "trash"
  | "merge"
  | "reword"
  | "followUp"
  | "tags"
  | "collection"
  | "split";

/** What can be done to items of a list, and what is asked before. */
export interface Actions {
  readonly act: (action: Action, items: readonly ItemLine[]) => void;
  /** The item that is being reworded in its row. */
  readonly rewording: string | undefined;
  readonly endRewording: () => void;
  /** The dialog that is open, and why something was refused. */
  readonly face: ReactNode;
  readonly doing: Doing;
}

/** The actions on items of one list. `done` is called when something was asked in a dialog and is over. */
export function useActions(): Actions {
  const doing = useDoing();
  const [asked, setAsked] = useState<{ readonly action: Action; readonly items: readonly ItemLine[] }>();
  const { run } = doing;
  const act = useMemo(() => (action: Action, items: readonly ItemLine[]) => {
    if (items.length === 0) return;
    const [first, ...others] = items;
    if (action === "complete") return void run(toggleCompleted(items));
    if (action === "star") return void run(toggleStarred(items));
    if (action === "task") return void run(toggleTask(items));
    if (action === "trash") return void run(trash(items));
    if (action !== "merge") return setAsked({ action, items });
    if (!first || others.length === 0) return;
    const merged = { type: "capture.mergeItems" as const, survivor: first.id, items: others.map(({ id }) => id) };
    return void run({ commands: [merged], says: `Merged ${items.length} items into ${named([first])}` });
  }, [run]);
  const close = () => setAsked(undefined);
  return {
    act,
    doing,
    rewording: asked?.action === "reword" ? asked.items[0]?.id : undefined,
    endRewording: close,
    face: (
      <>
        <Trouble problem={doing.problem} onDismiss={doing.dismiss} />
        {asked && <Asking action={asked.action} items={asked.items} run={run} onClose={close} />}
      </>
    ),
  };
}

function Asking({ action, ...rest }: {
  readonly action: Action;
  readonly items: readonly ItemLine[];
  readonly run: Doing["run"];
  readonly onClose: () => void;
}) {
  switch (action) {
    case "followUp":
      return <FollowUpDialog {...rest} />;
    case "tags":
      return <TagDialog {...rest} />;
    case "collection":
      return <CollectionDialog {...rest} />;
    case "split":
      return <SplitDialog {...rest} />;
    default:
      return null;
  }
}
