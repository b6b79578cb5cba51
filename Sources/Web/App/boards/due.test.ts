/// <reference lib="deno.ns" />

import { addDays, daysBetween, dueOf, dueState, dueText, parseDue } from "./due.ts";
import { equal } from "./testing.ts";

const today = "2026-11-26";

Deno.test("a due date is read as the views say it, and asked for as commands have it", () => {
  equal(parseDue("2026-12-01"), { day: "2026-12-01" });
  equal(parseDue("2026-12-01 09:30 Europe/Berlin"), { day: "2026-12-01", clock: "09:30", zone: "Europe/Berlin" });
  equal(parseDue(null), undefined);
  equal(dueOf("2026-12-01", "", "UTC"), { day: "2026-12-01" });
  equal(dueOf("2026-12-01", "09:30", "UTC"), { day: "2026-12-01", minuteOfDay: 570, zone: "UTC" });
  equal(dueOf("", "09:30", "UTC"), null);
});

Deno.test("days are counted over the ends of months and years", () => {
  equal(addDays("2026-12-31", 1), "2027-01-01");
  equal(addDays("2028-02-28", 1), "2028-02-29");
  equal(daysBetween("2026-11-26", "2027-01-01"), 36);
  equal(daysBetween("2026-03-29", "2026-03-28"), -1);
});

Deno.test("a due date stands to today", () => {
  const state = (day: string) => dueState({ day, clock: undefined, zone: undefined }, today);
  equal(["2026-11-25", today, "2026-11-27", "2026-12-02", "2026-12-03"].map(state), [
    "overdue",
    "today",
    "soon",
    "soon",
    "later",
  ]);
});

Deno.test("a due date is told in few words", () => {
  const text = (due: string) =>
    dueText(parseDue(due) ?? { day: "", clock: undefined, zone: undefined }, today, "en-GB");
  equal(["2026-11-25", today, "2026-11-27 09:30 UTC", "2026-11-30", "2026-12-24", "2027-01-04"].map(text), [
    "Yesterday",
    "Today",
    "Tomorrow, 09:30",
    "Monday",
    "24 Dec",
    "4 Jan 2027",
  ]);
});
