import type { ErrorCode } from "./errors.ts";
import { limits } from "./limits.ts";

/** The last day that a paraline may be open until, on a day of its owner's time zone; both `YYYY-MM-DD`. */
export function latestDay(today: string): string {
  const year = Number(today.slice(0, 4)) + limits.days_ahead_years;
  const rest = today.slice(4);
  return `${year}${rest === "-02-29" ? "-02-28" : rest}`;
}

/**
 * What is wrong with a day that somebody chose, whatever its field let through: a date field takes years of six digits.
 * The same in the browser and on the server.
 */
export function judgeDeadline(
  day: string,
  today: string,
): Extract<ErrorCode, "deadline_past" | "deadline_too_far"> | undefined {
  if (!/^\d{4}-/.test(day)) return "deadline_too_far";
  if (day < today) return "deadline_past";
  return day > latestDay(today) ? "deadline_too_far" : undefined;
}

/** Nothing was planned before; an earlier day has a year that is still being typed. */
const first_plan_day = "2000-01-01";

/** No plan reaches further; a later day is a slip of the keyboard, and no calendar takes it. */
export const last_plan_day = "2099-12-31";

/** Whether a day can stand in a plan, whatever its field let through. Days that are over can: plans are read later, too. */
export function isPlanDay(day: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && first_plan_day <= day && day <= last_plan_day;
}
