import type { ErrorCode } from "./errors.ts";
import { limits } from "./limits.ts";

/** The last day that a paraline may be open until, or a next step planned for; both are days of the owner's time zone, `YYYY-MM-DD`. */
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
