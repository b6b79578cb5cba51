import { useState } from "react";
import { Dialog, Icon, TextField } from "../../design/mod.ts";
import { useSuggestedPlaces } from "../../similar/useSuggestedPlaces.ts";
import { useView, type View } from "../../source/source.ts";
import { addTo, type CommandBatch, makeCollection } from "../batches.ts";
import { type ItemLine, named } from "../lines.ts";
import type { Doing } from "../useDoing.ts";
import { useFirstFocus } from "../useFirstFocus.ts";

/** The question which plan or list items go to; a new one may be made by its name. Requirement O-104. */
export function CollectionDialog({ items, run, onClose }: {
  readonly items: readonly ItemLine[];
  readonly run: Doing["run"];
  readonly onClose: () => void;
}) {
  const all = useView("listCollections", { limit: 500 }).value?.collections ?? [];
  const first = useFirstFocus<HTMLInputElement>();
  const [text, setText] = useState("");
  const name = text.trim();
  const shown = all.filter((one) => one.name.toLowerCase().includes(name.toLowerCase()));
  const [only] = items;
  const suggested = useSuggestedPlaces(items.length === 1 ? only?.id : undefined, "collection").flatMap((id) =>
    all.find((one) => one.id === id) ?? []
  );
  const choose = (batch: CommandBatch) => {
    onClose();
    void run(batch);
  };
  return (
    <Dialog title="Add to a plan or list" onClose={onClose} className="ask">
      <p className="ask-about">{named(items)}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const [first] = shown;
          if (first) choose(addTo(items, first));
          else if (name) choose(makeCollection(name, true, items));
        }}
      >
        <TextField label="Find one, or name a new one" ref={first} value={text} onChange={setText} />
      </form>
      {!name && suggested.length > 0 && (
        <>
          <h3 className="ask-head">Its like is in</h3>
          <ul className="choices" aria-label="Suggested plans and lists">
            {suggested.map((one) => (
              <li key={one.id}>
                <CollectionChoice one={one} run={() => choose(addTo(items, one))} />
              </li>
            ))}
          </ul>
          <h3 className="ask-head">All plans and lists</h3>
        </>
      )}
      <ul className="choices">
        {shown.map((one) => (
          <li key={one.id}>
            <CollectionChoice one={one} run={() => choose(addTo(items, one))} />
          </li>
        ))}
        {name && (
          <>
            <NewChoice
              icon="list-nested"
              label={`New plan “${name}”`}
              run={() => choose(makeCollection(name, true, items))}
            />
            <NewChoice
              icon="list-ul"
              label={`New list “${name}”`}
              run={() => choose(makeCollection(name, false, items))}
            />
          </>
        )}
      </ul>
      {all.length === 0 && !name && <p className="ask-hint">There is no plan or list yet. Name one to make it.</p>}
    </Dialog>
  );
}

function CollectionChoice({ one, run }: {
  readonly one: View<"listCollections">["collections"][number];
  readonly run: () => void;
}) {
  return (
    <button type="button" className="choice" onClick={run}>
      <Icon name={one.structured ? "list-nested" : "list-ul"} />
      <span>{one.name}</span>
      <span className="choice-detail">{one.structured ? "Plan" : "List"}, {one.count}</span>
    </button>
  );
}

function NewChoice({ icon, label, run }: { readonly icon: string; readonly label: string; readonly run: () => void }) {
  return (
    <li>
      <button type="button" className="choice" onClick={run}>
        <Icon name={icon} />
        <span>{label}</span>
      </button>
    </li>
  );
}
