import { foldName } from "#server/features/invites/people/fold-name.ts";
import {
  createKnownRedactor,
  type KnownNames,
  namesThatAreWords,
  redactionMark,
} from "./known-names.ts";
import { isCommonEnglishWord, isEnglishWord, isUnlikelyName } from "./words/english-words.ts";
import { isGermanName, isGermanNoun, isGermanWord } from "./words/german-words.ts";
import { createLanguageFinder } from "./words/languages.ts";
import { wordSet } from "./words/lists.ts";
import { memoize } from "./words/memoize.ts";
import { startsSentence } from "./words/starts-sentence.ts";
import lists from "./words/word-lists.json" with { type: "json" };

/** Capitalized words that name no person: months, days, places, languages. */
const notNames = wordSet(lists.not_names);

/** Brands, which people write in more ways than one: Whatsapp, WhatsApp. */
const brands = wordSet(lists.brands);

const isNoName = (word: string) =>
  [word.replaceAll("’", "'"), word.replace(/s$/, "")].some(
    (form) => notNames.has(form) || brands.has(form.toLowerCase()),
  );

/** Whether a capitalized word is known to be something else than a person's name. */
export const isKnownWord = (word: string) => isNoName(word) || isEnglishWord(word);

/** First names that are common enough to be recognized in any case and place, without a list of invited people. */
const firstNames = wordSet(lists.first_names.map((line) => line.toLowerCase()));

export const isFirstName = (word: string) => firstNames.has(foldName(word).text.toLowerCase());

/** First names that are words if they are in lower case: in English, and in other languages. */
const smallWords = wordSet("christian jan marina robin roger victor");
const smallWordsElsewhere = wordSet(
  "ben clara claire ella gloria ida linda marco mia mila rosa sam sole vera victoria",
);

/** What follows the name of somebody who is quoted. */
const says = new RegExp(
  [
    String.raw`^(?:[ \t]+(?:\p{Lu}[\p{L}'’-]+|…))*[ \t]+(?:(?:also|always|just|never|once|often|still|even|really|hat)[ \t]+)?`,
    "(?:told|tells?|sa(?:id|ys|gt|gte)|thinks|thought|ask(?:s|ed)|suggest(?:s|ed)|",
    "warn(?:s|ed|t)|mention(?:s|ed)|reckons|recommend(?:s|ed)|",
    String.raw`advise[sd]|mir|gemeint|mein(?:t|te)|findet|denkt|glaubt|rät)(?!\p{L})`,
  ].join(""),
  "u",
);

const capitalised = /\p{Lu}[\p{L}\p{M}'’]*\d*(?:[-'’]\p{L}+)*/gu;
const capitals = /^\p{Lu}+$/u;
const acronymLetters = 5;

/** What comes before a name that has the last line to itself, or only a German possessive with it. */
const startsLastLine = /\n[^\p{L}]*(?:(?:deine?|euer|eure)\s)?$/iu;

/**
 * Makes a function that redacts what would reveal a text's author or subject: addresses, phone numbers, the given names,
 * and other people's names as far as spelling shows them. Each becomes "…". It errs towards a name. Words from the
 * owner's own texts stay, unless they are among the given names. At the start of a sentence, a word counts as a name if
 * the answers always capitalize it, and within sentences too. Source: docs/product.md, Insights.
 */
export function createRedactor(
  names: KnownNames,
  ownerTexts: readonly string[],
  answerTexts: readonly string[] = [],
  languageOf = createLanguageFinder([...ownerTexts, ...answerTexts]),
): (text: string) => string {
  const redactKnown = createKnownRedactor(names);
  const ownerWords = new Set(
    ownerTexts.flatMap((text) => text.normalize("NFC").match(/\p{L}[\p{L}'’-]+/gu) ?? []),
  );
  const named = listNamed(answerTexts, (text) => languageOf(text) === "de");

  return memoize((given: string) => {
    const text = redactKnown(given);
    const language = languageOf(given);
    const isWord = (word: string) =>
      isEnglishWord(word) || (language === "de" && isGermanWord(word));

    const mayName = (word: string, at: number): boolean => {
      const small = word.toLowerCase();
      if (isNoName(word) || ownerWords.has(word)) return false;
      const isEveryday = namesThatAreWords.has(small);
      if (capitals.test(word)) {
        const isUnknown = word.length >= acronymLetters && language === "en" && !isWord(small);
        return !isEveryday && (isFirstName(word) || isUnknown);
      }
      if (/\d$/u.test(word)) return isFirstName(word.replace(/\d+$/u, ""));
      if (word.split("-").some(isFirstName)) return true;
      const before = text.slice(0, at);
      const after = text.slice(at + word.length);
      const isRole = [small, small.replace(/s$/u, "")].some(isUnlikelyName);
      if (!isRole && says.test(after)) return true;
      const isLastLine = startsLastLine.test(before) && !/\p{L}/u.test(after);
      if (!startsSentence(text, at)) {
        return isLastLine || language !== "de" || !isGermanNoun(word, before);
      }
      if (isRole) return false;
      if (isEveryday || isLastLine) return isLastLine && (isEveryday || !isWord(word));
      if (isCommonEnglishWord(small)) return false;
      if (language === "de" && isGermanNoun(word)) return false;
      if (named.has(word)) return true;
      return language === "de" ? isGermanName(word, after) : language === "en" && !isWord(word);
    };

    return text
      .replace(capitalised, (found, at: number) => {
        const word = found.replace(/['’]s$/u, "");
        return mayName(word, at) ? redactionMark + found.slice(word.length) : found;
      })
      .replace(/(?<![\p{L}\p{M}])\p{Ll}{2,}(?![\p{L}\p{M}])/gu, (word) => {
        const isOther =
          namesThatAreWords.has(word) ||
          smallWords.has(word) ||
          (language !== "en" && smallWordsElsewhere.has(word)) ||
          ownerWords.has(word) ||
          ownerWords.has(word.charAt(0).toUpperCase() + word.slice(1));
        const isName = language === "en" ? isFirstName(word) : firstNames.has(word);
        return isName && !isOther ? redactionMark : word;
      });
  });
}

/** Words that are capitalized within sentences and nowhere in lower case, except German nouns. */
function listNamed(texts: readonly string[], isGerman: (text: string) => boolean): Set<string> {
  const named = new Set<string>();
  for (const text of texts.map((entry) => entry.normalize("NFC"))) {
    for (const { 0: found, index } of text.matchAll(capitalised)) {
      const word = found.replace(/['’]s$/u, "");
      const isNoun = isGerman(text) && isGermanNoun(word, text.slice(0, index));
      if (!isNoun && !startsSentence(text, index)) named.add(word);
    }
  }
  const small = new Set(texts.flatMap((text) => text.match(/(?<!\p{L})\p{Ll}+(?!\p{L})/gu) ?? []));
  return new Set([...named].filter((word) => !small.has(word.toLowerCase())));
}
