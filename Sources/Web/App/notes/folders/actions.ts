/** What can be done with a folder, from its menu and by dragging. */

import type { Command } from "../../source/api.ts";
import { announce } from "../../design/mod.ts";
import { telling } from "../../shell/notice.ts";
import type { Source } from "../../source/source.ts";
import type { FolderLine } from "./tree.ts";

/** Puts a folder right above a sibling, or last. */
export function arranged(source: Source, line: FolderLine, above: string | undefined): Promise<void> {
  const place = above ? { above } : {};
  return performed(source, { type: "notes.arrangeFolder", folder: line.folder.id, ...place }, "Folder moved");
}

/** Moves a folder one place up or down among its siblings. */
export function shifted(source: Source, line: FolderLine, by: -1 | 1): Promise<void> {
  const others = line.siblings.filter((one) => one.id !== line.folder.id);
  const place = line.index + by;
  announce(`${line.folder.name}, place ${place + 1} of ${line.siblings.length}`);
  return arranged(source, line, others[place]?.id);
}

/** Moves a folder into another, or to the top. */
export function movedInto(source: Source, line: FolderLine, parent: string | undefined, name: string): Promise<void> {
  return performed(
    source,
    { type: "notes.moveFolder", folder: line.folder.id, parent: parent ?? null },
    `“${line.folder.name}” moved to ${name}`,
  );
}

/** Does something, and says why where it is refused. */
export function performed(source: Source, commands: Command | readonly Command[], says: string): Promise<void> {
  return telling(() => source.perform(commands, says));
}
