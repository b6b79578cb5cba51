import { useRef, useState } from "react";
import { Banner, Button, TextField } from "../../design/mod.ts";
import { useRoute } from "../../shell/router.ts";
import { discardUnsent, signIn, useSession } from "../../source/session.ts";
import { AccountPage } from "../AccountPage.tsx";
import { faultOf, faultOfCode, faultOfEmail } from "../faults.ts";
import { ForgottenPassword } from "./ForgottenPassword.tsx";
import { IssuerButton } from "./IssuerButton.tsx";
import { adoptTheme } from "../settings/theme.ts";
import { emailLengthMax } from "../../source/limits.ts";

/** Signs in; the app goes on where somebody wanted to go. */
export default function SignIn() {
  const { query } = useRoute();
  const next = query.get("next");
  const [email, setEmail] = useState(query.get("email") ?? "");
  const [password, setPassword] = useState("");
  const refused = query.get("fault");
  const [fault, setFault] = useState<string | undefined>(refused ? faultOfCode(refused) : undefined);
  const [emailFault, setEmailFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const session = useSession();
  const unsent = session.kind === "signedOut" ? session.unsent ?? 0 : 0;
  const passwordField = useRef<HTMLInputElement>(null);

  const submit = async () => {
    setEmailFault(faultOfEmail(email));
    if (faultOfEmail(email)) return;
    setFault(undefined);
    setBusy(true);
    try {
      await signIn({ email: email.trim(), password });
      void adoptTheme();
    } catch (thrown) {
      setBusy(false);
      setFault(faultOf(thrown));
      passwordField.current?.focus();
      passwordField.current?.select();
    }
  };
  return (
    <AccountPage
      title="Welcome back"
      {...next ? { lead: "Sign in, and you are where you wanted to go." } : {}}
      after={
        <>
          New here? <a href={next ? `/sign-up?next=${encodeURIComponent(next)}` : "/sign-up"}>Make an account</a>
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
        {unsent > 0 && (
          <Banner
            tone="warm"
            icon="cloud-upload"
            actions={
              <Button onClick={() => void discardUnsent()}>{unsent === 1 ? "Discard it" : "Discard them"}</Button>
            }
          >
            {unsent === 1 ? "1 change on this device waits" : `${unsent} changes on this device wait`}{" "}
            to be sent. Sign in as you were, and nothing is lost.
          </Banner>
        )}
        {fault && <Banner tone="warm" icon="exclamation-circle">{fault}</Banner>}
        <TextField
          label="E-mail"
          name="email"
          type="email"
          autoComplete="username"
          inputMode="email"
          maxLength={emailLengthMax}
          required
          value={email}
          onChange={setEmail}
          error={emailFault}
          autoFocus
        />
        <TextField
          ref={passwordField}
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={setPassword}
        />
        <Button kind="primary" type="submit" isBusy={isBusy}>{isBusy ? "Signing in…" : "Sign in"}</Button>
        {isBusy && <progress className="account-progress" aria-label="Signing in" />}
      </form>
      <ForgottenPassword email={email} />
      <IssuerButton />
    </AccountPage>
  );
}
