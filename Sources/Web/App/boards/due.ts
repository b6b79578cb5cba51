/** When a card is due: as the views say it, as a person reads it, and as a command asks for it. */

/** A day, or a minute of it in a zone. */
export interface Due {
  readonly day: string;
  /** `09:30`; undefined: some time that day. */
  readonly clock: string | undefined;
  readonly zone: string | undefined;
}

/** How a due date stands to today. */
export type DueState = "overdue" | "today" | "soon" | "later";

/** A due date of a view: `2026-12-01` or `2026-12-01 09:30 Europe/Berlin`. */
export function parseDue(text: string | null | undefined): Due | undefined {
  const [day, clock, zone] = (text ?? "").split(" ");
  return day ? { day, clock, zone } : undefined;
}

/** The due date as a command asks for it; null for none. */
export function dueOf(day: string, clock: string, zone: string) {
  if (!day) return null;
  if (!clock) return { day };
  const [hours, minutes] = clock.split(":").map(Number);
  return { day, minuteOfDay: (hours ?? 0) * 60 + (minutes ?? 0), zone };
}

/** The day of a moment where this device is, as `2026-11-26`. */
export function dayOf(moment: Date): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}

/** A day some days later. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The days from one day to another; negative where that is past. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}

/** How a due day stands to today; `soon` is within a week. */
export function dueState(due: Due, today: string): DueState {
  const days = daysBetween(today, due.day);
  if (days < 0) return "overdue";
  if (days === 0) return "today";
  return days < 7 ? "soon" : "later";
}

/** The due date in few words: `Today`, `Tomorrow, 09:30`, `Friday`, `1 Dec`, `1 Dec 2027`. */
export function dueText(due: Due, today: string, language?: string): string {
  const day = dayText(due.day, today, language);
  return due.clock ? `${day}, ${due.clock}` : day;
}

/** A day in few words. */
export function dayText(day: string, today: string, language?: string): string {
  const days = daysBetween(today, day);
  if (days === 0) return "Today";
  if (days === 1) return "Tomorrow";
  if (days === -1) return "Yesterday";
  const date = new Date(`${day}T00:00:00Z`);
  const isNear = days > 1 && days < 7;
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  return new Intl.DateTimeFormat(language, {
    timeZone: "UTC",
    ...(isNear ? { weekday: "long" } : { day: "numeric", month: "short" }),
    ...(isNear || isThisYear ? {} : { year: "numeric" }),
  }).format(date);
}
