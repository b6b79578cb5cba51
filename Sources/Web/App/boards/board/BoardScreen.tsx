import { useCallback, useMemo, useRef, useState } from "react";
import {
  Banner,
  Button,
  EmptyState,
  Icon,
  IconButton,
  Menu,
  Skeleton,
  useIsDesktop,
  useIsPhone,
} from "../../design/mod.ts";
import { HistoryPane } from "../../history/HistoryPane.tsx";
import { usePlace } from "../../shell/place.ts";
import { navigate, useTitle } from "../../shell/router.ts";
import { useShortcuts } from "../../shell/commands/shortcuts.ts";
import { openBoardWindow } from "../../shell/windows.ts";
import { useSource, useView } from "../../source/source.ts";
import { useAct, useNow } from "../acting.tsx";
import { useBoardItems } from "../moving/boardWindows.ts";
import { boardMenu } from "../list/BoardNav.tsx";
import { BoardSurface, type Request } from "./BoardSurface.tsx";
import { CardInspector } from "../card/CardInspector.tsx";
import { DeleteColumn } from "./DeleteColumn.tsx";
import { dayOf } from "../due.ts";
import { everything, type Filter, isEmpty, isShown, tagText } from "./filter.ts";
import { FilterBar } from "./FilterBar.tsx";
import { MoveDialog } from "../moving/MoveDialog.tsx";
import { RenameDialog } from "../list/RenameDialog.tsx";
import type { Board } from "../types.ts";

type Overlay =
  | { readonly kind: "rename" | "history" }
  | { readonly kind: "deleteColumn"; readonly column: string }
  | { readonly kind: "moveCard"; readonly card: string };

interface Props {
  readonly board: string;
  /** The card that the inspector shows. */
  readonly card: string | undefined;
  readonly canEdit: boolean;
  /** Shows or hides the list of boards, where it stands beside. */
  readonly onToggleList?: () => void;
}

/** One board with its toolbar and the inspector of one of its cards. */
export function BoardScreen(props: Props) {
  const { value, problem } = useView("showBoard", { board: props.board });
  const to = usePlace();
  useTitle(value?.title);
  if (value) return <LoadedBoard {...props} value={value} />;
  if (!problem) {
    return (
      <div className="board-screen">
        <Skeleton lines={6} label="The board is loading" />
      </div>
    );
  }
  return (
    <div className="board-screen">
      <EmptyState
        icon="kanban"
        title="This board is not here"
        action={<a className="button button-primary" href={to("boards")}>All boards</a>}
      >
        {problem.message}
      </EmptyState>
    </div>
  );
}

function LoadedBoard({ value, card, canEdit: mayEdit, onToggleList }: Props & { readonly value: Board }) {
  const act = useAct();
  const to = usePlace();
  const { workspace } = useSource();
  const today = dayOf(useNow());
  const isPhone = useIsPhone();
  const [filter, setFilter] = useState<Filter>(everything);
  const [isFilterShown, setFilterShown] = useState(false);
  const [overlay, setOverlay] = useState<Overlay>();
  const requests = useRef<(request: Request) => void>(() => {});
  const filterField = useRef<HTMLInputElement>(null);
  const canEdit = mayEdit && value.state === "live";
  const shown = useMemo(() => filtered(value, filter, today), [value, filter, today]);
  const tags = useMemo(() => tagsOf(value), [value]);
  const close = () => setOverlay(undefined);
  const deleteColumn = useCallback((column: string) => {
    const found = value.columns.find((one) => one.id === column);
    if (found && found.cards.length === 0) {
      void act({ type: "boards.deleteColumn", column, cards: { type: "archived" } }, `Column ${found.name} deleted`);
    } else setOverlay({ kind: "deleteColumn", column });
  }, [value, act]);
  const moveCard = useCallback((one: string) => setOverlay({ kind: "moveCard", card: one }), []);
  const showFilter = () => {
    setFilterShown(true);
    requestAnimationFrame(() => filterField.current?.focus());
  };
  const toggleInspector = () => {
    if (card) return navigate(to("boards", value.id), { replace: true });
    const focused = focusedCard() ?? value.columns.find((column) => column.cards[0])?.cards[0]?.id;
    if (focused) navigate(to("boards", value.id, "cards", focused));
  };
  useBoardShortcuts(canEdit, {
    request: (request) => requests.current(request),
    showFilter,
    toggleInspector,
    openWindow: () => openBoardWindow(workspace, value.id),
  });
  const total = countOf(value.columns);
  const deleted = overlay?.kind === "deleteColumn" && value.columns.find((one) => one.id === overlay.column);
  const placed = overlay?.kind === "moveCard" && findCard(value, overlay.card);
  return (
    <div className="board-screen">
      <BoardHead
        board={value}
        canEdit={canEdit}
        mayEdit={mayEdit}
        isFilterShown={isFilterShown}
        isFiltered={!isEmpty(filter)}
        isInspecting={card !== undefined}
        onFilter={() => isFilterShown ? setFilterShown(false) : showFilter()}
        onAdd={() => requests.current({ kind: "addCard" })}
        onInspect={toggleInspector}
        onRename={() => setOverlay({ kind: "rename" })}
        onHistory={() => setOverlay({ kind: "history" })}
        {...(onToggleList ? { onToggleList } : {})}
      />
      <PutAway board={value} mayEdit={mayEdit} />
      {isFilterShown && (
        <FilterBar
          ref={filterField}
          filter={filter}
          onChange={setFilter}
          tags={tags}
          shown={countOf(shown)}
          total={total}
        />
      )}
      <div className="board-stage">
        <div className="board-main">
          <BoardSurface
            board={value}
            shown={shown}
            today={today}
            open={card}
            canEdit={canEdit}
            requests={requests}
            onDeleteColumn={deleteColumn}
            onMoveCard={moveCard}
          />
        </div>
        {card && (
          <CardInspector
            key={card}
            card={card}
            canEdit={canEdit}
            onMove={() => moveCard(card)}
            onClose={() => {
              navigate(to("boards", value.id), { replace: true });
              if (!isPhone) requestAnimationFrame(() => faceOf(card)?.focus());
            }}
          />
        )}
        {overlay?.kind === "history" && (
          <HistoryPane thing={value.id} kind="board" title={value.title} onClose={close} />
        )}
      </div>
      {overlay?.kind === "rename" && <RenameDialog board={value} onClose={close} />}
      {deleted && <DeleteColumn board={value} column={deleted} onClose={close} />}
      {placed && (
        <MoveDialog
          card={placed.card.id}
          title={placed.card.title}
          from={value.id}
          column={placed.column}
          onClose={close}
        />
      )}
    </div>
  );
}

function BoardHead(props: {
  readonly board: Board;
  readonly canEdit: boolean;
  readonly mayEdit: boolean;
  readonly isFilterShown: boolean;
  readonly isFiltered: boolean;
  readonly isInspecting: boolean;
  readonly onFilter: () => void;
  readonly onAdd: () => void;
  readonly onInspect: () => void;
  readonly onRename: () => void;
  readonly onHistory: () => void;
  readonly onToggleList?: () => void;
}) {
  const { board, canEdit } = props;
  const act = useAct();
  const to = usePlace();
  const isDesktop = useIsDesktop();
  const isPhone = useIsPhone();
  const { value: boards } = useView("listBoards", { limit: 500 });
  const windows = useBoardItems(board.id);
  const isPinned = boards?.find((one) => one.id === board.id)?.pinned ?? false;
  const line = { id: board.id, title: board.title, pinned: isPinned, archived: board.state === "archived" };
  return (
    <header className="board-head" role="group" aria-label="Toolbar">
      {!isDesktop && (
        <a className="icon-button" href={to("boards")} aria-label="All boards" title="All boards">
          <Icon name="chevron-left" />
        </a>
      )}
      {props.onToggleList && (
        <IconButton icon="layout-sidebar" label="Show or hide the list of boards" onClick={props.onToggleList} />
      )}
      <h1 className="board-title">{board.title}</h1>
      {isPinned && !isPhone && <Icon name="pin-fill" className="board-pin" />}
      <div className="board-tools">
        <IconButton
          icon={props.isFiltered ? "funnel-fill" : "funnel"}
          label="Filter"
          keys="F"
          aria-expanded={props.isFilterShown}
          onClick={props.onFilter}
        />
        {!isPhone && (
          <IconButton
            icon="layout-sidebar-reverse"
            label={props.isInspecting ? "Hide inspector" : "Show inspector"}
            keys="I"
            aria-expanded={props.isInspecting}
            onClick={props.onInspect}
          />
        )}
        <Menu
          label="Menu of the board"
          icon="three-dots"
          sections={[
            [
              { label: "Archived cards", icon: "archive", onSelect: () => navigate(to("boards", board.id, "archive")) },
              { label: "History", icon: "clock-history", onSelect: props.onHistory },
            ],
            ...props.mayEdit && board.state !== "trashed" ? boardMenu(line, act, props.onRename, windows) : [],
          ]}
        />
        {canEdit && board.columns.length > 0 && (
          isPhone
            ? <IconButton icon="plus-lg" label="New card" onClick={props.onAdd} />
            : <Button kind="primary" icon="plus-lg" title="New card (N)" onClick={props.onAdd}>New card</Button>
        )}
      </div>
    </header>
  );
}

/** Says that a board is put away, and takes it back. */
function PutAway({ board, mayEdit }: { readonly board: Board; readonly mayEdit: boolean }) {
  const act = useAct();
  if (board.state === "live") return null;
  const isTrashed = board.state === "trashed";
  const restore = () =>
    void act(
      { type: isTrashed ? "boards.restoreBoard" : "boards.unarchiveBoard", board: board.id },
      `${board.title} is back`,
    );
  return (
    <Banner
      icon={isTrashed ? "trash3" : "archive"}
      actions={mayEdit && <Button kind="quiet" onClick={restore}>{isTrashed ? "Restore" : "Take out"}</Button>}
    >
      {isTrashed ? "This board is in the trash." : "This board is in the archive."} It can be read, not changed.
    </Banner>
  );
}

/** The keys of a board; those of a card act on the one that has the focus. */
function useBoardShortcuts(canEdit: boolean, on: {
  readonly request: (request: Request) => void;
  readonly showFilter: () => void;
  readonly toggleInspector: () => void;
  readonly openWindow: () => void;
}) {
  const act = useAct();
  const withCard = (run: (card: string) => void) => () => {
    const card = focusedCard();
    if (card) run(card);
  };
  const finding = [
    { keys: "f", label: "Filter", run: on.showFilter },
    { keys: "i", label: "Show or hide the inspector", run: on.toggleInspector },
  ];
  const changing = [
    { keys: "n", label: "New card", run: () => on.request({ kind: "addCard" }) },
    { keys: "e", label: "Edit the title", run: withCard((card) => on.request({ kind: "edit", card })) },
    { keys: "m", label: "Move the card to…", run: withCard((card) => on.request({ kind: "move", card })) },
    { keys: ".", label: "Menu of the card", run: withCard((card) => on.request({ kind: "menu", card })) },
    {
      keys: "Delete",
      label: "Move the card to the trash",
      run: withCard((card) => void act({ type: "boards.trashCard", card }, "Card moved to the trash")),
    },
  ];
  const ownWindow = { keys: "w", label: "Open the board in a window of its own", run: on.openWindow };
  const reading = [...finding, ownWindow];
  useShortcuts("Board", canEdit ? [...changing, ...reading] : reading);
}

/** The card that has the focus. */
function focusedCard(): string | undefined {
  return document.activeElement?.closest<HTMLElement>("[data-card]")?.dataset["card"];
}

function faceOf(card: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-card="${card}"] .card-face`);
}

function filtered(board: Board, filter: Filter, today: string): Board["columns"] {
  if (isEmpty(filter)) return board.columns;
  return board.columns.map((column) => ({
    ...column,
    cards: column.cards.filter((card) => isShown(card, filter, today)),
  }));
}

function tagsOf(board: Board): readonly string[] {
  const tags = board.columns.flatMap((column) => column.cards.flatMap((card) => card.tags.map(tagText)));
  return [...new Set(tags)].sort((one, other) => one.localeCompare(other));
}

function countOf(columns: Board["columns"]): number {
  return columns.reduce((count, column) => count + column.cards.length, 0);
}

function findCard(board: Board, card: string) {
  for (const column of board.columns) {
    const found = column.cards.find((one) => one.id === card);
    if (found) return { card: found, column: column.id };
  }
  return undefined;
}
