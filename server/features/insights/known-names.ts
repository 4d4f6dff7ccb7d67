import { setImmediate as nextTurn } from "node:timers/promises";
import { foldName, spaceless, transliterate } from "#server/features/invites/people/fold-name.ts";
import { replaceAddresses } from "./words/addresses.ts";
import { isCommonEnglishWord, isEnglishWord } from "./words/english-words.ts";
import { isGermanNoun } from "./words/german-words.ts";
import { wordSet } from "./words/lists.ts";
import { memoize } from "./words/memoize.ts";
import lists from "./words/word-lists.json" with { type: "json" };

export const redactionMark = "…";

/** Matches a text whose first letter belongs to a script that does not separate words with spaces. */
export const beginsSpaceless = new RegExp(`^[${spaceless}]`, "v");
const spacelessRuns = new RegExp(`[${spaceless}][${spaceless}\\p{M}]+`, "gv");
/** Names in these scripts have two to four letters. In the other scripts without spaces they may be longer. */
const isDense = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const wordLetters = `[[\\p{L}\\p{M}\\p{Cf}]--[${spaceless}]]+`;
/** Words, with the parts after an apostrophe, and with the digits at the end of a handle. */
const words = new RegExp(`${wordLetters}(?:['’]${wordLetters})*\\d*`, "gv");

/** The names of the owner, and of everyone who is or was invited. */
export interface KnownNames {
  names: readonly string[];
}

/** Makes a function that removes addresses, phone numbers and the given names from a text, but no other names. */
export function createKnownRedactor({ names }: KnownNames): (text: string) => string {
  const given = names
    .flatMap((name) =>
      name
        .normalize("NFC")
        .trim()
        .split(/[\s-]+/),
    )
    .filter((name) => name.length >= 2);
  const runs = given.filter((name) => beginsSpaceless.test(name));
  const inRuns = new RegExp(runs.toSorted((a, b) => b.length - a.length).join("|") || "(?!)", "gu");
  const spellings = new Set(given.flatMap((name) => [name, transliterate(name)]).map(plainOf));
  const inflected = matchInflected([...spellings]);
  const isName = memoize((word: string) => {
    const plain = plainOf(word);
    if (isSmallWord(word, plain)) return false;
    if ([plain, withoutPlural(plain)].some((form) => spellings.has(form))) {
      // "Đỗ" is a name and "do" a word.
      return plain.length > 3 || given.includes(word) || !isCommonEnglishWord(plain);
    }
    return inflected.test(plain) && mayInflect(word, plain, spellings);
  });
  return (text) =>
    replaceAddresses(text.normalize("NFC"), redactionMark)
      .replace(inRuns, redactionMark)
      .replace(words, (found) => {
        const [, bare = "", ending = "", digits] = /^(.*?)(['’]s)?(\d*)$/u.exec(found) ?? [];
        // A handle is no everyday word.
        const word = digits === "" ? bare : bare.charAt(0).toUpperCase() + bare.slice(1);
        return isName(word) ? redactionMark + ending : found;
      });
}

/** A word as it is compared with names: in lower case, without accents and apostrophes. */
const plainOf = (word: string) => foldName(word).text.toLowerCase().replace(/['’]/gu, "");

/** Names that are also everyday words. In lower case, they are taken for the word. */
export const namesThatAreWords = wordSet(lists.names_that_are_words);

const isSmallWord = (word: string, plain: string) =>
  /^\p{Ll}/u.test(word) &&
  (namesThatAreWords.has(plain) || namesThatAreWords.has(plain.replace(/s$/, "")));

/** The plural of a name: "Okonkwos" is one of Okonkwo, but "this" and "class" are not plurals of Thi and Clas. */
const withoutPlural = (word: string) => word.replace(/(?<=[\p{L}\p{M}]{3}[^sxz])s$/iu, "");

/** Words such as "and", "to" and "the" that Arabic and Hebrew join to a name. */
const prefixes = { arabic: "[وف]?(?:لل|[بكل]?(?:ال)?)", hebrew: "[והבכלמש]{0,3}" };
const isSyllabic =
  /^[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}]/u;
const inflectedLetters = 3;

/** Matches names with the endings and prefixes that languages join to them: "ивану", "kowalskiego", "לדנה". */
function matchInflected(names: readonly string[]): RegExp {
  const patterns = names
    .filter((name) => /^[\p{L}\p{M}]{3,}$/u.test(name) && !beginsSpaceless.test(name))
    .map((name) => {
      if (/^\p{Script=Arabic}/u.test(name)) return prefixes.arabic + name;
      if (/^\p{Script=Hebrew}/u.test(name)) return prefixes.hebrew + name;
      if (isSyllabic.test(name)) return `${name}[\\p{L}\\p{M}]{0,4}`;
      const stem = name.replace(/[aeoyаяеиь]$/u, "");
      return `${stem.length >= inflectedLetters ? stem : name}\\p{Ll}{1,4}`;
    });
  return new RegExp(`^(?:${patterns.join("|") || "(?!)"})$`, "u");
}

/**
 * Whether a match may be an inflected name. In lower case, only forms of long names count: "marcher" is not one of
 * Marc.
 */
function mayInflect(word: string, plain: string, names: ReadonlySet<string>): boolean {
  if (isEnglishWord(word) || isGermanNoun(word)) return false;
  if (!/^\p{Ll}/u.test(word)) return true;
  const longLetters = /^\p{Script=Latin}/u.test(word) ? 6 : 4;
  return [...names].some((name) => name.length >= longLetters && plain.startsWith(name));
}

/** Everything in a text that may be a name: every word, and every few letters where no spaces separate words. */
function* listSpellings(text: string): Generator<string> {
  const whole = text.normalize("NFC");
  for (const [run] of whole.matchAll(spacelessRuns)) {
    const letters = run.match(/\P{M}\p{M}*/gu) ?? [];
    const longest = isDense.test(run) ? 4 : 12;
    for (const from of letters.keys()) {
      for (let length = 2; length <= longest; length += 1) {
        yield letters.slice(from, from + length).join("");
      }
    }
  }
  for (const [word] of whole.matchAll(/[\p{L}\p{M}]+/gu)) {
    const folded = foldName(word).text;
    yield* [word, folded, withoutPlural(word), withoutPlural(folded)];
  }
}

const sliceMs = 10;

/**
 * The words of some texts that belong to the names of removed people. Recognizing these takes the circle's key, which
 * the thread for heavy work does not have, so it is done before, and other work gets a turn every few milliseconds.
 */
export async function findRemovedWords(
  texts: Iterable<string>,
  isRemoved: (word: string) => boolean,
): Promise<Set<string>> {
  const removed = new Set<string>();
  let began = performance.now();
  for (const text of texts) {
    for (const spelling of new Set(listSpellings(text))) {
      if (!removed.has(spelling) && isRemoved(spelling)) removed.add(spelling);
      if (performance.now() - began < sliceMs) continue;
      await nextTurn();
      began = performance.now();
    }
  }
  return removed;
}
