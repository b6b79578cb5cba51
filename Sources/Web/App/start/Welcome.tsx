import { useState } from "react";
import { faultOf } from "../account/faults.ts";
import { Mark } from "../account/AccountPage.tsx";
import { Banner, Button } from "../design/mod.ts";
import { useTitle } from "../shell/router.ts";
import { beginSession, beginVisit } from "../source/session.ts";
import { Drawing } from "./Drawing.tsx";
import { setStartProgress } from "./progress.ts";

/** The first screen of a browser that was never here. Requirements J-603, J-605, J-606. */
export default function Welcome({ isUnreachable = false }: {
  /** True where the service cannot be asked: this screen is then the one that the service worker kept. */
  readonly isUnreachable?: boolean;
}) {
  useTitle("Welcome");
  return (
    <main id="main" className="welcome" tabIndex={-1}>
      <div className="welcome-picture">
        <Drawing />
      </div>
      <div className="welcome-words">
        <p className="welcome-name">
          <Mark /> Daybook
        </p>
        <h1>Preserve, Analyze, and Celebrate Your Child's Creativity.</h1>
        <p className="welcome-lead">
          And a quiet place for notes, boards and everything on your mind. Yours alone, and without advertising.
        </p>
        {isUnreachable ? <Unreachable /> : <Ways />}
        <p className="welcome-small">
          <a href="/privacy">Privacy</a>
        </p>
      </div>
    </main>
  );
}

function Unreachable() {
  return (
    <Banner
      tone="warm"
      icon="cloud-slash"
      actions={<Button kind="primary" onClick={() => void beginSession()}>Try again</Button>}
    >
      You are offline, or Daybook cannot be reached. An account is made and opened online; after that Daybook works
      without a connection.
    </Banner>
  );
}

function Ways() {
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const look = async () => {
    setBusy(true);
    setStartProgress("wanted");
    try {
      await beginVisit();
    } catch (thrown) {
      setStartProgress("none");
      setFault(faultOf(thrown));
      setBusy(false);
    }
  };
  return (
    <>
      {fault && <Banner tone="warm" icon="exclamation-circle">{fault}</Banner>}
      <div className="welcome-ways">
        <a className="button button-primary" href="/sign-up">Sign up</a>
        <a className="button button-plain" href="/sign-in">Sign in</a>
      </div>
      <Button kind="quiet" className="welcome-try" isBusy={isBusy} onClick={() => void look()}>
        {isBusy ? "Opening…" : "Try without an account"}
      </Button>
      <p className="welcome-hint">
        Trying keeps nothing: what you make is gone when the visit ends, unless you sign up.
      </p>
    </>
  );
}
