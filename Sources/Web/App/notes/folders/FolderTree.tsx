import { type DragEvent, type KeyboardEvent, useRef, useState } from "react";
import { Icon, Menu } from "../../design/mod.ts";
import { navigate } from "../../shell/router.ts";
import { useSource } from "../../source/source.ts";
import { shelfAddress } from "../links.ts";
import { useRememberedSet } from "../preferences.ts";
import { arranged, movedInto, performed, shifted } from "./actions.ts";
import { RenameField } from "./RenameField.tsx";
import { counted, type FolderLine, type FolderNode, linesOf } from "./tree.ts";

/** What somebody wants to do with a folder that asks for more. */
export type FolderWish = { readonly kind: "delete" | "move" | "add"; readonly line: FolderLine };

/** Kinds of what is dragged onto folders. */
export const dragged = { folder: "application/x-daybook-folder", note: "application/x-daybook-note" } as const;

/** The folders as a tree: arrow keys move in it, Enter opens, and in edit mode each can be renamed, moved and deleted. */
export function FolderTree({ folders, current, isEditing, onWish, onLongPress }: {
  readonly folders: readonly FolderNode[];
  readonly current: string | undefined;
  readonly isEditing: boolean;
  readonly onWish: (wish: FolderWish) => void;
  readonly onLongPress: () => void;
}) {
  const source = useSource();
  const [closed, setClosed] = useRememberedSet(`closed.${source.workspace}`);
  const [focused, setFocused] = useState<string>();
  const tree = useRef<HTMLUListElement>(null);
  const lines = linesOf(folders, (id) => !closed.has(id));
  const stop = lines.some(({ folder }) => folder.id === focused)
    ? focused
    : lines.find(({ folder }) => folder.id === current)?.folder.id ?? lines[0]?.folder.id;
  const focus = (id: string | undefined) => {
    if (!id) return;
    setFocused(id);
    tree.current?.querySelector<HTMLElement>(`[data-folder="${id}"]`)?.focus();
  };
  const open = (id: string) => navigate(shelfAddress(source.workspace, { kind: "folder", folder: id }));
  const onKeyDown = (event: KeyboardEvent, line: FolderLine) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey) return;
    const at = lines.indexOf(line);
    const { folder, parent } = line;
    const steps: Readonly<Record<string, () => void>> = {
      ArrowDown: () => focus(lines[at + 1]?.folder.id),
      ArrowUp: () => focus(lines[at - 1]?.folder.id),
      Home: () => focus(lines[0]?.folder.id),
      End: () => focus(lines.at(-1)?.folder.id),
      ArrowRight: () => closed.has(folder.id) ? setClosed(folder.id, false) : focus(folder.folders[0]?.id),
      ArrowLeft: () => folder.folders.length > 0 && !closed.has(folder.id) ? setClosed(folder.id, true) : focus(parent),
      Enter: () => open(folder.id),
      " ": () => open(folder.id),
    };
    const moves: Readonly<Record<string, () => void>> = {
      ArrowUp: () => line.index > 0 && void shifted(source, line, -1),
      ArrowDown: () => line.index < line.siblings.length - 1 && void shifted(source, line, 1),
    };
    const step = event.altKey ? (isEditing ? moves[event.key] : undefined) : steps[event.key];
    if (!step) return;
    event.preventDefault();
    step();
  };
  return (
    <ul ref={tree} role="tree" aria-label="Folders" className="folder-tree">
      {lines.map((line) => (
        <FolderItem
          key={line.folder.id}
          line={line}
          isOpen={!closed.has(line.folder.id)}
          isCurrent={line.folder.id === current}
          isStop={line.folder.id === stop}
          isEditing={isEditing}
          onToggle={() => setClosed(line.folder.id, !closed.has(line.folder.id))}
          onOpen={() => open(line.folder.id)}
          onKeyDown={(event) => onKeyDown(event, line)}
          onFocus={() => setFocused(line.folder.id)}
          onWish={onWish}
          onLongPress={onLongPress}
          lineOf={(id) => linesOf(folders).find((one) => one.folder.id === id)}
        />
      ))}
    </ul>
  );
}

interface ItemProps {
  readonly line: FolderLine;
  readonly isOpen: boolean;
  readonly isCurrent: boolean;
  readonly isStop: boolean;
  readonly isEditing: boolean;
  readonly onToggle: () => void;
  readonly onOpen: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onFocus: () => void;
  readonly onWish: (wish: FolderWish) => void;
  readonly onLongPress: () => void;
  readonly lineOf: (id: string) => FolderLine | undefined;
}

/** Milliseconds that a finger rests on a folder to begin the edit mode. */
const longPressMs = 600;

function FolderItem(props: ItemProps) {
  const { line, isOpen, isCurrent, isStop, isEditing } = props;
  const { folder, level } = line;
  const source = useSource();
  const [isRenaming, setRenaming] = useState(false);
  const [drop, setDrop] = useState<"above" | "into">();
  const press = useRef<number>();
  const hasFolders = folder.folders.length > 0;
  const onDragOver = (event: DragEvent) => {
    const isFolder = event.dataTransfer.types.includes(dragged.folder);
    if (!isFolder && !event.dataTransfer.types.includes(dragged.note)) return;
    event.preventDefault();
    const { top, height } = event.currentTarget.getBoundingClientRect();
    setDrop(isFolder && event.clientY < top + height / 3 ? "above" : "into");
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setDrop(undefined);
    dropped(event, props, source, drop);
  };
  return (
    <li
      role="treeitem"
      data-folder={folder.id}
      aria-level={level}
      aria-setsize={line.siblings.length}
      aria-posinset={line.index + 1}
      aria-expanded={hasFolders ? isOpen : undefined}
      aria-selected={isCurrent}
      aria-label={`${folder.name}, ${counted(folder.total, "note")}`}
      tabIndex={isStop ? 0 : -1}
      title={folder.name}
      className={`folder-item ${isCurrent ? "is-current" : ""} ${drop ? `is-drop-${drop}` : ""}`}
      style={{ paddingInlineStart: `calc(${level - 1} * var(--space-4))` }}
      draggable={isEditing && !isRenaming}
      onDragStart={(event) => event.dataTransfer.setData(dragged.folder, folder.id)}
      onDragOver={onDragOver}
      onDragLeave={() => setDrop(undefined)}
      onDrop={onDrop}
      onClick={() => isRenaming || props.onOpen()}
      onKeyDown={props.onKeyDown}
      onFocus={props.onFocus}
      onPointerDown={(event) => {
        if (event.pointerType === "touch") press.current = setTimeout(props.onLongPress, longPressMs);
      }}
      onPointerUp={() => clearTimeout(press.current)}
      onPointerMove={() => clearTimeout(press.current)}
      onPointerCancel={() => clearTimeout(press.current)}
    >
      <span
        className={`folder-twist ${hasFolders ? "" : "is-empty"}`}
        aria-hidden="true"
        onClick={(event) => {
          if (!hasFolders) return;
          event.stopPropagation();
          props.onToggle();
        }}
      >
        {hasFolders && <Icon name={isOpen ? "chevron-down" : "chevron-right"} />}
      </span>
      {hasFolders && isOpen ? <Icon name="folder2-open" /> : <Icon name="folder2" />}
      {isRenaming
        ? <RenameField folder={folder} siblings={line.siblings} onDone={() => setRenaming(false)} />
        : <span className="folder-name">{folder.name}</span>}
      {!isRenaming && <span className="folder-count" aria-hidden="true">{folder.total}</span>}
      {isEditing && !isRenaming && <FolderMenu {...props} onRename={() => setRenaming(true)} />}
    </li>
  );
}

function FolderMenu({ line, onWish, onRename }: ItemProps & { readonly onRename: () => void }) {
  const source = useSource();
  return (
    <span className="folder-actions" onClick={(event) => event.stopPropagation()}>
      <Menu
        label={`Actions for ${line.folder.name}`}
        icon="three-dots"
        sections={[
          [
            { label: "Rename", icon: "pencil", onSelect: onRename },
            { label: "New folder inside", icon: "folder-plus", onSelect: () => onWish({ kind: "add", line }) },
          ],
          [
            {
              label: "Move up",
              icon: "arrow-up",
              keys: "Alt ↑",
              isDisabled: line.index === 0,
              onSelect: () => void shifted(source, line, -1),
            },
            {
              label: "Move down",
              icon: "arrow-down",
              keys: "Alt ↓",
              isDisabled: line.index === line.siblings.length - 1,
              onSelect: () => void shifted(source, line, 1),
            },
            { label: "Move to…", icon: "folder-symlink", onSelect: () => onWish({ kind: "move", line }) },
          ],
          [{ label: "Delete…", icon: "trash", isDanger: true, onSelect: () => onWish({ kind: "delete", line }) }],
        ]}
      />
    </span>
  );
}

/** Puts what was dropped into the folder, or right above it. */
function dropped(event: DragEvent, { line, lineOf }: ItemProps, source: ReturnType<typeof useSource>, place?: string) {
  const note = event.dataTransfer.getData(dragged.note);
  if (note) {
    const command = { type: "notes.moveNote", note, folder: line.folder.id } as const;
    return void performed(source, command, `Note moved to ${line.folder.name}`);
  }
  const moved = lineOf(event.dataTransfer.getData(dragged.folder));
  if (!moved || moved.folder.id === line.folder.id) return;
  if (place === "into") return void movedInto(source, moved, line.folder.id, line.folder.name);
  if (moved.parent === line.parent) return void arranged(source, moved, line.folder.id);
  const folder = moved.folder.id;
  return void performed(source, [
    { type: "notes.moveFolder", folder, parent: line.parent ?? null },
    { type: "notes.arrangeFolder", folder, above: line.folder.id },
  ], "Folder moved");
}
