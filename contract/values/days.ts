import type { ErrorCode } from "../errors.ts";
import { limits } from "../limits.ts";
import { dayMs } from "./durations.ts";

// Every first page of the app loads this file, so it uses what browsers have instead of a library.

const readableDay = new Intl.DateTimeFormat("en-US", {
  year: "numeric",
  month: "short",
  day: "2-digit",
  timeZone: "UTC",
});

/** A calendar day (`YYYY-MM-DD`) as people read it: "Dec 12, 2026". */
export function formatDay(day: string): string {
  return readableDay.format(Date.parse(day));
}

/** Creating a formatter takes forty times as long as using it. Only a few are kept, because each takes memory. */
const zonedDays = new Map<string, Intl.DateTimeFormat>();
const zonedDaysKept = 20;

/** The calendar day (`YYYY-MM-DD`) of an instant in an IANA time zone. */
export function dayIn(timeZone: string, instant: Date): string {
  let days = zonedDays.get(timeZone);
  if (days === undefined) {
    // Swedish uses the format of ISO 8601.
    days = new Intl.DateTimeFormat("sv-SE", { timeZone });
    if (zonedDays.size >= zonedDaysKept) zonedDays.clear();
    zonedDays.set(timeZone, days);
  }
  return days.format(instant);
}

/** The calendar day (`YYYY-MM-DD`) of an instant in UTC. */
export function formatUtcDay(instant: Date | number): string {
  return new Date(instant).toISOString().slice(0, 10);
}

/** The day this many days after a `YYYY-MM-DD`, or before it for a negative number. */
export function addDays(day: string, days: number): string {
  return formatUtcDay(Date.parse(day) + days * dayMs);
}

/** The latest day until which a circle may stay open, given today in its owner's time zone; both `YYYY-MM-DD`. */
export function latestDay(today: string): string {
  const year = Number(today.slice(0, 4)) + limits.daysAheadYears;
  const rest = today.slice(4);
  return `${year}${rest === "-02-29" ? "-02-28" : rest}`;
}

/**
 * Validates a chosen day independently of its input field: a date field accepts six-digit years. The browser
 * and the server both use it.
 */
export function validateDeadline(
  day: string,
  today: string,
): Extract<ErrorCode, "deadline_past" | "deadline_too_far"> | undefined {
  if (!/^\d{4}-/.test(day)) return "deadline_too_far";
  if (day < today) return "deadline_past";
  return day > latestDay(today) ? "deadline_too_far" : undefined;
}

/** If a day is earlier, its year is still being typed. */
const firstPlanDay = "2000-01-01";

/** No plan goes further: a later day is a typo, and calendars reject it. */
export const lastPlanDay = "2099-12-31";

/**
 * Whether a plan may contain a day, independently of its input field. Past days are allowed, since plans are
 * also read later.
 */
export function isPlanDay(day: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && firstPlanDay <= day && day <= lastPlanDay;
}
