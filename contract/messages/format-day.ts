/*
 * Days as people read them in their language, on the pages and in the emails of invitees. Days are `YYYY-MM-DD`.
 */

/** A day in a few characters: "Dec 12, 2026", "12. Dez. 2026". */
export function formatDayIn(
  locale: string,
  day: string,
  dayOfMonth: "numeric" | "2-digit" = "numeric",
): string {
  return format(locale, day, { year: "numeric", month: "short", day: dayOfMonth });
}

/** A day in full: "December 12, 2026", "12. Dezember 2026". */
export function formatLongDayIn(locale: string, day: string): string {
  return format(locale, day, { dateStyle: "long" });
}

function format(locale: string, day: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" }).format(Date.parse(day));
}
