import { useEffect, useState } from "react";
import type { AccountViews } from "../../source/api.ts";
import { callService } from "../../source/session.ts";
import { Problem } from "../../source/source.ts";

/** The ways in that the service is set up for. */
export type Setup = AccountViews["showSetup"];

/** What the service is set up for; undefined until it says so, and where it cannot be asked. */
export function useSetup(): Setup | undefined {
  const [setup, setSetup] = useState<Setup>();
  useEffect(() => {
    let isOver = false;
    callService("GET", "/v1/setup").then((found) => {
      if (!isOver) setSetup(found as Setup);
    }, (thrown) => {
      // The form below works all the same, once there is a connection.
      if (!(thrown instanceof Problem)) throw thrown;
    });
    return () => {
      isOver = true;
    };
  }, []);
  return setup;
}
