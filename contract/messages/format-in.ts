import { estimatedMinutes } from "../answer-limits.ts";
import type { Language } from "../languages.ts";
import { formatDay } from "../values/days.ts";

/** Arabic texts have the digits of scales and addresses. */
const localeOf = (language: Language) => (language === "ar" ? "ar-u-nu-latn" : language);

/** A calendar day (`YYYY-MM-DD`) as people read it in a language; in English as owners read it: "Dec 12, 2026". */
export function formatDayIn(language: Language, day: string): string {
  if (language === "en") return formatDay(day);
  const days = new Intl.DateTimeFormat(localeOf(language), { dateStyle: "long", timeZone: "UTC" });
  return days.format(Date.parse(day));
}

/** How many minutes answering takes, as a range in a language: "3-5". */
export function formatMinutesIn(language: Language, questionCount: number): string {
  const range = estimatedMinutes(questionCount);
  if (language === "en") return range;
  const [from = 0, to = 0] = range.split("-").map(Number);
  return new Intl.NumberFormat(localeOf(language)).formatRange(from, to);
}
