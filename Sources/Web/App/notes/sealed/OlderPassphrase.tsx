import { useState } from "react";
import { Button, TextField } from "../../design/mod.ts";
import { useSource } from "../../source/source.ts";
import { keyOf } from "./cipher.ts";
import { Fault } from "./PassphraseFields.tsx";
import { SealedSource } from "./SealedSource.ts";
import { useWork } from "./useWork.ts";
import { vaultOf } from "./Vault.ts";

/** Asks for the passphrase that a version in the history was sealed with, where it is not the one of today. */
export default function OlderPassphrase({ at }: { readonly at: string }) {
  const source = useSource();
  const [passphrase, setPassphrase] = useState("");
  const { isBusy, problem, run } = useWork();
  const open = async () => {
    const block = source instanceof SealedSource ? source.missing(at) : undefined;
    if (!block) return;
    vaultOf(source.workspace).learn(await keyOf(block, passphrase));
  };
  return (
    <form
      className="then stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void run(open);
      }}
    >
      <p>
        This version was sealed with an earlier passphrase, and opens with that one. What you write from now on stays
        sealed with today’s.
      </p>
      <TextField
        label="Earlier passphrase"
        type="password"
        autoComplete="off"
        value={passphrase}
        onChange={setPassphrase}
      />
      <Fault problem={problem} />
      <Button kind="primary" type="submit" isBusy={isBusy}>{isBusy ? "Opening…" : "Open this version"}</Button>
    </form>
  );
}
