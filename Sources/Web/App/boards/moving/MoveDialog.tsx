import { useState } from "react";
import { Button, Dialog, ListRow, SegmentedControl, Skeleton } from "../../design/mod.ts";
import { useView } from "../../source/source.ts";
import { useAct } from "../acting.tsx";
import { counted } from "../board/filter.ts";
import { targetAt } from "./lanes.ts";

type End = "top" | "bottom";

/** Asks where a card goes: to which column of which board, and to which end of it. */
export function MoveDialog({ card, title, from, column, onClose }: {
  readonly card: string;
  readonly title: string;
  /** The board and the column where it stands. */
  readonly from: string;
  readonly column: string;
  readonly onClose: () => void;
}) {
  const act = useAct();
  const [board, setBoard] = useState(from);
  const [end, setEnd] = useState<End>("top");
  const [isChoosingBoard, setChoosingBoard] = useState(false);
  const { value: shown } = useView("showBoard", { board });
  const { value: boards } = useView("listBoards", { limit: 500 });
  const move = async (target: string, name: string) => {
    onClose();
    const lanes = shown?.columns.map(({ id, cards }) => ({ id, cards: cards.map((one) => one.id) })) ?? [];
    const { above } = targetAt(lanes, card, { column: target, at: end === "top" ? 0 : Infinity });
    const place = board === from ? name : `${shown?.title} / ${name}`;
    await act({ type: "boards.moveCard", card, column: target, ...(above ? { above } : {}) }, `Card moved to ${place}`);
  };
  const others = boards?.filter((one) => !one.archived) ?? [];
  return (
    <Dialog title={`Move ${title}`} onClose={onClose} className="move-dialog">
      {isChoosingBoard
        ? (
          <ul aria-label="Boards">
            {others.map((one) => (
              <ListRow
                key={one.id}
                icon="kanban"
                title={one.title}
                detail={counted(one.columns, "column")}
                isCurrent={one.id === board}
                onOpen={() => {
                  setBoard(one.id);
                  setChoosingBoard(false);
                }}
              />
            ))}
          </ul>
        )
        : (
          <>
            <div className="move-board">
              <span>
                On <strong>{shown?.title ?? "…"}</strong>
              </span>
              {others.length > 1 && <Button kind="quiet" onClick={() => setChoosingBoard(true)}>Another board</Button>}
            </div>
            <SegmentedControl<End>
              label="Where in the column"
              choices={[{ value: "top", label: "To the top" }, { value: "bottom", label: "To the bottom" }]}
              value={end}
              onChange={setEnd}
            />
            {!shown && <Skeleton />}
            <ul aria-label="Columns">
              {shown?.columns.map((one) => (
                <ListRow
                  key={one.id}
                  title={one.name}
                  detail={one.id === column ? "It is here now" : counted(one.cards.length, "card")}
                  isCurrent={one.id === column}
                  onOpen={() => void move(one.id, one.name)}
                />
              ))}
            </ul>
          </>
        )}
    </Dialog>
  );
}
