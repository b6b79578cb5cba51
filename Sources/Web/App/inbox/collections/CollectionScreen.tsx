import { useRef, useState } from "react";
import { EmptyState, Menu, Skeleton, TextField } from "../../design/mod.ts";
import { usePlace } from "../../shell/place.ts";
import { navigate } from "../../shell/router.ts";
import { useView, type View } from "../../source/source.ts";
import { capture } from "../batches.ts";
import { ItemList } from "../items/ItemList.tsx";
import { Naming } from "../dialogs/Naming.tsx";
import { ScreenHead } from "../ScreenHead.tsx";
import { Trouble } from "../Trouble.tsx";
import { type Doing, useDoing } from "../useDoing.ts";
import { useOutline } from "./useOutline.tsx";

type Collection = View<"showCollection">;

/** One plan with its order and levels, or one list. Requirements O-210, O-212. */
export function CollectionScreen({ collection, shown }: {
  readonly collection: string;
  readonly shown: string | undefined;
}) {
  const { value, problem } = useView("showCollection", { collection });
  const doing = useDoing();
  if (!value) return <div className="screen">{problem ? <Trouble problem={problem} /> : <Skeleton lines={6} />}</div>;
  return (
    <div className="screen">
      <Head collection={value} doing={doing} />
      <Trouble problem={doing.problem} onDismiss={doing.dismiss} />
      {value.items.length === 0
        ? (
          <EmptyState icon={value.structured ? "list-nested" : "list-ul"} title="Nothing in it yet">
            Add a line below, or add items from the inbox.
          </EmptyState>
        )
        : <Entries collection={value} run={doing.run} shown={shown} />}
      {value.state === "live" && <AddLine collection={collection} run={doing.run} />}
    </div>
  );
}

function Head({ collection, doing: { run } }: { readonly collection: Collection; readonly doing: Doing }) {
  const [isNaming, setNaming] = useState(false);
  const to = usePlace();
  const { id, name, structured, done, count, state } = collection;
  const word = structured ? "plan" : "list";
  const remove = async () => {
    const commands = [{ type: "capture.trashCollection" as const, collection: id }];
    if (await run({ commands, says: `Deleted the ${word} ${name}` })) navigate(to("inbox", "plans"));
  };
  const restore = {
    commands: [{ type: "capture.restoreCollection" as const, collection: id }],
    says: `Restored ${name}`,
  };
  const detail = state === "trashed"
    ? `This ${word} is in the trash`
    : `${structured ? "Plan" : "List"} · ${done} of ${count} done`;
  return (
    <>
      <ScreenHead title={name} detail={detail}>
        <Menu
          label={`More for this ${word}`}
          icon="three-dots"
          sections={state === "trashed"
            ? [[{ label: "Restore", icon: "arrow-counterclockwise", onSelect: () => void run(restore) }]]
            : [[
              { label: "Rename", icon: "pencil", onSelect: () => setNaming(true) },
              {
                label: "History",
                icon: "clock-history",
                onSelect: () => navigate(`${to("inbox", "plans", id)}?history=1`),
              },
              { label: "Delete", icon: "trash3", isDanger: true, onSelect: () => void remove() },
            ]]}
        />
      </ScreenHead>
      {isNaming && (
        <Naming
          title={`Rename the ${word}`}
          name={name}
          onClose={() => setNaming(false)}
          rename={(text) =>
            void run({
              commands: [{ type: "capture.renameCollection", collection: id, name: text }],
              says: `Renamed the ${word}`,
            })}
        />
      )}
    </>
  );
}

function Entries({ collection, run, shown }: {
  readonly collection: Collection;
  readonly run: Doing["run"];
  readonly shown: string | undefined;
}) {
  const place = useRef<HTMLDivElement>(null);
  const outline = useOutline(collection, run, place);
  return (
    <div className="outline" ref={place}>
      <ItemList
        label={collection.name}
        groups={[{ items: collection.items }]}
        path={["plans", collection.id]}
        shown={shown}
        outline={outline}
      />
    </div>
  );
}

/** The field at the end: each line is an item of its own, kept and added as one step. */
function AddLine({ collection, run }: { readonly collection: string; readonly run: Doing["run"] }) {
  const [text, setText] = useState("");
  const add = async () => {
    if (!text.trim()) return;
    const made = capture(text);
    setText("");
    const item = "item" in made && typeof made.item === "string" ? made.item : "";
    const isDone = await run({
      commands: [made, { type: "capture.addToCollection", collection, item }],
      says: "Added",
    });
    if (!isDone) setText(text);
  };
  return (
    <form
      className="add-line"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <TextField label="Add an item" isLabelHidden placeholder="Add an item" value={text} onChange={setText} />
    </form>
  );
}
