import { useState } from "react";
import { FormDialog, TextField } from "../../design/mod.ts";
import { useAct } from "../acting.tsx";
import { nameLengthMax } from "../../source/limits.ts";

/** Asks what a board is called. */
export function RenameDialog({ board, onClose }: {
  readonly board: { readonly id: string; readonly title: string };
  readonly onClose: () => void;
}) {
  const act = useAct();
  const [title, setTitle] = useState(board.title);
  const rename = () => {
    const text = title.trim();
    if (!text) return;
    onClose();
    if (text !== board.title) void act({ type: "boards.retitleBoard", board: board.id, title: text }, "Board renamed");
  };
  return (
    <FormDialog title="Rename board" submit="Rename" onSubmit={rename} onClose={onClose}>
      <TextField
        label="Name"
        value={title}
        maxLength={nameLengthMax}
        data-autofocus
        error={title.trim() ? undefined : "A board needs a name."}
        onChange={setTitle}
      />
    </FormDialog>
  );
}
