import { type FormEvent, useRef, useState } from "react";
import { Banner, TextField } from "../../design/mod.ts";
import { faultOfEmail, faultOfNewPassword } from "../faults.ts";
import { emailLengthMax, nameLengthMax } from "../../source/limits.ts";

/** The wish for an account. */
export interface AccountWish {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** Faults of a wish, each at the field that it is of. */
export interface AccountFaults {
  readonly email?: string | undefined;
  readonly password?: string | undefined;
  readonly whole?: string | undefined;
  /** True where the address seems to have an account. */
  readonly isKnown?: boolean;
}

/** The state of the form that makes an account. `make` does, and `placed` says at which field a fault of it is. */
export function useNewAccount(
  make: (wish: AccountWish) => Promise<void>,
  placed: (thrown: unknown) => AccountFaults,
) {
  const [wish, setWish] = useState<AccountWish>({ name: "", email: "", password: "" });
  const [faults, setFaults] = useState<AccountFaults>({});
  const [isBusy, setBusy] = useState(false);
  const emailField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const refuse = (found: AccountFaults) => {
    setFaults(found);
    if (found.email) emailField.current?.focus();
    else if (found.password) passwordField.current?.focus();
  };
  const send = async () => {
    const found = { email: faultOfEmail(wish.email), password: faultOfNewPassword(wish.password) };
    if (found.email || found.password) return refuse(found);
    setFaults({});
    setBusy(true);
    try {
      await make({ ...wish, name: wish.name.trim(), email: wish.email.trim() });
    } catch (thrown) {
      setBusy(false);
      refuse(placed(thrown));
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) void send();
  };
  return { wish, setWish, faults, isBusy, submit, send, emailField, passwordField };
}

/** The fields of the form: no more than is needed, and a name if one likes. Requirements J-607, J-610. */
export function NewAccountFields({ account }: { readonly account: ReturnType<typeof useNewAccount> }) {
  const { wish, setWish, faults } = account;
  return (
    <>
      {faults.whole && <Banner tone="warm" icon="exclamation-circle">{faults.whole}</Banner>}
      <TextField
        label="Name"
        name="name"
        autoComplete="name"
        maxLength={nameLengthMax}
        value={wish.name}
        onChange={(name) => setWish({ ...wish, name })}
        autoFocus
      />
      <TextField
        ref={account.emailField}
        label="E-mail"
        name="email"
        type="email"
        autoComplete="username"
        inputMode="email"
        maxLength={emailLengthMax}
        required
        value={wish.email}
        onChange={(email) => setWish({ ...wish, email })}
        error={faults.email}
      />
      <TextField
        ref={account.passwordField}
        label="Password"
        name="password"
        type="password"
        autoComplete="new-password"
        hint="A short sentence is good."
        required
        value={wish.password}
        onChange={(password) => setWish({ ...wish, password })}
        error={faults.password}
      />
    </>
  );
}
