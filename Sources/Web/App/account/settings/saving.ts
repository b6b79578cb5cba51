import { useState } from "react";
import { faultOf } from "../faults.ts";

/** The state of a form that is sent to the service: whether it is under way, and what came of it. */
export function useSaving() {
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState<string>();
  const [fault, setFault] = useState<string>();
  /**
   * Does something, and says `success` when it is done.
   *
   * @returns whether it was done.
   */
  const save = async (success: string | undefined, action: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    setSaid(undefined);
    setFault(undefined);
    try {
      await action();
      setSaid(success);
      return true;
    } catch (thrown) {
      setFault(faultOf(thrown));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { save, isBusy, said, fault };
}
