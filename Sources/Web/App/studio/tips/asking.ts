/** Asking the service to look at a work: it answers behind the request, and what it found comes with the sync. */

import { workspaceAddress } from "../../source/addresses.ts";
import { callService } from "../../source/session.ts";
import type { Source } from "../../source/source.ts";
import { mint } from "../../source/source.ts";

/** Asks for an analysis of a work, or for another one, once the service has the work. @throws {Problem} where it cannot. */
export async function askForAnalysis(source: Source, artwork: string): Promise<void> {
  await source.syncNow();
  const path = `${workspaceAddress(source.workspace)}/artworks/${encodeURIComponent(artwork)}/analyses`;
  await callService("POST", path, { analysis: mint() });
  await source.syncNow();
}
