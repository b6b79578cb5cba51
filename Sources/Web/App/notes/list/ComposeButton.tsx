import { Icon } from "../../design/mod.ts";
import { navigate } from "../../shell/router.ts";
import { useCanEdit } from "../../shell/useCanEdit.ts";
import { mint, useSource } from "../../source/source.ts";
import { noteAddress, type Shelf } from "../links.ts";

/** The round button of telephones that begins a note. */
export function ComposeButton({ shelf }: { readonly shelf: Shelf }) {
  const { workspace } = useSource();
  if (!useCanEdit()) return null;
  return (
    <button
      type="button"
      className="notes-fab"
      aria-label="New note"
      onClick={() => navigate(noteAddress(workspace, mint(), shelf, { isNew: true }))}
    >
      <Icon name="pencil-square" />
    </button>
  );
}
