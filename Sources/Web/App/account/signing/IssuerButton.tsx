import { Button } from "../../design/mod.ts";
import { leaveForIssuer } from "../../source/session.ts";
import { useSetup } from "./useSetup.ts";

/** Signs in or up through the issuer that the service is set up for; nothing where there is none. Requirement J-604. */
export function IssuerButton() {
  const issuer = useSetup()?.issuer;
  if (!issuer) return null;
  return (
    <>
      <p className="account-or" aria-hidden="true">or</p>
      <Button icon="box-arrow-in-right" className="account-issuer" onClick={() => leaveForIssuer(issuer.start)}>
        Continue with {issuer.name}
      </Button>
    </>
  );
}
