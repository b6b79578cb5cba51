import { useEffect, useRef } from "react";
import { Badge, Icon, Skeleton } from "../../design/mod.ts";
import { useView, type View } from "../../source/source.ts";
import type { Filter } from "../gallery/filters.ts";
import { WorkTile } from "../gallery/WorkTile.tsx";
import { sayMonth } from "../words.ts";
import { type Grouping, pageSize } from "./TimelineScreen.tsx";

type Month = View<"showTimeline">["months"][number];

/** One page of the timeline. `onEnd` is told where the next one begins, once this one's end is near. */
export function TimelinePage({ filter, after, grouping, onEnd }: {
  readonly filter: Filter;
  readonly after: string | undefined;
  readonly grouping: Grouping;
  readonly onEnd: ((next: string) => void) | undefined;
}) {
  const { value } = useView("showTimeline", { ...filter, limit: pageSize, ...(after ? { after } : {}) });
  const end = useRef<HTMLDivElement>(null);
  const next = value?.next ?? undefined;
  useEffect(() => {
    const element = end.current;
    if (!element || !next || !onEnd) return;
    const watcher = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && onEnd(next),
      { root: element.closest(".studio-scroller"), rootMargin: "100% 0%" },
    );
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [next, onEnd]);
  if (!value) return <Skeleton lines={4} label="Loading the timeline" />;
  return (
    <>
      {(grouping === "year" ? byYear(value.months) : value.months).map((month) => (
        <MonthSection key={month.month} month={month} />
      ))}
      <div ref={end} className="timeline-end" />
    </>
  );
}

/** A month, or a year: its bubble on the line, what was celebrated, what grew, and the works. Requirement J-457. */
function MonthSection({ month: { month, continued, milestones, trends, artworks } }: { readonly month: Month }) {
  const name = month.length === 4 ? month : sayMonth(month);
  return (
    <section className="timeline-month" aria-label={continued ? `${name}, continued` : name}>
      <span className="timeline-bubble" aria-hidden="true" />
      {!continued && (
        <header className="timeline-head">
          <h2>{name}</h2>
          {milestones.map((milestone) => (
            <Badge key={milestone} tone="warm" icon="trophy">{milestone.replace(dayBefore, "")}</Badge>
          ))}
          {trends.map((trend) => (
            <p key={trend} className="timeline-trend">
              <Icon name="graph-up" /> {trend}
            </p>
          ))}
        </header>
      )}
      <ul className="timeline-works" aria-label={`Works of ${name}`}>
        {artworks.map((work) => (
          <li key={work.id} className="timeline-work">
            <WorkTile work={work} among={artworks} isNameShown />
            {work.badges.map((badge) => <Badge key={badge} tone="accent">{badge}</Badge>)}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Milestones are told with their day, which their month says here. */
const dayBefore = /^\d{4}-\d\d-\d\d /;

/** Months of one year as one; what is told of months stays with them. */
function byYear(months: readonly Month[]): readonly Month[] {
  const years = new Map<string, Month>();
  for (const month of months) {
    const year = month.month.slice(0, 4);
    const known = years.get(year);
    years.set(
      year,
      known
        ? {
          ...known,
          milestones: [...known.milestones, ...month.milestones],
          artworks: [...known.artworks, ...month.artworks],
        }
        : { ...month, month: year, continued: month.continued, trends: [] },
    );
  }
  return [...years.values()];
}
