import { useState } from "react";
import { useIsDesktop } from "../design/mod.ts";
import { useShortcuts } from "../shell/commands/shortcuts.ts";
import { useCanEdit } from "../shell/useCanEdit.ts";
import { isOwnWindow } from "../shell/windows.ts";
import { Acting } from "./acting.tsx";
import { Agenda } from "./agenda/Agenda.tsx";
import { ArchiveScreen } from "./list/ArchiveScreen.tsx";
import { BoardNav } from "./list/BoardNav.tsx";
import { BoardScreen } from "./board/BoardScreen.tsx";
import { NewBoard } from "./list/NewBoard.tsx";
import { TrashScreen } from "./list/TrashScreen.tsx";

const isListHiddenKey = "daybook.boards.list";

/** The area of boards: on desktops the list of boards stands beside what is shown, elsewhere it is the way in. */
export function BoardsScreen({ rest }: { readonly rest: readonly string[] }) {
  const isDesktop = useIsDesktop();
  const canEdit = useCanEdit();
  const [isMaking, setMaking] = useState(false);
  const [isListHidden, setListHidden] = useState(
    isOwnWindow() || localStorage.getItem(isListHiddenKey) === "hidden",
  );
  const [first, second, third] = rest;
  const make = () => setMaking(true);
  const toggleList = () => {
    if (!isOwnWindow()) localStorage.setItem(isListHiddenKey, isListHidden ? "shown" : "hidden");
    setListHidden(!isListHidden);
  };
  useShortcuts("Boards", canEdit ? [{ keys: "b", label: "New board", run: make }] : []);
  const list = <BoardNav current={first} canEdit={canEdit} onMake={make} />;
  return (
    <Acting className="boards screen-fill">
      <div className={isListHidden && first ? "boards-split is-list-hidden" : "boards-split"}>
        {isDesktop && (!isListHidden || !first) && list}
        {screen()}
      </div>
      {isMaking && <NewBoard onClose={() => setMaking(false)} />}
    </Acting>
  );

  function screen() {
    if (!first) return isDesktop ? <Agenda /> : list;
    if (first === "agenda") return <Agenda />;
    if (first === "trash") return <TrashScreen canEdit={canEdit} />;
    if (second === "archive") return <ArchiveScreen board={first} canEdit={canEdit} />;
    return (
      <BoardScreen
        key={first}
        board={first}
        card={second === "cards" ? third : undefined}
        canEdit={canEdit}
        {...(isDesktop ? { onToggleList: toggleList } : {})}
      />
    );
  }
}
