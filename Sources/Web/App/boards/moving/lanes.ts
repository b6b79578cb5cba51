/** Where cards stand on a board, and where they go: pure, for drag, keyboard and menu alike. */

/** A column with its cards, in their order. */
export interface Lane {
  readonly id: string;
  readonly cards: readonly string[];
}

/** A place for a card: `at` counts the cards of the column above it, without the card itself. */
export interface Place {
  readonly column: string;
  readonly at: number;
}

/** A place as a command names it: by the card that will stand just behind; last without one. */
export interface Target {
  readonly column: string;
  readonly above: string | undefined;
}

/** A direction that a card or the focus is sent to. */
export type Direction = "up" | "down" | "left" | "right" | "first" | "last";

/** The place where a card stands; undefined where it is on none of the lanes. */
export function placeOf(lanes: readonly Lane[], card: string): Place | undefined {
  for (const lane of lanes) {
    const at = lane.cards.indexOf(card);
    if (at >= 0) return { column: lane.id, at };
  }
  return undefined;
}

/**
 * Where one is who stood on a card that is gone: at the one that was behind it, else at the one before it, else at the end of its column.
 *
 * @param before the lanes as they were when the card was there.
 */
export function besideGone(before: readonly Lane[], after: readonly Lane[], card: string): Place | undefined {
  const from = placeOf(before, card);
  const former = before.find((lane) => lane.id === from?.column)?.cards ?? [];
  const lane = after.find((one) => one.id === from?.column);
  if (!from || !lane) return undefined;
  const near = [...former.slice(from.at + 1), ...former.slice(0, from.at).toReversed()];
  const found = near.find((one) => lane.cards.includes(one));
  return { column: lane.id, at: found === undefined ? lane.cards.length : lane.cards.indexOf(found) };
}

/** The place as its neighbour names it. */
export function targetAt(lanes: readonly Lane[], card: string, place: Place): Target {
  const others = othersIn(lanes, card, place.column);
  return { column: place.column, above: others[place.at] };
}

/** The place that a neighbour names; the last of the column where the neighbour is not there. */
export function placeAt(lanes: readonly Lane[], card: string, target: Target): Place {
  const others = othersIn(lanes, card, target.column);
  const at = target.above === undefined ? -1 : others.indexOf(target.above);
  return { column: target.column, at: at < 0 ? others.length : at };
}

/** The lanes once a card stands elsewhere. Lanes that do not change are the same objects. */
export function moved(lanes: readonly Lane[], card: string, place: Place): readonly Lane[] {
  if (!lanes.some((lane) => lane.id === place.column)) return lanes;
  return lanes.map((lane) => {
    if (lane.id !== place.column && !lane.cards.includes(card)) return lane;
    const cards = lane.cards.filter((other) => other !== card);
    if (lane.id === place.column) cards.splice(place.at, 0, card);
    return { id: lane.id, cards };
  });
}

/** The place one step further; the same one at an edge. Beside a shorter column, the last place of it. */
export function step(lanes: readonly Lane[], card: string, place: Place, direction: Direction): Place {
  const count = othersIn(lanes, card, place.column).length;
  const within = (at: number): Place => ({ column: place.column, at: Math.min(Math.max(at, 0), count) });
  switch (direction) {
    case "up":
      return within(place.at - 1);
    case "down":
      return within(place.at + 1);
    case "first":
      return within(0);
    case "last":
      return within(count);
    case "left":
      return beside(lanes, card, place, -1);
    case "right":
      return beside(lanes, card, place, 1);
  }
}

function beside(lanes: readonly Lane[], card: string, place: Place, by: number): Place {
  const next = lanes[lanes.findIndex((lane) => lane.id === place.column) + by];
  if (!next) return place;
  return { column: next.id, at: Math.min(place.at, othersIn(lanes, card, next.id).length) };
}

/** Where the focus goes in a column: `at` -1 is its heading, the number of its cards is the button below them. */
export function focusStep(lanes: readonly Lane[], from: Place, direction: Direction): Place {
  const column = lanes.findIndex((lane) => lane.id === from.column);
  const count = lanes[column]?.cards.length ?? 0;
  switch (direction) {
    case "up":
      return { ...from, at: Math.max(from.at - 1, -1) };
    case "down":
      return { ...from, at: Math.min(from.at + 1, count) };
    case "first":
      return { ...from, at: 0 };
    case "last":
      return { ...from, at: Math.max(count - 1, 0) };
    case "left":
    case "right": {
      const next = lanes[column + (direction === "left" ? -1 : 1)];
      return next ? { column: next.id, at: sameHeight(from.at, count, next.cards.length) } : from;
    }
  }
}

/** The heading beside a heading, the button beside a button, else the card as high or the last one. */
function sameHeight(at: number, count: number, nextCount: number): number {
  if (at < 0) return -1;
  if (at >= count && count > 0) return nextCount;
  return Math.min(at, Math.max(nextCount - 1, 0));
}

/** The column to which another is moved one step, by the column behind it; undefined where it is at that edge. */
export function columnStep(
  columns: readonly string[],
  column: string,
  by: -1 | 1,
): { readonly above: string | undefined } | undefined {
  const at = columns.indexOf(column);
  if (at < 0 || at + by < 0 || at + by >= columns.length) return undefined;
  return { above: by < 0 ? columns[at - 1] : columns[at + 2] };
}

/**
 * The number of things that lie before a point.
 *
 * @param middles the middles of the things, ascending; asked for by index, so that only a few are measured.
 * @complexity O(log count).
 */
export function countBefore(count: number, middle: (at: number) => number, point: number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const half = (low + high) >> 1;
    if (middle(half) < point) low = half + 1;
    else high = half;
  }
  return low;
}

function othersIn(lanes: readonly Lane[], card: string, column: string): readonly string[] {
  return lanes.find((lane) => lane.id === column)?.cards.filter((other) => other !== card) ?? [];
}
