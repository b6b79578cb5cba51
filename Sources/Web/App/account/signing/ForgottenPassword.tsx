import { useState } from "react";
import { Banner, Button } from "../../design/mod.ts";
import { callService } from "../../source/session.ts";
import { faultOf, faultOfEmail } from "../faults.ts";
import { useSetup } from "./useSetup.ts";

/** Has the service mail a link that sets another password; where it mails nothing, says who can help. */
export function ForgottenPassword({ email }: { readonly email: string }) {
  const mails = useSetup()?.mail;
  const [said, setSaid] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  if (mails === undefined) return null;

  const ask = async () => {
    if (!mails) return setSaid("This Daybook sends no letters. The person who runs it can set a new password for you.");
    if (faultOfEmail(email)) {
      return setSaid("Enter your e-mail address above first, so that a letter can be sent to it.");
    }
    setBusy(true);
    try {
      await callService("POST", "/v1/password-resets", { email: email.trim() });
      setSaid("If this address has an account here, a letter with a link is on its way. The link is good for an hour.");
    } catch (thrown) {
      setSaid(faultOf(thrown));
    }
    setBusy(false);
  };
  return (
    <div className="account-forgotten">
      {said && <Banner>{said}</Banner>}
      <Button kind="quiet" isBusy={isBusy} onClick={() => void ask()}>Forgot your password?</Button>
    </div>
  );
}
