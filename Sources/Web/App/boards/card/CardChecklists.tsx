import { useRef, useState } from "react";
import { Checkbox, Icon, IconButton, Menu } from "../../design/mod.ts";
import { mint } from "../../source/source.ts";
import { useAct } from "../acting.tsx";
import { QuickEdit } from "../board/QuickEdit.tsx";
import type { Card } from "../types.ts";

type Checklist = Card["checklists"][number];
type Item = Checklist["items"][number];

/** The checklists of a card with their progress. */
export function CardChecklists({ card, canEdit }: { readonly card: Card; readonly canEdit: boolean }) {
  if (!canEdit && card.checklists.length === 0) return null;
  const lists = card.checklists.length > 0 ? card.checklists : [{ name: "", items: [] }];
  return (
    <>
      {lists.map((list) => <ChecklistSection key={list.name} card={card.id} list={list} canEdit={canEdit} />)}
    </>
  );
}

function ChecklistSection({ card, list, canEdit }: {
  readonly card: string;
  readonly list: Checklist;
  readonly canEdit: boolean;
}) {
  const done = list.items.filter((item) => item.done).length;
  const name = list.name || "Checklist";
  return (
    <section className="inspector-section" aria-label={name}>
      <div className="inspector-heading">
        <h3>{name}</h3>
        {list.items.length > 0 && <span className="checklist-count">{done} of {list.items.length}</span>}
      </div>
      {list.items.length > 0 && (
        <progress
          className="checklist-progress"
          aria-label={`Progress of ${name}`}
          value={done}
          max={list.items.length}
        />
      )}
      <ul className="checklist" aria-label={`Items of ${name}`}>
        {list.items.map((item, at) => (
          <ChecklistItem key={item.id} card={card} item={item} at={at} items={list.items} canEdit={canEdit} />
        ))}
      </ul>
      {canEdit && <NewItem card={card} checklist={list.name} />}
    </section>
  );
}

function ChecklistItem({ card, item, at, items, canEdit }: {
  readonly card: string;
  readonly item: Item;
  readonly at: number;
  readonly items: readonly Item[];
  readonly canEdit: boolean;
}) {
  const act = useAct();
  const [isEditing, setEditing] = useState(false);
  // Ticked at once, before the view has it.
  const [wished, setWished] = useState<boolean>();
  const isDone = wished ?? item.done;
  const tick = async (isOn: boolean) => {
    setWished(isOn);
    await act({ type: isOn ? "boards.checkItem" : "boards.uncheckItem", card, item: item.id });
    setWished(undefined);
  };
  const move = (above: string | undefined) =>
    void act({ type: "boards.moveItem", card, item: item.id, ...(above ? { above } : {}) }, "Item moved");
  const reword = (text: string | undefined) => {
    setEditing(false);
    if (text) void act({ type: "boards.rewordItem", card, item: item.id, text }, "Item reworded");
  };
  return (
    <li className={isDone ? "checklist-item is-done" : "checklist-item"}>
      <Checkbox
        label={item.text}
        isLabelHidden
        isOn={isDone}
        disabled={!canEdit}
        onChange={(isOn) => void tick(isOn)}
      />
      {isEditing
        ? <QuickEdit label="Text of the item" value={item.text} onDone={reword} />
        : canEdit
        ? (
          <button type="button" className="checklist-text" title="Edit" onClick={() => setEditing(true)}>
            {item.text}
          </button>
        )
        : <span className="checklist-text">{item.text}</span>}
      {canEdit && !isEditing && (
        <Menu
          label={`Menu of ${item.text}`}
          icon="three-dots"
          sections={[
            [
              { label: "Edit", icon: "pencil", onSelect: () => setEditing(true) },
              ...at > 0 ? [{ label: "Move up", icon: "arrow-up", onSelect: () => move(items[at - 1]?.id) }] : [],
              ...at < items.length - 1
                ? [{ label: "Move down", icon: "arrow-down", onSelect: () => move(items[at + 2]?.id) }]
                : [],
            ],
            [{
              label: "Remove",
              icon: "trash3",
              isDanger: true,
              onSelect: () => void act({ type: "boards.removeItem", card, item: item.id }, "Item removed"),
            }],
          ]}
        />
      )}
    </li>
  );
}

function NewItem({ card, checklist }: { readonly card: string; readonly checklist: string }) {
  const act = useAct();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const add = () => {
    const item = text.trim();
    if (!item) return;
    setText("");
    field.current?.focus();
    void act(
      { type: "boards.addItem", card, item: mint(), text: item, ...(checklist ? { checklist } : {}) },
      "Item added",
    );
  };
  return (
    <form
      className="checklist-new"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <Icon name="plus-lg" />
      <input
        ref={field}
        aria-label="New item"
        placeholder="Add an item"
        maxLength={1000}
        value={text}
        enterKeyHint="enter"
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {text.trim() && <IconButton icon="arrow-return-left" label="Add the item" type="submit" />}
    </form>
  );
}
