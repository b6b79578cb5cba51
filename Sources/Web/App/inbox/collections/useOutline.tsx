import type { PointerEvent, RefObject } from "react";
import { useRef } from "react";
import { announce, Icon, type MenuItem } from "../../design/mod.ts";
import { useShortcuts } from "../../shell/commands/shortcuts.ts";
import type { View } from "../../source/source.ts";
import { named } from "../lines.ts";
import type { Outline } from "../items/ItemList.tsx";
import type { Entry, ItemLine } from "../lines.ts";
import { type Direction, dropped, moved, type Place, without } from "./tree.ts";
import type { Doing } from "../useDoing.ts";

const ways: readonly {
  readonly keys: string;
  readonly shown: string;
  readonly label: string;
  readonly icon: string;
  readonly direction: Direction;
}[] = [
  { keys: "alt+ArrowUp", shown: "Alt ↑", label: "Move up", icon: "arrow-up", direction: "up" },
  { keys: "alt+ArrowDown", shown: "Alt ↓", label: "Move down", icon: "arrow-down", direction: "down" },
  { keys: "alt+ArrowRight", shown: "Alt →", label: "Indent", icon: "text-indent-left", direction: "in" },
  { keys: "alt+ArrowLeft", shown: "Alt ←", label: "Outdent", icon: "text-indent-right", direction: "out" },
];

/** How wide a level is, in CSS pixels at the usual text size. */
const levelWidth = 28;

/** Moving in a plan: by keys, by the menu of a row and by its handle. A list has no order to move in. */
export function useOutline(
  { id: collection, structured, items }: View<"showCollection">,
  run: Doing["run"],
  list: RefObject<HTMLElement>,
): Outline {
  const put = (item: ItemLine, place: Place | undefined) => {
    if (!place) return announce(`${item.title} is as far that way as can be`);
    const command = { type: "capture.moveInCollection" as const, collection, item: item.id, ...place };
    void run({ commands: [command], says: `Moved ${named([item])}` });
  };
  const moveFocused = (direction: Direction) => {
    const row = document.activeElement?.closest<HTMLElement>("[data-item]");
    const item = row && items.find((one) => one.id === row.dataset["item"]);
    if (item && structured) put(item, moved(items, item.id, direction));
  };
  useShortcuts(
    "Plans",
    structured ? ways.map(({ keys, label, direction }) => ({ keys, label, run: () => moveFocused(direction) })) : [],
  );
  const drag = useDrag(items, list, put);
  const remove = (item: ItemLine): MenuItem => ({
    label: structured ? "Take out of the plan" : "Take out of the list",
    icon: "box-arrow-left",
    onSelect: () =>
      void run({
        commands: [{ type: "capture.removeFromCollection", collection, item: item.id }],
        says: `Took ${named([item])} out`,
      }),
  });
  return {
    levelOf: (item) => structured ? items.find((one) => one.id === item.id)?.level ?? 0 : 0,
    handleOf: (item) =>
      structured && (
        <span className="item-handle" title="Drag to move" aria-hidden="true" {...drag(item)}>
          <Icon name="grip-vertical" />
        </span>
      ),
    more: (item) => [
      ...structured
        ? ways.map(({ shown, label, icon, direction }) => ({
          label,
          icon,
          keys: shown,
          isDisabled: moved(items, item.id, direction) === undefined,
          onSelect: () => put(item, moved(items, item.id, direction)),
        }))
        : [],
      remove(item),
    ],
  };
}

interface Drag {
  readonly item: Entry;
  readonly x: number;
  readonly left: readonly Entry[];
  place: Place | undefined;
}

/** Dragging a row by its handle: down and up for its place, aside for its level. */
function useDrag(
  items: readonly Entry[],
  list: RefObject<HTMLElement>,
  put: (item: ItemLine, place: Place) => void,
) {
  const dragged = useRef<Drag>();
  const rowOf = (id: string) => list.current?.querySelector<HTMLElement>(`[data-item="${CSS.escape(id)}"]`);
  const show = (drag: Drag, event: PointerEvent<HTMLElement>) => {
    const boxes = drag.left.map((entry) => rowOf(entry.id)?.getBoundingClientRect());
    const found = boxes.findIndex((box) => box && event.clientY < box.top + box.height / 2);
    const index = found < 0 ? drag.left.length : found;
    const wanted = drag.item.level + Math.round((event.clientX - drag.x) / levelWidth);
    const { level, ...place } = dropped(drag.left, index, wanted);
    drag.place = place;
    clearMarks(list.current);
    const before = drag.left[index];
    const row = rowOf((before ?? drag.left.at(-1))?.id ?? "");
    if (!row) return;
    row.dataset["drop"] = before ? "before" : "after";
    row.style.setProperty("--drop-level", String(level));
  };
  const end = (isDropped: boolean) => {
    const drag = dragged.current;
    dragged.current = undefined;
    clearMarks(list.current);
    if (!drag) return;
    rowOf(drag.item.id)?.classList.remove("is-dragged");
    if (isDropped && drag.place) put(drag.item, drag.place);
  };
  return (item: ItemLine) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const entry = items.find((one) => one.id === item.id);
      if (!entry || event.button !== 0) return;
      event.preventDefault();
      event.stopPropagation();
      event.currentTarget.setPointerCapture(event.pointerId);
      dragged.current = { item: entry, x: event.clientX, left: without(items, entry.id), place: undefined };
      rowOf(entry.id)?.classList.add("is-dragged");
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (dragged.current) show(dragged.current, event);
    },
    onPointerUp: () => end(true),
    onPointerCancel: () => end(false),
  });
}

function clearMarks(list: HTMLElement | null) {
  for (const row of list?.querySelectorAll<HTMLElement>("[data-drop]") ?? []) {
    delete row.dataset["drop"];
    row.style.removeProperty("--drop-level");
  }
}
