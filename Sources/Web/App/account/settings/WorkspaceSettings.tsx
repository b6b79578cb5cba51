import { useState } from "react";
import { Button, TextField } from "../../design/mod.ts";
import { callService, refreshSession, useSession } from "../../source/session.ts";
import { useSource } from "../../source/source.ts";
import { Section } from "./Section.tsx";
import { useSaving } from "./saving.ts";
import { nameLengthMax } from "../../source/limits.ts";

/** The name of the workspace that is shown, and all that is in it as files. */
export function WorkspaceSettings() {
  const { workspace } = useSource();
  const { workspaces } = useSession();
  const line = workspaces.find(({ id }) => id === workspace);
  const [name, setName] = useState(line?.name ?? "");
  const { save, isBusy, said, fault } = useSaving();
  const rename = () =>
    save("The workspace is renamed.", async () => {
      await callService("PATCH", `/v1/workspaces/${workspace}`, { name: name.trim() });
      await refreshSession();
    });
  return (
    <Section title="Workspace">
      {line?.role === "owner" && (
        <form
          className="settings-line"
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() && !isBusy) void rename();
          }}
        >
          <TextField label="Name" value={name} onChange={setName} maxLength={nameLengthMax} error={fault} />
          <Button type="submit" isBusy={isBusy} disabled={!name.trim() || name.trim() === line.name}>Rename</Button>
        </form>
      )}
      <p className="settings-said" role="status">{said}</p>
      {line?.role === "owner" && (
        <div className="settings-row">
          <div>
            <h3>Export</h3>
            <p className="field-hint">
              Everything in this workspace as files that open without Daybook: Markdown, pictures and JSON in one ZIP.
            </p>
          </div>
          <a className="button button-plain" href={`/v1/workspaces/${workspace}/export`} download>Download</a>
        </div>
      )}
    </Section>
  );
}
