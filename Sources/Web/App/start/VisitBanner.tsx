import { useEffect, useState } from "react";
import { faultOf } from "../account/faults.ts";
import { NewAccountFields, useNewAccount } from "../account/signing/NewAccount.tsx";
import { Banner, Button, FormDialog } from "../design/mod.ts";
import { telling } from "../shell/notice.ts";
import { beginSession, keepVisit, refreshSession, useSession, type Visit } from "../source/session.ts";
import { useView } from "../source/source.ts";

/** Says on every screen of a visit that it ends, and offers to keep what was made. Requirement J-605. */
export function VisitBanner() {
  const session = useSession();
  const visit = session.kind === "signedIn" ? session.visit : undefined;
  return visit ? <Remaining visit={visit} /> : null;
}

function Remaining({ visit }: { readonly visit: Visit }) {
  const [isKeeping, setKeeping] = useState(false);
  const files = useView("showStorage", {}).value?.files ?? 0;
  const known = files > 0;
  useEffect(() => {
    // Each picture leaves one less.
    if (known) void telling(refreshSession);
  }, [files, known]);
  useEffect(() => {
    // Once it is over, the service says so, and the session ends here too.
    const timer = setTimeout(() => void beginSession(), Date.parse(visit.expires) - Date.now() + 1000);
    return () => clearTimeout(timer);
  }, [visit.expires]);
  return (
    <>
      <Banner
        tone="accent"
        icon="hourglass-split"
        actions={<Button kind="primary" onClick={() => setKeeping(true)}>Keep it: sign up</Button>}
      >
        You are trying Daybook. What you make is gone at {timeOf(visit.expires)}. {left(visit.uploadsLeft)}
      </Banner>
      {isKeeping && <KeepDialog onClose={() => setKeeping(false)} />}
    </>
  );
}

function timeOf(moment: string): string {
  return new Date(moment).toLocaleTimeString(undefined, { timeStyle: "short" });
}

function left(uploads: number): string {
  if (uploads === 0) return "No more pictures can be added.";
  return uploads === 1 ? "One more picture can be added." : `${uploads} more pictures can be added.`;
}

/** Makes an account of the visit, with everything that was made in it. */
function KeepDialog({ onClose }: { readonly onClose: () => void }) {
  const account = useNewAccount(keepVisit, (thrown) => ({ whole: faultOf(thrown) }));
  return (
    <FormDialog
      title="Keep what you made"
      submit={account.isBusy ? "Making your account…" : "Sign up"}
      cancel="Not now"
      isBusy={account.isBusy}
      noValidate
      onSubmit={() => void account.send()}
      onClose={onClose}
    >
      <p>Everything that you made stays as it is, in your own workspace.</p>
      <NewAccountFields account={account} />
    </FormDialog>
  );
}
