import { type RefObject, useEffect, useState } from "react";
import { Icon } from "../../design/mod.ts";
import { useView } from "../../source/source.ts";
import { pagesMost, useWhole } from "../../source/views/whole.ts";
import type { Completing, NoteEditor } from "../editor/editor.ts";

/** The most notes that are offered. */
const most = 6;

/** The notes that a link begun with `[[` may lead to: arrow keys choose, Enter or Tab takes, Escape closes. */
export function LinkCompletion({ completing, host, editor, note }: {
  readonly completing: Completing;
  readonly host: RefObject<HTMLDivElement>;
  readonly editor: RefObject<NoteEditor>;
  /** The note that is written, which is not offered. */
  readonly note: string;
}) {
  const [index, setIndex] = useState(0);
  const [closedAt, setClosedAt] = useState<number>();
  const wanted = completing.query.toLocaleLowerCase();
  const first = useView("listNotes", { limit: 500 }).value?.notes ?? [];
  const isEnough = first.filter((one) => starts(one.title, wanted)).length > most;
  const { items } = useWhole("listNotes", {}, isEnough ? 1 : pagesMost);
  const found = (items ?? first)
    .filter((one) => one.id !== note && one.title.toLocaleLowerCase().includes(wanted))
    .toSorted((one, other) => Number(starts(other.title, wanted)) - Number(starts(one.title, wanted)))
    .slice(0, most);
  const at = Math.min(index, found.length - 1);
  const isOpen = found.length > 0 && closedAt !== completing.from;
  const take = (title: string | undefined) => title && editor.current?.complete(completing, `[[${title}]]`);
  useEffect(() => {
    const element = host.current;
    if (!element || !isOpen) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.isComposing || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
      const steps: Readonly<Record<string, () => void>> = {
        ArrowDown: () => setIndex((at + 1) % found.length),
        ArrowUp: () => setIndex((at + found.length - 1) % found.length),
        Enter: () => take(found[at]?.title),
        Tab: () => take(found[at]?.title),
        Escape: () => setClosedAt(completing.from),
      };
      const step = steps[event.key];
      if (!step) return;
      event.preventDefault();
      event.stopPropagation();
      step();
    };
    // Before the editor has them.
    element.addEventListener("keydown", onKeyDown, { capture: true });
    return () => element.removeEventListener("keydown", onKeyDown, { capture: true });
  });
  if (!isOpen) return null;
  const left = Math.min(completing.left, innerWidth - 288);
  return (
    <ul
      className="link-completion"
      role="listbox"
      aria-label="Notes to link to"
      style={{ left, top: completing.bottom + 4 }}
    >
      {found.map(({ id, title, path }, place) => (
        <li
          key={id}
          role="option"
          aria-selected={place === at}
          onPointerDown={(event) => {
            event.preventDefault();
            take(title);
          }}
        >
          <Icon name="file-earmark-text" />
          <span>{title}</span>
          {path && <span className="link-completion-path">{path}</span>}
        </li>
      ))}
    </ul>
  );
}

function starts(title: string, wanted: string): boolean {
  return title.toLocaleLowerCase().startsWith(wanted);
}
