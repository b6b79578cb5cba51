/** Months of birth. */

import { dayOf } from "../capture/pending.ts";

/** Children are this old when they are added: Sources/Studio/Child/Child.swift. */
export const ages = [3, 4, 5, 6, 7, 8, 9, 10] as const;

/** The months of a year by name, with how the journal writes them: `01`. */
export function monthNames(): readonly { readonly value: string; readonly label: string }[] {
  return Array.from({ length: 12 }, (_, month) => ({
    value: String(month + 1).padStart(2, "0"),
    label: new Date(2026, month, 15).toLocaleDateString(undefined, { month: "long" }),
  }));
}

/** The years in which a child may have been born who is at most so old, the latest first. */
export function birthYears(ageMost: number): readonly string[] {
  const year = new Date().getFullYear();
  return Array.from({ length: ageMost + 2 }, (_, back) => String(year - back));
}

/** Today, where this device is. */
export function today(): string {
  return dayOf(new Date());
}
