import { useCallback, useMemo, useSyncExternalStore } from "react";
import { EmptyState, Icon, ListRow, Skeleton, useIsDesktop } from "../design/mod.ts";
import { usePlace } from "../shell/place.ts";
import { useTitle } from "../shell/router.ts";
import { useSource, useView } from "../source/source.ts";
import { useNow } from "./acting.tsx";
import { type DueCard, dueCards, type Part, partOf } from "./agenda.ts";
import { PriorityMark } from "./CardTile.tsx";
import { addDays, dayOf, dayText } from "./due.ts";
import type { Board, CardLine } from "./types.ts";

const parts: readonly (readonly [Part, string])[] = [
  ["overdue", "Overdue"],
  ["today", "Today"],
  ["week", "This week"],
  ["later", "Later"],
];

/** What is due across all boards, and what of the inbox is to be looked at again. */
export function Agenda() {
  const today = dayOf(useNow());
  const to = usePlace();
  const isDesktop = useIsDesktop();
  useTitle("Agenda");
  const boards = useLiveBoards();
  const { value: followUp } = useView("showFollowUp", { to: addDays(today, 6) });
  const due = useMemo(() => dueCards(boards ?? []), [boards]);
  const follow = followUp?.days.flatMap(({ day, items }) => items.map((item) => ({ day, item }))) ?? [];
  const isEmpty = boards !== undefined && due.length === 0 && follow.length === 0;
  return (
    <section className="agenda" aria-labelledby="agenda-title">
      <header className="board-head">
        {!isDesktop && (
          <a className="icon-button" href={to("boards")} aria-label="All boards" title="All boards">
            <Icon name="chevron-left" />
          </a>
        )}
        <h1 id="agenda-title" className="board-title">Agenda</h1>
      </header>
      <div className="agenda-content">
        {!boards && <Skeleton lines={6} />}
        {isEmpty && (
          <EmptyState icon="calendar-check" title="Nothing is due">
            Cards with a due date appear here, from all boards, with what you follow up from the inbox.
          </EmptyState>
        )}
        {parts.map(([part, name]) => (
          <DuePart
            key={part}
            name={name}
            part={part}
            today={today}
            cards={due.filter((one) => partOf(one.due.day, today) === part)}
          />
        ))}
        {follow.length > 0 && (
          <section aria-labelledby="agenda-follow">
            <h2 id="agenda-follow">Follow up this week</h2>
            <ul>
              {follow.map(({ day, item }) => (
                <ListRow
                  key={item.id}
                  icon={item.starred ? "star-fill" : "inbox"}
                  title={item.title}
                  detail={dayText(day, today)}
                  href={to("inbox", "items", item.id)}
                />
              ))}
            </ul>
          </section>
        )}
      </div>
    </section>
  );
}

function DuePart({ name, part, today, cards }: {
  readonly name: string;
  readonly part: Part;
  readonly today: string;
  readonly cards: readonly DueCard<CardLine>[];
}) {
  const to = usePlace();
  if (cards.length === 0) return null;
  return (
    <section aria-labelledby={`agenda-${part}`} className={`agenda-${part}`}>
      <h2 id={`agenda-${part}`}>{name}</h2>
      <ul>
        {cards.map(({ card, due, board, boardTitle, columnName }) => (
          <ListRow
            key={card.id}
            leading={
              <span className="agenda-day">{due.clock && part === "today" ? due.clock : dayText(due.day, today)}</span>
            }
            title={card.title}
            detail={`${boardTitle} / ${columnName}`}
            href={to("boards", board, "cards", card.id)}
            trailing={card.priority !== "none" && <PriorityMark priority={card.priority} />}
          />
        ))}
      </ul>
    </section>
  );
}

/** All live boards with their cards; undefined until each is there. The same value as long as none changed. */
function useLiveBoards(): readonly Board[] | undefined {
  const source = useSource();
  const { value: lines } = useView("listBoards", { limit: 500 });
  const ids = lines?.filter((line) => !line.archived).map((line) => line.id).join(" ");
  const watched = useMemo(
    () => ids?.split(" ").filter(Boolean).map((board) => source.watch("showBoard", { board })),
    [source, ids],
  );
  const kept = useMemo(() => ({ boards: undefined as readonly Board[] | undefined }), [watched]);
  const subscribe = useCallback((changed: () => void) => {
    const ends = watched?.map((one) => one.subscribe(changed)) ?? [];
    return () => ends.forEach((end) => end());
  }, [watched]);
  const read = useCallback(() => {
    const shown = watched?.map((one) => one.get());
    if (!shown || shown.some(({ value, problem }) => !value && !problem)) return kept.boards;
    const boards = shown.flatMap(({ value }) => value ?? []);
    const isSame = kept.boards?.length === boards.length && boards.every((board, at) => board === kept.boards?.[at]);
    if (!isSame) kept.boards = boards;
    return kept.boards;
  }, [watched, kept]);
  return useSyncExternalStore(subscribe, read);
}
