import { TZDate } from "@date-fns/tz";
import { format, parseISO } from "date-fns";

/** A calendar day (`YYYY-MM-DD`) as the product shows it: "Dec 12, 2026". */
export function formatDay(day: string): string {
  return format(parseISO(day), "MMM dd, yyyy");
}

/** The calendar day (`YYYY-MM-DD`) of an instant in a time zone. */
export function dayIn(timeZone: string, instant: Date): string {
  return format(new TZDate(instant, timeZone), "yyyy-MM-dd");
}

/** An instant (ISO) in a time zone: "Nov 18, 2026 at 8:42 AM". */
export function formatInstant(instant: string, timeZone: string): string {
  return format(new TZDate(instant, timeZone), "MMM dd, yyyy 'at' h:mm a");
}

/** The local time in a time zone at an instant: "8:42 AM on Wednesday". */
export function formatClock(instant: Date, timeZone: string): string {
  return format(new TZDate(instant, timeZone), "h:mm a 'on' EEEE");
}
