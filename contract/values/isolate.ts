import { findTextDirection, type Language } from "../languages.ts";

/** The blocks of Hebrew, Arabic and the other scripts that are written from right to left. */
const rightToLeft =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * What a person wrote, for the middle of a sentence: if its script is written from right to left, it is marked as a unit
 * of its own, because it would change the order of the words and marks around it.
 */
export function isolate(text: string): string {
  return rightToLeft.test(text) ? markUnit(text) : text;
}

/** The same for the middle of a sentence in a language. A name that is missing stays so. */
export function isolateIn(language: Language, text: string): string;
export function isolateIn(language: Language, text: string | null): string | null;
export function isolateIn(language: Language, text: string | null): string | null {
  if (text === null) return null;
  return findTextDirection(language) === "rtl" ? markUnit(text) : isolate(text);
}

const markUnit = (text: string) => `\u2068${text}\u2069`;

/** The same for the quotations in a sentence: “…”. */
export function isolateQuotations(sentence: string): string {
  return sentence.replace(/(?<=“)[^”]+(?=”)/g, isolate);
}
