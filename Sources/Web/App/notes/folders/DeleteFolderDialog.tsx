import { Button, Dialog } from "../../design/mod.ts";
import { useFirstFocus } from "../useFirstFocus.ts";
import { counted, countFolders, type FolderNode } from "./tree.ts";

/** Says what goes to the trash with a folder before it does. */
export function DeleteFolderDialog({ folder, onDelete, onClose }: {
  readonly folder: FolderNode;
  readonly onDelete: () => void;
  readonly onClose: () => void;
}) {
  const button = useFirstFocus<HTMLButtonElement>();
  const folders = countFolders(folder);
  const holds = [folder.total > 0 ? counted(folder.total, "note") : "", folders > 0 ? counted(folders, "folder") : ""]
    .filter(Boolean).join(" and ");
  return (
    <Dialog
      title={`Delete “${folder.name}”?`}
      onClose={onClose}
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>Cancel</Button>
          <Button ref={button} kind="danger" onClick={onDelete}>Delete folder</Button>
        </>
      }
    >
      <p>
        {holds ? `${holds} in it ${/^1 [a-z]+$/.test(holds) ? "goes" : "go"} to the trash with it.` : "It is empty."}
        {" "}
        You can bring it back from the trash.
      </p>
    </Dialog>
  );
}
