import { useRef, useState } from "react";
import { Banner, Button, TextField } from "../design/mod.ts";
import { signUp } from "../source/session.ts";
import { Problem } from "../source/source.ts";
import { AccountPage } from "./AccountPage.tsx";
import { faultOf, faultOfEmail, faultOfNewPassword } from "./faults.ts";

interface Faults {
  readonly email?: string | undefined;
  readonly password?: string | undefined;
  readonly whole?: string | undefined;
}

/** Makes an account in one step; the app goes on in the inbox by itself. */
export function SignUp() {
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [faults, setFaults] = useState<Faults>({});
  const [isBusy, setBusy] = useState(false);
  const emailField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);

  const refuse = (found: Faults) => {
    setFaults(found);
    if (found.email) emailField.current?.focus();
    else if (found.password) passwordField.current?.focus();
  };
  const submit = async () => {
    const found = { email: faultOfEmail(email), password: faultOfNewPassword(password) };
    if (found.email || found.password) return refuse(found);
    setFaults({});
    setBusy(true);
    try {
      await signUp({ name: name.trim(), email: email.trim(), password });
    } catch (thrown) {
      setBusy(false);
      refuse(placed(thrown));
    }
  };
  return (
    <AccountPage
      title="Make yourself at home"
      lead="Notes, boards and everything on your mind, in one quiet place."
      after={
        <>
          Been here before? <a href="/sign-in">Sign in</a>
        </>
      }
    >
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void submit();
        }}
      >
        {faults.whole && <Banner tone="warm" icon="exclamation-circle">{faults.whole}</Banner>}
        <TextField
          label="Name"
          name="name"
          autoComplete="name"
          maxLength={255}
          value={name}
          onChange={setName}
          autoFocus
        />
        <TextField
          ref={emailField}
          label="E-mail"
          name="email"
          type="email"
          autoComplete="username"
          inputMode="email"
          maxLength={254}
          required
          value={email}
          onChange={setEmail}
          error={faults.email}
        />
        <TextField
          ref={passwordField}
          label="Password"
          name="password"
          type="password"
          autoComplete="new-password"
          hint="At least 8 characters. A short sentence is good."
          required
          value={password}
          onChange={setPassword}
          error={faults.password}
        />
        <Button kind="primary" type="submit" isBusy={isBusy}>
          {isBusy ? "Making your account…" : "Start writing"}
        </Button>
      </form>
    </AccountPage>
  );
}

/** The fault at the field that it is of. An address that has an account is told from no other: signing in just fails. */
function placed(thrown: unknown): Faults {
  const text = faultOf(thrown);
  const code = thrown instanceof Problem ? thrown.code : "";
  if (code === "badEmail") return { email: text };
  if (code === "weakPassword") return { password: text };
  if (code === "wrongCredentials") {
    return { whole: "You could not be signed in with this password. If you have an account already, sign in instead." };
  }
  return { whole: text };
}
