import { setImmediate as nextTurn } from "node:timers/promises";
import { foldName, spaceless, transliterate } from "#server/features/invites/people/fold-name.ts";
import { replaceAddresses } from "./words/addresses.ts";
import { isEnglishWord } from "./words/english-words.ts";
import { isGermanNoun } from "./words/german-words.ts";
import { startsSentence } from "./words/starts-sentence.ts";
import lists from "./words/word-lists.json" with { type: "json" };
import { wordSet } from "./words/word-set.ts";

export const redactionMark = "…";

const letter = `[\\p{L}--[${spaceless}]]`;
/** Matches a text whose first letter belongs to a script that does not separate words with spaces. */
export const beginsSpaceless = new RegExp(`^[${spaceless}]`, "v");
const spacelessRuns = new RegExp(`[${spaceless}][${spaceless}\\p{M}]+`, "gv");
/** Names in these scripts have two to four letters. In the other scripts without spaces they may be longer. */
const isDense = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const endsSpaceless = new RegExp(`[${spaceless}]$`, "v");

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** People whose names answers may contain: the owner, and everyone who is or was invited. */
export interface KnownNames {
  names: readonly string[];
  /** Whether a word belongs to the name of somebody who has been removed since. */
  isRemoved?: (word: string) => boolean;
}

/** Makes a function that removes addresses, phone numbers and the given names from a text, but no other names. */
export function createKnownRedactor({
  names,
  isRemoved = () => false,
}: KnownNames): (text: string) => string {
  const given = [
    ...new Set(
      names.flatMap((name) => {
        const whole = name.normalize("NFC").trim();
        return [whole, ...whole.split(/[\s-]+/)];
      }),
    ),
  ].filter((name) => name.length >= 2);
  const listed = matchNames(given);
  const spellings = [...spellingsOf(given)];
  const inflected = matchInflected(given);
  const asGiven = new Set(given.map((name) => name.toLowerCase()));

  return (text) => {
    let redacted = replaceAddresses(text.normalize("NFC"), redactionMark);
    if (listed !== undefined) {
      redacted = replaceFolded(redacted, listed, (found, folded, at, whole) => {
        // "will" is a word and "Will" a name: an everyday word in lower case is not taken for a name.
        if (isSmallWord(found, folded)) return found;
        // "Đỗ" is a name and "do" a word: a short name without its accents counts only if it is capitalized.
        const isRespelled = folded.length <= 3 && !asGiven.has(found.toLowerCase());
        return isRespelled && (/^\p{Ll}/u.test(found) || startsSentence(whole, at))
          ? found
          : redactionMark;
      });
    }
    if (inflected !== undefined) {
      redacted = replaceFolded(redacted, inflected, (found, folded) =>
        mayInflect(found, folded.toLowerCase(), spellings) ? redactionMark : found,
      );
    }
    return replaceRemovedInRuns(redacted, isRemoved).replace(/[\p{L}\p{M}]+/gu, (word) =>
      spellingsOfWord(word).some(isRemoved) && !isSmallWord(word, foldName(word).text)
        ? redactionMark
        : word,
    );
  };
}

/** Names that are also everyday words. In lower case, they are taken for the word. */
export const namesThatAreWords = wordSet(lists.names_that_are_words);

function isSmallWord(found: string, folded: string): boolean {
  if (!/^\p{Ll}/u.test(found)) return false;
  const small = folded.toLowerCase();
  return namesThatAreWords.has(small) || namesThatAreWords.has(small.replace(/s$/, ""));
}

/** The plural of a name: "Okonkwos" is one of Okonkwo, but "this" and "class" are not plurals of Thi and Clas. */
const plural = /(?<=[\p{L}\p{M}]{3}[^sxz])s$/iu;
const withoutPlural = (word: string) => word.replace(plural, "");

const spellingsOf = (names: readonly string[]) =>
  new Set(
    names
      .flatMap((name) => [name, transliterate(name)])
      .map((name) => foldName(name).text.toLowerCase())
      .filter((name) => name !== ""),
  );

/** Matches the names in a folded text, also in the plural or with the digits at the end of a handle. */
function matchNames(names: readonly string[]): RegExp | undefined {
  const spellings = spellingsOf(names);
  if (spellings.size === 0) return undefined;
  const longestFirst = [...spellings].toSorted((a, b) => b.length - a.length);
  const pattern = (name: string) => {
    const inner = name
      .split(/[\s'’-]+/)
      .map(escaped)
      .join("[\\s·・'’\\-]*");
    const ending = plural.test(`${name}s`) ? "s?\\d*" : "\\d*";
    return inner + (endsSpaceless.test(name) ? "" : `${ending}(?!${letter})`);
  };
  const anywhere = longestFirst.filter((name) => beginsSpaceless.test(name)).map(pattern);
  const atWords = longestFirst.filter((name) => !beginsSpaceless.test(name)).map(pattern);
  return new RegExp(
    [...anywhere, ...(atWords.length > 0 ? [`(?<!${letter})(?:${atWords.join("|")})`] : [])].join(
      "|",
    ),
    "giv",
  );
}

/** Words such as "and", "to" and "the" that Arabic and Hebrew join to a name. */
const prefixes = { arabic: "[وف]?(?:لل|[بكل]?(?:ال)?)", hebrew: "[והבכלמש]{0,3}" };
const syllables =
  "[\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}]";
const inflectedLetters = 3;

/**
 * Matches the names in a folded text with the endings and prefixes that languages join to them: "Ивану", "Kowalskiego",
 * "לדנה".
 */
function matchInflected(names: readonly string[]): RegExp | undefined {
  const patterns = [...spellingsOf(names)]
    .filter((name) => /^[\p{L}\p{M}]+$/u.test(name) && !beginsSpaceless.test(name))
    .filter((name) => name.length >= inflectedLetters)
    .toSorted((a, b) => b.length - a.length)
    .map((name) => {
      if (/^\p{Script=Arabic}/u.test(name)) return prefixes.arabic + name;
      if (/^\p{Script=Hebrew}/u.test(name)) return prefixes.hebrew + name;
      if (new RegExp(`^${syllables}`, "u").test(name)) return `${name}[\\p{L}\\p{M}]{0,4}`;
      const stem = name.replace(/[aeoyаяеиь]$/u, "");
      return `${stem.length >= inflectedLetters ? stem : name}[\\p{Ll}\\p{Lu}]{1,4}`;
    });
  if (patterns.length === 0) return undefined;
  return new RegExp(`(?<![\\p{L}\\p{M}])(?:${patterns.join("|")})(?![\\p{L}\\p{M}])`, "giu");
}

/**
 * Whether a match may be an inflected name. In lower case, only forms of long names count: "marcher" is not one of
 * Marc.
 */
function mayInflect(found: string, folded: string, names: readonly string[]): boolean {
  if (isEnglishWord(found) || isGermanNoun(found)) return false;
  if (!/^\p{Ll}/u.test(found)) return true;
  const longLetters = /^\p{Script=Latin}/u.test(found) ? 6 : 4;
  return names.some((name) => name.length >= longLetters && folded.startsWith(name));
}

/**
 * Removes the names of removed people in scripts without spaces between words, by trying every few letters of a run.
 */
function replaceRemovedInRuns(text: string, isRemoved: (word: string) => boolean): string {
  return text.replace(spacelessRuns, (run) => {
    const letters = run.match(/\P{M}\p{M}*/gu) ?? [];
    let replaced = "";
    for (let at = 0; at < letters.length; ) {
      let length = Math.min(longestIn(run), letters.length - at);
      while (length >= 2 && !isRemoved(letters.slice(at, at + length).join(""))) length -= 1;
      replaced += length >= 2 ? redactionMark : letters[at];
      at += Math.max(length, 1);
    }
    return replaced;
  });
}

/** How many letters a name has at most in a script without spaces. */
const longestIn = (run: string) => (isDense.test(run) ? 4 : 12);

/** The spellings in which a word may be a removed name. */
function spellingsOfWord(word: string): string[] {
  const folded = foldName(word).text;
  return [word, folded, ...[word, folded].map(withoutPlural)];
}

/** Everything that {@link createKnownRedactor} may ask about when it reads a text. */
function* listSpellings(text: string): Generator<string> {
  const whole = text.normalize("NFC");
  for (const [run] of whole.matchAll(spacelessRuns)) {
    const letters = run.match(/\P{M}\p{M}*/gu) ?? [];
    for (const from of letters.keys()) {
      for (let length = 2; length <= longestIn(run); length += 1) {
        yield letters.slice(from, from + length).join("");
      }
    }
  }
  for (const part of [whole, ...whole.split(spacelessRuns)]) {
    for (const [word] of part.matchAll(/[\p{L}\p{M}]+/gu)) yield* spellingsOfWord(word);
  }
}

const sliceMs = 10;

/**
 * The words of some texts that belong to the names of removed people. Recognizing these takes the circle's key, which
 * the thread for heavy work does not have, so it is done before, and other work gets a turn every few milliseconds.
 */
export async function findRemovedWords(
  texts: Iterable<string>,
  { isRemoved }: KnownNames,
): Promise<Set<string>> {
  const removed = new Set<string>();
  if (isRemoved === undefined) return removed;
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

/** Replaces the parts of a text that a pattern matches in its folded copy. */
function replaceFolded(
  text: string,
  pattern: RegExp,
  replace: (found: string, folded: string, at: number, text: string) => string,
): string {
  const folded = foldName(text);
  let replaced = "";
  let done = 0;
  for (const match of folded.text.matchAll(pattern)) {
    const from = folded.at[match.index] ?? text.length;
    const to = folded.at[match.index + match[0].length] ?? text.length;
    if (from < done) continue;
    replaced += text.slice(done, from) + replace(text.slice(from, to), match[0], from, text);
    done = to;
  }
  return replaced + text.slice(done);
}
