import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { announce, Button, useIsPhone } from "../../design/mod.ts";
import { mint } from "../../source/source.ts";
import { usePlace } from "../../shell/place.ts";
import { useHasOtherWindows } from "../../shell/windows.ts";
import { useParcels } from "../moving/useParcels.ts";
import { type Act, useAct } from "../acting.tsx";
import { CardMenu } from "./CardMenu.tsx";
import { type Carried, Carrier } from "../moving/carry.ts";
import { type ColumnActions, ColumnView } from "./ColumnView.tsx";
import { ColumnPages } from "./ColumnPages.tsx";
import { boardKeys } from "./boardKeys.ts";
import { columnMenu } from "./columnMenu.ts";
import { besideGone, type Lane, type Place, placeOf } from "../moving/lanes.ts";
import { useMoves } from "../moving/moves.ts";
import { QuickEdit } from "./QuickEdit.tsx";
import type { Board, CardLine } from "../types.ts";

/** What is asked of the board from outside its columns: by keys of the screen, or its toolbar. */
export type Request =
  | { readonly kind: "addCard" }
  | { readonly kind: "menu" | "edit" | "move"; readonly card: string };

interface Props {
  readonly board: Board;
  /** The columns with the cards that the filter leaves. */
  readonly shown: Board["columns"];
  readonly today: string;
  readonly open: string | undefined;
  readonly canEdit: boolean;
  /** Gets the function that does what the screen asks for. */
  readonly requests: { current: (request: Request) => void };
  readonly onDeleteColumn: (column: string) => void;
  readonly onMoveCard: (card: string) => void;
}

const none: ReadonlyMap<string, Carried> = new Map();
/** The columns of a board with their cards, by pointer, finger and keyboard. */
export function BoardSurface(props: Props) {
  const { board, shown, canEdit } = props;
  const act = useAct();
  const to = usePlace();
  const isPhone = useIsPhone();
  const surface = useRef<HTMLDivElement>(null);
  const wanted = useRef<{ readonly card: string } | { readonly column: string; readonly stop: "head" | "add" }>();
  /** The card that has the focus, by the element that had it last. */
  const held = useRef<{ readonly card: string; readonly element: HTMLElement }>();
  /** The lanes as they were when that card was last in one. */
  const heldIn = useRef<readonly Lane[]>([]);
  const [stops, setStops] = useState<ReadonlyMap<string, string>>(new Map());
  const [carried, setCarried] = useState(none);
  const [isRenaming, setRenaming] = useState<string>();
  const [adding, setAdding] = useState<string>();
  const [editing, setEditing] = useState<string>();
  const [menu, setMenu] = useState<{ readonly card: string; readonly anchor: HTMLElement }>();
  const [isAddingColumn, setAddingColumn] = useState(false);

  const byId = useMemo(() => new Map(shown.flatMap((column) => column.cards).map((card) => [card.id, card])), [shown]);
  const lanes = useMemo(
    () => shown.map((column): Lane => ({ id: column.id, cards: column.cards.map((card) => card.id) })),
    [shown],
  );
  const nameOf = useCallback((column: string) => board.columns.find((one) => one.id === column)?.name ?? "", [board]);
  const send = useCallback((card: string, { column, above }: { column: string; above: string | undefined }) =>
    act(
      { type: "boards.moveCard", card, column, ...(above ? { above } : {}) },
      `Card moved to ${nameOf(column)}`,
    ), [act, nameOf]);
  const { shown: after, lifted, move, lift } = useMoves(lanes, send);
  const cardsOf = useCards(after, byId);
  const columns = useMemo(() => movedColumns(board, carried), [board, carried]);

  const latest = useRef({ board, after, move, act, nameOf, byId });
  latest.current = { board, after, move, act, nameOf, byId };

  useEffect(() => {
    const element = surface.current;
    if (!element || !canEdit) return;
    const carrier = new Carrier(element, {
      carrying: (now) => {
        announceTarget(now, latest.current);
        setCarried(now);
      },
      dropped: (one) => flushSync(() => drop(one, latest.current)),
    });
    return () => carrier.stop();
  }, [canEdit]);

  const isSendable = useHasOtherWindows() && canEdit;
  const sent = useParcels(surface, board, canEdit);

  // The focus goes where the last key sent it, once that is there; with its card, wherever somebody moves that; and beside a card
  // that is gone.
  useLayoutEffect(() => {
    const element = surface.current;
    const card = held.current?.card;
    const isThere = card !== undefined && placeOf(after, card) !== undefined;
    if (isThere) heldIn.current = after;
    const isLost = held.current?.element.isConnected === false && document.activeElement === document.body;
    const goal = wanted.current ?? (isLost ? held.current : undefined);
    if (!goal || !element) return;
    const found = "card" in goal
      ? element.querySelector<HTMLElement>(`[data-card="${goal.card}"] [data-stop]`)
      : element.querySelector<HTMLElement>(
        `[data-column="${goal.column}"] ${goal.stop === "add" ? "[data-stop=add]" : ".column-head button"}`,
      );
    const target = found ??
      (isLost && !isThere ? elementBeside(element, heldIn.current, after, card ?? "") : undefined);
    if (!target) return;
    wanted.current = undefined;
    target.focus({ preventScroll: true });
    target.scrollIntoView({ block: "nearest", inline: "nearest" });
  });

  // The card that the inspector shows is in sight beside it.
  useEffect(() => {
    if (!props.open) return;
    const card = surface.current?.querySelector(`[data-card="${props.open}"]`);
    card?.scrollIntoView({ block: "nearest" });
    card?.closest("[data-column]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [props.open]);

  /** Puts the focus on a card, a heading or the button below a column. */
  const focus = (place: Place) => {
    const lane = after.find((one) => one.id === place.column);
    if (!lane) return;
    const card = lane.cards[place.at];
    if (place.at < 0) wanted.current = { column: lane.id, stop: "head" };
    else if (card) {
      wanted.current = { card };
      setStops((before) => new Map(before).set(lane.id, card));
    } else if (canEdit) wanted.current = { column: lane.id, stop: "add" };
    setCarried((before) => new Map(before));
  };

  const keys = boardKeys({ after, lifted, lift, move, focus, wanted, nameOf, byId, canEdit });
  const actions = useMemo((): ColumnActions => ({
    href: (card) => to("boards", board.id, "cards", card),
    add: (column, title) =>
      act({ type: "boards.addCard", card: mint(), column, title }, `Card added to ${nameOf(column)}`),
    edited: (card, title) => {
      setEditing(undefined);
      wanted.current = { card };
      if (title) void act({ type: "boards.retitleCard", card, title }, "Card renamed");
    },
    renamed: (column, name) => {
      setRenaming(undefined);
      wanted.current = { column, stop: "head" };
      if (name) void act({ type: "boards.renameColumn", column, name: name.slice(0, 255) }, "Column renamed");
    },
    setAdding,
    menuOf: (column) => columnMenu(board, column, act, setRenaming, setAdding, props.onDeleteColumn),
  }), [board, act, nameOf, props.onDeleteColumn, to("boards")]);

  useLayoutEffect(() => {
    props.requests.current = (request) => {
      if (request.kind === "addCard") return setAdding(columnForCard(surface.current) ?? after[0]?.id);
      if (request.kind === "edit") return setEditing(request.card);
      if (request.kind === "move") return props.onMoveCard(request.card);
      const anchor = surface.current?.querySelector<HTMLElement>(`[data-menu="${request.card}"]`);
      if (anchor) setMenu({ card: request.card, anchor });
    };
  });

  const gapsOf = (column: string) =>
    [
      ...Array.from(carried.values()).flatMap((one) => one.kind === "card" ? [one] : []),
      ...sent.hovering ? [{ target: sent.hovering, height: 56 }] : [],
    ].filter((one) => one.target.column === column)
      .map((one) => `${one.target.above ?? "end"}:${one.height}`).join(" ");
  const carriedIds = Array.from(carried.keys()).join(" ");
  return (
    <>
      {isPhone && columns.length > 1 && <ColumnPages columns={shown} surface={surface} />}
      <div
        ref={surface}
        className="board-columns"
        tabIndex={-1}
        role="group"
        aria-label={`Columns of ${board.title}`}
        onKeyDown={keys}
        onClick={(event) => {
          const anchor = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-menu]") : null;
          if (anchor?.dataset["menu"]) setMenu({ card: anchor.dataset["menu"], anchor });
        }}
        onContextMenu={(event) => {
          const card = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-card]") : null;
          const anchor = card?.querySelector<HTMLElement>("[data-menu]");
          if (!anchor?.dataset["menu"] || !canEdit) return;
          event.preventDefault();
          setMenu({ card: anchor.dataset["menu"], anchor });
        }}
        onFocus={(event) => {
          const column = event.target.closest<HTMLElement>("[data-column]")?.dataset["column"];
          const card = event.target.closest<HTMLElement>("[data-card]")?.dataset["card"];
          held.current = card ? { card, element: event.target } : undefined;
          if (column && card && stops.get(column) !== card) setStops((before) => new Map(before).set(column, card));
        }}
      >
        <p id="board-keys" hidden>
          {canEdit
            ? "Arrow keys go from card to card. Space lifts the card, Control with arrow keys moves it at once, a full stop opens its menu."
            : "Arrow keys go from card to card."}
        </p>
        {columns.map((id) => {
          const column = shown.find((one) => one.id === id);
          const cards = cardsOf(id);
          if (!column) return null;
          const stop = stops.get(id);
          return (
            <ColumnView
              key={id}
              id={id}
              name={column.name}
              cards={cards}
              hidden={(board.columns.find((one) => one.id === id)?.cards.length ?? 0) - column.cards.length}
              today={props.today}
              actions={actions}
              canEdit={canEdit}
              stop={stop && cards.some((card) => card.id === stop) ? stop : undefined}
              open={props.open}
              lifted={lifted?.card}
              carried={carriedIds}
              gaps={gapsOf(id)}
              editing={editing}
              isRenaming={isRenaming === id}
              isAdding={adding === id}
              isCarried={carried.has(id)}
              isSendable={isSendable}
            />
          );
        })}
        {canEdit && (
          <div className="column-new">
            {isAddingColumn
              ? (
                <QuickEdit
                  label="Name of the new column"
                  value=""
                  placeholder="Name of the column"
                  onDone={(name) => {
                    setAddingColumn(false);
                    if (!name) return;
                    void act(
                      { type: "boards.addColumn", column: mint(), board: board.id, name: name.slice(0, 255) },
                      `Column ${name} added`,
                    );
                  }}
                />
              )
              : <Button kind="quiet" icon="plus-lg" onClick={() => setAddingColumn(true)}>Add column</Button>}
          </div>
        )}
      </div>
      {menu && (
        <CardMenu
          {...menu}
          board={board}
          lanes={after}
          onMove={move}
          onEdit={() => setEditing(menu.card)}
          onMoveElsewhere={() => props.onMoveCard(menu.card)}
          onClose={() => setMenu(undefined)}
        />
      )}
    </>
  );
}

interface Latest {
  readonly board: Board;
  readonly after: readonly Lane[];
  readonly move: (card: string, target: { column: string; above: string | undefined }) => Promise<boolean>;
  readonly act: Act;
  readonly nameOf: (column: string) => string;
  readonly byId: ReadonlyMap<string, CardLine>;
}

/** What takes the focus where a card is gone: the next one, else its column, else the board. */
function elementBeside(
  surface: HTMLElement,
  before: readonly Lane[],
  after: readonly Lane[],
  card: string,
): HTMLElement {
  const place = besideGone(before, after, card);
  if (!place) return surface;
  const next = after.find((lane) => lane.id === place.column)?.cards[place.at];
  const column = `[data-column="${place.column}"]`;
  return surface.querySelector<HTMLElement>(`[data-card="${next}"] [data-stop]`) ??
    surface.querySelector<HTMLElement>(`${column} [data-stop=add]`) ??
    surface.querySelector<HTMLElement>(`${column} [data-list]`) ?? surface;
}

/** Puts down what a pointer carried. */
function drop({ kind, id, target }: Carried, { board, move, act, nameOf }: Latest) {
  if (kind === "card") return void move(id, target);
  const ids = board.columns.map((column) => column.id);
  if (ids[ids.indexOf(id) + 1] === target.above) return;
  void act(
    { type: "boards.moveColumn", column: id, ...(target.above ? { above: target.above } : {}) },
    `Column ${nameOf(id)} moved`,
  );
}

/** Says where a card would be put, for those who carry by pointer and hear the page. */
function announceTarget(carried: ReadonlyMap<string, Carried>, { nameOf }: Latest) {
  const [last] = Array.from(carried.values()).slice(-1);
  if (last?.kind === "card") announce(nameOf(last.target.column));
}

/** The columns in their order, with one that is carried where it would be put. */
function movedColumns(board: Board, carried: ReadonlyMap<string, Carried>): readonly string[] {
  let ids = board.columns.map((column) => column.id);
  for (const { kind, id, target } of carried.values()) {
    if (kind !== "column") continue;
    ids = ids.filter((other) => other !== id);
    const at = target.above ? ids.indexOf(target.above) : -1;
    ids.splice(at < 0 ? ids.length : at, 0, id);
  }
  return ids;
}

/** The cards of each lane as views have them; the same array as long as nothing in it changed. */
function useCards(lanes: readonly Lane[], byId: ReadonlyMap<string, CardLine>) {
  const kept = useRef(new Map<string, { lane: Lane; byId: unknown; cards: readonly CardLine[] }>());
  return (column: string): readonly CardLine[] => {
    const lane = lanes.find((one) => one.id === column);
    if (!lane) return [];
    const before = kept.current.get(column);
    if (before?.lane === lane && before.byId === byId) return before.cards;
    const cards = lane.cards.flatMap((id) => byId.get(id) ?? []);
    kept.current.set(column, { lane, byId, cards });
    return cards;
  };
}

/** The column that a new card goes to: the one with the focus, else the first one in sight. */
function columnForCard(surface: HTMLElement | null): string | undefined {
  const focused = document.activeElement?.closest<HTMLElement>("[data-column]")?.dataset["column"];
  return focused ?? visibleColumn(surface);
}

/** The first column that can be seen as a whole: on telephones the page that is shown. */
function visibleColumn(surface: HTMLElement | null): string | undefined {
  if (!surface) return undefined;
  const left = surface.getBoundingClientRect().left;
  const columns = Array.from(surface.querySelectorAll<HTMLElement>("[data-column]"));
  return columns.find((column) => column.getBoundingClientRect().left >= left - 1)?.dataset["column"];
}
