import { useCallback, useEffect, useState } from "react";
import { workspaceAddress } from "../source/addresses.ts";
import { callService } from "../source/session.ts";
import { Problem } from "../source/source.ts";
import type { Members } from "./members.ts";

/** The members of a workspace as the service says, asked for anew by `reload`: accounts are no part of a replica. */
export function useMembers(workspace: string) {
  const [members, setMembers] = useState<Members>();
  const [problem, setProblem] = useState<Problem>();
  const load = useCallback(async () => {
    try {
      setMembers(await callService("GET", `${workspaceAddress(workspace)}/members`) as Members);
      setProblem(undefined);
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown;
      setProblem(thrown);
    }
  }, [workspace]);
  useEffect(() => void load(), [load]);
  return { members, problem, reload: () => void load() };
}
