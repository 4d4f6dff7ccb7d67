import { foldName } from "#server/features/invites/people/fold-name.ts";
import {
  createKnownRedactor,
  type KnownNames,
  namesThatAreWords,
  redactionMark,
} from "./known-names.ts";
import { isEnglishWord, rarityInEnglish } from "./words/english-words.ts";
import { isGermanFirstName, isGermanNoun, isGermanWord } from "./words/german-words.ts";
import { createLanguageFinder } from "./words/languages.ts";
import { languageWords, wordSet } from "./words/lists.ts";
import { memoize } from "./words/memoize.ts";
import { startsSentence } from "./words/starts-sentence.ts";
import lists from "./words/word-lists.json" with { type: "json" };

/** Capitalized words that name no person: months, days, places, languages. */
const notNames = wordSet(lists.not_names);

/** Brands, which people write in more ways than one: Whatsapp, WhatsApp. */
const brands = wordSet(lists.brands);

const isNotName = (word: string) =>
  [word.replaceAll("’", "'"), word.replace(/s$/, "")].some(
    (form) => notNames.has(form) || brands.has(form.toLowerCase()),
  );

/** Whether a capitalized word is known to be something else than a person's name. */
export const isKnownWord = (word: string) => isNotName(word) || isEnglishWord(word);

/** First names that are common enough to be recognized in any case and place, without a list of invited people. */
const firstNames = wordSet(lists.first_names.map((line) => line.toLowerCase()));

export const isFirstName = (word: string) => firstNames.has(foldName(word).text.toLowerCase());

/** First names that are words if they are in lower case: in English, and in other languages. */
const smallWords = wordSet(lists.small_words);
const smallWordsElsewhere = wordSet(lists.small_words_elsewhere);

/** A word that follows these is a name if no dictionary has it: "frag mal conny", "lg moni". */
const addressed = new RegExp(
  `(?<!\\p{L})((?:${lists.before_name.join("")})[,!.]?\\s+)(\\p{L}{2,})(?![\\p{L}\\p{M}])`,
  "giu",
);

/** What follows a name that is also a word: "Mercy told me", "Grace Okafor says". */
const saying = wordSet(lists.saying);
const says = (after: string) => after.split(" ", 3).some((word) => saying.has(word));

const capitalised = /\p{Lu}[\p{L}\p{M}'’]*\d*(?:[-'’]\p{L}+)*/gu;
const trimName = (found: string) => found.replace(/['’]s$|\d+$/u, "");
const acronymLetters = 5;

/**
 * Makes a function that redacts what would reveal a text's author or subject: addresses, phone numbers, the given names,
 * and other people's names as far as spelling shows them, in doubt too. The owner's own words stay, unless they are
 * given names.
 */
export function createRedactor(
  names: KnownNames,
  ownerTexts: readonly string[],
  answerTexts: readonly string[] = [],
  findLanguage = createLanguageFinder([...ownerTexts, ...answerTexts]),
): (text: string) => string {
  const redactKnown = createKnownRedactor(names);
  const ownerWords = new Set(
    ownerTexts.flatMap((text) => text.normalize("NFC").match(/\p{L}[\p{L}'’-]+/gu) ?? []),
  );
  const named = listNamed(answerTexts, findLanguage);

  return memoize((given: string) => {
    const text = redactKnown(given);
    const language = findLanguage(given);

    const mayName = (word: string, at: number): boolean => {
      if (isNotName(word) || ownerWords.has(word)) return false;
      if (word.split("-").some(isFirstName)) return true;
      const isWord = language === "de" ? isGermanWord(word) : isEnglishWord(word);
      if (/^\p{Lu}+$/u.test(word)) {
        return word.length >= acronymLetters && language === "en" && !isWord;
      }
      if (isCapitalOfName(text, word, at, language)) return true;
      const after = text.slice(at + word.length);
      const isLastLine = /\n[^\p{L}]*$/u.test(text.slice(0, at)) && !/\p{L}/u.test(after);
      if (namesThatAreWords.has(word.toLowerCase())) return isLastLine || says(after);
      return named.has(word) || (!isWord && (isLastLine || language === "en" || language === "de"));
    };

    return text
      .replace(capitalised, (found, at: number) => {
        const word = trimName(found);
        return mayName(word, at) ? redactionMark + found.slice(word.length) : found;
      })
      .replace(/(?<![\p{L}\p{M}])\p{Ll}{2,}(?![\p{L}\p{M}])/gu, (word) => {
        const isOther =
          namesThatAreWords.has(word) ||
          smallWords.has(word) ||
          (language !== "en" && smallWordsElsewhere.has(word)) ||
          ownerWords.has(word) ||
          ownerWords.has(word.charAt(0).toUpperCase() + word.slice(1));
        const isGerman = (language === "en" || language === "de") && isGermanFirstName(word);
        const isName =
          (language === "en" ? isFirstName(word) : firstNames.has(word)) ||
          (isGerman && rarityInEnglish(word) === 1);
        return isName && !isOther ? redactionMark : word;
      })
      .replace(addressed, (found, before: string, word: string) => {
        const introducing = wordSet(languageWords[language]?.before_thing ?? []);
        const isKnown = isEnglishWord(word) || isGermanWord(word) || introducing.has(word);
        return isKnown || ownerWords.has(word) || /^\p{Lu}/u.test(word)
          ? found
          : before + redactionMark;
      });
  });
}

/** Whether a word is capitalized within a sentence, and no German noun. */
const isCapitalOfName = (text: string, word: string, at: number, language: string) =>
  !startsSentence(text, at) && !(language === "de" && isGermanNoun(word, text.slice(0, at)));

/** Words that are capitalized like names within sentences, and nowhere in lower case. */
function listNamed(texts: readonly string[], findLanguage: (text: string) => string): Set<string> {
  const named = new Set<string>();
  for (const text of texts.map((entry) => entry.normalize("NFC"))) {
    for (const { 0: found, index } of text.matchAll(capitalised)) {
      const word = trimName(found);
      if (isCapitalOfName(text, word, index, findLanguage(text))) named.add(word);
    }
  }
  const small = new Set(texts.flatMap((text) => text.match(/(?<!\p{L})\p{Ll}+(?!\p{L})/gu) ?? []));
  return new Set([...named].filter((word) => !small.has(word.toLowerCase())));
}
