import { TZDate } from "@date-fns/tz";
import { format } from "date-fns";

/** The calendar day of an instant in an IANA time zone, `YYYY-MM-DD`. */
export function dayIn(time_zone: string, instant: Date): string {
  return format(new TZDate(instant, time_zone), "yyyy-MM-dd");
}

/** The instant at which a calendar day is over in an IANA time zone, also where that midnight is skipped or late. */
export function endOfDayIn(time_zone: string, day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(new TZDate(year, month - 1, date + 1, time_zone).getTime());
}
