import { useId } from "react";
import { Button, Dialog } from "../../design/mod.ts";
import { Fault, PassphraseFields, usePassphrase } from "./PassphraseFields.tsx";
import { useWork } from "./useWork.ts";

/** Seals a note with another passphrase. */
export function ChangePassphrase({ does, onClose }: {
  readonly does: (passphrase: string) => Promise<void>;
  readonly onClose: () => void;
}) {
  const form = useId();
  const passphrase = usePassphrase();
  const { isBusy, problem, run } = useWork();
  const submit = () => {
    const typed = passphrase.check();
    if (typed === undefined) return;
    void run(async () => {
      await does(typed);
      onClose();
    });
  };
  return (
    <Dialog
      title="Change the passphrase of this note"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={form} isBusy={isBusy}>{isBusy ? "Sealing…" : "Change"}</Button>
        </>
      }
    >
      <form
        id={form}
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) submit();
        }}
      >
        <p>
          Other sealed notes keep the passphrase they have. Versions in the history of this one keep the one that they
          were sealed with, too: somebody who knows it, and has the history, reads them.
        </p>
        <PassphraseFields passphrase={passphrase} />
        <Fault problem={problem} />
      </form>
    </Dialog>
  );
}

/** Puts the clear text in the place of the sealed one. */
export function TakeSealOff({ does, onClose }: {
  readonly does: () => Promise<void>;
  readonly onClose: () => void;
}) {
  const { isBusy, problem, run } = useWork();
  return (
    <Dialog
      title="Take the seal off this note?"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            isBusy={isBusy}
            onClick={() =>
              void run(async () => {
                await does();
                onClose();
              })}
          >
            Take it off
          </Button>
        </>
      }
    >
      <p>
        From then on the service can read the text. It stays in the history of this workspace, also if you seal it
        again.
      </p>
      <Fault problem={problem} />
    </Dialog>
  );
}
