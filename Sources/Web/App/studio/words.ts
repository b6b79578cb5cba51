/** The studio's words: kinds of work, skills, days and counts as a person reads them. */

import type { Command, ViewParameters } from "../source/api.ts";

/** The kind of a work. */
export type Category = NonNullable<ViewParameters["showGallery"]["category"]>;

/** A skill that a work can show. */
export type Skill = NonNullable<ViewParameters["showGallery"]["skill"]>;

/** The kinds of work, in the order in which they are offered. */
export const categories: readonly { readonly value: Category; readonly label: string }[] = [
  { value: "drawing", label: "Drawing" },
  { value: "painting", label: "Painting" },
  { value: "writing", label: "Writing" },
  { value: "craft", label: "Craft" },
  { value: "worksheet", label: "Worksheet" },
  { value: "other", label: "Something else" },
];

/** The skills, in the order in which they are offered. */
export const skills: readonly { readonly value: Skill; readonly label: string }[] = [
  { value: "fine_motor", label: "Fine motor skills" },
  { value: "line_control", label: "Line control" },
  { value: "colouring", label: "Colouring" },
  { value: "composition", label: "Composition" },
  { value: "writing", label: "Writing" },
  { value: "creativity", label: "Creativity" },
];

/** A kind of work in words. */
export function categoryName(category: Category): string {
  return categories.find(({ value }) => value === category)?.label ?? category;
}

/**
 * The title of a work as a person reads it: of a work without one the view says its kind and day,
 * `drawing of 2026-11-28`, and the day stands beside it already.
 */
export function titleOf(title: string): string {
  const [, kind] = /^([a-z]+) of \d{4}-\d\d-\d\d$/.exec(title) ?? [];
  return categories.find(({ value }) => value === kind)?.label ?? title;
}

/** A skill in words. */
export function skillName(skill: Skill): string {
  return skills.find(({ value }) => value === skill)?.label ?? skill;
}

/** A number of things: `1 work`, `12 works`. */
export function counted(count: number, thing: string, things = `${thing}s`): string {
  return `${count.toLocaleString()} ${count === 1 ? thing : things}`;
}

/** A day, `2026-11-28`, as a person reads it: `28 November 2026`. */
export function sayDay(day: string, style: "long" | "medium" = "long"): string {
  return dateOf(day).toLocaleDateString(undefined, { dateStyle: style });
}

/** A month, `2026-11`, as a person reads it: `November 2026`. */
export function sayMonth(month: string, style: "long" | "short" = "long"): string {
  return dateOf(`${month}-01`).toLocaleDateString(undefined, { month: style, year: "numeric" });
}

/** Thousandths as whole hundredths: `75 %`. */
export function percent(thousandths: number): string {
  return `${Math.round(thousandths / 10)} %`;
}

/** Age in words: `4 years`. */
export function sayAge(age: number | null): string {
  return age === null ? "" : counted(age, "year");
}

/** At noon, so that no clock that is put forward makes another day of it. */
function dateOf(day: string): Date {
  return new Date(`${day}T12:00:00`);
}

/** Tags that were written with spaces or commas between them. */
export function tagsOf(text: string): readonly string[] {
  return [...new Set(text.split(/[,\n]+/).map((tag) => tag.trim().replace(/^#/, "")).filter(Boolean))];
}

/** What is done, and the words for it. */
export interface Deed {
  readonly commands: readonly Command[];
  readonly says: string;
}
