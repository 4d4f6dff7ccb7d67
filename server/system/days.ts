import { TZDate } from "@date-fns/tz";

/**
 * The instant of a full hour on a calendar day in an IANA time zone. If the clocks skip the hour, the next instant that
 * exists.
 */
export function hourIn(timeZone: string, day: string, hour: number): Date {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(new TZDate(year, month - 1, date, hour, timeZone).getTime());
}

/** The instant at which a calendar day ends in an IANA time zone, even where that midnight is skipped or late. */
export function endOfDayIn(timeZone: string, day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(new TZDate(year, month - 1, date + 1, timeZone).getTime());
}

/** Nine o'clock on the Monday after an instant (the same day's, if that is still to come) in an IANA time zone. */
export function nextMondayAtNine(timeZone: string, after: Date): Date {
  const local = new TZDate(after, timeZone);
  const days = (8 - local.getDay()) % 7;
  const nineIn = (days: number) =>
    new TZDate(local.getFullYear(), local.getMonth(), local.getDate() + days, 9, timeZone);
  const next = nineIn(days);
  return new Date((next.getTime() > after.getTime() ? next : nineIn(days + 7)).getTime());
}
