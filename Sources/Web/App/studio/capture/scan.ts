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

/** The corners of the largest bright patch of a photo, which a page on a table is; a photo of some 300 pixels is enough. */
export function cornersOf(photo: Pixels): Corners {
  const { width, height } = photo;
  const light = lightness(photo);
  const threshold = otsu(light);
  const patch = largestPatch(light, width, height, threshold);
  if (patch.length < width * height * pageLeast) return usualCorners;
  const extreme = (weight: (x: number, y: number) => number): Point => {
    let [best, value] = [0, -Infinity];
    for (const at of patch) {
      const now = weight(at % width, Math.floor(at / width));
      if (now > value) [best, value] = [at, now];
    }
    return { x: (best % width + 0.5) / width, y: (Math.floor(best / width) + 0.5) / height };
  };
  return [
    extreme((x, y) => -x - y),
    extreme((x, y) => x - y),
    extreme((x, y) => x + y),
    extreme((x, y) => y - x),
  ];
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

function largestPatch(light: Uint8Array, width: number, height: number, threshold: number): readonly number[] {
  const seen = new Uint8Array(light.length);
  let largest: number[] = [];
  for (let start = 0; start < light.length; start += 1) {
    if (seen[start] || (light[start] ?? 0) <= threshold) continue;
    const patch = [start];
    seen[start] = 1;
    for (let next = 0; next < patch.length; next += 1) {
      const at = patch[next] ?? 0;
      const [x, y] = [at % width, Math.floor(at / width)];
      const around = [x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1, y > 0 ? at - width : -1];
      if (y < height - 1) around.push(at + width);
      for (const one of around) {
        if (one < 0 || seen[one] || (light[one] ?? 0) <= threshold) continue;
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
