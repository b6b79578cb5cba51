import { useState } from "react";
import { Button, Dialog, Icon, Menu, type MenuItem, TextField } from "../../design/mod.ts";
import { callService, refreshSession, useSession } from "../../source/session.ts";
import { mint, useSource } from "../../source/source.ts";
import { faultOf } from "../../account/faults.ts";
import { homeOf } from "../access.ts";
import { leave } from "../leaving.ts";
import { telling } from "../notice.ts";
import { showOverlay, useOverlay } from "../overlay.ts";
import { place, usePlace } from "../place.ts";
import { navigate } from "../router.ts";
import { nameLengthMax } from "../../source/limits.ts";

/** The workspace that is shown, and the others to change to. */
export function WorkspaceMenu() {
  const { workspace } = useSource();
  const { workspaces } = useSession();
  const name = workspaces.find(({ id }) => id === workspace)?.name ?? "Workspace";
  const lines = workspaces.filter(({ closed }) => !closed).map((one): MenuItem => ({
    label: one.name,
    isChosen: one.id === workspace,
    onSelect: () => navigate(place(one.id, homeOf(one))),
  }));
  return (
    <>
      <Menu
        label={`Workspace: ${name}`}
        className="frame-button frame-workspace"
        sections={[lines, [{ label: "New workspace", icon: "plus-lg", onSelect: () => showOverlay("workspace") }]]}
      >
        <span className="frame-mark" aria-hidden="true">{name.trim().charAt(0).toUpperCase()}</span>
        <span className="frame-button-label">{name}</span>
        <Icon name="chevron-expand" className="frame-button-label" />
      </Menu>
      {useOverlay() === "workspace" && <NewWorkspace />}
    </>
  );
}

/** Asks what a new workspace is called, makes it and shows it. */
function NewWorkspace() {
  const [name, setName] = useState("");
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const make = async () => {
    setBusy(true);
    try {
      const id = mint();
      await callService("POST", "/v1/workspaces", { name: name.trim(), id });
      await refreshSession();
      showOverlay(undefined);
      navigate(place(id, "inbox"));
    } catch (thrown) {
      setFault(faultOf(thrown));
      setBusy(false);
    }
  };
  return (
    <Dialog title="New workspace" onClose={() => showOverlay(undefined)}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() && !isBusy) void make();
        }}
      >
        <TextField
          label="Name"
          hint="What is in it is apart from your other workspaces."
          value={name}
          onChange={setName}
          error={fault}
          maxLength={nameLengthMax}
          required
          data-autofocus
        />
        <div className="form-actions">
          <Button onClick={() => showOverlay(undefined)}>Cancel</Button>
          <Button kind="primary" type="submit" isBusy={isBusy}>Make workspace</Button>
        </div>
      </form>
    </Dialog>
  );
}

/** What concerns the person and the app, not one area. */
export function AccountMenu() {
  const to = usePlace();
  const session = useSession();
  const isVisit = session.kind === "signedIn" && session.visit !== undefined;
  const items: MenuItem[] = [
    { label: "Settings", icon: "gear", onSelect: () => navigate(to("settings")) },
    ...isVisit ? [] : [{ label: "People", icon: "people", onSelect: () => navigate(to("people")) }],
    { label: "Show me around", icon: "compass", onSelect: () => navigate(to("start")) },
    { label: "Keyboard shortcuts", icon: "keyboard", keys: "?", onSelect: () => showOverlay("help") },
    { label: "Privacy", icon: "shield-check", onSelect: () => navigate("/privacy") },
  ];
  const last: MenuItem = {
    label: isVisit ? "End the visit" : "Sign out",
    icon: "box-arrow-right",
    onSelect: () => void telling(() => leave()),
  };
  return (
    <Menu label="Account" className="frame-button frame-account" sections={[items, [last]]}>
      <Icon name="person-circle" />
      <span className="frame-button-label">Account</span>
    </Menu>
  );
}
