import { Banner, Button } from "../../design/mod.ts";
import { isInvited } from "../../family/invitation.ts";
import { useRoute } from "../../shell/router.ts";
import { signUp } from "../../source/session.ts";
import { Problem } from "../../source/source.ts";
import { setStartProgress } from "../../start/progress.ts";
import { AccountPage } from "../AccountPage.tsx";
import { faultOf } from "../faults.ts";
import { IssuerButton } from "./IssuerButton.tsx";
import { type AccountFaults, type AccountWish, NewAccountFields, useNewAccount } from "./NewAccount.tsx";

/** Makes an account in one step; the app goes on by itself. */
export default function SignUp() {
  const account = useNewAccount(make, placed);
  const { query } = useRoute();
  const next = query.get("next");
  return (
    <AccountPage
      title="Make yourself at home"
      lead="Notes, boards and everything on your mind, in one quiet place."
      after={
        <>
          Been here before? <a href={next ? `/sign-in?next=${encodeURIComponent(next)}` : "/sign-in"}>Sign in</a>
        </>
      }
    >
      <form className="stack" noValidate onSubmit={account.submit}>
        {account.faults.isKnown && <Known email={account.wish.email.trim()} />}
        <NewAccountFields account={account} />
        <Button kind="primary" type="submit" isBusy={account.isBusy}>
          {account.isBusy ? "Making your account…" : "Start writing"}
        </Button>
        {account.isBusy && <progress className="account-progress" aria-label="Making your account" />}
      </form>
      <IssuerButton />
    </AccountPage>
  );
}

async function make(wish: AccountWish): Promise<void> {
  // Somebody who was invited has come for what is shared with them.
  setStartProgress(isInvited() ? "none" : "wanted");
  try {
    await signUp(wish);
  } catch (thrown) {
    setStartProgress("none");
    throw thrown;
  }
}

/**
 * Asks whether the address has an account already. The service never says so: it is asked only after a try to sign in that
 * failed, and those are limited. Requirement J-609.
 */
function Known({ email }: { readonly email: string }) {
  return (
    <Banner
      tone="warm"
      icon="person-circle"
      actions={<a className="button button-plain" href={`/sign-in?email=${encodeURIComponent(email)}`}>Sign in</a>}
    >
      Account exists, sign in? This password does not open it; if the address is not yours, choose another.
    </Banner>
  );
}

/** The fault at the field that it is of. */
function placed(thrown: unknown): AccountFaults {
  const text = faultOf(thrown);
  const code = thrown instanceof Problem ? thrown.code : "";
  if (code === "badEmail") return { email: text };
  if (code === "weakPassword") return { password: text };
  if (code === "wrongCredentials") return { isKnown: true };
  return { whole: text };
}
