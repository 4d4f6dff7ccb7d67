import lists from "./word-lists.json" with { type: "json" };
import { wordSet } from "./word-set.ts";

/**
 * Nouns that tell what an answer is about, although they are in the lists of stop words, which were made for web
 * search.
 */
const nouns: Readonly<Record<string, ReadonlySet<string>>> = {
  en: wordSet(lists.english_content_nouns),
  // In lower case, "weg" is "away".
  de: wordSet("Zeit Jahr Jahre Jahren Mensch Menschen Weg Ende Tag Tage Tagen Ordnung Mann Gott"),
  tr: wordSet("iş kaynak"),
};

/** Whether a word is one of these nouns. `written` is in lower case; German capitalizes its nouns. */
export function isContentNoun(code: string, word: string, written: string): boolean {
  return nouns[code]?.has(code === "de" ? word : written) ?? false;
}
