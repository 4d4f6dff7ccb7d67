import type { ErrorCode } from "../errors.ts";
import { limits } from "../limits.ts";
import { dayMs } from "./durations.ts";

// Every first page of the app loads this file: what a browser already has costs no bytes there.

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

/** Making one takes forty times as long as using it. Few, because each takes memory. */
const zonedDays = new Map<string, Intl.DateTimeFormat>();
const zonedDaysKept = 20;

/** The calendar day (`YYYY-MM-DD`) of an instant in an IANA time zone. */
export function dayIn(timeZone: string, instant: Date): string {
  let days = zonedDays.get(timeZone);
  if (days === undefined) {
    // Swedish writes days as ISO 8601 does.
    days = new Intl.DateTimeFormat("sv-SE", { timeZone });
    if (zonedDays.size >= zonedDaysKept) zonedDays.clear();
    zonedDays.set(timeZone, days);
  }
  return days.format(instant);
}

/** The day so many days after a `YYYY-MM-DD`, or before it for a negative number. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

/** The latest day a circle may stay open until, counted from a day in its owner's time zone; both `YYYY-MM-DD`. */
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

/** An earlier day means that the year is still being typed. */
const firstPlanDay = "2000-01-01";

/** No plan reaches further; a later day is a typo, and calendars reject it. */
export const lastPlanDay = "2099-12-31";

/**
 * Whether a plan may contain a day, independently of its input field. Past days are allowed, since plans are
 * also read later.
 */
export function isPlanDay(day: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && firstPlanDay <= day && day <= lastPlanDay;
}
