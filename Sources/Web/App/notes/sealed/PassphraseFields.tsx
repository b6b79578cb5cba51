import { useState } from "react";
import { Checkbox, TextField } from "../../design/mod.ts";
import type { Problem } from "../../source/source.ts";

/** The fewest characters of a passphrase: it is tried out by machines, without anybody counting. */
const lengthLeast = 12;

/** A new passphrase as it is typed. */
export interface NewPassphrase {
  readonly value: string;
  readonly again: string;
  readonly isUnderstood: boolean;
}

interface Faults {
  readonly value: string | undefined;
  readonly again: string | undefined;
  readonly isUnderstood: string | undefined;
}

const noFaults: Faults = { value: undefined, again: undefined, isUnderstood: undefined };

/** The fields of a new passphrase, and what is wrong with it once it was sent. */
export function usePassphrase() {
  const [typed, setTyped] = useState<NewPassphrase>({ value: "", again: "", isUnderstood: false });
  const [isSent, setSent] = useState(false);
  const faults: Faults = {
    value: Array.from(typed.value.trim()).length < lengthLeast
      ? `Use at least ${lengthLeast} characters, such as four words that do not belong together.`
      : undefined,
    again: typed.again === typed.value ? undefined : "The two are not the same.",
    isUnderstood: typed.isUnderstood ? undefined : "Say that you know this first.",
  };
  return {
    typed,
    setTyped,
    faults: isSent ? faults : noFaults,
    /** Looks at what was typed. @returns the passphrase; undefined where something is wrong. */
    check: (): string | undefined => {
      setSent(true);
      return Object.values(faults).some((fault) => fault !== undefined) ? undefined : typed.value;
    },
  };
}

/** A new passphrase, twice, and what is lost without it. */
export function PassphraseFields({ passphrase: { typed, setTyped, faults } }: {
  readonly passphrase: ReturnType<typeof usePassphrase>;
}) {
  return (
    <>
      <p>
        <strong>Nobody can bring back the text without the passphrase</strong>: not you, and not the person who runs
        this Daybook. There is no way to reset it. Keep it where you keep what you must not lose.
      </p>
      <TextField
        label="Passphrase"
        type="password"
        autoComplete="new-password"
        value={typed.value}
        onChange={(value) => setTyped({ ...typed, value })}
        error={faults.value}
        data-autofocus
      />
      <TextField
        label="The same once more"
        type="password"
        autoComplete="new-password"
        value={typed.again}
        onChange={(again) => setTyped({ ...typed, again })}
        error={faults.again}
      />
      <Checkbox
        label="I know that the text is lost with the passphrase"
        isOn={typed.isUnderstood}
        onChange={(isUnderstood) => setTyped({ ...typed, isUnderstood })}
      />
      {faults.isUnderstood && <p className="field-error" role="alert">{faults.isUnderstood}</p>}
    </>
  );
}

/** What went wrong, as a sentence at the foot of a dialog. */
export function Fault({ problem }: { readonly problem: Problem | undefined }) {
  return problem ? <p className="field-error" role="alert">{problem.message}</p> : null;
}
