import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Problem, useSource } from "../../source/source.ts";
import { faultOf } from "./FolderDialog.tsx";
import type { FolderNode } from "./tree.ts";

/** The name of a folder as a field: Enter or leaving it keeps the name, Escape the one it had. */
export function RenameField({ folder, siblings, onDone }: {
  readonly folder: FolderNode;
  readonly siblings: readonly FolderNode[];
  readonly onDone: () => void;
}) {
  const source = useSource();
  const [name, setName] = useState(folder.name);
  const [refusal, setRefusal] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const others = siblings.filter((one) => one.id !== folder.id);
  const fault = faultOf(name, others, true)?.text ?? refusal;
  const keep = async () => {
    if (faultOf(name, others, true)) return;
    if (name.trim() === folder.name) return onDone();
    try {
      await source.perform({ type: "notes.renameFolder", folder: folder.id, name: name.trim() }, "Folder renamed");
      onDone();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      setRefusal(error.message);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === "Enter") void keep();
    if (event.key === "Escape") onDone();
  };
  return (
    <span className="folder-rename" onClick={(event) => event.stopPropagation()}>
      <input
        ref={field}
        className="input"
        aria-label={`Name of ${folder.name}`}
        aria-invalid={fault ? true : undefined}
        value={name}
        autoFocus
        onChange={(event) => {
          setName(event.currentTarget.value);
          setRefusal(undefined);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => fault ? onDone() : void keep()}
      />
      {fault && <span className="field-error" role="alert">{fault}</span>}
    </span>
  );
}
