import { Dialog, ListRow } from "../../design/mod.ts";
import { useAct } from "../acting.tsx";
import { counted } from "./filter.ts";
import type { Board, Column } from "../types.ts";

/** Asks what becomes of the cards of a column that is deleted. */
export function DeleteColumn({ board, column, onClose }: {
  readonly board: Board;
  readonly column: Column;
  readonly onClose: () => void;
}) {
  const act = useAct();
  const remove = (cards: { readonly type: "archived" } | { readonly type: "moved"; readonly column: string }) => {
    onClose();
    void act({ type: "boards.deleteColumn", column: column.id, cards }, `Column ${column.name} deleted`);
  };
  return (
    <Dialog title={`Delete ${column.name}`} onClose={onClose}>
      <p className="dialog-words">
        It has {counted(column.cards.length, "card")}. Where {column.cards.length === 1 ? "does it" : "do they"} go?
      </p>
      <ul aria-label="What becomes of its cards">
        {board.columns.filter((other) => other.id !== column.id).map((other) => (
          <ListRow
            key={other.id}
            icon="arrow-right"
            title={`To ${other.name}`}
            onOpen={() => remove({ type: "moved", column: other.id })}
          />
        ))}
        <ListRow icon="archive" title="Into the archive" onOpen={() => remove({ type: "archived" })} />
      </ul>
    </Dialog>
  );
}
