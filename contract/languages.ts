/**
 * The languages that invitees can be addressed in, as BCP 47 tags: of their emails and pages. Source: docs/languages.md.
 */
export const languages = [
  "en",
  "de",
  "es",
  "fr",
  "pt-BR",
  "it",
  "nl",
  "pl",
  "tr",
  "ja",
  "ar",
] as const;
export type Language = (typeof languages)[number];

/** Each language's name in itself. */
export const languageNames: Record<Language, string> = {
  en: "English",
  de: "Deutsch",
  es: "Español",
  fr: "Français",
  "pt-BR": "Português (Brasil)",
  it: "Italiano",
  nl: "Nederlands",
  pl: "Polski",
  tr: "Türkçe",
  ja: "日本語",
  ar: "العربية",
};

/** Something for each language. */
export function forEachLanguage<T>(make: (language: Language) => T): Record<Language, T> {
  return Object.fromEntries(languages.map((language) => [language, make(language)])) as Record<
    Language,
    T
  >;
}

/** The direction in which a language is written. */
export function findTextDirection(language: Language): "ltr" | "rtl" {
  return language === "ar" ? "rtl" : "ltr";
}

/**
 * The first supported language of a list of preferences such as `navigator.languages`, whatever its region. Undefined if
 * there is none.
 */
export function findLanguage(preferred: readonly string[]): Language | undefined {
  for (const tag of preferred) {
    const [wanted] = tag.toLowerCase().split("-");
    const found = languages.find((language) => language.toLowerCase().split("-")[0] === wanted);
    if (found !== undefined) return found;
  }
  return undefined;
}
