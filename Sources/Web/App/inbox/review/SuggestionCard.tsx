import { useState } from "react";
import { Badge, Button, Checkbox, TextField } from "../../design/mod.ts";
import type { RunSuggestion } from "../../source/api.ts";
import { mint, useView } from "../../source/source.ts";
import type { Doing } from "../useDoing.ts";
import { cited, draftOf, shapeOf } from "./shape.ts";
import { useContents } from "./useContents.ts";

const kinds = { plan: "A plan", list: "A list", task: "A task" } as const;

/** In words and as a number: `Quite sure, 84 %`. */
function sureness({ confidenceThousandths: value }: RunSuggestion): string {
  const word = value >= 800 ? "Quite sure" : value >= 500 ? "Fairly sure" : "A guess";
  return `${word}, ${Math.round(value / 10)} %`;
}

/** One suggestion: edited where it stands, accepted or declined. Requirements O-304, O-306, O-320 to O-325. */
export function SuggestionCard({ run: id, suggestion, doing }: {
  readonly run: string;
  readonly suggestion: RunSuggestion;
  readonly doing: Doing;
}) {
  const [draft, setDraft] = useState(() => draftOf(suggestion));
  const collections = useView("listCollections", {}).value?.collections ?? [];
  const contents = useContents(suggestion.parts.map(({ item }) => item));
  const contentOf = (item: string) => contents.get(item);
  const existing = collections.find((one) => one.id === draft.destination);
  const isNew = draft.destination === "newPlan" || draft.destination === "newList";
  const isStructured = existing ? existing.structured : draft.destination === "newPlan";
  const shape = shapeOf(suggestion, draft, { isStructured, contentOf, mint });
  const name = draft.title.trim() || suggestion.title;
  const accept = () => {
    if (!shape) return;
    void doing.run({
      commands: [{ type: "capture.acceptSuggestion", run: id, suggestion: suggestion.id, shape }],
      says: existing ? `Added to “${existing.name}”` : `“${name}” accepted`,
    });
  };
  const decline = () =>
    void doing.run({
      commands: [{ type: "capture.declineSuggestion", run: id, suggestion: suggestion.id }],
      says: `“${name}” declined`,
    });
  const change = (at: number, fields: Partial<(typeof draft.parts)[number]>) =>
    setDraft({ ...draft, parts: draft.parts.map((part, place) => place === at ? { ...part, ...fields } : part) });
  if (suggestion.decision !== "open") {
    return (
      <article className="suggestion is-decided" aria-label={suggestion.title}>
        <p>
          {suggestion.title} <Badge>{suggestion.decision === "accepted" ? "Accepted" : "Declined"}</Badge>
        </p>
      </article>
    );
  }
  return (
    <article className="suggestion" aria-label={suggestion.title}>
      <p className="suggestion-head">
        <Badge tone="accent">{kinds[suggestion.kind]}</Badge>
        <span className="field-hint">
          {sureness(suggestion)}
        </span>
      </p>
      <div className="suggestion-where">
        <div className="field">
          <label className="field-label" htmlFor={`to-${suggestion.id}`}>Goes to</label>
          <select
            id={`to-${suggestion.id}`}
            className="input"
            value={draft.destination}
            onChange={(event) => setDraft({ ...draft, destination: event.currentTarget.value })}
          >
            <option value="newPlan">A new plan</option>
            <option value="newList">A new list</option>
            <option value="standalone">Tasks in the inbox</option>
            {collections.map((one) => <option key={one.id} value={one.id}>{one.name}</option>)}
          </select>
        </div>
        {isNew && <TextField label="Title" value={draft.title} onChange={(title) => setDraft({ ...draft, title })} />}
      </div>
      <ul className="suggestion-parts" aria-label="Items">
        {suggestion.parts.map((part, at) => {
          const wish = draft.parts[at];
          const content = contentOf(part.item);
          return wish && (
            <li key={at} className={part.under === undefined ? "suggestion-part" : "suggestion-part is-under"}>
              <Checkbox
                label={`Take “${part.text}”`}
                isLabelHidden
                isOn={wish.isWanted}
                onChange={(isWanted) =>
                  change(at, { isWanted })}
              />
              <div className="suggestion-text">
                <TextField
                  label={`Item ${at + 1}`}
                  isLabelHidden
                  value={wish.text}
                  disabled={!wish.isWanted}
                  onChange={(text) =>
                    change(at, { text })}
                />
                {content && <p className="field-hint">From your words: “{cited(content, part.start, part.length)}”</p>}
              </div>
            </li>
          );
        })}
      </ul>
      <div className="form-actions">
        <Button onClick={decline}>Decline</Button>
        <Button kind="primary" disabled={!shape || (isNew && !draft.title.trim())} onClick={accept}>Accept</Button>
      </div>
    </article>
  );
}
