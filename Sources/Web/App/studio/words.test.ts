/// <reference lib="deno.ns" />

import { equal } from "../boards/testing.ts";
import { titleOf } from "./words.ts";

Deno.test("a work without a title is named by its kind, and one with a title by that", () => {
  equal(titleOf("craft of 2026-09-02"), "Craft");
  equal(titleOf("other of 2026-09-02"), "Something else");
  equal(titleOf("A drawing of 2026-09-02"), "A drawing of 2026-09-02");
  equal(titleOf("sketch of 2026-09-02"), "sketch of 2026-09-02");
});
