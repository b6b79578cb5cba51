import { useState } from "react";
import { FormDialog, TextField } from "../../design/mod.ts";
import { useAct } from "../../boards/acting.tsx";
import type { View } from "../../source/source.ts";

/** Gives a story another title, or its own again. */
export function RetitleDialog({ story, onClose }: {
  readonly story: Pick<View<"showStory">, "id" | "title">;
  readonly onClose: () => void;
}) {
  const [title, setTitle] = useState(story.title);
  const act = useAct();
  const save = async () => {
    await act({ type: "studio.retitleStory", story: story.id, title: title.trim() || null }, "Title changed");
    onClose();
  };
  return (
    <FormDialog title="Rename the story" submit="Save" onSubmit={() => void save()} onClose={onClose}>
      <TextField
        label="Title"
        hint="Empty for the title that it was told with."
        value={title}
        onChange={setTitle}
        maxLength={200}
        data-autofocus
      />
    </FormDialog>
  );
}
