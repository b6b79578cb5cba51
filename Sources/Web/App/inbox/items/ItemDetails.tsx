import type { ReactNode } from "react";
import { useState } from "react";
import { FileSection } from "../../files/FileSection.tsx";
import { useAttaching } from "../../files/useAttaching.ts";
import { Badge, Button, Checkbox, Icon, IconButton, TextArea } from "../../design/mod.ts";
import { merged } from "../../notes/editor/edits.ts";
import { usePageHold } from "../../shell/usePageHold.ts";
import { usePlace } from "../../shell/place.ts";
import { navigate } from "../../shell/router.ts";
import type { View } from "../../source/source.ts";
import { type Action, useActions } from "./actions.tsx";
import { sayDay, sayMomentWithin } from "../days.ts";
import type { Doing } from "../useDoing.ts";

type Item = View<"showItem">;

/** Everything that is known of an item, and can be changed of it. */
export function ItemDetails({ item, back }: { readonly item: Item; readonly back: string }) {
  const actions = useActions();
  const act = (action: Action) => () => actions.act(action, [item]);
  const { run } = actions.doing;
  const attaching = useAttaching({ kind: "item", id: item.id }, { isReadOnly: item.state === "trashed" });
  if (item.state === "trashed") {
    return (
      <div className="details">
        {actions.face}
        <p className="details-text">{item.content}</p>
        <Button
          kind="primary"
          icon="arrow-counterclockwise"
          onClick={() =>
            void run({ commands: [{ type: "capture.restoreItem", item: item.id }], says: `Restored “${item.title}”` })}
        >
          Restore
        </Button>
      </div>
    );
  }
  return (
    <div className={`details ${attaching.isOver ? "is-file-target" : ""}`} {...attaching.target}>
      {actions.face}
      <Words key={item.id} item={item} run={run} />
      <div className="details-bar">
        <Checkbox label="Done" isOn={item.completed !== null} onChange={act("complete")} />
        <IconButton
          icon={item.starred ? "star-fill" : "star"}
          label="Star"
          isPressed={item.starred}
          onClick={act("star")}
        />
        <IconButton icon="check2-square" label="Task" isPressed={item.type === "task"} onClick={act("task")} />
        <IconButton icon="scissors" label="Split by lines" onClick={act("split")} />
        <IconButton
          icon="trash3"
          label="Delete"
          onClick={() => {
            actions.act("trash", [item]);
            navigate(back);
          }}
        />
      </div>
      <dl className="details-facts">
        <Fact name="Follow-up" icon="calendar-event" action="Change the follow-up day" onChange={act("followUp")}>
          {item.followUp === null ? "None" : sayDay(item.followUp)}
        </Fact>
        <Fact name="Tags" icon="tag" action="Change the tags" onChange={act("tags")}>
          {item.tags.length === 0 ? "None" : item.tags.map((name) => `#${name}`).join("  ")}
        </Fact>
        <Fact name="Plans and lists" icon="list-nested" action="Add to a plan or list" onChange={act("collection")}>
          <Collections item={item} run={run} />
        </Fact>
      </dl>
      <FileSection
        files={item.files}
        attaching={attaching}
        onInsert={(text) =>
          void run({
            commands: [{ type: "capture.rewordItem", item: item.id, content: `${item.content.trimEnd()}\n${text}` }],
            says: "Text added",
          })}
      />
      <Origin item={item} />
    </div>
  );
}

/** The words of an item: saved when the field is left. */
function Words({ item, run }: { readonly item: Item; readonly run: Doing["run"] }) {
  const [text, setText] = useState(item.content);
  const [base, setBase] = useState(item.content);
  const isChanged = text !== item.content && text.trim() !== "";
  const save = () => {
    if (isChanged) {
      void run({ commands: [{ type: "capture.rewordItem", item: item.id, content: text }], says: "Reworded" });
    }
  };
  usePageHold(isChanged, save);
  // Somebody else reworded it meanwhile: both changes stand.
  if (item.content !== base) {
    setText(merged(base, text, item.content));
    setBase(item.content);
  }
  return (
    <div className="details-words">
      <TextArea label="What it says" isLabelHidden rows={2} value={text} onChange={setText} onBlur={save} />
      {isChanged && <Badge icon="pencil">Saved when you leave the field</Badge>}
    </div>
  );
}

function Fact({ name, icon, action, onChange, children }: {
  readonly name: string;
  readonly icon: string;
  readonly action: string;
  readonly onChange: () => void;
  readonly children: ReactNode;
}) {
  return (
    <div className="item-fact">
      <Icon name={icon} />
      <dt>{name}</dt>
      <dd>
        <div className="item-fact-value">{children}</div>
        <IconButton icon="pencil" label={action} onClick={onChange} />
      </dd>
    </div>
  );
}

function Collections({ item, run }: { readonly item: Item; readonly run: Doing["run"] }) {
  const to = usePlace();
  if (item.collections.length === 0) return <>None</>;
  return (
    <ul>
      {item.collections.map((one) => (
        <li key={one.id} className="item-fact-line">
          <a href={to("inbox", "plans", one.id)}>{one.name}</a>
          {one.trashed && <Badge icon="trash3">In the trash</Badge>}
          <IconButton
            icon="x-lg"
            label={`Take out of ${one.name}`}
            onClick={() =>
              void run({
                commands: [{ type: "capture.removeFromCollection", collection: one.id, item: item.id }],
                says: `Took it out of ${one.name}`,
              })}
          />
        </li>
      ))}
    </ul>
  );
}

/** When it was captured, with which words, and what it came from or became. */
function Origin({ item }: { readonly item: Item }) {
  const to = usePlace();
  const others = (title: string, ids: readonly string[]) =>
    ids.length > 0 && (
      <p>
        {title} {ids.map((id, at) => <a key={id} href={to("inbox", "items", id)}>{at > 0 && ", "}item {at + 1}</a>)}
      </p>
    );
  return (
    <div className="origin">
      <p>
        Captured <time dateTime={item.captured}>{sayMomentWithin(item.captured)}</time>
        {item.completed !== null && <>, done {sayMomentWithin(item.completed)}</>}
      </p>
      {item.original !== item.content && <blockquote>{item.original}</blockquote>}
      {item.source !== null && (
        <p>
          Split from <a href={to("inbox", "items", item.source)}>an earlier thought</a>
        </p>
      )}
      {others("Split into", item.splitInto)}
      {others("Merged from", item.mergedFrom)}
    </div>
  );
}
