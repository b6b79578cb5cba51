/** What a board's menu has for windows: one of its own, and what the small window shows. */

import type { MenuItem } from "../../design/mod.ts";
import { telling } from "../../shell/notice.ts";
import { openBoardWindow } from "../../shell/windows.ts";
import { useSource } from "../../source/source.ts";
import { choosePrimaryBoard, usePrimaryBoard } from "../list/primary.ts";

/** The lines of a board's menu that concern windows. */
export function useBoardItems(board: string): readonly MenuItem[] {
  const { workspace } = useSource();
  const isPrimary = usePrimaryBoard() === board;
  return [
    {
      label: "Open in a window of its own",
      icon: "window-plus",
      onSelect: () => openBoardWindow(workspace, board),
    },
    {
      label: isPrimary ? "No longer the primary board" : "Make it the primary board",
      icon: isPrimary ? "star-fill" : "star",
      onSelect: () => void telling(() => choosePrimaryBoard(isPrimary ? null : board)),
    },
  ];
}
