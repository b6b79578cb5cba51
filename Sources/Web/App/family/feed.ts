/** The latest of a family, from the journal's records. */

import type { Source, View } from "../source/source.ts";

/** One thing that happened. */
export interface Happening {
  readonly sequence: number;
  readonly time: string;
  readonly actor: string;
  readonly what: "artwork" | "story" | "milestone" | "child" | "album";
  /** The work, story or album that it leads to. */
  readonly thing: string;
  readonly child: string | undefined;
}

type AuditRecord = View<"audit">[number];

/** The kinds of records that a family wants to hear of. */
const kinds: Readonly<Record<string, Happening["what"]>> = {
  "artwork uploaded": "artwork",
  "story told": "story",
  "milestone celebrated": "milestone",
  "child added": "child",
  "album created": "album",
};

const daysBack = 14;
const shownMost = 20;

/** The latest happenings of two weeks, newest first. @throws {Problem} */
export async function askForHappenings(source: Source): Promise<readonly Happening[]> {
  const asked = { from: `-${daysBack}d`, newest: true, limit: shownMost };
  const all = await Promise.all(Object.keys(kinds).map((kind) => source.ask("audit", { kind, ...asked })));
  return all.flat().sort((one, other) => other.seq - one.seq).slice(0, shownMost).flatMap(happening);
}

function happening({ seq, time, actorName, kind, entity, event }: AuditRecord): readonly Happening[] {
  const what = kinds[kind];
  if (!what) return [];
  const child = event?.["child"];
  return [{
    sequence: seq,
    time,
    actor: actorName,
    what,
    thing: entity,
    child: what === "child" ? entity : typeof child === "string" ? child : undefined,
  }];
}
