import { useState } from "react";
import { Button, IconButton, TextArea } from "../../design/mod.ts";

/** Asks for the title of a card, and for another one after it. */
export function AddCard({ onAdd, onClose }: {
  readonly onAdd: (title: string) => Promise<boolean>;
  readonly onClose: () => void;
}) {
  const [title, setTitle] = useState("");
  const add = async () => {
    const text = title.trim();
    if (!text) return;
    setTitle("");
    // A refused title comes back to be mended.
    if (!await onAdd(text)) setTitle(text);
  };
  return (
    <form
      className="add-card"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget) && !title.trim()) onClose();
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.nativeEvent.isComposing) return;
        if (event.key === "Enter" && !event.shiftKey && event.target instanceof HTMLTextAreaElement) {
          event.preventDefault();
          void add();
        }
        if (event.key === "Escape") {
          event.preventDefault();
          onClose();
        }
      }}
    >
      <TextArea
        label="Title of the new card"
        isLabelHidden
        rows={1}
        autoFocus
        value={title}
        maxLength={500}
        placeholder="What is to be done?"
        onChange={(text) => setTitle(text.replace(/\s*\n\s*/g, " "))}
      />
      <div className="add-card-actions">
        <Button type="submit" kind="primary">Add card</Button>
        <IconButton icon="x-lg" label="Cancel" onClick={onClose} />
      </div>
    </form>
  );
}
