/// <reference lib="deno.ns" />

import { equal } from "../../boards/testing.ts";
import { type Corners, cornersOf, pageSize, type Pixels, scanned, usualCorners } from "./scan.ts";

/** A grey page on a dark table, skewed, with a black bar across its upper part. */
function photo(width: number, height: number, [a, b, c, d]: Corners): Pixels {
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  const side = (p: { x: number; y: number }, q: { x: number; y: number }, x: number, y: number) =>
    (q.x - p.x) * (y - p.y) - (q.y - p.y) * (x - p.x) >= 0;
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const [x, y] = [(column + 0.5) / width, (row + 0.5) / height];
      const isPage = side(a, b, x, y) && side(b, c, x, y) && side(c, d, x, y) && side(d, a, x, y);
      const isBar = isPage && y > 0.3 && y < 0.34 && x > 0.35 && x < 0.65;
      data.fill(isBar ? 30 : isPage ? 190 : 60, (row * width + column) * 4, (row * width + column) * 4 + 3);
    }
  }
  return { width, height, data };
}

const skewed: Corners = [{ x: 0.2, y: 0.1 }, { x: 0.85, y: 0.18 }, { x: 0.92, y: 0.88 }, { x: 0.1, y: 0.8 }];

Deno.test("the corners of a skewed page are found within a hundredth", () => {
  for (const [place, { x, y }] of cornersOf(photo(300, 220, skewed)).entries()) {
    const corner = skewed[place];
    const miss = corner ? Math.hypot(corner.x - x, corner.y - y) : 1;
    if (miss > 0.015) throw new Error(`corner ${place} missed by ${miss}`);
  }
});

Deno.test("where there is no page, the corners are a little inside", () => {
  const empty = { width: 40, height: 40, data: new Uint8ClampedArray(40 * 40 * 4).fill(80) };
  equal(cornersOf(empty), usualCorners);
});

Deno.test("a page that was scanned is white to its edges, with dark ink", () => {
  const from = photo(600, 440, skewed);
  const page = scanned(from, skewed);
  equal([page.width, page.height], pageSize(from, skewed));
  const at = (x: number, y: number) =>
    page.data[(Math.round(y * page.height) * page.width + Math.round(x * page.width)) * 4] ?? 0;
  for (const [x, y] of [[0.03, 0.03], [0.97, 0.03], [0.03, 0.97], [0.97, 0.97], [0.5, 0.6]] as const) {
    if (at(x, y) < 240) throw new Error(`${x}, ${y} is ${at(x, y)}`);
  }
  const darkest = Math.min(...Array.from({ length: 100 }, (_, row) => at(0.5, row / 100)));
  equal(darkest < 40, true);
});
