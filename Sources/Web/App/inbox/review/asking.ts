/** Asking the service how captures may be organised: it answers behind the request, and its answer comes with the sync. */

import { workspaceAddress } from "../../source/addresses.ts";
import { callService } from "../../source/session.ts";
import { mint, type Source } from "../../source/source.ts";

/** Asks for suggestions. @returns the run that will have them. @throws {Problem} where it cannot be asked, or the month's requests are used. */
export async function askToOrganise(source: Source, items?: readonly string[]): Promise<string> {
  await source.syncNow();
  const run = mint();
  await callService("POST", `${workspaceAddress(source.workspace)}/runs`, { run, ...items ? { items } : {} });
  await source.syncNow();
  return run;
}
