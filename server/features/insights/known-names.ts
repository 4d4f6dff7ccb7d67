import { foldName, spaceless, transliterate } from "#server/features/invites/people/fold-name.ts";
import { replaceAddresses } from "./words/addresses.ts";
import { isEnglishWord, rarityInEnglish } from "./words/english-words.ts";
import { isGermanNoun } from "./words/german-words.ts";
import { wordSet } from "./words/lists.ts";
import { memoize } from "./words/memoize.ts";
import lists from "./words/word-lists.json" with { type: "json" };

export const redactionMark = "…";

/** Matches a text whose first letter belongs to a script that does not separate words with spaces. */
export const beginsSpaceless = new RegExp(`^[${spaceless}]`, "v");
const wordLetters = `[[\\p{L}\\p{M}\\p{Cf}]--[${spaceless}]]+`;
/** Words, with the parts after an apostrophe, and with the digits at the end of a handle. */
const words = new RegExp(`${wordLetters}(?:['’]${wordLetters})*\\d*`, "gv");

/** The names of the owner, and of everyone invited. */
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
  const spellings = new Set(given.flatMap((name) => [name, transliterate(name)]).map(toPlainName));
  const isName = memoize((word: string) => {
    const plain = toPlainName(word);
    const isSmall = /^\p{Ll}/u.test(word);
    const forms = [plain, plain.replace(/(?<=[^s])s$/u, "")];
    if (isSmall && forms.some((form) => namesThatAreWords.has(form))) return false;
    const found = forms.find((form) => spellings.has(form));
    // "Đỗ" is a name and "do" a word, as "this" is no plural of Thi.
    if (found !== undefined) {
      return found.length > nameLetters || given.includes(word) || rarityInEnglish(plain) > 0;
    }
    if (isEnglishWord(word) || isGermanNoun(word)) return false;
    return [...spellings].some((name) => isForm(plain, name, isSmall));
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
const toPlainName = (word: string) => foldName(word).text.toLowerCase().replace(/['’]/gu, "");

/** Names that are also everyday words. In lower case, they are taken for the word. */
export const namesThatAreWords = wordSet(lists.names_that_are_words);

const nameLetters = 3;
const addedLetters = 4;

/**
 * Whether a word is a name with the few letters that languages add to it: "Ивану", "kowalskiego", "לדנה". In lower
 * case, only forms of long names count: "marcher" is not one of Marc.
 */
function isForm(word: string, name: string, isSmall: boolean): boolean {
  if (name.length < nameLetters || word.length > name.length + addedLetters) return false;
  const isLatin = /^\p{Script=Latin}/u.test(name);
  if (!isLatin && !/^\p{Script=Cyrillic}/u.test(name)) return word.includes(name);
  if (isSmall) return name.length >= (isLatin ? 5 : 4) && word.startsWith(name);
  return word.startsWith(name.replace(/(?<=.{3})[aeoyаяеиь]$/u, ""));
}
