import { useEffect, useState } from "react";
import { Icon, Skeleton } from "../design/mod.ts";
import { Trouble } from "../inbox/Trouble.tsx";
import { sayMoment } from "../inbox/days.ts";
import { usePlace } from "../shell/place.ts";
import { Problem, useSource, useView } from "../source/source.ts";
import { useFamily } from "../studio/child/useFamily.ts";
import { askForHappenings, type Happening } from "./feed.ts";

/** Two weeks of the family. Owners read it: the journal is theirs. The part of J-210 that is in the app. */
export function Feed() {
  const source = useSource();
  const children = useFamily().value ?? [];
  // Asked for anew as soon as a work comes or goes.
  const works = useView("showWeek", {}).value;
  const [happenings, setHappenings] = useState<readonly Happening[]>();
  const [problem, setProblem] = useState<Problem>();
  useEffect(() => {
    let isOver = false;
    askForHappenings(source).then((found) => {
      if (isOver) return;
      setHappenings(found);
      setProblem(undefined);
    }, (thrown) => {
      if (isOver) return;
      if (!(thrown instanceof Problem)) throw thrown;
      setProblem(thrown);
    });
    return () => {
      isOver = true;
    };
  }, [source, works]);
  const names = new Map(children.map(({ id, name }) => [id, name]));
  return (
    <section className="people-part" aria-labelledby="feed-title">
      <h2 id="feed-title">Lately</h2>
      <Trouble problem={problem} />
      {!happenings && !problem && <Skeleton lines={3} label="Loading what happened" />}
      {happenings?.length === 0 && <p className="field-hint">Nothing in the last two weeks.</p>}
      {happenings && happenings.length > 0 && (
        <ol className="people" aria-label="Lately">
          {happenings.map((one) => <HappeningLine key={one.sequence} happening={one} names={names} />)}
        </ol>
      )}
    </section>
  );
}

const faces = {
  "artwork": { icon: "palette" },
  "story": { icon: "book" },
  "milestone": { icon: "trophy" },
  "child": { icon: "person-plus" },
  "album": { icon: "collection" },
} as const;

function HappeningLine({ happening: { time, actor, what, thing, child }, names }: {
  readonly happening: Happening;
  readonly names: ReadonlyMap<string, string>;
}) {
  const to = usePlace();
  const name = child === undefined ? undefined : names.get(child);
  const sentences: Readonly<Record<Happening["what"], string>> = {
    artwork: `${actor} added a work${name ? ` of ${name}` : ""}`,
    story: "A story is ready",
    milestone: `A milestone${name ? ` of ${name}` : ""}`,
    child: `${actor} added ${name ?? "a child"}`,
    album: `${actor} made an album`,
  };
  const places: Readonly<Record<Happening["what"], string>> = {
    artwork: to("studio", "works", thing),
    story: to("studio", "stories", thing),
    milestone: to("studio", "milestones"),
    child: to("studio", "children", thing),
    album: to("studio", "albums", thing),
  };
  return (
    <li>
      <a className="person happening" href={places[what]}>
        <Icon name={faces[what].icon} className="person-icon" />
        <span className="person-text">
          <span className="person-name">{sentences[what]}</span>
          <time className="field-hint" dateTime={time}>{sayMoment(time)}</time>
        </span>
      </a>
    </li>
  );
}
