import { useState } from "react";
import { FormDialog, TextField } from "../../design/mod.ts";
import { useFirstFocus } from "../useFirstFocus.ts";
import { nameLengthMax } from "../../source/limits.ts";

/** The question how something is to be called. */
export function Naming({ title, name, rename, onClose }: {
  readonly title: string;
  readonly name: string;
  readonly rename: (name: string) => void;
  readonly onClose: () => void;
}) {
  const first = useFirstFocus<HTMLInputElement>();
  const [text, setText] = useState(name);
  const save = () => {
    const wanted = text.trim();
    if (!wanted) return;
    onClose();
    if (wanted !== name) rename(wanted);
  };
  return (
    <FormDialog title={title} submit="Rename" isBusy={!text.trim()} onSubmit={save} onClose={onClose}>
      <TextField label="Name" maxLength={nameLengthMax} ref={first} value={text} onChange={setText} />
    </FormDialog>
  );
}
