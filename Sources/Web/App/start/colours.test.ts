import { commonest } from "./colours.ts";

Deno.test("the commonest colours come first, and similar ones count together", () => {
  const red = [250, 10, 10, 255], almostRed = [248, 12, 8, 255], blue = [10, 10, 240, 255];
  const found = commonest(new Uint8ClampedArray([...blue, ...red, ...almostRed]));
  if (found.join() !== ["rgb(249 11 9)", "rgb(10 10 240)"].join()) throw new Error(found.join());
});
