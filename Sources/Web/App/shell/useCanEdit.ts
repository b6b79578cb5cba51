import { useSession } from "../source/session.ts";
import { useSource } from "../source/source.ts";

/** Whether one may change things in the workspace that is shown. */
export function useCanEdit(): boolean {
  const { workspace } = useSource();
  const { workspaces } = useSession();
  const own = workspaces.find(({ id }) => id === workspace);
  return own !== undefined && own.role !== "viewer" && !own.closed;
}
