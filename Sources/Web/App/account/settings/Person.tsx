import { useState } from "react";
import { Button, TextField } from "../../design/mod.ts";
import type { Account } from "../../source/api.ts";
import { callService } from "../../source/session.ts";
import { faultOfNewPassword } from "../faults.ts";
import { useSaving } from "./saving.ts";
import { Section } from "./Section.tsx";
import { nameLengthMax } from "../../source/limits.ts";

/** The name that others are shown, and the address one signs in with. */
export function Person({ account, onChange }: { readonly account: Account; readonly onChange: () => Promise<void> }) {
  const [name, setName] = useState(account.name ?? "");
  const { save, isBusy, said, fault } = useSaving();
  const rename = async () => {
    const isDone = await save(
      "Your name is changed.",
      () => callService("PUT", "/v1/account/name", { name: name.trim() || null }),
    );
    if (isDone) await onChange();
  };
  return (
    <Section title="You" lead={`You sign in as ${account.email}.`}>
      <form
        className="settings-line"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void rename();
        }}
      >
        <TextField
          label="Your name"
          autoComplete="name"
          value={name}
          onChange={setName}
          maxLength={nameLengthMax}
          error={fault}
        />
        <Button type="submit" isBusy={isBusy} disabled={name.trim() === (account.name ?? "")}>Save</Button>
      </form>
      <p className="settings-said" role="status">{said}</p>
    </Section>
  );
}

/** Changes the password; every other session ends. */
export function Password() {
  const [old, setOld] = useState("");
  const [fresh, setFresh] = useState("");
  const [freshFault, setFreshFault] = useState<string>();
  const { save, isBusy, said, fault } = useSaving();
  const change = async () => {
    const found = faultOfNewPassword(fresh);
    setFreshFault(found);
    if (found) return;
    const isDone = await save(
      "Your password is changed. Your other devices are signed out.",
      () => callService("PUT", "/v1/account/password", { password: old, newPassword: fresh }),
    );
    if (!isDone) return;
    setOld("");
    setFresh("");
  };
  return (
    <Section title="Password" lead="A new password signs out your other devices.">
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void change();
        }}
      >
        <TextField
          label="Present password"
          type="password"
          autoComplete="current-password"
          value={old}
          onChange={setOld}
          error={fault}
        />
        <TextField
          label="New password"
          type="password"
          autoComplete="new-password"
          hint="At least 8 characters."
          value={fresh}
          onChange={setFresh}
          error={freshFault}
        />
        <div>
          <Button type="submit" isBusy={isBusy} disabled={!old || !fresh}>Change password</Button>
        </div>
        <p className="settings-said" role="status">{said}</p>
      </form>
    </Section>
  );
}
