/** The changes that make one text of another, small enough that a cursor between them stays where it is. */

import type { Change } from "codemirror";

/** Lines that are compared one by one at most; beyond, the part that differs is one change. */
const linesMax = 1000;

/** The changes from `old` to `now`, in the order of the text; none where they are the same. */
export function difference(old: string, now: string): readonly Change[] {
  if (old === now) return [];
  const { start, oldEnd, nowEnd } = differing(old, now);
  const oldLines = linesOf(old.slice(start, oldEnd));
  const nowLines = linesOf(now.slice(start, nowEnd));
  if (oldLines.length > linesMax || nowLines.length > linesMax || oldLines.length < 2 || nowLines.length < 2) {
    return [{ from: start, to: oldEnd, insert: now.slice(start, nowEnd) }];
  }
  return byLines(oldLines, nowLines, start);
}

/** The part that differs, cut between scalars. */
function differing(old: string, now: string): { start: number; oldEnd: number; nowEnd: number } {
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old.charCodeAt(start) === now.charCodeAt(start)) start += 1;
  if (isSecondOfPair(old, start) || isSecondOfPair(now, start)) start -= 1;
  let oldEnd = old.length;
  let nowEnd = now.length;
  while (oldEnd > start && nowEnd > start && old.charCodeAt(oldEnd - 1) === now.charCodeAt(nowEnd - 1)) {
    oldEnd -= 1;
    nowEnd -= 1;
  }
  if (isSecondOfPair(old, oldEnd) || isSecondOfPair(now, nowEnd)) {
    oldEnd += 1;
    nowEnd += 1;
  }
  return { start, oldEnd, nowEnd };
}

function isSecondOfPair(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return false;
  const [first, second] = [text.charCodeAt(at - 1), text.charCodeAt(at)];
  return first >= 0xd800 && first <= 0xdbff && second >= 0xdc00 && second <= 0xdfff;
}

/** The lines of a text, each with what ends it. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** One change for each run of lines that differ, trimmed to the characters that do. */
function byLines(old: readonly string[], now: readonly string[], start: number): readonly Change[] {
  const common = longestCommon(old, now);
  const changes: Change[] = [];
  let [at, o, n] = [start, 0, 0];
  for (const [oldIndex, nowIndex] of [...common, [old.length, now.length] as const]) {
    const gone = old.slice(o, oldIndex).join("");
    const come = now.slice(n, nowIndex).join("");
    if (gone !== come) {
      const part = differing(gone, come);
      changes.push({ from: at + part.start, to: at + part.oldEnd, insert: come.slice(part.start, part.nowEnd) });
    }
    at += gone.length + (old[oldIndex]?.length ?? 0);
    [o, n] = [oldIndex + 1, nowIndex + 1];
  }
  return changes;
}

/**
 * The longest common subsequence of lines, as pairs of indices.
 *
 * @complexity O(lines of one × lines of the other) time and memory, bounded by `linesMax`.
 */
function longestCommon(old: readonly string[], now: readonly string[]): readonly (readonly [number, number])[] {
  const width = now.length + 1;
  const lengths = new Uint16Array((old.length + 1) * width);
  for (let o = old.length - 1; o >= 0; o -= 1) {
    for (let n = now.length - 1; n >= 0; n -= 1) {
      lengths[o * width + n] = old[o] === now[n]
        ? (lengths[(o + 1) * width + n + 1] ?? 0) + 1
        : Math.max(lengths[(o + 1) * width + n] ?? 0, lengths[o * width + n + 1] ?? 0);
    }
  }
  const pairs: (readonly [number, number])[] = [];
  let [o, n] = [0, 0];
  while (o < old.length && n < now.length) {
    if (old[o] === now[n]) {
      pairs.push([o, n]);
      o += 1;
      n += 1;
    } else if ((lengths[(o + 1) * width + n] ?? 0) >= (lengths[o * width + n + 1] ?? 0)) o += 1;
    else n += 1;
  }
  return pairs;
}
