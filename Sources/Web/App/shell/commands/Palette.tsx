import type { KeyboardEvent } from "react";
import { useEffect, useId, useMemo, useRef, useState } from "react";
import { Dialog, Icon } from "../../design/mod.ts";
import type { FolderNode } from "../../source/api.ts";
import { type Source, useSource } from "../../source/source.ts";
import { pagesMost } from "../../source/views/whole.ts";
import { type Match, match } from "./fuzzy.ts";
import { showOverlay } from "../overlay.ts";
import { place } from "../place.ts";
import { navigate } from "../router.ts";
import { spelled } from "./shortcuts.ts";

/** Something that the palette leads to or does. */
export interface PaletteItem {
  readonly id: string;
  readonly label: string;
  /** Its kind, beside it: `Board`, `Note`; nothing for what it does. */
  readonly kind: string;
  readonly icon: string;
  readonly keys?: string;
  readonly run: () => void;
}

const shownMax = 50;

/** Goes anywhere and does anything by a few letters. */
export function Palette({ commands }: { readonly commands: readonly PaletteItem[] }) {
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const { things, isLooking, isCut } = useThings(useSource(), typed !== "");
  const found = useMemo(() => find(typed, [...commands, ...things]), [typed, commands, things]);
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const chosen = Math.min(at, found.length - 1);
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [chosen]);

  const run = (item: PaletteItem) => {
    showOverlay(undefined);
    // After the dialog has given the focus back.
    setTimeout(item.run);
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      setAt((chosen + step + found.length) % Math.max(1, found.length));
    }
    const item = found[chosen]?.item;
    if (event.key === "Enter" && item && !event.nativeEvent.isComposing) {
      event.preventDefault();
      run(item);
    }
  };
  return (
    <Dialog title="Go to or do" isTitleHidden onClose={() => showOverlay(undefined)} className="palette">
      <div className="palette-field">
        <Icon name="search" />
        <input
          role="combobox"
          aria-label="Go to or do"
          aria-expanded="true"
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={found.length > 0 ? `${id}-${chosen}` : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder="Go to or do…"
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={press}
        />
        <kbd>Esc</kbd>
      </div>
      <ul ref={list} id={id} role="listbox" aria-label="Matches" className="palette-list">
        {found.map(({ item, places }, index) => (
          <li
            key={item.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === chosen}
            className="palette-item"
            onPointerMove={() => setAt(index)}
            onClick={() => run(item)}
          >
            <Icon name={item.icon} />
            <span className="palette-label">
              <Marked text={item.label} places={places} />
            </span>
            {item.keys ? <kbd>{spelled(item.keys)}</kbd> : <span className="palette-kind">{item.kind}</span>}
          </li>
        ))}
      </ul>
      {found.length === 0 && (
        <p className="palette-none" role="status">
          {isLooking
            ? "Looking through the notes…"
            : isCut
            ? "Nothing is called that among the notes changed last. Search finds the others."
            : "Nothing is called that."}
        </p>
      )}
    </Dialog>
  );
}

function find(typed: string, items: readonly PaletteItem[]): { item: PaletteItem; places: readonly number[] }[] {
  const matches: { item: PaletteItem; found: Match }[] = [];
  for (const item of items) {
    const found = match(typed, item.label);
    if (found) matches.push({ item, found });
  }
  matches.sort((one, other) => other.found.score - one.found.score);
  return matches.slice(0, shownMax).map(({ item, found }) => ({ item, places: found.places }));
}

/** A text with the letters that match in bold, a run of them at a time. */
function Marked({ text, places }: { readonly text: string; readonly places: readonly number[] }) {
  const marked = new Set(places);
  const runs: { text: string; isMarked: boolean }[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const isMarked = marked.has(at);
    const last = runs.at(-1);
    if (last && last.isMarked === isMarked) last.text += text.charAt(at);
    else runs.push({ text: text.charAt(at), isMarked });
  }
  return <>{runs.map((run, at) => run.isMarked ? <mark key={at}>{run.text}</mark> : run.text)}</>;
}

/** What can be gone to, and whether more notes are on their way or were left out. */
interface Things {
  readonly things: readonly PaletteItem[];
  readonly isLooking: boolean;
  readonly isCut: boolean;
}

/** Boards, folders and notes as they are when the palette opens: those changed last, and once something `isSought` the others. */
function useThings(source: Source, isSought: boolean): Things {
  const [first, setFirst] = useState<readonly PaletteItem[]>([]);
  const [rest, setRest] = useState<readonly PaletteItem[]>([]);
  const [next, setNext] = useState<string>();
  const [isLooking, setLooking] = useState(true);
  useEffect(() => {
    let isOver = false;
    const collect = async () => {
      // What cannot be asked for now is left out: the commands are there all the same.
      const answers = await Promise.allSettled([boards(source), folders(source), notes(source)]);
      const [some, tree, page] = answers.map((answer) => answer.status === "fulfilled" ? answer.value : undefined);
      if (isOver) return;
      setFirst([some, tree, page].flatMap((one) => one?.items ?? []));
      setNext(page?.next);
      setLooking(page?.next !== undefined);
    };
    void collect();
    return () => {
      isOver = true;
    };
  }, [source]);
  useEffect(() => {
    if (!isSought || next === undefined) return;
    let isOver = false;
    setLooking(true);
    const collect = async () => {
      let after: string | undefined = next;
      for (let page = 1; page < pagesMost && after !== undefined && !isOver; page += 1) {
        const { items, next: later } = await notes(source, after);
        if (isOver) return;
        setRest((before) => [...before, ...items]);
        setNext(after = later);
      }
    };
    void collect().catch(() => undefined).finally(() => isOver || setLooking(false));
    return () => {
      isOver = true;
    };
  }, [source, isSought, next === undefined]);
  const things = useMemo(() => [...first, ...rest], [first, rest]);
  return { things, isLooking, isCut: next !== undefined };
}

/** What there is of a kind, and where more of it begins. */
interface Found {
  readonly items: readonly PaletteItem[];
  readonly next?: string | undefined;
}

function leading(source: Source, kind: string, icon: string, label: string, ...parts: string[]): PaletteItem {
  const path = place(source.workspace, ...parts);
  return { id: path, label, kind, icon, run: () => navigate(path) };
}

async function boards(source: Source): Promise<Found> {
  const all = await source.ask("listBoards", { limit: 500 });
  const items = all.filter((board) => !board.archived).map((board) =>
    leading(source, "Board", "kanban", board.title, "boards", board.id)
  );
  return { items };
}

async function folders(source: Source): Promise<Found> {
  const tree = await source.ask("listFolders", {});
  const flat = (nodes: readonly FolderNode[]): FolderNode[] => nodes.flatMap((node) => [node, ...flat(node.folders)]);
  const items = flat(tree.folders).map((folder) =>
    leading(source, "Folder", "folder", folder.name, "notes", "folder", folder.id)
  );
  return { items };
}

async function notes(source: Source, after?: string): Promise<Found> {
  const { value, next } = await source.page("listNotes", { limit: 500, ...(after ? { after } : {}) });
  const items = value.notes.map((note) =>
    leading(source, "Note", "file-text", note.title || "Untitled note", "notes", note.id)
  );
  return { items, next };
}
