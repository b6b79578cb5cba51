import { useId, useState } from "react";
import { Icon, Menu } from "../../design/mod.ts";
import { useView } from "../../source/source.ts";
import { useAct } from "../acting.tsx";
import { capitalised, tagText } from "../board/filter.ts";
import type { Card } from "../types.ts";
import { nameLengthMax } from "../../source/limits.ts";

/** The colours of tags, in the order in which they are offered. */
const colours = [
  "none",
  "red",
  "orange",
  "yellow",
  "lime",
  "green",
  "sky",
  "blue",
  "purple",
  "pink",
  "brown",
  "grey",
  "black",
] as const;

type Colour = typeof colours[number];

/** The tags of a card: taken off one by one, added by name and colour. */
export function CardTags({ card, canEdit }: { readonly card: Card; readonly canEdit: boolean }) {
  const act = useAct();
  const list = useId();
  const { value: known } = useView("listTags", {});
  const [label, setLabel] = useState("");
  const [colour, setColour] = useState<Colour>("none");
  const add = () => {
    const name = label.trim().replace(/^#/, "");
    if (!name && colour === "none") return;
    setLabel("");
    setColour("none");
    const tag = { ...(colour === "none" ? {} : { colour }), ...(name ? { label: name } : {}) };
    void act({ type: "boards.tagCard", card: card.id, tags: [tag] }, "Tag added");
  };
  const remove = (tag: Card["tags"][number]) => {
    const gone = { ...(tag.colour ? { colour: tag.colour } : {}), ...(tag.label ? { label: tag.label } : {}) };
    void act({ type: "boards.untagCard", card: card.id, tags: [gone] }, "Tag removed");
  };
  if (!canEdit && card.tags.length === 0) return null;
  return (
    <div className="fact">
      <h3 className="fact-name">Tags</h3>
      <div className="fact-value fact-tags">
        {card.tags.map((tag) => (
          <span
            key={`${tag.colour} ${tag.label}`}
            className="tag-chip tag-chip-large"
            data-colour={tag.colour ?? "none"}
          >
            {tagText(tag)}
            {canEdit && (
              <button
                type="button"
                className="tag-remove"
                aria-label={`Remove ${tagText(tag)}`}
                onClick={() => remove(tag)}
              >
                <Icon name="x" />
              </button>
            )}
          </span>
        ))}
        {canEdit && (
          <form
            className="tag-form"
            onSubmit={(event) => {
              event.preventDefault();
              add();
            }}
          >
            <Menu
              label={`Colour of the new tag: ${colour}`}
              className="tag-colour"
              sections={[colours.map((one) => ({
                label: one === "none" ? "No colour" : capitalised(one),
                isChosen: one === colour,
                onSelect: () => setColour(one),
              }))]}
            >
              <span className="tag-dot" data-colour={colour} />
            </Menu>
            <input
              className="tag-field"
              list={list}
              aria-label="New tag"
              placeholder="Add a tag"
              maxLength={nameLengthMax}
              value={label}
              enterKeyHint="done"
              onChange={(event) => setLabel(event.currentTarget.value)}
            />
            <datalist id={list}>{known?.map((tag) => <option key={tag.name} value={tag.name} />)}</datalist>
            {(label.trim() || colour !== "none") && <button type="submit" className="card-chip">Add</button>}
          </form>
        )}
      </div>
    </div>
  );
}
