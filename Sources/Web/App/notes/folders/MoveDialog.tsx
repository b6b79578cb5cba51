import { useState } from "react";
import { Dialog, EmptyState, Icon, TextField } from "../../design/mod.ts";
import { useView } from "../../source/source.ts";
import { useSuggestedPlaces } from "../../similar/useSuggestedPlaces.ts";
import { linesOf } from "./tree.ts";

/** Asks for the folder that something is moved to. */
export function MoveDialog({ what, thing, current, without, onMove, onClose }: {
  /** What is moved, such as “Bread”. */
  readonly what: string;
  /** What it is, where folders with its like are offered first. */
  readonly thing?: string;
  /** Where it is now; undefined at the top. */
  readonly current: string | undefined;
  /** A folder that is moved: it cannot go into itself or below. */
  readonly without?: string;
  readonly onMove: (folder: string | undefined, name: string) => void;
  readonly onClose: () => void;
}) {
  const { value } = useView("listFolders", {});
  const [wanted, setWanted] = useState("");
  const lines = linesOf(value?.folders ?? [], (folder) => folder !== without).filter(({ folder }) =>
    folder.id !== without
  );
  const found = lines.filter(({ path }) => path.toLocaleLowerCase().includes(wanted.trim().toLocaleLowerCase()));
  const suggested = useSuggestedPlaces(thing, "folder").flatMap((id) =>
    id === current ? [] : lines.find(({ folder }) => folder.id === id) ?? []
  );
  const choose = (folder: string | undefined, name: string) => {
    onMove(folder, name);
    onClose();
  };
  return (
    <Dialog title={`Move “${what}” to…`} onClose={onClose} className="move-dialog">
      {lines.length > 8 && (
        <TextField
          label="Find a folder"
          isLabelHidden
          placeholder="Find a folder"
          value={wanted}
          onChange={setWanted}
          type="search"
        />
      )}
      {!wanted && suggested.length > 0 && (
        <>
          <h3 className="move-head">Notes like it are in</h3>
          <ul className="move-list" aria-label="Suggested folders">
            {suggested.map(({ folder, path }) => (
              <li key={folder.id}>
                <button type="button" onClick={() => choose(folder.id, folder.name)}>
                  <Icon name="folder2" />
                  <span>{path.replaceAll("/", " › ")}</span>
                </button>
              </li>
            ))}
          </ul>
          <h3 className="move-head">All folders</h3>
        </>
      )}
      <ul className="move-list" aria-label="Folders">
        {!wanted && (
          <li>
            <button type="button" disabled={current === undefined} onClick={() => choose(undefined, "Notes")}>
              <Icon name="journal-text" />
              <span>No folder</span>
              {current === undefined && <span className="move-here">Here now</span>}
            </button>
          </li>
        )}
        {found.map(({ folder, level, path }) => (
          <li key={folder.id}>
            <button
              type="button"
              disabled={folder.id === current}
              title={path}
              style={{ paddingInlineStart: `calc(var(--space-3) + ${wanted ? 0 : level - 1} * var(--space-6))` }}
              onClick={() => choose(folder.id, folder.name)}
            >
              <Icon name="folder2" />
              <span>{wanted ? path.replaceAll("/", " › ") : folder.name}</span>
              {folder.id === current && <span className="move-here">Here now</span>}
            </button>
          </li>
        ))}
      </ul>
      {wanted && found.length === 0 && <EmptyState icon="search" title="No folder of that name" />}
    </Dialog>
  );
}
