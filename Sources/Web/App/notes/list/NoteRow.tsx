import { memo } from "react";
import { Icon } from "../../design/mod.ts";
import { longDate, shortDate } from "../dates.ts";
import { isSealed } from "../sealed/mark.ts";
import { dragged } from "../folders/FolderTree.tsx";
import type { ListedNote } from "./order.ts";

interface NoteRowProps {
  readonly note: ListedNote;
  readonly href: string;
  readonly isCurrent: boolean;
  readonly showsFolder: boolean;
}

/** A note in a list: title, when it was changed, how it begins, and where it lies. */
export const NoteRow = memo(function NoteRow({ note, href, isCurrent, showsFolder }: NoteRowProps) {
  const isLocked = isSealed(note.snippet);
  const preview = isLocked ? "Sealed" : previewOf(note);
  return (
    <li
      className={`note-row ${isCurrent ? "is-current" : ""}`}
      draggable
      onDragStart={(event) => event.dataTransfer.setData(dragged.note, note.id)}
    >
      <a href={href} aria-current={isCurrent ? "page" : undefined} draggable={false} data-note={note.id}>
        <span className="note-row-title">
          {note.pinned && <Icon name="pin-angle-fill" />}
          {note.pinned && <span className="visually-hidden">Pinned</span>}
          {isLocked && <Icon name="lock" />}
          <strong title={note.title}>{note.title}</strong>
        </span>
        <span className="note-row-preview">
          <time dateTime={note.updated} title={longDate(note.updated)}>{shortDate(note.updated)}</time>
          <span>{preview || "No more text"}</span>
        </span>
        <span className="note-row-facts">
          {showsFolder && note.path && (
            <span className="note-row-folder">
              <Icon name="folder2" />
              {note.path.split("/").at(-1)}
            </span>
          )}
          {note.tasks !== undefined && note.tasks > 0 && (
            <span>
              <Icon name="check2-square" />
              <span className="visually-hidden">Tasks done:</span> {note.tasksDone ?? 0}/{note.tasks}
            </span>
          )}
          {note.ink && <Fact icon="pen" label="Has a drawing" />}
          {note.attachments && <Fact icon="paperclip" label="Has files" />}
          {note.tags.slice(0, 3).map((tag) => <span key={tag} className="note-row-tag">#{tag}</span>)}
        </span>
      </a>
    </li>
  );
}, isSame);

/** Whether a row shows the same; each answer of a view brings new objects. */
function isSame(one: NoteRowProps, other: NoteRowProps): boolean {
  return one.href === other.href && one.isCurrent === other.isCurrent && one.showsFolder === other.showsFolder &&
    JSON.stringify(one.note) === JSON.stringify(other.note);
}

function Fact({ icon, label }: { readonly icon: "pen" | "paperclip"; readonly label: string }) {
  return (
    <span title={label}>
      {icon === "pen" ? <Icon name="pen" /> : <Icon name="paperclip" />}
      <span className="visually-hidden">{label}</span>
    </span>
  );
}

/** How the text goes on after its title. */
function previewOf({ snippet, title }: ListedNote): string {
  const text = snippet.trim();
  // The title of a note without one is its first words: they are not said twice. Within a word it is another one.
  const rest = text.startsWith(title) ? text.slice(title.length) : undefined;
  return rest !== undefined && !/^[\p{L}\p{N}]/u.test(rest) ? rest.trim() : text;
}
