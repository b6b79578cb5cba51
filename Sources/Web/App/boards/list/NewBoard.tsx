import { useId, useState } from "react";
import { FormDialog, TextField } from "../../design/mod.ts";
import { usePlace } from "../../shell/place.ts";
import { navigate } from "../../shell/router.ts";
import { mint } from "../../source/source.ts";
import { useAct } from "../acting.tsx";
import { type Template, templates } from "./templates.ts";
import { nameLengthMax } from "../../source/limits.ts";

/** Asks what a new board is called and which columns it begins with, makes it and shows it. */
export function NewBoard({ onClose }: { readonly onClose: () => void }) {
  const act = useAct();
  const to = usePlace();
  const group = useId();
  const [title, setTitle] = useState("");
  const [error, setError] = useState<string>();
  const [template, setTemplate] = useState<Template | undefined>(templates[0]);
  const make = async () => {
    const name = title.trim();
    if (!name) return setError("A board needs a name.");
    const board = mint();
    const columns = (template?.columns ?? []).map((column) => ({ id: mint(), name: column }));
    onClose();
    if (await act({ type: "boards.openBoard", board, title: name, columns }, `Board ${name} made`)) {
      navigate(to("boards", board));
    }
  };
  return (
    <FormDialog title="New board" submit="Make board" onSubmit={() => void make()} onClose={onClose}>
      <TextField
        label="Name"
        value={title}
        maxLength={nameLengthMax}
        data-autofocus
        autoComplete="off"
        error={error}
        onChange={(text) => {
          setTitle(text);
          setError(undefined);
        }}
      />
      <fieldset className="templates">
        <legend className="field-label">Columns</legend>
        {templates.map((one) => (
          <label key={one.name} className="template">
            <input type="radio" name={group} checked={one === template} onChange={() => setTemplate(one)} />
            <span className="template-face">
              <span className="template-picture" aria-hidden="true">
                {one.columns.slice(0, 5).map((column) => <i key={column} />)}
              </span>
              <span className="template-name">{one.name}</span>
              <span className="template-columns">{one.columns.join(", ") || "No columns"}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </FormDialog>
  );
}
