import { estimatedMinutes } from "../answer-limits.ts";
import type { Language } from "../languages.ts";

/** A calendar day (`YYYY-MM-DD`) in a few characters: "Dec 12, 2026", "12. Dez. 2026". */
export function formatShortDay(
  locale: string,
  day: string,
  dayOfMonth: "numeric" | "2-digit" = "numeric",
): string {
  return formatAs(locale, day, { year: "numeric", month: "short", day: dayOfMonth });
}

/** A calendar day (`YYYY-MM-DD`) in full: "December 12, 2026", "12. Dezember 2026". */
export function formatLongDay(locale: string, day: string): string {
  return formatAs(locale, day, { dateStyle: "long" });
}

function formatAs(locale: string, day: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" }).format(Date.parse(day));
}

/** Arabic texts have the digits of scales and addresses. */
const findLocale = (language: Language) => (language === "ar" ? "ar-u-nu-latn" : language);

/** A calendar day (`YYYY-MM-DD`) in an email; in English as owners read it: "Dec 12, 2026". */
export function formatDayIn(language: Language, day: string): string {
  return language === "en"
    ? formatShortDay("en-US", day, "2-digit")
    : formatLongDay(findLocale(language), day);
}

/** How many minutes answering takes, as a range in a language: "3-5". */
export function formatMinutesIn(language: Language, questionCount: number): string {
  const range = estimatedMinutes(questionCount);
  if (language === "en") return range;
  const [from = 0, to = 0] = range.split("-").map(Number);
  return new Intl.NumberFormat(findLocale(language)).formatRange(from, to);
}
