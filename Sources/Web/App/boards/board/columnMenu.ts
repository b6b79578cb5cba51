import type { MenuItem } from "../../design/mod.ts";
import type { Act } from "../acting.tsx";
import { columnStep } from "../moving/lanes.ts";
import type { Board } from "../types.ts";

/** What can be done with a column. */
export function columnMenu(
  board: Board,
  column: string,
  act: Act,
  rename: (column: string) => void,
  add: (column: string) => void,
  remove: (column: string) => void,
): readonly (readonly MenuItem[])[] {
  const ids = board.columns.map((one) => one.id);
  const name = board.columns.find((one) => one.id === column)?.name ?? "";
  const shift = (label: string, face: { readonly icon: string }, by: -1 | 1) => {
    const target = columnStep(ids, column, by);
    if (!target) return [];
    const onSelect = () =>
      void act(
        { type: "boards.moveColumn", column, ...(target.above ? { above: target.above } : {}) },
        `Column ${name} moved`,
      );
    return [{ label, ...face, onSelect }];
  };
  return [
    [
      { label: "Add card", icon: "plus-lg", onSelect: () => add(column) },
      { label: "Rename", icon: "pencil", onSelect: () => rename(column) },
    ],
    [...shift("Move left", { icon: "arrow-left" }, -1), ...shift("Move right", { icon: "arrow-right" }, 1)],
    [
      {
        label: "Archive column",
        icon: "archive",
        onSelect: () => void act({ type: "boards.archiveColumn", column }, `Column ${name} archived`),
      },
      { label: "Delete column", icon: "trash3", isDanger: true, onSelect: () => remove(column) },
    ],
  ];
}
