import { TZDate } from "@date-fns/tz";
import { format } from "date-fns/format";

/** An instant (ISO) in a time zone: "Nov 18, 2026 at 8:42 AM". */
export function formatInstant(instant: string, timeZone: string): string {
  return format(new TZDate(instant, timeZone), "MMM dd, yyyy 'at' h:mm a");
}

/** The local time in a time zone at an instant: "8:42 AM on Wednesday". */
export function formatClock(instant: Date, timeZone: string): string {
  return format(new TZDate(instant, timeZone), "h:mm a 'on' EEEE");
}
