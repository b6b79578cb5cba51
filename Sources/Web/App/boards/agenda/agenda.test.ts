/// <reference lib="deno.ns" />

import { partOf } from "./agenda.ts";
import { equal } from "../testing.ts";

Deno.test("the week is the seven days from today on", () => {
  const days = ["2026-11-25", "2026-11-26", "2026-11-27", "2026-12-02", "2026-12-03"];
  equal(days.map((day) => partOf(day, "2026-11-26")), ["overdue", "today", "week", "week", "later"]);
});
