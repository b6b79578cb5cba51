import { lazy, type ReactNode } from "react";
import { Badge, Banner, Skeleton } from "../design/mod.ts";
import { InkView } from "../notes/ink/InkView.tsx";
import { type Problem, useView, type View } from "../source/source.ts";

const OlderPassphrase = lazy(() => import("../notes/sealed/OlderPassphrase.tsx"));

/** The kinds of things that can be looked at as they were. */
export type Kind = "note" | "card" | "board" | "item" | "collection";

interface Asked {
  readonly thing: string;
  /** The record after which it was so. */
  readonly at: string;
}

/** A thing as it was after a record, to be read only. */
export function Then({ thing, kind, at }: { readonly thing: string; readonly kind: Kind; readonly at: number }) {
  const asked = { thing, at: String(at) };
  switch (kind) {
    case "note":
      return <NoteThen {...asked} />;
    case "card":
      return <CardThen {...asked} />;
    case "board":
      return <BoardThen {...asked} />;
    case "item":
      return <ItemThen {...asked} />;
    case "collection":
      return <CollectionThen {...asked} />;
  }
}

function Page({ title, problem, isThere, children }: {
  readonly title: string;
  readonly problem: Problem | undefined;
  readonly isThere: boolean;
  readonly children: ReactNode;
}) {
  if (!isThere && problem) return <Banner tone="warm" icon="exclamation-circle">{problem.message}</Banner>;
  if (!isThere) return <Skeleton lines={3} label="Loading how it was" />;
  return (
    <div className="then">
      <p className="then-title">{title || "Untitled"}</p>
      {children}
    </div>
  );
}

function NoteThen({ thing, at }: Asked) {
  const { value, problem } = useView("showNote", { note: thing, at });
  if (problem?.code === "otherPassphrase") return <OlderPassphrase at={at} />;
  return (
    <Page title={value?.title ?? ""} problem={problem} isThere={value !== undefined}>
      {value?.trashed && <Badge icon="trash3">In the trash</Badge>}
      <p className="then-text">
        {value?.body ? <Written body={value.body} inks={value.ink} /> : "Nothing written yet."}
      </p>
    </Page>
  );
}

/** A text with the drawings in it. */
function Written({ body, inks }: { readonly body: string; readonly inks: View<"showNote">["ink"] }) {
  return (
    <>
      {body.split(/!\[[^\]]*\]\(ink:([^)\s]+)\)/).map((part, at) =>
        at % 2 === 0 ? part : <InkView key={at} id={part} inks={inks} isAlone={false} />
      )}
    </>
  );
}

function ItemThen({ thing, at }: Asked) {
  const { value, problem } = useView("showItem", { item: thing, at });
  return (
    <Page title={value?.title ?? ""} problem={problem} isThere={value !== undefined}>
      <p className="then-facts">
        {value?.state === "trashed" && <Badge icon="trash3">In the trash</Badge>}
        {value?.completed && <Badge icon="check2">Done</Badge>}
        {value?.starred && <Badge tone="warm" icon="star-fill">Starred</Badge>}
        {value?.followUp && <Badge icon="calendar-event">{value.followUp}</Badge>}
        {value?.tags.map((name) => <Badge key={name}>#{name}</Badge>)}
      </p>
      <p className="then-text">{value?.content}</p>
    </Page>
  );
}

function CardThen({ thing, at }: Asked) {
  const { value, problem } = useView("showCard", { card: thing, at });
  return (
    <Page title={value?.title ?? ""} problem={problem} isThere={value !== undefined}>
      <p className="then-facts">
        <Badge icon="kanban">{value?.boardTitle} / {value?.columnName}</Badge>
        {value && value.state !== "live" && <Badge>{value.state === "trashed" ? "In the trash" : "Archived"}</Badge>}
        {value?.due && <Badge icon="calendar-event">{value.due}</Badge>}
        {value && value.priority !== "none" && <Badge icon="flag">{value.priority}</Badge>}
      </p>
      {value?.description && <p className="then-text">{value.description}</p>}
      {value?.checklists.map((list) => (
        <div key={list.name}>
          <p className="then-title">{list.name}</p>
          <Ticks items={list.items.map((one) => ({ id: one.id, text: one.text, isDone: one.done }))} />
        </div>
      ))}
    </Page>
  );
}

function Ticks({ items }: {
  readonly items: readonly {
    readonly id: string;
    readonly text: string;
    readonly isDone: boolean;
    readonly level?: number;
  }[];
}) {
  return (
    <ul className="then-list">
      {items.map((one) => (
        <li key={one.id} style={{ marginInlineStart: `${(one.level ?? 0) * 1.5}rem` }}>
          <span aria-hidden="true">{one.isDone ? "☑ " : "☐ "}</span>
          {one.text}
          {one.isDone && <span className="visually-hidden">, done</span>}
        </li>
      ))}
    </ul>
  );
}

function BoardThen({ thing, at }: Asked) {
  const { value, problem } = useView("showBoard", { board: thing, at });
  return (
    <Page title={value?.title ?? ""} problem={problem} isThere={value !== undefined}>
      <div className="then-columns">
        {value?.columns.map((column) => <ColumnThen key={column.id} column={column} />)}
      </div>
    </Page>
  );
}

function ColumnThen({ column }: { readonly column: View<"showBoard">["columns"][number] }) {
  return (
    <section aria-label={column.name}>
      <p className="then-title">{column.name} ({column.cards.length})</p>
      <ul className="then-list">{column.cards.map((card) => <li key={card.id}>{card.title}</li>)}</ul>
    </section>
  );
}

function CollectionThen({ thing, at }: Asked) {
  const { value, problem } = useView("showCollection", { collection: thing, at });
  return (
    <Page title={value?.name ?? ""} problem={problem} isThere={value !== undefined}>
      <Ticks
        items={(value?.items ?? []).map((one) => ({
          id: one.id,
          text: one.title,
          isDone: one.completed !== null,
          level: one.level,
        }))}
      />
    </Page>
  );
}
