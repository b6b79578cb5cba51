import type { ReactNode } from "react";
import { memo, useEffect, useRef, useState } from "react";
import { Button, Icon, Menu, type MenuItem } from "../../design/mod.ts";
import { AddCard } from "./AddCard.tsx";
import { CardTile } from "./CardTile.tsx";
import { counted } from "./filter.ts";
import { QuickEdit } from "./QuickEdit.tsx";
import type { CardLine } from "../types.ts";

/** How many cards are rendered at first, and how many more whenever the end comes near. */
const chunk = 60;

/** What a column can be asked to do; the same object as long as the board is. */
export interface ColumnActions {
  readonly menuOf: (column: string) => readonly (readonly MenuItem[])[];
  readonly href: (card: string) => string;
  readonly add: (column: string, title: string) => Promise<boolean>;
  readonly edited: (card: string, title: string | undefined) => void;
  readonly renamed: (column: string, name: string | undefined) => void;
  readonly setAdding: (column: string | undefined) => void;
}

interface Props {
  readonly id: string;
  readonly name: string;
  readonly cards: readonly CardLine[];
  /** How many cards a filter hides. */
  readonly hidden: number;
  readonly today: string;
  readonly actions: ColumnActions;
  readonly canEdit: boolean;
  /** The card where Tab stops; the first one without it. */
  readonly stop: string | undefined;
  readonly open: string | undefined;
  readonly lifted: string | undefined;
  /** Cards that pointers carry away from here, as one text so that it can be compared. */
  readonly carried: string;
  /** Places where cards would be put: the cards behind them, `end` for the last one, each with its height in pixels. */
  readonly gaps: string;
  readonly editing: string | undefined;
  readonly isRenaming: boolean;
  readonly isAdding: boolean;
  readonly isCarried: boolean;
  readonly isSendable: boolean;
}

/** A column: its heading, its cards and a way to add one. */
export const ColumnView = memo(function ColumnView(props: Props) {
  const { id, name, cards, hidden, actions, canEdit } = props;
  const total = cards.length + hidden;
  const [limit, setLimit] = useState(chunk);
  const open = cards.findIndex((card) => card.id === props.open || card.id === props.stop);
  const rendered = cards.slice(0, Math.max(limit, open + 2));
  const next = cards[rendered.length];
  const classes = ["column"];
  if (props.isCarried) classes.push("is-carried");
  return (
    <section className={classes.join(" ")} data-column={id} aria-labelledby={`column-${id}`}>
      <header className="column-head" data-handle={canEdit ? id : undefined}>
        {props.isRenaming
          ? <QuickEdit label="Name of the column" value={name} onDone={(text) => actions.renamed(id, text)} />
          : (
            <>
              <h2 id={`column-${id}`} className="column-name">{name}</h2>
              <span className="column-count" aria-label={counted(total, "card")}>
                {hidden === 0 ? total : `${cards.length} of ${total}`}
              </span>
              {canEdit && <Menu label={`Menu of column ${name}`} icon="three-dots" sections={actions.menuOf(id)} />}
            </>
          )}
      </header>
      <ul className="column-list" data-list={id} tabIndex={-1} aria-label={`${name}, ${counted(cards.length, "card")}`}>
        {rendered.map((card, at) => (
          <Gap key={card.id} height={gapAt(props.gaps, card.id)}>
            <CardTile
              card={card}
              href={actions.href(card.id)}
              today={props.today}
              isStop={props.stop ? props.stop === card.id : at === 0}
              isOpen={props.open === card.id}
              isLifted={props.lifted === card.id}
              isCarried={props.carried.includes(card.id)}
              isEditing={props.editing === card.id}
              isSendable={props.isSendable}
              onEdited={actions.edited}
            />
          </Gap>
        ))}
        {next && <MoreCards key={rendered.length} next={next.id} onNear={() => setLimit(rendered.length + chunk)} />}
        {next && <GapMark height={gapAt(props.gaps, next.id)} />}
        <GapMark height={gapAt(props.gaps, "end")} />
        {cards.length === 0 && !props.isAdding && !props.gaps && (
          <li className="column-empty">{total === 0 ? "No cards yet" : "No card matches"}</li>
        )}
      </ul>
      {canEdit && (
        <footer className="column-foot">
          {props.isAdding
            ? <AddCard onAdd={(title) => actions.add(id, title)} onClose={() => actions.setAdding(undefined)} />
            : (
              <Button
                kind="quiet"
                icon="plus-lg"
                className="column-add"
                data-stop="add"
                aria-label={`Add a card to ${name}`}
                onClick={() => actions.setAdding(id)}
              >
                Add card
              </Button>
            )}
        </footer>
      )}
    </section>
  );
});

/** A card with the place before it, where one would be put there. */
function Gap({ height, children }: { readonly height: number | undefined; readonly children: ReactNode }) {
  return (
    <>
      <GapMark height={height} />
      {children}
    </>
  );
}

function GapMark({ height }: { readonly height: number | undefined }) {
  return height === undefined ? null : <li className="card-gap" style={{ height }} aria-hidden="true" />;
}

/** The height of the place that is kept open before a card; undefined where there is none. */
function gapAt(gaps: string, card: string): number | undefined {
  if (!gaps.includes(card)) return undefined;
  return Number(gaps.split(" ").find((gap) => gap.startsWith(card))?.split(":")[1]);
}

/** Asks for more cards when the end of those there are comes near. */
function MoreCards({ next, onNear }: { readonly next: string; readonly onNear: () => void }) {
  const mark = useRef<HTMLLIElement>(null);
  const latest = useRef(onNear);
  latest.current = onNear;
  useEffect(() => {
    const element = mark.current;
    if (!element) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) latest.current();
    }, { root: element.parentElement, rootMargin: "800px" });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <li ref={mark} className="column-more" data-next={next}>
      <Icon name="three-dots" />
      <span className="visually-hidden">More cards follow</span>
    </li>
  );
}
