/// <reference lib="deno.ns" />

import { equal } from "../../boards/testing.ts";
import { neighboursOf, openAmong } from "./neighbours.ts";

Deno.test("works follow each other as in the list that one was opened from", () => {
  openAmong([{ id: "a" }, { id: "b" }, { id: "c" }]);
  equal(neighboursOf("b"), { previous: "a", next: "c" });
  equal(neighboursOf("a"), { previous: undefined, next: "b" });
  equal(neighboursOf("z"), { previous: undefined, next: undefined });
});
