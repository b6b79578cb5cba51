import { Icon } from "../../design/mod.ts";
import { Link } from "../../shell/Link.tsx";
import { useSource } from "../../source/source.ts";
import { shelfAddress } from "../links.ts";
import { counted, type FolderNode, linesOf } from "./tree.ts";

/** The folders as tiles, those within others with the way to them; to change them, the list is there. Requirement N-611. */
export function FolderGrid({ folders, current }: {
  readonly folders: readonly FolderNode[];
  readonly current: string | undefined;
}) {
  const { workspace } = useSource();
  return (
    <ul className="folder-grid" aria-label="Folders">
      {linesOf(folders).map(({ folder, path }) => (
        <li key={folder.id}>
          <Link
            className="folder-tile"
            href={shelfAddress(workspace, { kind: "folder", folder: folder.id })}
            data-current={folder.id === current}
          >
            <Icon name={folder.id === current ? "folder2-open" : "folder"} />
            <span className="folder-tile-name">{folder.name}</span>
            <span className="folder-tile-detail">
              {[path.split("/").slice(0, -1).join(" › "), counted(folder.total, "note")].filter(Boolean).join(" · ")}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
