import { useCallback, useEffect, useReducer, useRef, useState } from "react";
import { TextArea } from "../../design/mod.ts";
import { useSource } from "../../source/source.ts";
import { useAct } from "../acting.tsx";
import { merged, runsBetween } from "../edits.ts";
import type { Card } from "../types.ts";

/** How long nothing is typed before it is kept. */
const pauseMilliseconds = 800;

/** The description of a card, as Markdown; kept while one types, merged with what others write. */
export function CardDescription({ card, canEdit }: { readonly card: Card; readonly canEdit: boolean }) {
  const draft = useDraft(card);
  if (!canEdit && !card.description) return null;
  return (
    <section className="inspector-section" aria-label="Description">
      <div className="inspector-heading">
        <h3>Description</h3>
        <span className="inspector-state" role="status">{draft.isSaved ? "" : "Saving"}</span>
      </div>
      {canEdit
        ? (
          <TextArea
            className="description"
            label="Description"
            isLabelHidden
            rows={3}
            placeholder="Write what there is to know. Markdown works."
            value={draft.text}
            onChange={draft.write}
            onBlur={draft.keep}
          />
        )
        : <p className="description-text">{card.description}</p>}
    </section>
  );
}

/** The text that is being written: what the view has, what was typed since, and one edit at a time on its way. */
function useDraft(card: Card) {
  const act = useAct();
  const source = useSource();
  const [text, setText] = useState(card.description);
  // What is kept and what is on its way are references; this shows them anew.
  const [, showState] = useReducer((count: number) => count + 1, 0);
  const base = useRef(card.description);
  const current = useRef(text);
  const sending = useRef(false);
  const timer = useRef(0);
  const view = useRef(card);
  view.current = card;
  const show = useCallback((next: string) => {
    current.current = next;
    setText(next);
  }, []);

  /** Takes what the view has by now; what was typed since stays. */
  const take = useCallback(() => {
    const there = view.current.description;
    if (sending.current || there === base.current) return;
    show(merged(base.current, current.current, there));
    base.current = there;
  }, [show]);
  useEffect(take, [card.description, take]);

  const keep = useCallback(async () => {
    clearTimeout(timer.current);
    if (sending.current) return;
    const sent = current.current;
    const runs = runsBetween(base.current, sent);
    if (runs.length === 0) return;
    sending.current = true;
    const parents = view.current.parents ?? await newestRevision(source, card.id);
    const isKept = await act({ type: "boards.describeCard", card: card.id, edit: { parents, runs } });
    sending.current = false;
    // The view has it by now: with what others wrote, it is the base of what was typed meanwhile.
    if (isKept) base.current = sent;
    take();
    showState();
    if (isKept && current.current !== base.current) timer.current = setTimeout(keep, pauseMilliseconds);
  }, [act, source, card.id, take]);

  const latestKeep = useRef(keep);
  latestKeep.current = keep;
  useEffect(() => () => void latestKeep.current(), []);
  const write = (next: string) => {
    show(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void latestKeep.current(), pauseMilliseconds);
  };
  return { text, write, keep: () => void keep(), isSaved: text === base.current && !sending.current };
}

/** The number of edits of a description, which is the revision that one more is based on where none were made at once. */
async function newestRevision(source: ReturnType<typeof useSource>, thing: string): Promise<readonly number[]> {
  const entries = await source.ask("showHistory", { thing });
  return [entries.filter((entry) => entry.kind === "boards.cardDescribed").length];
}
