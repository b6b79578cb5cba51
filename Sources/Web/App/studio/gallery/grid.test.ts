/// <reference lib="deno.ns" />

import { equal } from "../../boards/testing.ts";
import { gridOf, movedBy, placeOf, tilesBetween } from "./grid.ts";

Deno.test("tiles fill the width, and only those near the screen are there", () => {
  const grid = gridOf(10_000, 1000, 160, 8);
  equal([grid.columns, grid.rows], [6, 1667]);
  equal(placeOf(grid, 7).x, grid.edge + 8);
  const [from, to] = tilesBetween(grid, 100_000, 100_800, 10_000);
  equal(to - from < 80, true);
  equal(placeOf(grid, from).y < 100_000 && placeOf(grid, to).y > 100_800, true);
});

Deno.test("keys move by a tile, a row, a screen, and never out of the grid", () => {
  equal(movedBy("ArrowDown", 1, 10, 4), 5);
  equal(movedBy("ArrowDown", 9, 10, 4), 9);
  equal(movedBy("End", 1, 10, 4), 9);
  equal(movedBy("PageDown", 1, 10, 4), 9);
  equal(movedBy("a", 1, 10, 4), undefined);
});
