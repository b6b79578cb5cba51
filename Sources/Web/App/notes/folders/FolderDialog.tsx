import { useState } from "react";
import { Button, FormDialog, TextField } from "../../design/mod.ts";
import { mint, Problem, useSource } from "../../source/source.ts";
import { useFirstFocus } from "../useFirstFocus.ts";
import type { FolderNode } from "./tree.ts";
import { nameLengthMax } from "../../source/limits.ts";

/** Asks for the name of a new folder, and makes it. */
export function FolderDialog({ parent, siblings, onClose, onMade }: {
  readonly parent: FolderNode | undefined;
  readonly siblings: readonly FolderNode[];
  readonly onClose: () => void;
  readonly onMade: (folder: string) => void;
}) {
  const source = useSource();
  const [name, setName] = useState("");
  const [isAsked, setAsked] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const field = useFirstFocus<HTMLInputElement>();
  const fault = faultOf(name, siblings, isAsked);
  const length = lengthOf(name);
  const submit = async () => {
    setAsked(true);
    if (faultOf(name, siblings, true)) return;
    const folder = mint();
    const place = parent ? { parent: parent.id } : {};
    try {
      await source.perform({ type: "notes.createFolder", folder, name: name.trim(), ...place }, "Folder made");
      onMade(folder);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      setRefusal(error.message);
    }
  };
  return (
    <FormDialog
      title={parent ? `New folder in “${parent.name}”` : "New folder"}
      submit="Make folder"
      noValidate
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TextField
        label="Name"
        value={name}
        ref={field}
        autoComplete="off"
        onChange={(value) => {
          setName(value);
          setRefusal(undefined);
        }}
        error={fault?.text ?? refusal}
        hint={length > nameLengthMax - 55 ? `${length} of ${nameLengthMax} characters` : undefined}
      />
      {fault?.suggestion && (
        <Button kind="quiet" onClick={() => setName(fault.suggestion ?? name)}>Use “{fault.suggestion}”</Button>
      )}
    </FormDialog>
  );
}

/** What keeps a name from being taken; an empty one is told when it is asked for. */
export function faultOf(
  name: string,
  siblings: readonly FolderNode[],
  isAsked: boolean,
): { readonly text: string; readonly suggestion?: string } | undefined {
  const wanted = name.trim();
  if (!wanted) return isAsked ? { text: "Give the folder a name." } : undefined;
  if (lengthOf(wanted) > nameLengthMax) {
    return { text: `A name has at most ${nameLengthMax} characters; this one has ${lengthOf(wanted)}.` };
  }
  const taken = new Set(siblings.map((folder) => folded(folder.name)));
  if (!taken.has(folded(wanted))) return undefined;
  let number = 2;
  while (taken.has(folded(`${wanted} ${number}`))) number += 1;
  return { text: `There is a folder “${wanted}” here already.`, suggestion: `${wanted} ${number}` };
}

function folded(name: string): string {
  return name.normalize("NFC").toLocaleLowerCase();
}

function lengthOf(name: string): number {
  let length = 0;
  for (const _ of new Intl.Segmenter().segment(name)) length += 1;
  return length;
}
