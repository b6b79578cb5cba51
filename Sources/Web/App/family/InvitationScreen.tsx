import { useState } from "react";
import { AccountPage } from "../account/AccountPage.tsx";
import { faultOf } from "../account/faults.ts";
import { Banner, Button } from "../design/mod.ts";
import { place } from "../shell/place.ts";
import { telling } from "../shell/notice.ts";
import { navigate } from "../shell/router.ts";
import { signOut, useSession } from "../source/session.ts";
import { Problem } from "../source/source.ts";
import { acceptInvitation, declineInvitation, forgetInvitation, useInvitation } from "./invitation.ts";

/** Asks for an answer to a link that invites, of somebody who is signed in. Requirement J-203. */
export default function InvitationScreen() {
  const session = useSession();
  const secret = useInvitation() ?? "";
  if (session.kind === "signedIn") return session.visit ? <DuringVisit /> : <Answer secret={secret} />;
  return (
    <AccountPage
      title="You are invited"
      lead="Somebody shares their Daybook with you. Make an account, or sign in, and you are asked whether you accept."
      after={<Button kind="quiet" onClick={forgetInvitation}>Not now</Button>}
    >
      <div className="welcome-ways">
        <a className="button button-primary" href="/sign-up">Sign up</a>
        <a className="button button-plain" href="/sign-in">Sign in</a>
      </div>
    </AccountPage>
  );
}

/** A guest has no account that could be a member. */
function DuringVisit() {
  return (
    <AccountPage
      title="You are invited"
      lead="You are trying Daybook without an account. To accept, end the visit and sign up or in, or keep it first."
      after={<Button kind="quiet" onClick={forgetInvitation}>Go on without it</Button>}
    >
      <div className="welcome-ways">
        <Button kind="primary" onClick={() => void telling(signOut)}>End the visit</Button>
      </div>
    </AccountPage>
  );
}

function Answer({ secret }: { readonly secret: string }) {
  const [fault, setFault] = useState<string>();
  const [isLost, setLost] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const attempt = async (work: () => Promise<string | undefined>) => {
    setBusy(true);
    try {
      const workspace = await work();
      forgetInvitation();
      navigate(workspace ? place(workspace, "studio") : "/");
    } catch (thrown) {
      setFault(faultOf(thrown));
      // What is used, revoked or over leads nowhere; what did not arrive can be tried again.
      setLost(thrown instanceof Problem && thrown.status >= 400 && thrown.status < 500);
      setBusy(false);
    }
  };
  const decline = async () => {
    await declineInvitation(secret);
    return undefined;
  };
  return (
    <AccountPage
      title="You are invited"
      lead="Somebody shares their Daybook with you. You see what they allow, and your own things stay your own."
      after={<Button kind="quiet" onClick={forgetInvitation}>{isLost ? "Go on without it" : "Not now"}</Button>}
    >
      {fault && <Banner tone="warm" icon="exclamation-circle">{fault}</Banner>}
      {!isLost && (
        <div className="welcome-ways">
          <Button kind="primary" isBusy={isBusy} onClick={() => void attempt(() => acceptInvitation(secret))}>
            Accept
          </Button>
          <Button isBusy={isBusy} onClick={() => void attempt(decline)}>Decline</Button>
        </div>
      )}
    </AccountPage>
  );
}
