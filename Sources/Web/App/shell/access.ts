/** Access to a workspace: role and reach, as the service decides them. */

import { useSession, type WorkspaceLine } from "../source/session.ts";
import { useSource } from "../source/source.ts";
import type { Area } from "./areas.ts";
import { areas } from "./registered.ts";

/** Everything that is open to a member. */
export interface Access {
  readonly canEdit: boolean;
  /** Boards and captures are the owners' alone. */
  readonly isOwner: boolean;
  /** The only children that are seen; undefined where everything is. */
  readonly reach: readonly string[] | undefined;
  readonly areas: readonly Area[];
}

/** @returns the access that a line of one's workspaces describes. */
export function accessTo({ role, children, closed }: WorkspaceLine): Access {
  const isOwner = role === "owner";
  const reach = isOwner ? undefined : children ?? undefined;
  const open = isOwner ? areas : areas.filter(({ openTo }) => openTo === "all" || (openTo === "members" && !reach));
  return { canEdit: role !== "viewer" && !closed, isOwner, reach, areas: open };
}

/** The path of the area in which a member begins. */
export function homeOf(line: WorkspaceLine): string {
  return line.role === "owner" ? "inbox" : "studio";
}

/** The access to the workspace that is shown. */
export function useAccess(): Access {
  const { workspace } = useSource();
  const { workspaces } = useSession();
  const line = workspaces.find(({ id }) => id === workspace);
  return line ? accessTo(line) : { canEdit: false, isOwner: false, reach: undefined, areas: [] };
}
