/** Things whose texts mean much the same, as a model of the service says. Nothing is kept of it. */

import { workspaceAddress } from "../source/addresses.ts";
import { callService } from "../source/session.ts";
import type { Source } from "../source/source.ts";

/** Something that is like another thing, and how much: 1,000 for the same text. */
export interface SimilarThing {
  readonly id: string;
  readonly kind: string;
  readonly path: string;
  readonly likeness: number;
}

export interface SimilarThings {
  readonly things: readonly SimilarThing[];
  /** Things that were not looked at yet: asked again, some more are. */
  readonly rest: number;
}

/** Finds what is like a thing, or the folders and lists where its like is. @throws {Problem} */
export async function findSimilar(
  source: Source,
  thing: string,
  kind: "note" | "folder" | "collection",
  signal: AbortSignal,
): Promise<SimilarThings> {
  // What was written just now counts.
  await source.syncNow();
  const address = `${workspaceAddress(source.workspace)}/similar`;
  return await callService("POST", address, { thing, kind }, { signal }) as SimilarThings;
}
