import { type ReactNode, useEffect, useState } from "react";
import { AccountPage } from "../account/AccountPage.tsx";
import { faultOf } from "../account/faults.ts";
import { Banner, Button, Skeleton } from "../design/mod.ts";
import { place } from "../shell/place.ts";
import { telling } from "../shell/notice.ts";
import { navigate } from "../shell/router.ts";
import { signOut, useSession } from "../source/session.ts";
import { Problem } from "../source/source.ts";
import {
  acceptInvitation,
  declineInvitation,
  forgetInvitation,
  type Preview,
  previewInvitation,
  useInvitation,
} from "./invitation.ts";

/** Asks for an answer to a link that invites. Requirement J-203. */
export default function InvitationScreen() {
  const session = useSession();
  const secret = useInvitation() ?? "";
  const { preview, fault, isLost } = usePreview(secret);
  if (isLost) return <Lost />;
  const asked: Asked = {
    lead: `${preview?.from ?? "Somebody"} shares their Daybook with you.`,
    told: preview
      ? <Told preview={preview} />
      : fault
      ? <Banner tone="warm" icon="cloud-slash">{fault}</Banner>
      : <Skeleton lines={3} label="Loading the invitation" />,
  };
  if (session.kind !== "signedIn") return <SignedOut {...asked} />;
  return session.visit ? <DuringVisit {...asked} /> : <Answer secret={secret} {...asked} />;
}

/** What is asked, as it stands on the page. */
interface Asked {
  /** From whom it is, as a sentence. */
  readonly lead: string;
  readonly told: ReactNode;
}

function usePreview(secret: string) {
  const [preview, setPreview] = useState<Preview>();
  const [problem, setProblem] = useState<Problem>();
  useEffect(() => {
    let isOver = false;
    previewInvitation(secret).then((found) => {
      if (!isOver) setPreview(found);
    }, (thrown) => {
      if (!(thrown instanceof Problem)) throw thrown;
      if (!isOver) setProblem(thrown);
    });
    return () => {
      isOver = true;
    };
  }, [secret]);
  // What is used, revoked or over leads nowhere; what did not arrive can be asked for again.
  return { preview, fault: problem && faultOf(problem), isLost: problem?.status === 404 };
}

const roles: Readonly<Record<Preview["role"], string>> = {
  viewer: "Look at",
  editor: "Look at, add and change",
  owner: "Everything, as an owner",
};

/** From whom an invitation is, to what, and until when. */
function Told({ preview: { workspace, role, everything, named, expires } }: { readonly preview: Preview }) {
  return (
    <dl className="invitation">
      <dt>Workspace</dt>
      <dd>{workspace}</dd>
      <dt>What you may do</dt>
      <dd>{roles[role]} {everything ? "notes and the works of all children" : "the works of some children"}</dd>
      <dt>Open until</dt>
      <dd>{new Date(expires).toLocaleDateString(undefined, { dateStyle: "long" })}</dd>
      {named && (
        <>
          <dt>For</dt>
          <dd>The e-mail address it was sent to, and no other</dd>
        </>
      )}
    </dl>
  );
}

function Lost() {
  return (
    <AccountPage
      title="This invitation is over"
      lead="It was answered, taken back, or has run out. Ask the person who sent it for another one."
      after={<Button kind="quiet" onClick={forgetInvitation}>Go on without it</Button>}
    >
      {null}
    </AccountPage>
  );
}

function SignedOut({ lead, told }: Asked) {
  return (
    <AccountPage
      title="You are invited"
      lead={`${lead} Make an account, or sign in, and you are asked whether you accept.`}
      after={<Button kind="quiet" onClick={forgetInvitation}>Not now</Button>}
    >
      {told}
      <div className="welcome-ways">
        <a className="button button-primary" href="/sign-up">Sign up</a>
        <a className="button button-plain" href="/sign-in">Sign in</a>
      </div>
    </AccountPage>
  );
}

/** A guest has no account that could be a member. */
function DuringVisit({ lead, told }: Asked) {
  return (
    <AccountPage
      title="You are invited"
      lead={`${lead} You are trying Daybook without an account. To accept, end the visit and sign up or in, or keep it first.`}
      after={<Button kind="quiet" onClick={forgetInvitation}>Go on without it</Button>}
    >
      {told}
      <div className="welcome-ways">
        <Button kind="primary" onClick={() => void telling(() => signOut())}>End the visit</Button>
      </div>
    </AccountPage>
  );
}

function Answer({ secret, lead, told }: Asked & { readonly secret: string }) {
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
      lead={`${lead} You see what they allow, and your own things stay your own.`}
      after={<Button kind="quiet" onClick={forgetInvitation}>{isLost ? "Go on without it" : "Not now"}</Button>}
    >
      {fault && <Banner tone="warm" icon="exclamation-circle">{fault}</Banner>}
      {!isLost && (
        <>
          {told}
          <div className="welcome-ways">
            <Button kind="primary" isBusy={isBusy} onClick={() => void attempt(() => acceptInvitation(secret))}>
              Accept
            </Button>
            <Button isBusy={isBusy} onClick={() => void attempt(decline)}>Decline</Button>
          </div>
        </>
      )}
    </AccountPage>
  );
}
