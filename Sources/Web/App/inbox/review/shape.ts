/** A suggestion as a person wants it: edited, reduced, put elsewhere. Requirements O-320 to O-323. */

import type { AcceptedPart, AcceptedShape, RunSuggestion } from "../../source/api.ts";

/** A part as it stands in the form. */
export interface DraftPart {
  readonly isWanted: boolean;
  readonly text: string;
}

/** Where the parts are to go: a new plan or list, tasks by themselves, or a collection that is there. */
export type DraftDestination = "newPlan" | "newList" | "standalone" | (string & Record<never, never>);

/** The form of a suggestion. */
export interface Draft {
  readonly title: string;
  readonly destination: DraftDestination;
  readonly parts: readonly DraftPart[];
}

/** The form as the suggestion fills it. */
export function draftOf({ kind, title, parts }: RunSuggestion): Draft {
  return {
    title,
    destination: kind === "plan" ? "newPlan" : kind === "list" ? "newList" : "standalone",
    parts: parts.map(({ text }) => ({ isWanted: true, text })),
  };
}

/**
 * What is accepted; undefined where nothing is left of it.
 *
 * A capture that is wanted word for word is used itself; of any other words a new item is made, and the capture stays as it is.
 *
 * @param contentOf the words of a capture, where they are known.
 */
export function shapeOf(
  { parts }: RunSuggestion,
  draft: Draft,
  { isStructured, contentOf, mint }: {
    /** Whether the destination has levels. */
    readonly isStructured: boolean;
    readonly contentOf: (item: string) => string | undefined;
    readonly mint: () => string;
  },
): AcceptedShape | undefined {
  const used = new Set<string>();
  const ids = new Map<number, string>();
  const accepted: AcceptedPart[] = [];
  for (const [index, { item, under }] of parts.entries()) {
    const wish = draft.parts[index];
    const text = wish?.text.trim();
    if (!wish?.isWanted || !text) continue;
    const isWhole = contentOf(item)?.trim() === text && !used.has(item);
    const id = isWhole ? item : mint();
    used.add(id);
    ids.set(index, id);
    const parent = isStructured && under !== undefined ? ids.get(under) : undefined;
    accepted.push({
      index,
      item: id,
      text,
      isTask: draft.destination !== "newList",
      ...parent ? { under: parent } : {},
    });
  }
  if (accepted.length === 0) return undefined;
  const { destination, title } = draft;
  const made = () => ({ collection: mint(), title: title.trim() });
  if (destination === "newPlan") return { destination: { type: "newPlan", ...made() }, parts: accepted };
  if (destination === "newList") return { destination: { type: "newList", ...made() }, parts: accepted };
  if (destination === "standalone") return { destination: { type: "standalone" }, parts: accepted };
  return { destination: { type: "existing", collection: destination }, parts: accepted };
}

/** The words of a capture that a part is drawn from: positions count Unicode scalars. */
export function cited(content: string, start: number, length: number): string {
  return Array.from(content).slice(start, start + length).join("");
}
