import { useCallback, useEffect, useReducer, useRef, useState } from "react";
import { TextArea } from "../../design/mod.ts";
import { merged, runsBetween } from "../../notes/editor/edits.ts";
import { appended, WriteByHand } from "../../reading/WriteByHand.tsx";
import { usePageHold } from "../../shell/usePageHold.ts";
import { useSource } from "../../source/source.ts";
import { useAct } from "../acting.tsx";
import type { Card } from "../types.ts";

/** How long nothing is typed before it is kept, and how long it is typed on before that. */
const pauseMilliseconds = 800;
const longestMilliseconds = 2000;

/** The description of a card, as Markdown; kept while one types, merged with what others write. */
export function CardDescription({ card, canEdit }: { readonly card: Card; readonly canEdit: boolean }) {
  const draft = useDraft(card);
  if (!canEdit && !card.description) return null;
  return (
    <section className="inspector-section" aria-label="Description">
      <div className="inspector-heading">
        <h3>Description</h3>
        <span className="inspector-state" role="status">{draft.isSaved ? "" : "Saving"}</span>
        {canEdit && <WriteByHand label="Write the description by hand" onText={draft.append} />}
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

/** A text that was seen, and the revisions it is made of; undefined where the view does not have the last edit yet. */
interface Seen {
  readonly text: string;
  readonly parents: readonly number[] | undefined;
}

/** The text that is being written: what the view has, what was typed since, and one edit at a time on its way. */
function useDraft(card: Card) {
  const act = useAct();
  const source = useSource();
  const [text, setText] = useState(card.description);
  // What is kept and what is on its way are references; this shows them anew.
  const [, showState] = useReducer((count: number) => count + 1, 0);
  const base = useRef<Seen>({ text: card.description, parents: card.parents });
  const sentOn = useRef<string>();
  const current = useRef(text);
  const sending = useRef(false);
  const timer = useRef(0);
  const longest = useRef(0);
  const show = useCallback((next: string) => {
    current.current = next;
    setText(next);
  }, []);

  /** Takes what the view has by now; what was typed since stays. */
  const take = useCallback(() => {
    const now: Card | undefined = source.watch("showCard", { card: card.id }).get().value;
    if (!now || sending.current || String(now.parents) === sentOn.current) return;
    sentOn.current = undefined;
    if (now.description !== base.current.text) show(merged(base.current.text, current.current, now.description));
    base.current = { text: now.description, parents: now.parents };
    showState();
  }, [source, card.id, show]);
  useEffect(take, [card, take]);

  const keep = useCallback(async () => {
    clearTimeout(timer.current);
    clearTimeout(longest.current);
    longest.current = 0;
    take();
    const { text: seen, parents } = base.current;
    const sent = current.current;
    const runs = runsBetween(seen, sent);
    if (sending.current || runs.length === 0) return;
    if (parents) {
      sending.current = true;
      showState();
      const isKept = await act({ type: "boards.describeCard", card: card.id, edit: { parents, runs } });
      sending.current = false;
      if (isKept) {
        // Until the view has the edit, what it shows is older than this.
        base.current = { text: sent, parents: undefined };
        sentOn.current = String(parents);
      }
      take();
      showState();
      if (!isKept) return;
    }
    if (current.current !== base.current.text) timer.current = setTimeout(() => void keep(), pauseMilliseconds);
  }, [act, card.id, take]);

  const latestKeep = useRef(keep);
  latestKeep.current = keep;
  const isSaved = text === base.current.text && !sending.current;
  usePageHold(!isSaved, () => void latestKeep.current());
  const write = (next: string) => {
    show(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void latestKeep.current(), pauseMilliseconds);
    longest.current ||= setTimeout(() => void latestKeep.current(), longestMilliseconds);
  };
  // Read by hand, it comes later than what was typed meanwhile.
  const append = (more: string) => write(appended(current.current, more));
  return { text, write, append, keep: () => void keep(), isSaved };
}
