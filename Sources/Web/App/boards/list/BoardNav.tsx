import { useState } from "react";
import {
  Button,
  EmptyState,
  Icon,
  IconButton,
  ListRow,
  Menu,
  type MenuItem,
  Skeleton,
  useIsDesktop,
} from "../../design/mod.ts";
import { usePlace } from "../../shell/place.ts";
import { useTitle } from "../../shell/router.ts";
import { useView } from "../../source/source.ts";
import { type Act, useAct } from "../acting.tsx";
import { useBoardItems } from "../moving/boardWindows.ts";
import { counted } from "../board/filter.ts";
import { RenameDialog } from "./RenameDialog.tsx";
import type { BoardLine } from "../types.ts";

/** The boards of the workspace, pinned ones first, and what spans them. */
export function BoardNav({ current, canEdit, onMake }: {
  readonly current: string | undefined;
  readonly canEdit: boolean;
  readonly onMake: () => void;
}) {
  const { value: boards, problem } = useView("listBoards", { limit: 500 });
  const to = usePlace();
  const isDesktop = useIsDesktop();
  const [renaming, setRenaming] = useState<BoardLine>();
  const [isArchiveShown, setArchiveShown] = useState(false);
  useTitle(current ? undefined : "Boards");
  const live = boards?.filter((board) => !board.archived) ?? [];
  const archived = boards?.filter((board) => board.archived) ?? [];
  const row = (board: BoardLine) => (
    <BoardRow
      key={board.id}
      board={board}
      isCurrent={board.id === current}
      isShort={isDesktop}
      canEdit={canEdit}
      onRename={() => setRenaming(board)}
    />
  );
  return (
    <nav className="board-nav" aria-label="Boards">
      <header className="board-nav-head">
        {isDesktop ? <h2>Boards</h2> : <h1>Boards</h1>}
        {canEdit && <IconButton icon="plus-lg" label="New board" keys="B" onClick={onMake} />}
      </header>
      <div className="board-nav-list">
        <ul aria-label="Across boards">
          <ListRow
            icon="calendar-week"
            title="Agenda"
            href={to("boards", "agenda")}
            isCurrent={isAgenda(current, isDesktop)}
          />
        </ul>
        {!boards && !problem && <Skeleton lines={4} />}
        {problem && <p className="boards-problem" role="alert">{problem.message}</p>}
        {boards && live.length === 0 && !isDesktop && (
          <EmptyState
            icon="kanban"
            title="No boards yet"
            action={canEdit && <Button kind="primary" onClick={onMake}>Make a board</Button>}
          >
            A board shows what is to be done, column by column.
          </EmptyState>
        )}
        {boards && live.length === 0 && isDesktop && canEdit && (
          <Button kind="primary" icon="plus-lg" onClick={onMake}>Make a board</Button>
        )}
        {live.length > 0 && <ul aria-label="Boards">{live.map(row)}</ul>}
        {archived.length > 0 && (
          <section className="board-nav-archive">
            <button
              type="button"
              className="disclosure"
              aria-expanded={isArchiveShown}
              onClick={() => setArchiveShown(!isArchiveShown)}
            >
              <Icon name="chevron-right" />
              Archived ({archived.length})
            </button>
            {isArchiveShown && <ul aria-label="Archived boards">{archived.map(row)}</ul>}
          </section>
        )}
        <ul aria-label="Put away">
          <ListRow icon="trash3" title="Trash" href={to("boards", "trash")} isCurrent={current === "trash"} />
        </ul>
      </div>
      {renaming && <RenameDialog board={renaming} onClose={() => setRenaming(undefined)} />}
    </nav>
  );
}

function isAgenda(current: string | undefined, isDesktop: boolean): boolean {
  return current === "agenda" || (isDesktop && current === undefined);
}

function BoardRow({ board, isCurrent, isShort, canEdit, onRename }: {
  readonly board: BoardLine;
  readonly isCurrent: boolean;
  readonly isShort: boolean;
  readonly canEdit: boolean;
  readonly onRename: () => void;
}) {
  const act = useAct();
  const to = usePlace();
  const windows = useBoardItems(board.id);
  return (
    <ListRow
      className="board-row"
      icon={board.pinned ? "pin-fill" : "kanban"}
      title={
        <>
          {board.title}
          {board.pinned && <span className="visually-hidden">, pinned</span>}
        </>
      }
      detail={isShort ? undefined : `${counted(board.columns, "column")}, ${counted(board.cards, "card")}`}
      href={to("boards", board.id)}
      isCurrent={isCurrent}
      trailing={canEdit && (
        <Menu label={`Menu of ${board.title}`} icon="three-dots" sections={boardMenu(board, act, onRename, windows)} />
      )}
    />
  );
}

/** What can be done with a board as a whole. */
export function boardMenu(
  { id: board, title, pinned, archived }: Pick<BoardLine, "id" | "title" | "pinned" | "archived">,
  act: Act,
  rename: () => void,
  more: readonly MenuItem[],
): readonly (readonly MenuItem[])[] {
  const doing = (label: string, face: { readonly icon: string }, type: BoardVerb, says: string): MenuItem => ({
    label,
    ...face,
    onSelect: () => void act({ type, board }, says),
  });
  const pin = pinned
    ? doing("Unpin", { icon: "pin-angle" }, "boards.unpinBoard", `${title} unpinned`)
    : doing("Pin", { icon: "pin" }, "boards.pinBoard", `${title} pinned`);
  return [
    archived ? [] : [{ label: "Rename", icon: "pencil", onSelect: rename }, pin, ...more],
    [
      archived
        ? doing("Take out of the archive", { icon: "archive" }, "boards.unarchiveBoard", `${title} is back`)
        : doing("Archive board", { icon: "archive" }, "boards.archiveBoard", `${title} archived`),
      {
        ...doing("Move board to trash", { icon: "trash3" }, "boards.trashBoard", `${title} moved to the trash`),
        isDanger: true,
      },
    ],
  ];
}

type BoardVerb =
  | "boards.pinBoard"
  | "boards.unpinBoard"
  | "boards.archiveBoard"
  | "boards.unarchiveBoard"
  | "boards.trashBoard";
