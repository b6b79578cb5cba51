import { Acting, useAct } from "../boards/acting.tsx";
import { PriorityMark } from "../boards/board/CardTile.tsx";
import { dayOf, dueState, dueText, parseDue } from "../boards/due.ts";
import type { Board } from "../boards/types.ts";
import { Badge, Checkbox, EmptyState, Icon, IconButton, Menu, Skeleton } from "../design/mod.ts";
import { Capture } from "../inbox/capture/Capture.tsx";
import { place, usePlace } from "../shell/place.ts";
import { useTitle } from "../shell/router.ts";
import { useShortcuts } from "../shell/commands/shortcuts.ts";
import { syncNow, useShownSync } from "../shell/frame/sync.ts";
import { UndoBanner } from "../shell/frame/UndoBanner.tsx";
import { showInMain } from "../shell/windows.ts";
import { useSource, useView } from "../source/source.ts";
import { useChosenBoard } from "./chosenBoard.ts";
import { type TopCard, topCards } from "./topCards.ts";
import { useKeptPicture } from "./useKeptPicture.ts";

/** The small window: what is next on the primary board, and a field for a thought. Requirements P-203, P-204, P-317. */
export default function MiniScreen({ canEdit, isSaved = false }: {
  readonly canEdit: boolean;
  /** True where a thought was saved right before this came. */
  readonly isSaved?: boolean;
}) {
  const { board, problem } = useChosenBoard();
  const source = useSource();
  const main = useKeptPicture();
  useTitle("Next up");
  useShortcuts("Small window", [
    { keys: "mod+r", label: "Sync now", run: () => void syncNow(source), isGlobal: true },
    { keys: "Escape", label: "Close the window", run: () => close() },
  ]);
  return (
    <Acting className="mini">
      <main ref={main} id="main" className="mini-main" tabIndex={-1}>
        {board && <MiniBoard key={board.id} board={board.id} canEdit={canEdit} />}
        {board === undefined && !problem && <Skeleton lines={4} label="Loading" />}
        {board === undefined && problem && <p role="alert" className="mini-none">{problem.message}</p>}
        {board === null && (
          <EmptyState icon="kanban" title="No boards yet">
            What is next on your board is shown here.
          </EmptyState>
        )}
        <UndoBanner />
      </main>
      {canEdit && (
        <section id="capture" className="mini-capture" aria-label="Capture">
          <Capture isField isSaved={isSaved} />
        </section>
      )}
    </Acting>
  );
}

function MiniBoard({ board, canEdit }: { readonly board: string; readonly canEdit: boolean }) {
  const { value, problem } = useView("showBoard", { board });
  const { workspace } = useSource();
  const { kind } = useShownSync();
  if (!value) return problem ? <p role="alert" className="mini-none">{problem.message}</p> : <Skeleton lines={4} />;
  const cards = topCards(value);
  return (
    <>
      <header className="mini-head">
        <h1>{value.title}</h1>
        {kind === "offline" && <Badge icon="cloud-slash" label="Offline: everything is saved on this device" />}
        <IconButton
          icon="box-arrow-up-right"
          label="Open the board"
          onClick={() => void showInMain(place(workspace, "boards", board))}
        />
      </header>
      {cards.length === 0 && <p className="mini-none" role="status">Nothing is next. Enjoy it.</p>}
      <ol className="mini-cards" aria-label="Next up">
        {cards.map((top) => <MiniCard key={top.card.id} top={top} board={value} canEdit={canEdit} />)}
      </ol>
    </>
  );
}

function MiniCard({ top: { card, column }, board, canEdit }: {
  readonly top: TopCard;
  readonly board: Board;
  readonly canEdit: boolean;
}) {
  const act = useAct();
  const to = usePlace();
  const path = to("boards", board.id, "cards", card.id);
  const last = board.columns.at(-1);
  const move = (target: string, name: string) =>
    void act(
      { type: "boards.moveCard", card: card.id, column: target, ...aboveIn(board, target) },
      `Card moved to ${name}`,
    );
  return (
    <li className="mini-card" data-card={card.id}>
      {canEdit && last && last.id !== column.id && (
        <Checkbox
          label={`Move “${card.title}” to ${last.name}`}
          isLabelHidden
          isOn={false}
          onChange={() => move(last.id, last.name)}
        />
      )}
      <a
        className="mini-open"
        href={path}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          void showInMain(path);
        }}
      >
        <span className="mini-title">{card.title}</span>
        <span className="mini-facts">
          <span>{column.name}</span>
          <MiniDue due={card.due} />
          {card.priority !== "none" && <PriorityMark priority={card.priority} />}
        </span>
      </a>
      {canEdit && (
        <Menu
          label={`Move “${card.title}”`}
          icon="arrow-right-square"
          sections={[
            board.columns.filter(({ id }) => id !== column.id).map(({ id, name }) => ({
              label: name,
              onSelect: () => move(id, name),
            })),
          ]}
        />
      )}
    </li>
  );
}

function MiniDue({ due: text }: { readonly due: string | null }) {
  const today = dayOf(new Date());
  const due = parseDue(text);
  if (!due) return null;
  const isOver = dueState(due, today) === "overdue";
  return (
    <span className={isOver ? "mini-due is-over" : "mini-due"}>
      <Icon name="calendar4" />
      <span className="visually-hidden">{isOver ? "Overdue:" : "Due:"}</span>
      {dueText(due, today)}
    </span>
  );
}

/** On top of the column that a card is moved to. */
function aboveIn(board: Board, column: string): { readonly above?: string } {
  const first = board.columns.find(({ id }) => id === column)?.cards[0];
  return first ? { above: first.id } : {};
}
