import { lazy, Suspense, useRef, useState } from "react";
import { Banner, Button, EmptyState, Skeleton } from "../design/mod.ts";
import { telling } from "../shell/notice.ts";
import { useCanEdit } from "../shell/useCanEdit.ts";
import { Problem, useSource, useView } from "../source/source.ts";
import { sayMoment, sayMomentWithin } from "../inbox/days.ts";
import { Diff } from "./Diff.tsx";
import { causeOf, type Entry, sentence } from "./entries.ts";
import type { Kind } from "./Then.tsx";

export type { Kind } from "./Then.tsx";

/** Has what every kind of thing is shown with, drawings too: no part of the first load. */
const Then = lazy(() => import("./Then.tsx").then((all) => ({ default: all.Then })));

/** How many revisions are asked for at once. */
const entriesMax = 500;

/**
 * The history of a thing: every change with its time and device, a slider through time that shows it as it was, and
 * a way to bring it back. Content only; `HistoryPane` stands beside a thing.
 */
export function HistoryPanel(shown: Props) {
  return <History key={shown.thing} {...shown} />;
}

interface Props {
  readonly thing: string;
  /** What it is; without it there is no view of the past, only the changes. */
  readonly kind?: Kind;
}

function History({ thing, kind }: Props) {
  const { entries: value, problem, more } = useHistory(thing);
  const [chosen, setChosen] = useState<number>();
  if (!value) {
    return problem
      ? <Banner tone="warm" icon="exclamation-circle">{unavailable(problem)}</Banner>
      : <Skeleton lines={5} label="Loading the history" />;
  }
  const last = value.at(-1);
  if (!last) return <EmptyState icon="clock-history" title="No history yet" />;
  const shown = value.find((entry) => entry.seq === chosen);
  return (
    <div className="history">
      {value.length > 1 && <Slider entries={value} chosen={shown ?? last} onChoose={(entry) => setChosen(entry.seq)} />}
      {shown && shown !== last && (
        <Past
          key={shown.seq}
          thing={thing}
          kind={kind}
          entry={shown}
          onClose={() => setChosen(undefined)}
        />
      )}
      <ol className="history-entries" aria-label="Changes, the newest first">
        {value.toReversed().map((entry) => (
          <EntryLine
            key={entry.seq}
            entry={entry}
            isShown={entry === shown}
            isNow={entry === last}
            onChoose={() => setChosen(entry === last ? undefined : entry.seq)}
          />
        ))}
      </ol>
      {more && <More more={more} />}
    </div>
  );
}

/** A thing's revisions, oldest first: the newest of them at once, and older ones as far as they were asked for. */
function useHistory(thing: string): {
  readonly entries: readonly Entry[] | undefined;
  readonly problem: Problem | undefined;
  /** Asks for older ones; undefined where there are none. @throws {Problem} */
  readonly more: (() => Promise<void>) | undefined;
} {
  const source = useSource();
  const asked = { thing, diffs: true, newest: true, limit: entriesMax };
  const { value, problem, next } = useView("showHistory", asked);
  // Those that were shown once stay, also where newer ones take their places in the first page.
  const known = useRef(new Map<number, Entry>());
  const [older, setOlder] = useState<{ readonly next: string | undefined }>();
  for (const entry of value ?? []) known.current.set(entry.seq, entry);
  const after = older ? older.next : next;
  const more = async () => {
    const page = await source.page("showHistory", { ...asked, after });
    for (const entry of page.value) known.current.set(entry.seq, entry);
    setOlder({ next: page.next });
  };
  return {
    entries: value && [...known.current.values()].sort((one, other) => one.seq - other.seq),
    problem,
    more: after === undefined ? undefined : more,
  };
}

/** What is further back than what is shown. */
function More({ more }: { readonly more: () => Promise<void> }) {
  const [isBusy, setBusy] = useState(false);
  const ask = async () => {
    setBusy(true);
    await telling(more);
    setBusy(false);
  };
  return <Button icon="clock-history" isBusy={isBusy} onClick={() => void ask()}>Show earlier changes</Button>;
}

function unavailable(problem: Problem): string {
  return problem.code === "offline"
    ? "The history is kept by the service, which cannot be reached now. It is shown once you are online."
    : problem.message;
}

/** The way through time: each step is one change. */
function Slider({ entries, chosen, onChoose }: {
  readonly entries: readonly Entry[];
  readonly chosen: Entry;
  readonly onChoose: (entry: Entry) => void;
}) {
  const at = entries.indexOf(chosen);
  return (
    <label className="history-slider">
      <span className="history-moment">
        {at === entries.length - 1 ? "Now" : `As of ${sayMomentWithin(chosen.time)}`}
      </span>
      <input
        type="range"
        aria-label="Moment"
        aria-valuetext={`${sayMoment(chosen.time)}, ${sentence(chosen)}`}
        min={0}
        max={entries.length - 1}
        step={1}
        value={at}
        onChange={(event) => {
          const entry = entries[Number(event.currentTarget.value)];
          if (entry) onChoose(entry);
        }}
      />
    </label>
  );
}

/** A thing as it was after one change, to be read, and brought back. */
function Past({ thing, kind, entry, onClose }: {
  readonly thing: string;
  readonly kind: Kind | undefined;
  readonly entry: Entry;
  readonly onClose: () => void;
}) {
  const source = useSource();
  const canEdit = useCanEdit();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const restore = async () => {
    setBusy(true);
    try {
      await source.restore(thing, entry.seq);
      onClose();
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown;
      setProblem(thrown.message);
      setBusy(false);
    }
  };
  return (
    <section className="past" aria-label={`As of ${sayMomentWithin(entry.time)}`}>
      <div className="past-bar">
        <Button kind="quiet" onClick={onClose}>Back to now</Button>
        {canEdit && (
          <Button kind="primary" icon="arrow-counterclockwise" isBusy={isBusy} onClick={() => void restore()}>
            Restore this
          </Button>
        )}
      </div>
      {problem && <Banner tone="warm" icon="exclamation-circle">{problem}</Banner>}
      {kind && (
        <Suspense fallback={<Skeleton lines={4} />}>
          <Then thing={thing} kind={kind} at={entry.seq} />
        </Suspense>
      )}
    </section>
  );
}

function EntryLine({ entry, isShown, isNow, onChoose }: {
  readonly entry: Entry;
  readonly isShown: boolean;
  readonly isNow: boolean;
  readonly onChoose: () => void;
}) {
  const cause = causeOf(entry);
  return (
    <li className={isShown ? "entry is-shown" : "entry"}>
      <button type="button" className="entry-open" aria-current={isShown || undefined} onClick={onChoose}>
        <span className="entry-words">{sentence(entry)}{cause && <span className="entry-cause">{cause}</span>}</span>
        <span className="entry-where">
          <time dateTime={entry.time}>{sayMoment(entry.time)}</time> · {entry.device} · {entry.actor}
          {isNow && " · now"}
        </span>
      </button>
      {entry.diff && <Diff diff={entry.diff} />}
    </li>
  );
}
