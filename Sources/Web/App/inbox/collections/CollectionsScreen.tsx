import { useState } from "react";
import { Button, EmptyState, FormDialog, ListRow, SegmentedControl, Skeleton, TextField } from "../../design/mod.ts";
import { usePlace } from "../../shell/place.ts";
import { navigate } from "../../shell/router.ts";
import { useShortcuts } from "../../shell/commands/shortcuts.ts";
import { useView } from "../../source/source.ts";
import { makeCollection } from "../batches.ts";
import type { CollectionLine } from "../lines.ts";
import { ScreenHead } from "../ScreenHead.tsx";
import { Trouble } from "../Trouble.tsx";
import { type Doing, useDoing } from "../useDoing.ts";
import { useFirstFocus } from "../useFirstFocus.ts";
import { nameLengthMax } from "../../source/limits.ts";

/** All plans and lists, with how much of each is done. */
export function CollectionsScreen() {
  const { value, problem } = useView("listCollections", { limit: 500 });
  const doing = useDoing();
  const [isMaking, setMaking] = useState(false);
  useShortcuts("Plans and lists", [{ keys: "n", label: "New plan or list", run: () => setMaking(true) }]);
  const all = value?.collections ?? [];
  const make = <Button kind="primary" icon="plus-lg" onClick={() => setMaking(true)}>New plan or list</Button>;
  return (
    <div className="screen">
      <ScreenHead title="Plans and lists">
        {all.length > 0 && (
          <Button
            kind="primary"
            icon="plus-lg"
            aria-label="New plan or list"
            onClick={() => setMaking(true)}
          >
            New
          </Button>
        )}
      </ScreenHead>
      <Trouble problem={problem ?? doing.problem} onDismiss={doing.dismiss} />
      {!value && !problem && <Skeleton lines={4} label="Loading" />}
      {value && all.length === 0 && (
        <EmptyState icon="list-nested" title="No plans or lists yet" action={make}>
          A plan has an order and levels, as the steps of a move. A list keeps things together, as books to read.
        </EmptyState>
      )}
      <Group title="Plans" collections={all.filter((one) => one.structured)} />
      <Group title="Lists" collections={all.filter((one) => !one.structured)} />
      {isMaking && <Making run={doing.run} onClose={() => setMaking(false)} />}
    </div>
  );
}

function Group({ title, collections }: { readonly title: string; readonly collections: readonly CollectionLine[] }) {
  const to = usePlace();
  if (collections.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2 className="items-heading">{title}</h2>
      <ul>
        {collections.map((one) => (
          <ListRow
            key={one.id}
            icon={one.structured ? "list-nested" : "list-ul"}
            title={one.name}
            detail={one.count === 0 ? "Nothing in it yet" : `${one.done} of ${one.count} done`}
            href={to("inbox", "plans", one.id)}
            trailing={one.count > 0 && <Progress done={one.done} count={one.count} />}
          />
        ))}
      </ul>
    </section>
  );
}

/** How much of a plan is done, as a ring; what stands beside it says the same in words. */
export function Progress({ done, count }: { readonly done: number; readonly count: number }) {
  return (
    <svg className="progress" viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="10" cy="10" r="8" pathLength="100" />
      <circle
        className="progress-done"
        cx="10"
        cy="10"
        r="8"
        pathLength="100"
        strokeDasharray={`${100 * done / count} 100`}
      />
    </svg>
  );
}

function Making({ run, onClose }: { readonly run: Doing["run"]; readonly onClose: () => void }) {
  const to = usePlace();
  const first = useFirstFocus<HTMLInputElement>();
  const [name, setName] = useState("");
  const [kind, setKind] = useState<"plan" | "list">("plan");
  const make = async () => {
    if (!name.trim()) return;
    const batch = makeCollection(name.trim(), kind === "plan");
    onClose();
    if (await run(batch)) navigate(to("inbox", "plans", batch.id));
  };
  return (
    <FormDialog
      title="New plan or list"
      submit={`Make ${kind}`}
      isBusy={!name.trim()}
      onSubmit={() => void make()}
      onClose={onClose}
    >
      <TextField label="Name" maxLength={nameLengthMax} ref={first} value={name} onChange={setName} />
      <SegmentedControl
        label="Kind"
        value={kind}
        onChange={setKind}
        choices={[{ value: "plan", label: "Plan", icon: "list-nested" }, {
          value: "list",
          label: "List",
          icon: "list-ul",
        }]}
      />
      <p className="ask-hint">
        {kind === "plan" ? "A plan has an order of its own and levels." : "A list goes by the time of capture."}
      </p>
    </FormDialog>
  );
}
