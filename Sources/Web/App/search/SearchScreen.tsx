import type { KeyboardEvent } from "react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { Banner, Button, EmptyState, Icon, IconButton, Menu, Skeleton } from "../design/mod.ts";
import { usePlace } from "../shell/place.ts";
import { navigate, useTitle } from "../shell/router.ts";
import { useIsUnlocked } from "../notes/sealed/unlocked.ts";
import { type Problem, useSource } from "../source/source.ts";
import { type FilterChoice, grouped, kinds, stateChoices, termIn, typeChoices, withTerm } from "./found.ts";
import { HitRow } from "./HitRow.tsx";
import { OperatorsHelp } from "./OperatorsHelp.tsx";
import { type Search, useSearch } from "./useSearch.ts";
import { VoiceButton } from "./VoiceButton.tsx";

const SealedHits = lazy(() => import("../notes/sealed/SealedHits.tsx"));

/** Search over everything: what is asked stands in the address, so that a search can be kept and shared. */
export function SearchScreen({ query }: { readonly rest: readonly string[]; readonly query: URLSearchParams }) {
  const asked = query.get("q") ?? "";
  const to = usePlace();
  useTitle(asked ? `${asked} – search` : "Search");
  const ask = (text: string) => {
    const trimmed = text.trim();
    navigate(trimmed ? `${to("search")}?q=${encodeURIComponent(trimmed)}` : to("search"), { replace: true });
  };
  const search = useSearch(asked);
  const isUnlocked = useIsUnlocked(useSource().workspace);
  return (
    <div className="screen search-screen" onKeyDown={step}>
      <h1 className="visually-hidden">Search</h1>
      <SearchBox asked={asked} ask={ask} />
      {isUnlocked && asked && (
        <Suspense fallback={null}>
          <SealedHits asked={asked} />
        </Suspense>
      )}
      <Answer asked={asked} search={search} />
    </div>
  );
}

/** Goes from the box down to the results, and among them, by the arrow keys. */
function step(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const places = Array.from(event.currentTarget.querySelectorAll<HTMLElement>("#search-box, .hit-title .hit-link"));
  const at = places.indexOf(document.activeElement as HTMLElement);
  const next = places[at + (event.key === "ArrowDown" ? 1 : -1)];
  if (at < 0 || !next) return;
  event.preventDefault();
  next.focus();
}

/** How long after the last letter it is searched, in milliseconds. */
const pauseMilliseconds = 250;

function SearchBox({ asked, ask }: { readonly asked: string; readonly ask: (text: string) => void }) {
  const [text, setText] = useState(asked);
  /** What was heard waits until it is sent by hand. */
  const [isHeard, setHeard] = useState(false);
  const [fault, setFault] = useState("");
  const [isHelp, setHelp] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  const sent = useRef(asked);
  const latest = useRef(ask);
  latest.current = ask;
  useEffect(() => box.current?.focus(), []);
  useEffect(() => {
    // The address was changed by something else, such as Back.
    if (asked !== sent.current) setText(asked);
    sent.current = asked;
  }, [asked]);
  const send = (query: string) => {
    sent.current = query.trim();
    setHeard(false);
    latest.current(query);
  };
  useEffect(() => {
    if (isHeard || text.trim() === sent.current) return;
    const timer = setTimeout(() => send(text), pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [text, isHeard]);
  const choose = (query: string) => {
    setText(query);
    send(query);
  };
  return (
    <form
      role="search"
      className="search-form"
      onSubmit={(event) => {
        event.preventDefault();
        send(text);
      }}
    >
      <div className="search-box">
        <Icon name="search" />
        <input
          ref={box}
          id="search-box"
          type="search"
          aria-label="Search everything"
          aria-describedby={isHeard ? "search-heard" : undefined}
          placeholder="Search everything"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={1000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {text && (
          <IconButton
            icon="x-lg"
            label="Clear"
            onClick={() => {
              choose("");
              box.current?.focus();
            }}
          />
        )}
        <VoiceButton
          label="Search by voice"
          onFailed={setFault}
          onHeard={(words) => {
            setText(words);
            setHeard(true);
            box.current?.focus();
          }}
        />
      </div>
      {isHeard && (
        <Banner tone="accent" icon="mic" actions={<Button kind="primary" type="submit">Search</Button>}>
          <span id="search-heard">This was heard. Change it if you like, then press Enter.</span>
        </Banner>
      )}
      {fault && <Banner tone="warm" icon="mic-mute">{fault}</Banner>}
      <div className="search-filters">
        <FilterMenu label="Kind" all="Everything" choices={typeChoices} query={text} onChange={choose} />
        <FilterMenu label="State" all="Any state" choices={stateChoices} query={text} onChange={choose} />
        <Button kind="quiet" icon="question-circle" onClick={() => setHelp(true)}>Operators</Button>
      </div>
      {isHelp && (
        <OperatorsHelp
          onClose={() => setHelp(false)}
          onChoose={(term) => choose([text.trim(), term].filter(Boolean).join(" "))}
        />
      )}
    </form>
  );
}

function FilterMenu({ label, all, choices, query, onChange }: {
  readonly label: string;
  readonly all: string;
  readonly choices: readonly FilterChoice[];
  readonly query: string;
  readonly onChange: (query: string) => void;
}) {
  const term = termIn(query, choices);
  const chosen = choices.find((choice) => choice.term === term)?.label ?? all;
  return (
    <Menu
      label={`${label}: ${chosen}`}
      className={term ? "filter is-on" : "filter"}
      sections={[[{ label: all, term: "" }, ...choices].map((choice) => ({
        label: choice.label,
        isChosen: choice.term === term,
        onSelect: () => onChange(withTerm(query, choices, choice.term)),
      }))]}
    >
      {chosen}
      <Icon name="chevron-down" />
    </Menu>
  );
}

function Answer({ asked, search }: { readonly asked: string; readonly search: Search }) {
  if (search.problem) return <Refused problem={search.problem} />;
  if (!asked) {
    return (
      <EmptyState icon="search" title="Find anything">
        Notes, cards, items, plans and all else, by their words, tags and file names.
      </EmptyState>
    );
  }
  if (search.found === undefined) return <Skeleton lines={6} label="Searching" />;
  return (
    <div aria-busy={search.isLoading}>
      <p className="search-count" role="status">
        {search.found === 0 ? "" : search.found === 1 ? "1 result" : `${search.found} results`}
      </p>
      {search.found === 0 && (
        <EmptyState icon="binoculars" title="Nothing was found">
          Try fewer words, or the beginning of one, such as <code>kam*</code>.
        </EmptyState>
      )}
      {grouped(search.hits).map(({ kind, hits }) => (
        <section key={kind} className="hits" aria-labelledby={`hits-${kind}`}>
          <h2 id={`hits-${kind}`} className="items-heading">{kinds[kind].title}</h2>
          <ul>{hits.map((hit) => <HitRow key={hit.id} hit={hit} />)}</ul>
        </section>
      ))}
      {search.more && <Button className="hits-more" onClick={search.more}>Show more</Button>}
    </div>
  );
}

function Refused({ problem }: { readonly problem: Problem }) {
  if (problem.code === "offline") {
    return (
      <EmptyState icon="cloud-slash" title="Searching needs the service">
        It cannot be reached now. Everything you have on this device is still there; search again once you are online.
      </EmptyState>
    );
  }
  return (
    <Banner tone="warm" icon="exclamation-circle">
      {problem.message.charAt(0).toUpperCase() + problem.message.slice(1)}
    </Banner>
  );
}
