import { type FormEvent, useState } from "react";
import { Badge, Button, IconButton, TextField } from "../../design/mod.ts";
import { useAct } from "../../boards/acting.tsx";
import { usePageHold } from "../../shell/usePageHold.ts";
import type { Command } from "../../source/api.ts";
import { type View } from "../../source/source.ts";
import { today } from "../child/birth.ts";
import { Select } from "../Select.tsx";
import { categories, type Category, categoryName, percent, sayAge, sayDay, tagsOf } from "../words.ts";
import { useFamily } from "../child/useFamily.ts";

type Work = View<"showArtwork">;

/** What is known of a work, each changed where it stands. Requirements J-102, J-112, J-201, J-207, B-65. */
export function WorkFacts({ work, canEdit }: { readonly work: Work; readonly canEdit: boolean }) {
  const { artwork } = work;
  const { id } = artwork;
  const act = useAct();
  const family = useFamily().value ?? [];
  const does = (command: Command, says: string) => void act(command, says);
  if (!canEdit) {
    return (
      <dl className="work-facts">
        <Fact name="Child" value={[artwork.childName, sayAge(artwork.age)].filter(Boolean).join(", ")} />
        <Fact name="Day" value={sayDay(artwork.date)} />
        <Fact name="Kind" value={categoryName(artwork.category)} />
        {artwork.medium && <Fact name="Made with" value={artwork.medium} />}
        {artwork.tags.length > 0 && <Fact name="Tags" value={artwork.tags.join(", ")} />}
      </dl>
    );
  }
  return (
    <section className="work-facts" aria-label="About this work">
      <KeptField
        label="Title"
        value={artwork.title}
        onKeep={(caption) =>
          does({ type: "studio.captionArtwork", artwork: id, caption: caption || null }, "Title changed")}
      />
      <div className="studio-pair">
        <Select
          label={artwork.age === null ? "Child" : `Child, ${sayAge(artwork.age)} then`}
          value={artwork.child}
          onChange={(child) =>
            does(
              { type: "studio.reassignArtwork", artwork: id, child },
              `Moved to ${family.find((one) => one.id === child)?.name}`,
            )}
        >
          {family.every(({ id: one }) => one !== artwork.child) && (
            <option value={artwork.child}>{artwork.childName}</option>
          )}
          {family.map((child) => <option key={child.id} value={child.id}>{child.name}</option>)}
        </Select>
        <KeptField
          label="Day"
          type="date"
          value={artwork.date}
          max={today()}
          onKeep={(day) => day && does({ type: "studio.dateArtwork", artwork: id, day }, `Dated ${sayDay(day)}`)}
        />
      </div>
      <div className="studio-pair">
        <Select
          label="Kind"
          value={artwork.category}
          onChange={(category) =>
            does(
              { type: "studio.categoriseArtwork", artwork: id, category: category as Category },
              `Now: ${categoryName(category as Category)}`,
            )}
        >
          {categories.map(({ value, label }) => <option key={value} value={value}>{label}</option>)}
        </Select>
        <KeptField
          label="Made with"
          placeholder="Crayon, clay…"
          value={artwork.medium ?? ""}
          onKeep={(medium) => does({ type: "studio.setMedium", artwork: id, medium: medium || null }, "Medium changed")}
        />
      </div>
      <Tags work={work} />
    </section>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div className="work-fact">
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** A field that keeps what was written when one leaves it or presses Enter. */
function KeptField({ label, value, onKeep, type, max, placeholder }: {
  readonly label: string;
  readonly value: string;
  readonly onKeep: (value: string) => unknown;
  readonly type?: string;
  readonly max?: string;
  readonly placeholder?: string;
}) {
  const [written, setWritten] = useState<string>();
  const keep = () => {
    if (written !== undefined && written.trim() !== value) onKeep(written.trim());
    setWritten(undefined);
  };
  usePageHold(written !== undefined && written.trim() !== value, keep);
  return (
    <TextField
      label={label}
      value={written ?? value}
      onChange={setWritten}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === "Enter") keep();
        if (event.key === "Escape" && written !== undefined) {
          event.stopPropagation();
          setWritten(undefined);
        }
      }}
      {...type ? { type } : {}}
      {...max ? { max } : {}}
      {...placeholder ? { placeholder } : {}}
    />
  );
}

/** Its tags, and those that an analysis suggests: a tag is on it when a person put it there. */
function Tags({ work: { artwork: { id, tags }, analyses } }: { readonly work: Work }) {
  const act = useAct();
  const [written, setWritten] = useState("");
  const suggested = (analyses.at(-1)?.suggestedTags ?? []).filter(({ tag }) => !tags.includes(tag));
  const tag = (more: readonly string[]) =>
    act({ type: "studio.tagArtwork", artwork: id, tags: more }, `Tagged ${more.join(", ")}`);
  const add = async (event: FormEvent) => {
    event.preventDefault();
    const more = tagsOf(written);
    if (more.length > 0 && await tag(more)) setWritten("");
  };
  return (
    <div className="work-tags">
      {tags.length > 0 && (
        <ul className="chips" aria-label="Tags">
          {tags.map((one) => (
            <li key={one} className="chip">
              <span>{one}</span>
              <IconButton
                icon="x"
                label={`Remove tag ${one}`}
                onClick={() =>
                  void act({ type: "studio.untagArtwork", artwork: id, tags: [one] }, `Tag ${one} removed`)}
              />
            </li>
          ))}
        </ul>
      )}
      <form className="work-tag-new" onSubmit={(event) => void add(event)}>
        <TextField label="New tag" isLabelHidden placeholder="New tag" value={written} onChange={setWritten} />
        <Button type="submit">Tag</Button>
      </form>
      {suggested.length > 0 && (
        <div>
          <p className="field-label">Suggested tags</p>
          <ul className="chips" aria-label="Suggested tags">
            {suggested.map(({ tag: one, confidence }) => (
              <li key={one}>
                <Button icon="plus" onClick={() => void tag([one])}>
                  {one} <Badge label={`sure to ${percent(confidence)}`}>{percent(confidence)}</Badge>
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
