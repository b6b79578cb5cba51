/** Places in a plan: where an item goes when it is moved up, down, in or out, or dropped. */

/** An item of a plan, in the order in which it is shown: each before those under it. */
export interface Node {
  readonly id: string;
  readonly level: number;
  readonly under: string | null;
}

/** A place in a plan: under an item, or at the top; just above another, or the last one there. */
export interface Place {
  readonly under?: string;
  readonly above?: string;
}

/** A way to move an item by keys or by its menu. */
export type Direction = "up" | "down" | "in" | "out";

/** @returns where an item goes, or undefined where it is as far that way as can be. */
export function moved(nodes: readonly Node[], id: string, direction: Direction): Place | undefined {
  const node = nodes.find((one) => one.id === id);
  if (!node) return undefined;
  const siblings = nodes.filter((one) => one.under === node.under);
  const at = siblings.indexOf(node);
  const [before, after] = [siblings[at - 1], siblings[at + 1]];
  switch (direction) {
    case "up":
      return before && place(node.under, before.id);
    case "down":
      return after && place(node.under, siblings[at + 2]?.id);
    case "in":
      return before && place(before.id);
    case "out":
      return outdented(nodes, node);
  }
}

function outdented(nodes: readonly Node[], node: Node): Place | undefined {
  const parent = nodes.find((one) => one.id === node.under);
  if (!parent) return undefined;
  const uncles = nodes.filter((one) => one.under === parent.under);
  return place(parent.under, uncles[uncles.indexOf(parent) + 1]?.id);
}

/** The plan without an item and what stands under it. */
export function without<N extends Node>(nodes: readonly N[], id: string): readonly N[] {
  const gone = new Set([id]);
  return nodes.filter((node) => {
    if (node.under !== null && gone.has(node.under)) gone.add(node.id);
    return !gone.has(node.id);
  });
}

/**
 * The place before the node of an index, as near as can be to a level.
 *
 * @param nodes the plan without what is moved.
 */
export function dropped(nodes: readonly Node[], index: number, wanted: number): Place & { readonly level: number } {
  const least = nodes[index]?.level ?? 0;
  const most = index === 0 ? 0 : (nodes[index - 1]?.level ?? -1) + 1;
  const level = Math.min(Math.max(wanted, least), most);
  const under = nodes.slice(0, index).findLast((node) => node.level === level - 1)?.id ?? null;
  const next = nodes[index];
  return { ...place(level === 0 ? null : under, next?.level === level ? next.id : undefined), level };
}

function place(under: string | null, above?: string): Place {
  return { ...under === null ? {} : { under }, ...above === undefined ? {} : { above } };
}
