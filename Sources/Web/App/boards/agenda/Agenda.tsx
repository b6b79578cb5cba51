import { EmptyState, Icon, ListRow, Skeleton, useIsDesktop } from "../../design/mod.ts";
import { usePlace } from "../../shell/place.ts";
import { useTitle } from "../../shell/router.ts";
import { useView, type View } from "../../source/source.ts";
import { useNow } from "../acting.tsx";
import { type Part, partOf } from "./agenda.ts";
import { PriorityMark } from "../board/CardTile.tsx";
import { addDays, dayOf, dayText, parseDue } from "../due.ts";

type Days = View<"showDue">["days"];

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
  const { value: due } = useView("showDue", {});
  const { value: followUp } = useView("showFollowUp", { to: addDays(today, 6) });
  const follow = followUp?.days.flatMap(({ day, items }) => items.map((item) => ({ day, item }))) ?? [];
  const isEmpty = due?.days.length === 0 && follow.length === 0;
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
        {!due && <Skeleton lines={6} />}
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
            days={due?.days.filter(({ day }) => partOf(day, today) === part) ?? []}
          />
        ))}
        {follow.length > 0 && (
          <section aria-labelledby="agenda-follow">
            <h2 id="agenda-follow">Follow up this week</h2>
            <ul>
              {follow.map(({ day, item }) => (
                <ListRow
                  key={item.id}
                  leading={<span className="agenda-day">{dayText(day, today)}</span>}
                  title={item.title}
                  detail={item.starred ? "Inbox, starred" : "Inbox"}
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

function DuePart({ name, part, today, days }: {
  readonly name: string;
  readonly part: Part;
  readonly today: string;
  readonly days: Days;
}) {
  const to = usePlace();
  if (days.length === 0) return null;
  return (
    <section aria-labelledby={`agenda-${part}`} className={`agenda-${part}`}>
      <h2 id={`agenda-${part}`}>{name}</h2>
      <ul>
        {days.flatMap(({ day, cards }) => cards.map((one) => ({ day, ...one }))).map((
          { day, card, board, boardTitle, columnName },
        ) => (
          <ListRow
            key={card.id}
            leading={
              <span className="agenda-day">{part === "today" && parseDue(card.due)?.clock || dayText(day, today)}</span>
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
