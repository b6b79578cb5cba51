import { useState } from "react";
import { Button, FormDialog, TextField } from "../../design/mod.ts";
import type { Account } from "../../source/api.ts";
import { callService } from "../../source/session.ts";
import { leave } from "../../shell/leaving.ts";
import { telling } from "../../shell/notice.ts";
import { useSaving } from "./saving.ts";
import { Section } from "./Section.tsx";

/** Erases the account. There is no undo, so this asks first, with the address and the password. */
export function EraseAccount({ account }: { readonly account: Account }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <Section
      title="Erase your account"
      lead="Your account and every workspace that only you are in are erased, with their files and keys. This cannot be undone; export first what you want to keep."
    >
      <div>
        <Button icon="trash3" onClick={() => setAsking(true)}>Erase account…</Button>
      </div>
      {isAsking && <EraseDialog account={account} onClose={() => setAsking(false)} />}
    </Section>
  );
}

function EraseDialog({ account, onClose }: { readonly account: Account; readonly onClose: () => void }) {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const { save, isBusy, fault } = useSaving();
  const isRight = email.trim().toLowerCase() === account.email.toLowerCase() && password !== "";
  const erase = async () => {
    const isDone = await save(
      undefined,
      () => callService("POST", "/v1/account/erase", { email: email.trim(), password }),
    );
    // The session is over on the service already: what this device keeps goes too.
    if (isDone) await telling(() => leave({ isErased: true }));
  };
  return (
    <FormDialog
      title="Erase your account"
      submit="Erase for good"
      cancel="Keep my account"
      kind="danger"
      isBusy={!isRight || isBusy}
      noValidate
      onSubmit={() => void erase()}
      onClose={onClose}
    >
      <p>Everything of {account.email} is erased for good.</p>
      <TextField
        label="Your e-mail address"
        type="email"
        autoComplete="off"
        value={email}
        onChange={setEmail}
        data-autofocus
      />
      <TextField
        label="Your password"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        error={fault}
      />
    </FormDialog>
  );
}
