/** The tree of folders as lists and menus need it. */

import type { View } from "../../source/source.ts";

/** A folder with those in it. */
export type FolderNode = View<"listFolders">["folders"][number];

/** A folder in the order of the tree, with its place there. */
export interface FolderLine {
  readonly folder: FolderNode;
  /** From 1. */
  readonly level: number;
  readonly parent: string | undefined;
  readonly siblings: readonly FolderNode[];
  readonly index: number;
  readonly path: string;
}

/** The lines of a tree; of a folder that `isOpen` says no to, those in it are left out. */
export function linesOf(
  folders: readonly FolderNode[],
  isOpen: (folder: string) => boolean = () => true,
  above: { readonly level: number; readonly parent: string | undefined; readonly path: string } = {
    level: 0,
    parent: undefined,
    path: "",
  },
): readonly FolderLine[] {
  return folders.flatMap((folder, index) => {
    const path = above.path ? `${above.path}/${folder.name}` : folder.name;
    const line = { folder, level: above.level + 1, parent: above.parent, siblings: folders, index, path };
    const inner = isOpen(folder.id) ? linesOf(folder.folders, isOpen, { ...line, parent: folder.id }) : [];
    return [line, ...inner];
  });
}

/** The folder of an identifier, with its place. */
export function lineOf(folders: readonly FolderNode[], id: string): FolderLine | undefined {
  return linesOf(folders).find((line) => line.folder.id === id);
}

/** Folders in a folder and below. */
export function countFolders(folder: FolderNode): number {
  return folder.folders.reduce((sum, inner) => sum + 1 + countFolders(inner), 0);
}

/** "3 notes", "1 note", "No notes". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return count === 0 ? `No ${many}` : count === 1 ? `1 ${one}` : `${count.toLocaleString()} ${many}`;
}
