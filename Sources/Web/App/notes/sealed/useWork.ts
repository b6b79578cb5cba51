import { useState } from "react";
import { Problem } from "../../source/source.ts";

/** Work of a dialog that takes a moment: whether it goes on, and why it did not go well. */
export function useWork() {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown;
      setProblem(thrown);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, problem, run };
}
