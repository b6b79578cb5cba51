import type { RefObject } from "react";
import { useLayoutEffect, useRef, useState } from "react";
import { announce } from "../../design/mod.ts";
import { useShortcuts } from "../../shell/commands/shortcuts.ts";
import type { Action, Actions } from "./actions.tsx";
import { counted, type ItemLine } from "../lines.ts";

const keys: readonly (readonly [string, string, Action])[] = [
  ["e", "Complete or reopen", "complete"],
  ["s", "Star or unstar", "star"],
  ["#", "Delete", "trash"],
  ["r", "Reword", "reword"],
  ["f", "Follow up", "followUp"],
  ["t", "Tags", "tags"],
  ["m", "Add to a plan or list", "collection"],
  ["l", "Split by lines", "split"],
  ["shift+t", "Task or thought", "task"],
];

/** A list that is worked through by keys. */
export interface Triage {
  readonly selected: ReadonlySet<string>;
  readonly isSelecting: boolean;
  readonly select: (item: ItemLine, isRange: boolean) => void;
  readonly selectAll: () => void;
  readonly clear: () => void;
  /** Items that are selected, in their order. */
  readonly chosen: readonly ItemLine[];
  readonly focused: (id: string) => void;
}

/** The keys of a list of items: one moves among them, selects several, and does what its menu does. Requirement B-88. */
export function useTriage(
  items: readonly ItemLine[],
  actions: Actions,
  list: RefObject<HTMLElement>,
): Triage {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [isAsked, setAsked] = useState(false);
  const current = useRef({ id: "", at: 0 });
  const chosen = items.filter((item) => selected.has(item.id));
  const row = (id: string) => list.current?.querySelector<HTMLElement>(`[data-item="${CSS.escape(id)}"] .item-open`);
  const focusAt = (at: number) => {
    const item = items[Math.max(0, Math.min(at, items.length - 1))];
    if (item) row(item.id)?.focus();
  };
  const here = () => {
    const focused = document.activeElement?.closest<HTMLElement>("[data-item]");
    return focused && list.current?.contains(focused)
      ? items.find(({ id }) => id === focused.dataset["item"])
      : undefined;
  };
  const step = (by: number) => {
    const at = items.findIndex(({ id }) => id === current.current.id);
    focusAt(here() ? at + by : Math.max(at, 0));
  };
  const toggle = (ids: readonly string[]) => {
    const next = new Set(selected);
    const isOff = ids.every((id) => next.has(id));
    for (const id of ids) isOff ? next.delete(id) : next.add(id);
    setSelected(next);
    announce(next.size === 0 ? "Nothing selected" : `${counted(next.size, "item")} selected`);
  };
  const act = (action: Action) => {
    if (chosen.length > 0) actions.act(action, chosen);
    else actions.act(action, [here()].flatMap((item) => item ?? []));
  };
  const stepSelecting = (by: number) => {
    const item = here();
    if (item && !selected.has(item.id)) toggle([item.id]);
    step(by);
  };

  // What had the focus is gone or has given way to a field: the focus goes to what is in its place.
  useLayoutEffect(() => {
    const { id, at } = current.current;
    if (!id || document.activeElement !== document.body || document.querySelector("dialog[open]")) return;
    if (items.some((item) => item.id === id)) row(id)?.focus();
    else focusAt(at);
  });

  const clear = () => {
    setSelected(new Set());
    setAsked(false);
  };
  useShortcuts("Lists of items", [
    { keys: "j", label: "Next", run: () => step(1) },
    { keys: "k", label: "Previous", run: () => step(-1) },
    { keys: "x", label: "Select", run: () => toggle([here()].flatMap((item) => item ? [item.id] : [])) },
    { keys: "shift+j", label: "Select and go on", run: () => stepSelecting(1) },
    { keys: "shift+k", label: "Select and go back", run: () => stepSelecting(-1) },
    { keys: "mod+a", label: "Select all", run: () => setSelected(new Set(items.map(({ id }) => id))) },
    { keys: "Escape", label: "Select nothing", run: clear },
    ...keys.map(([key, label, action]) => ({ keys: key, label, run: () => act(action) })),
  ]);
  return {
    selected,
    chosen,
    isSelecting: isAsked || selected.size > 0,
    select: (item) => {
      setAsked(true);
      toggle([item.id]);
    },
    selectAll: () => setSelected(new Set(items.map(({ id }) => id))),
    clear,
    focused: (id) => current.current = { id, at: items.findIndex((item) => item.id === id) },
  };
}
