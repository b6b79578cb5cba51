import { useCallback, useMemo, useState } from "react";
import type { Command } from "../source/api.ts";
import { Problem, useSource } from "../source/source.ts";
import type { CommandBatch } from "./batches.ts";

/** A way to do things that keeps why the last one was refused. */
export interface Doing {
  /** @returns whether it was done. */
  readonly run: (batch: CommandBatch | Command) => Promise<boolean>;
  readonly problem: Problem | undefined;
  readonly dismiss: () => void;
}

/** Does things in the workspace that is shown. What was refused is said in `problem`, and never lost in silence. */
export function useDoing(): Doing {
  const source = useSource();
  const [problem, setProblem] = useState<Problem>();
  const run = useCallback(async (batch: CommandBatch | Command) => {
    try {
      if ("commands" in batch) await source.perform(batch.commands, batch.says);
      else await source.perform(batch);
      setProblem(undefined);
      return true;
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown;
      setProblem(thrown);
      return false;
    }
  }, [source]);
  return useMemo(() => ({ run, problem, dismiss: () => setProblem(undefined) }), [run, problem]);
}
