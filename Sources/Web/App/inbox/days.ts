/** Days and moments as a person reads them, where they are. */

const dayMilliseconds = 86_400_000;

/** A day of the calendar here, as `2026-11-26`. */
export function dayOf(moment: Date): string {
  const month = String(moment.getMonth() + 1).padStart(2, "0");
  return `${moment.getFullYear()}-${month}-${String(moment.getDate()).padStart(2, "0")}`;
}

/** Today, here. */
export function today(): string {
  return dayOf(new Date());
}

/** The day so many days after another. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * dayMilliseconds).toISOString().slice(0, 10);
}

/** The first Monday after a day. */
export function nextMonday(day: string): string {
  return addDays(day, (8 - new Date(Date.parse(day)).getUTCDay()) % 7 || 7);
}

/** "Today", "Tomorrow", "Friday", "28 November": a day near `now` by its name. */
export function sayDay(day: string, now = today()): string {
  const distance = Math.round((Date.parse(day) - Date.parse(now)) / dayMilliseconds);
  if (distance === 0) return "Today";
  if (distance === 1) return "Tomorrow";
  if (distance === -1) return "Yesterday";
  if (distance > 1 && distance < 7) return written(day, { weekday: "long" });
  const isThisYear = day.slice(0, 4) === now.slice(0, 4);
  return written(day, { day: "numeric", month: "long", ...(isThisYear ? {} : { year: "numeric" }) });
}

/** The weekday and the date, as "Friday, 28 November". */
export function sayWholeDay(day: string): string {
  return written(day, { weekday: "long", day: "numeric", month: "long" });
}

function written(day: string, how: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat("en-GB", { ...how, timeZone: "UTC" }).format(Date.parse(day));
}

/** "08:30", "Yesterday 08:30", "3 November 08:30": a moment of the past. */
export function sayMoment(moment: string, now = today()): string {
  const date = new Date(moment);
  const time = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" }).format(date);
  const day = dayOf(date);
  return day === now ? time : `${sayDay(day, now)} ${time}`;
}

/** "08:30", "Yesterday", "3 Nov": a moment of the past where there is little room. */
export function sayBriefly(moment: string, now = today()): string {
  const day = dayOf(new Date(moment));
  if (day === now) return sayMoment(moment, now);
  if (day === addDays(now, -1)) return "Yesterday";
  const isThisYear = day.slice(0, 4) === now.slice(0, 4);
  return written(day, { day: "numeric", month: "short", ...(isThisYear ? {} : { year: "numeric" }) });
}

/** A moment within a sentence: "yesterday 08:30". */
export function sayMomentWithin(moment: string): string {
  return sayMoment(moment).replace(/^(Today|Yesterday|Tomorrow)/, (name) => name.toLowerCase());
}
