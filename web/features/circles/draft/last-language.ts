import { findLanguage, type Language, languages } from "#contract/languages.ts";
import { readText, storeText } from "#web/client/browser-storage.ts";

const createStorageKey = (userId: string) => `paraline.language.${userId}`;

/** The language of a new paraline until its owner chooses another: that of their browser. */
export const presetLanguage = (): Language => findLanguage(navigator.languages) ?? "en";

/** The language of the paraline that this account last created in this browser. */
export function readLastLanguage(userId: string): Language {
  const stored = readText("localStorage", createStorageKey(userId));
  return languages.find((language) => language === stored) ?? "en";
}

export function storeLastLanguage(userId: string, language: Language): void {
  storeText("localStorage", createStorageKey(userId), language);
}
