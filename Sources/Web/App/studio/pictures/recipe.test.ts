/// <reference lib="deno.ns" />

import { equal } from "../../boards/testing.ts";
import { isUntouched, mirrored, placing, recipeOf, turned, untouched } from "./recipe.ts";

Deno.test("four turns and two mirrors are none", () => {
  const cropped = { ...untouched, left: 1000, top: 2000, width: 3000, height: 4000 };
  equal(turned(turned(turned(turned(cropped)))), cropped);
  equal(mirrored(mirrored(cropped)), cropped);
  equal(isUntouched(turned(untouched)), false);
});

Deno.test("the recipe is found again in the pose that a view tells, for all eight ways to hold a camera", () => {
  const poses: readonly (readonly [boolean, number])[] = [
    [false, 0],
    [true, 0],
    [false, 2],
    [true, 2],
    [true, 3],
    [false, 1],
    [true, 1],
    [false, 3],
  ];
  for (const [place, [wasMirrored, wasTurned]] of poses.entries()) {
    for (let turns = 0; turns < 4; turns += 1) {
      for (const isMirrored of [false, true]) {
        // As EditRecipe.swift composes them.
        const all = wasTurned + turns;
        const pose = isMirrored
          ? { mirrored: !wasMirrored, quarterTurns: (8 - all) % 4 }
          : { mirrored: wasMirrored, quarterTurns: all % 4 };
        const recipe = recipeOf({ orientation: place + 1, ...pose, crop: [0, 0, 10_000, 10_000] });
        equal(recipe, { ...untouched, quarterTurns: turns, isMirrored });
      }
    }
  }
});

Deno.test("what is turned is as wide as it was high, and a crop is a part of what is seen", () => {
  const { width, height, viewBox } = placing({ ...turned(untouched), left: 5000, width: 5000 }, 400, 300);
  equal([width, height, viewBox], [150, 400, "150 0 150 400"]);
});
