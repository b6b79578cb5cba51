import { type FormEvent, useState, useSyncExternalStore } from "react";
import { Icon } from "../../design/mod.ts";
import { useSource, useView, type View } from "../../source/source.ts";
import { wordsIn } from "../editor/counts.ts";
import { lengthInScalars } from "../editor/scalars.ts";
import { performed } from "../folders/actions.ts";
import { counted } from "../folders/tree.ts";
import { noteAddress, shelfAddress } from "../links.ts";
import type { NoteSession } from "./NoteSession.ts";
import { nameLengthMax } from "../../source/limits.ts";

/** Words and characters of the text as it stands in the editor. */
export function Counts({ session }: { readonly session: NoteSession }) {
  const text = useSyncExternalStore(session.subscribe, session.lines);
  return (
    <p className="note-counts" aria-label="Length of the note">
      <span>{counted(wordsIn(text), "word")}</span>
      <span>{counted(lengthInScalars(text), "character")}</span>
    </p>
  );
}

/** The tags of a note, with a field for one more. */
export function TagLine({ note, isReadOnly }: { readonly note: View<"showNote">; readonly isReadOnly: boolean }) {
  const source = useSource();
  const [name, setName] = useState<string>();
  const known = useView("listTags", { limit: 200 }).value ?? [];
  const add = (event: FormEvent) => {
    event.preventDefault();
    const tag = (name ?? "").trim().replace(/^#/, "");
    setName(undefined);
    if (!tag || note.tags.includes(tag)) return;
    void performed(source, { type: "notes.tagNote", note: note.id, tags: [tag] }, `Tagged #${tag}`);
  };
  const remove = (tag: string) =>
    void performed(source, { type: "notes.untagNote", note: note.id, tags: [tag] }, `Tag #${tag} taken away`);
  return (
    <ul className="note-tags" aria-label="Tags">
      {note.tags.map((tag) => (
        <li key={tag} className="note-tag">
          <a href={shelfAddress(source.workspace, { kind: "tag", tag })}>#{tag}</a>
          {!isReadOnly && (
            <button type="button" aria-label={`Take away tag ${tag}`} onClick={() => remove(tag)}>
              <Icon name="x" />
            </button>
          )}
        </li>
      ))}
      {!isReadOnly && (
        <li>
          {name === undefined
            ? (
              <button type="button" className="note-tag-add" onClick={() => setName("")}>
                <Icon name="tag" /> Add tag
              </button>
            )
            : (
              <form onSubmit={add}>
                <input
                  className="note-tag-field"
                  aria-label="New tag"
                  placeholder="Tag"
                  autoFocus
                  list="note-known-tags"
                  maxLength={nameLengthMax}
                  value={name}
                  onChange={(event) => setName(event.currentTarget.value)}
                  onBlur={add}
                  onKeyDown={(event) => event.key === "Escape" && setName(undefined)}
                />
                <datalist id="note-known-tags">
                  {known.filter((tag) => !note.tags.includes(tag.name)).map((tag) => (
                    <option key={tag.name} value={tag.name} />
                  ))}
                </datalist>
              </form>
            )}
        </li>
      )}
    </ul>
  );
}

/** The notes that link here. */
export function Backlinks({ note }: { readonly note: string }) {
  const { workspace } = useSource();
  const { value } = useView("showLinks", { thing: note });
  const backlinks = (value?.backlinks ?? []).filter(({ kind, id }) => kind === "note" && id);
  if (backlinks.length === 0) return null;
  return (
    <section className="note-more" aria-labelledby="note-backlinks">
      <h2 id="note-backlinks">Linked from</h2>
      <ul>
        {backlinks.map(({ id, path, context, line }) => (
          <li key={`${id}:${line}`}>
            <a className="note-backlink" href={noteAddress(workspace, id ?? "")}>
              <strong>{path?.split("/").at(-1)}</strong>
              <span>{context}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
