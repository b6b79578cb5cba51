/** Scanning a page: its corners in a photo, and the page seen from straight above. Requirement J-705. */

/** A point, as parts of the width and the height from 0 to 1. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Top left, top right, bottom right, bottom left. */
export type Corners = readonly [Point, Point, Point, Point];

/** Pixels as a canvas gives them. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

/** Corners where no page was found: a little inside of the photo. */
export const usualCorners: Corners = [{ x: 0.08, y: 0.08 }, { x: 0.92, y: 0.08 }, { x: 0.92, y: 0.92 }, {
  x: 0.08,
  y: 0.92,
}];

/** The least share of the photo that a page takes. */
const pageLeast = 0.12;

/** Brightness around a pixel, the largest by the least, that a table may have, the edge of a shadow on it included. */
const spreads = [1.25, 1.45, 1.6];

/** Pixels around the edge of a page that belong to neither side. */
const edgeWidth = 2;

/**
 * The corners of a page on a table; a photo of some 300 pixels is enough. Sought in two ways: as the largest bright patch, and as what
 * the table does not reach, which finds a page in a shadow, too. The first that fills its four corners well is it.
 */
export function cornersOf(photo: Pixels): Corners {
  const { width, height } = photo;
  const light = smoothed(lightness(photo), width);
  const threshold = otsu(light);
  const among = (mask: Uint8Array) => patchCorners(largestPatch(mask, width), width, height);
  let best = among(light.map((one) => one > threshold ? 1 : 0));
  let range: Range | undefined;
  for (const spread of spreads) {
    if (best && best.fit >= fitGood) break;
    range ??= rangeOf(light, width, height);
    const found = among(beyondTable(range, width, height, spread));
    if (found && (!best || found.fit > best.fit)) best = found;
  }
  return best?.corners ?? usualCorners;
}

interface Quadrilateral {
  readonly corners: Corners;
  /** Of 1: how much of the patch and of the quadrilateral is in both. */
  readonly fit: number;
}

/** The least fit of a patch that is a page, and the fit of one that surely is. */
const fitLeast = 0.85;
const fitGood = 0.95;

function patchCorners(patch: readonly number[], width: number, height: number): Quadrilateral | undefined {
  if (patch.length < width * height * pageLeast) return undefined;
  const extreme = (weight: (x: number, y: number) => number): Point => {
    let [best, value] = [0, -Infinity];
    for (const at of patch) {
      const now = weight(at % width, Math.floor(at / width));
      if (now > value) [best, value] = [at, now];
    }
    return { x: (best % width + 0.5) / width, y: (Math.floor(best / width) + 0.5) / height };
  };
  const corners: Corners = [
    extreme((x, y) => -x - y),
    extreme((x, y) => x - y),
    extreme((x, y) => x + y),
    extreme((x, y) => y - x),
  ];
  // Half the sum of the cross products is the area (Gauss).
  const area = Math.abs(corners.reduce((sum, { x, y }, at) => {
    const next = corners[(at + 1) % 4] ?? { x, y };
    return sum + x * next.y - next.x * y;
  }, 0)) / 2 * width * height;
  const within = patch.filter((at) =>
    isWithin(corners, (at % width + 0.5) / width, (Math.floor(at / width) + 0.5) / height)
  );
  const fit = within.length / Math.max(1, patch.length + area - within.length);
  return fit >= fitLeast ? { corners, fit } : undefined;
}

function isWithin(corners: Corners, x: number, y: number): boolean {
  return corners.every((from, at) => {
    const to = corners[(at + 1) % 4] ?? from;
    return (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x) >= -0.01;
  });
}

/** Each pixel as the mean of those around it: what is left of noise is no edge. */
function smoothed(light: Uint8Array, width: number): Uint8Array {
  const across = new Uint16Array(light.length);
  for (let at = 0; at < light.length; at += 1) {
    const x = at % width;
    const own = light[at] ?? 0;
    across[at] = (x > 0 ? light[at - 1] ?? 0 : own) + own + (x < width - 1 ? light[at + 1] ?? 0 : own);
  }
  return light.map((_, at) => {
    const own = across[at] ?? 0;
    return ((across[at - width] ?? own) + own + (across[at + width] ?? own)) / 9;
  });
}

/** The least and the largest around each pixel. */
interface Range {
  readonly least: Uint8Array;
  readonly most: Uint8Array;
}

function rangeOf(light: Uint8Array, width: number, height: number): Range {
  return { least: extremes(light, width, height, Math.min), most: extremes(light, width, height, Math.max) };
}

/** The least or the largest of a pixel and those beside, above and below it. */
function extremes(values: Uint8Array, width: number, height: number, of: (a: number, b: number) => number): Uint8Array {
  const across = values.slice();
  for (let at = 0; at < values.length; at += 1) {
    const x = at % width;
    let own = values[at] ?? 0;
    if (x > 0) own = of(own, values[at - 1] ?? 0);
    if (x < width - 1) own = of(own, values[at + 1] ?? 0);
    across[at] = own;
  }
  return across.map((value, at) => {
    let own = value;
    if (at >= width) own = of(own, across[at - width] ?? 0);
    if (at < width * (height - 1)) own = of(own, across[at + width] ?? 0);
    return own;
  });
}

/** 1 where one does not get to from the border over places that are alike around them: the page, without its edge. */
function beyondTable({ least, most }: Range, width: number, height: number, spread: number): Uint8Array {
  // What is nearly black is noise.
  const isOpen = least.map((value, at) => (most[at] ?? 0) + 12 <= (value + 12) * spread ? 1 : 0);
  let beyond: Uint8Array = new Uint8Array(least.length).fill(1);
  const reached: number[] = [];
  const take = (at: number) => {
    if (at < 0 || at >= beyond.length || !beyond[at] || !isOpen[at]) return;
    beyond[at] = 0;
    reached.push(at);
  };
  for (let x = 0; x < width; x += 1) [x, (height - 1) * width + x].forEach(take);
  for (let y = 0; y < height; y += 1) [y * width, y * width + width - 1].forEach(take);
  for (let next = 0; next < reached.length; next += 1) {
    const at = reached[next] ?? 0;
    const x = at % width;
    if (x > 0) take(at - 1);
    if (x < width - 1) take(at + 1);
    take(at - width);
    take(at + width);
  }
  for (let pixel = 0; pixel < edgeWidth; pixel += 1) beyond = extremes(beyond, width, height, Math.min);
  return beyond;
}

function lightness({ data }: Pixels): Uint8Array {
  const light = new Uint8Array(data.length / 4);
  for (let at = 0; at < light.length; at += 1) {
    const place = at * 4;
    light[at] = ((data[place] ?? 0) * 77 + (data[place + 1] ?? 0) * 150 + (data[place + 2] ?? 0) * 29) >> 8;
  }
  return light;
}

/** The lightness that parts dark from bright best (Otsu, 1979). */
function otsu(light: Uint8Array): number {
  const counts = new Uint32Array(256);
  let sum = 0;
  for (const one of light) {
    counts[one] = (counts[one] ?? 0) + 1;
    sum += one;
  }
  let [best, bestSpread, darkCount, darkSum] = [127, 0, 0, 0];
  for (let level = 0; level < 256; level += 1) {
    const count = counts[level] ?? 0;
    darkCount += count;
    darkSum += count * level;
    const brightCount = light.length - darkCount;
    if (darkCount === 0 || brightCount === 0) continue;
    const difference = darkSum / darkCount - (sum - darkSum) / brightCount;
    const spread = darkCount * brightCount * difference * difference;
    if (spread > bestSpread) [best, bestSpread] = [level, spread];
  }
  return best;
}

/** The pixels of the largest patch of 1. */
function largestPatch(mask: Uint8Array, width: number): readonly number[] {
  const seen = new Uint8Array(mask.length);
  let largest: number[] = [];
  for (let start = 0; start < mask.length; start += 1) {
    if (seen[start] || !mask[start]) continue;
    const patch = [start];
    seen[start] = 1;
    for (let next = 0; next < patch.length; next += 1) {
      const at = patch[next] ?? 0;
      const x = at % width;
      for (const one of [x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1, at - width, at + width]) {
        if (one < 0 || one >= mask.length || seen[one] || !mask[one]) continue;
        seen[one] = 1;
        patch.push(one);
      }
    }
    if (patch.length > largest.length) largest = patch;
  }
  return largest;
}

/** Pixels along the longer edge of a page that was scanned. */
const edgeMost = 2000;

/** The size of the page between corners: the longer of each two edges across from each other. */
export function pageSize({ width, height }: Pixels, [a, b, c, d]: Corners): readonly [width: number, height: number] {
  const edge = (one: Point, other: Point) => Math.hypot((one.x - other.x) * width, (one.y - other.y) * height);
  const [across, down] = [Math.max(edge(a, b), edge(d, c)), Math.max(edge(a, d), edge(b, c))];
  const scale = Math.min(1, edgeMost / Math.max(across, down, 1));
  return [Math.max(1, Math.round(across * scale)), Math.max(1, Math.round(down * scale))];
}

/** The page between corners as seen from straight above, with white paper and dark ink. */
export function scanned(photo: Pixels, corners: Corners): Pixels {
  const [width, height] = pageSize(photo, corners);
  const data = new Uint8ClampedArray(width * height * 4);
  const at = projection(corners);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const from = at((x + 0.5) / width, (y + 0.5) / height);
      sample(photo, from.x * photo.width - 0.5, from.y * photo.height - 0.5, data, (y * width + x) * 4);
    }
  }
  const page = { width, height, data };
  brighten(page);
  return page;
}

/** Maps the unit square onto a quadrilateral (Heckbert 1989, "Fundamentals of Texture Mapping", section 2.2.3). */
function projection([a, b, c, d]: Corners): (u: number, v: number) => Point {
  const [sx, sy] = [a.x - b.x + c.x - d.x, a.y - b.y + c.y - d.y];
  const [dx1, dy1, dx2, dy2] = [b.x - c.x, b.y - c.y, d.x - c.x, d.y - c.y];
  const whole = dx1 * dy2 - dx2 * dy1 || 1e-9;
  const g = (sx * dy2 - dx2 * sy) / whole;
  const h = (dx1 * sy - sx * dy1) / whole;
  return (u, v) => {
    const w = g * u + h * v + 1;
    return {
      x: ((b.x - a.x + g * b.x) * u + (d.x - a.x + h * d.x) * v + a.x) / w,
      y: ((b.y - a.y + g * b.y) * u + (d.y - a.y + h * d.y) * v + a.y) / w,
    };
  };
}

function sample({ width, height, data }: Pixels, x: number, y: number, to: Uint8ClampedArray, place: number) {
  const [left, top] = [
    Math.max(0, Math.min(width - 2, Math.floor(x))),
    Math.max(0, Math.min(height - 2, Math.floor(y))),
  ];
  const [fx, fy] = [Math.max(0, Math.min(1, x - left)), Math.max(0, Math.min(1, y - top))];
  const at = (top * width + left) * 4;
  for (let part = 0; part < 3; part += 1) {
    const above = (data[at + part] ?? 0) * (1 - fx) + (data[at + 4 + part] ?? 0) * fx;
    const below = (data[at + width * 4 + part] ?? 0) * (1 - fx) + (data[at + width * 4 + 4 + part] ?? 0) * fx;
    to[place + part] = above * (1 - fy) + below * fy;
  }
  to[place + 3] = 255;
}

/** Stretches lightness so that paper is white and ink dark; colours keep their hue. */
function brighten(page: Pixels) {
  const counts = new Uint32Array(256);
  const light = lightness(page);
  for (const one of light) counts[one] = (counts[one] ?? 0) + 1;
  const level = (share: number) => {
    let count = 0;
    for (let one = 0; one < 256; one += 1) {
      count += counts[one] ?? 0;
      if (count >= light.length * share) return one;
    }
    return 255;
  };
  const [dark, bright] = [Math.min(level(0.01), 90), Math.max(level(0.7), 120)];
  const scale = 250 / (bright - dark);
  const { data } = page;
  for (let at = 0; at < data.length; at += 1) {
    if (at % 4 !== 3) data[at] = ((data[at] ?? 0) - dark) * scale;
  }
}
