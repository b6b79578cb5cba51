import { useState } from "react";
import { Button, Dialog, TextField } from "../design/mod.ts";
import { useAct } from "./acting.tsx";

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
    <Dialog
      title="Rename board"
      onClose={onClose}
      actions={<Button kind="primary" onClick={rename}>Rename</Button>}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          rename();
        }}
      >
        <TextField
          label="Name"
          value={title}
          maxLength={255}
          data-autofocus
          error={title.trim() ? undefined : "A board needs a name."}
          onChange={setTitle}
        />
      </form>
    </Dialog>
  );
}
