import { FormDialog } from "../../design/mod.ts";
import { PassphraseFields, usePassphrase } from "./PassphraseFields.tsx";
import { useWork } from "./useWork.ts";

/** Seals a note with another passphrase. */
export function ChangePassphrase({ does, onClose }: {
  readonly does: (passphrase: string) => Promise<void>;
  readonly onClose: () => void;
}) {
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
    <FormDialog
      title="Change the passphrase of this note"
      submit={isBusy ? "Sealing…" : "Change"}
      isBusy={isBusy}
      fault={problem?.message}
      noValidate
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        Other sealed notes keep the passphrase they have. Versions in the history of this one keep the one that they
        were sealed with, too: somebody who knows it, and has the history, reads them.
      </p>
      <PassphraseFields passphrase={passphrase} />
    </FormDialog>
  );
}

/** Puts the clear text in the place of the sealed one. */
export function TakeSealOff({ does, onClose }: {
  readonly does: () => Promise<void>;
  readonly onClose: () => void;
}) {
  const { isBusy, problem, run } = useWork();
  return (
    <FormDialog
      title="Take the seal off this note?"
      submit="Take it off"
      isBusy={isBusy}
      fault={problem?.message}
      onSubmit={() =>
        void run(async () => {
          await does();
          onClose();
        })}
      onClose={onClose}
    >
      <p>
        From then on the service can read the text. It stays in the history of this workspace, also if you seal it
        again.
      </p>
    </FormDialog>
  );
}
