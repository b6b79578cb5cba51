import { createPortal } from "react-dom";
import { type MenuItem, MenuList } from "../../design/mod.ts";
import { usePlace } from "../../shell/place.ts";
import { navigate } from "../../shell/router.ts";
import { useAct } from "../acting.tsx";
import { type Lane, placeOf, step, type Target, targetAt } from "../moving/lanes.ts";
import type { Board } from "../types.ts";

/** The menu of a card: what drag and keys do, and the rest. */
export function CardMenu({ card, anchor, board, lanes, onMove, onEdit, onMoveElsewhere, onClose }: {
  readonly card: string;
  readonly anchor: HTMLElement;
  readonly board: Board;
  readonly lanes: readonly Lane[];
  readonly onMove: (card: string, target: Target) => Promise<boolean>;
  readonly onEdit: () => void;
  readonly onMoveElsewhere: () => void;
  readonly onClose: () => void;
}) {
  const act = useAct();
  const to = usePlace();
  const title = board.columns.flatMap((column) => column.cards).find((one) => one.id === card)?.title ?? "Card";
  const from = placeOf(lanes, card);
  const moveTo = (label: string, face: { readonly icon: string }, direction: "up" | "down"): MenuItem[] => {
    const place = from && step(lanes, card, from, direction);
    if (!place || place.at === from.at) return [];
    return [{ label, ...face, onSelect: () => void onMove(card, targetAt(lanes, card, place)) }];
  };
  const sections: readonly (readonly MenuItem[])[] = [
    [
      {
        label: "Open",
        icon: "layout-sidebar-reverse",
        onSelect: () => navigate(to("boards", board.id, "cards", card)),
      },
      { label: "Edit title", icon: "pencil", keys: "E", onSelect: onEdit },
    ],
    [
      { label: "Move to…", icon: "arrow-right-square", keys: "M", onSelect: onMoveElsewhere },
      ...moveTo("Move up", { icon: "arrow-up" }, "up"),
      ...moveTo("Move down", { icon: "arrow-down" }, "down"),
    ],
    [
      {
        label: "Archive",
        icon: "archive",
        onSelect: () => void act({ type: "boards.archiveCard", card }, `${title} archived`),
      },
      {
        label: "Move to trash",
        icon: "trash3",
        keys: "Delete",
        isDanger: true,
        onSelect: () => void act({ type: "boards.trashCard", card }, `${title} moved to the trash`),
      },
    ],
  ];
  return createPortal(
    <MenuList id="card-menu" label={`Menu of ${title}`} sections={sections} anchor={anchor} onClose={onClose} />,
    document.body,
  );
}
