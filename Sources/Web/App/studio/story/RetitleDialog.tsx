import { type FormEvent, useState } from "react";
import { Button, Dialog, TextField } from "../../design/mod.ts";
import { useAct } from "../../boards/acting.tsx";
import type { View } from "../../source/source.ts";

/** Gives a story another title, or its own again. */
export function RetitleDialog({ story, onClose }: {
  readonly story: Pick<View<"showStory">, "id" | "title">;
  readonly onClose: () => void;
}) {
  const [title, setTitle] = useState(story.title);
  const act = useAct();
  const save = async (event: FormEvent) => {
    event.preventDefault();
    await act({ type: "studio.retitleStory", story: story.id, title: title.trim() || null }, "Title changed");
    onClose();
  };
  return (
    <Dialog title="Rename the story" onClose={onClose}>
      <form className="stack" onSubmit={(event) => void save(event)}>
        <TextField
          label="Title"
          hint="Empty for the title that it was told with."
          value={title}
          onChange={setTitle}
          maxLength={200}
          data-autofocus
        />
        <div className="form-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit">Save</Button>
        </div>
      </form>
    </Dialog>
  );
}
