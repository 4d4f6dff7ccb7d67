import { foldName } from "#server/features/invites/people/fold-name.ts";
import {
  createKnownRedactor,
  type KnownNames,
  namesThatAreWords,
  redactionMark,
} from "./known-names.ts";
import { isCommonEnglishWord, isEnglishWord, isUnlikelyName } from "./words/english-words.ts";
import { isGermanNameAtStart, isGermanNoun } from "./words/german-words.ts";
import { createLanguageFinder } from "./words/languages.ts";
import { startsSentence } from "./words/starts-sentence.ts";
import lists from "./words/word-lists.json" with { type: "json" };
import { wordSet } from "./words/word-set.ts";

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

/**
 * First names that are common enough to be recognized without a list of invited people, even at the start of a
 * sentence.
 */
const firstNames = wordSet(lists.first_names);

const firstNamesSmall = new Set([...firstNames].map((name) => name.toLowerCase()));

/** First names that are words if they are in lower case: in English, and in other languages. */
const smallWords = wordSet("christian jan marina robin roger victor");
const smallWordsElsewhere = wordSet(
  "ben clara claire ella gloria ida linda marco mia mila rosa sam sole vera victoria",
);

/** Endings of words that name a subject rather than a person. */
const commonForm = /(?:ness|tion|sion|ment|ity|ing|ship|ery|ence|ance|ism|hood|ology|\p{L}{5}ly)$/u;

const says = new RegExp(
  [
    String.raw`^(?:[ \t]+(?:\p{Lu}[\p{L}'’-]+|…))*[ \t]+(?:(?:also|always|just|never|once|often|still|even|`,
    String.raw`really)[ \t]+)?(?:told|tells|said|says|thinks|thought|asked|asks|suggested|suggests|warned|warns|mentioned|`,
    String.raw`reckons|recommended|recommends|advised|advises)(?!\p{L})`,
  ].join(""),
  "u",
);

const capitalised = /\p{Lu}[\p{L}'’]*\p{Ll}(?:[-'’]\p{L}+)*/gu;

/**
 * Makes a function that redacts what would reveal a text's author or subject: addresses, phone numbers, the given names
 * (of the owner and the people invited), and other people's names as far as spelling shows them. Each becomes "…".
 * Words from the owner's own texts stay, unless they are among the given names. At the start of a sentence, a word
 * counts as a name if the answers capitalize it within sentences too. Source: docs/product.md, Insights.
 */
export function createRedactor(
  names: KnownNames,
  ownerTexts: readonly string[],
  answerTexts: readonly string[] = [],
): (text: string) => string {
  const redactKnown = createKnownRedactor(names);
  const ownerWords = new Set(
    ownerTexts.flatMap((text) => text.normalize("NFC").match(/\p{L}[\p{L}'’-]+/gu) ?? []),
  );
  const languageOf = createLanguageFinder([...ownerTexts, ...answerTexts]);
  const isNoun = (text: string, word: string, at: number) =>
    languageOf(text) === "de" &&
    isGermanNoun(word, text.slice(0, at), text.slice(at + word.length));
  const namesInAnswers = capitalsInside(answerTexts, isNoun);
  return (text) => {
    const redacted = redactKnown(text);
    const language = languageOf(text);
    const englishOnly = language === "en";
    const namesInText = capitalsInside([text], isNoun);
    const isNamed = (word: string) => namesInAnswers.has(word) || namesInText.has(word);
    const hasForm = (word: string, isKnown: (form: string) => boolean) => {
      const small = word.toLowerCase();
      return isKnown(small) || isKnown(small.replace(/s$/, ""));
    };
    const isNameAtStart = (word: string, ending: string, rest: string, at: number) => {
      const isSignature = signs(redacted, at, rest);
      if (namesThatAreWords.has(word.toLowerCase())) return says.test(rest) || isSignature;
      const isSpoken = (form: string) =>
        isUnlikelyName(form) ||
        ownerWords.has(form) ||
        (commonForm.test(form) && isEnglishWord(form) && !isNamed(word));
      if (hasForm(word, isSpoken)) return false;
      if (says.test(rest) || isSignature) return true;
      if (language === "de" && isGermanNameAtStart(word, rest)) return true;
      if (hasForm(word, isCommonEnglishWord)) return false;
      if (language === "de" && isGermanNoun(word)) return false;
      // Other languages have no word list, so a word is removed only if its position shows a name.
      return isNamed(word) || ending !== "" || (englishOnly && !isEnglishWord(word));
    };
    return redacted
      .replace(capitalised, (word, at: number) => {
        const bare = word.replace(/['’]s$/u, "");
        const ending = word.slice(bare.length);
        const rest = redacted.slice(at + word.length);
        const [goesOn = ""] = /^[\p{Lu}\d]+/u.exec(rest) ?? [];
        if (isNoName(bare + goesOn) || ownerWords.has(bare)) return word;
        // "Gr8" is not a name, but "Okonkwo22" may be somebody's handle.
        if (/^\d$/.test(goesOn) && !isFirstName(bare)) return word;
        if (bare.split("-").some(isFirstName)) return redactionMark + ending;
        if (!startsSentence(redacted, at)) {
          const isGerman = language === "de" && isGermanNoun(bare, redacted.slice(0, at), rest);
          return isGerman ? word : redactionMark + ending;
        }
        return isNameAtStart(bare, ending, rest, at) ? redactionMark + ending : word;
      })
      .replace(/(?<![\p{L}\p{M}])(?:\p{Ll}{2,}|\p{Lu}{2,})(?![\p{L}\p{M}])/gu, (word) => {
        const small = word.toLowerCase();
        const isName = englishOnly ? isFirstName(small) : firstNamesSmall.has(small);
        const isWord =
          namesThatAreWords.has(small) ||
          smallWords.has(small) ||
          (!englishOnly && smallWordsElsewhere.has(small)) ||
          ownerWords.has(word) ||
          ownerWords.has(small.charAt(0).toUpperCase() + small.slice(1));
        return isName && !isWord ? redactionMark : word;
      });
  };
}

/** Closings of a letter, at the end of a line. */
const closes = new RegExp(
  [
    String.raw`(?<!\p{L})(?:regards|sincerely|hugs|kisses|gr(?:ü|ue)(?:ß|ss)e|gru(?:ß|ss)|g?lg|vg|mfg|umarmung|saludos|`,
    "abrazos?|besos?|cariño|bises|bisous|cordialement|amicalement|amitiés|embrasse|saluti|bacio?|bacioni|",
    "abbraccio?|affetto|abraços?|beij(?:os?|inhos?)|carinho|groet(?:en|jes)?|liefs|kus(?:jes)?|knuffels?|",
    String.raw`pozdrawiam|uściski|buziaki)[\s,.!]*$`,
  ].join(""),
  "iu",
);
/** Everyday words that close a letter only if they are the whole line. */
const closesAlone = new RegExp(
  [
    String.raw`^\s*(?:(?:(?:with|lots of|much|all)\s+)?(?:my\s+)?(?:love|best)|(?:all the |very )?best(?: wishes)?|`,
    String.raw`(?:with\s+)?(?:warm|kind|best) wishes|yours(?: truly| ever| always| faithfully)?|cheers|warmly|take care|`,
    "x+(?:ox*)*|alles liebe|alles gute|in liebe|herzlichst|(?:dein|deine|euer|eure)(?: freund(?:in)?)?|tu amig[oa]|",
    String.raw`ton ami|ta amie)[\s,.!]*$`,
  ].join(""),
  "iu",
);

/**
 * Whether a word is a signature: it has the last line to itself, after a dash or under a closing ("Yours\nTunde").
 * Without these it may be the last item of a list.
 */
function signs(text: string, at: number, rest: string): boolean {
  if (!/^[\s.!]*$/u.test(rest)) return false;
  const [line = "", above = ""] = text.slice(0, at).split(/\s*\n/u).toReversed();
  if (/[^\s–—-]/u.test(line)) return false;
  const isDashed = /[–—-]/u.test(line) && /^\s*[^\s–—-].*[^:]$/u.test(above);
  return isDashed || closes.test(above) || closesAlone.test(above);
}

/** Words that are capitalized within sentences, except nouns and words that are as often in lower case. */
function capitalsInside(
  texts: readonly string[],
  isNoun: (text: string, word: string, at: number) => boolean,
): Set<string> {
  const counts = new Map<string, number>();
  const small = new Map<string, number>();
  for (const text of texts.map((entry) => entry.normalize("NFC"))) {
    for (const { 0: word, index } of text.matchAll(capitalised)) {
      const bare = word.replace(/['’]s$/u, "");
      if (!startsSentence(text, index) && !isNoun(text, bare, index)) {
        counts.set(bare, (counts.get(bare) ?? 0) + 1);
      }
    }
    for (const [word] of text.matchAll(/(?<!\p{L})\p{Ll}+(?!\p{L})/gu)) {
      small.set(word, (small.get(word) ?? 0) + 1);
    }
  }
  return new Set(
    [...counts]
      .filter(([word, count]) => count > (small.get(word.toLowerCase()) ?? 0))
      .map(([word]) => word),
  );
}

export const isFirstName = (word: string) => firstNamesSmall.has(foldName(word).text.toLowerCase());
