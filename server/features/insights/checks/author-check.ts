import { findAuthorHint, listRelations } from "#contract/feedback/author-hints.ts";
import { languageWords } from "../words/lists.ts";
import { memoize } from "../words/memoize.ts";

const startsWord = String.raw`(?<![\p{L}\d])`;
const endsWord = String.raw`(?![\p{L}\d])`;

/** What only few can say, and "as your boss": it reveals, whatever the owner's texts mention. */
const claims = Object.values(languageWords).flatMap((words) => words?.claims?.join("") ?? []);
const claimed = new RegExp(`${startsWord}(?:${claims.join("|")})${endsWord}`, "iu");

const createPatterns = memoize((language: string) => {
  const { plural = ["(?!)"], relations = ["(?!)"] } = languageWords[language] ?? {};
  return {
    plural: new RegExp(`${startsWord}(?:${plural.join("")})${endsWord}`, "iu"),
    relations: new RegExp(`${startsWord}(${relations.join("")})\\p{L}{0,4}${endsWord}`, "giu"),
  };
});

const plain = (text: string) =>
  text
    .normalize("NFC")
    .replace(/\p{Cf}+/gu, "")
    .replace(/\s+/g, " ");

/** The relations between people that a text mentions, in English and these languages, in lower case. */
const relationsIn = (text: string, codes: readonly string[]) => [
  ...listRelations(text),
  ...codes.flatMap((code) =>
    [...plain(text).matchAll(createPatterns(code).relations)].map(([, word = ""]) =>
      word.toLowerCase(),
    ),
  ),
];

/**
 * Makes a function that tells whether a text, of an answer, may reveal who wrote it: by what only few can say, by "as
 * your" or "we", or by a relation ("sister", "boss") that the owner's own texts do not mention. This is a guess.
 */
export function createAuthorCheck(
  ownTexts: readonly string[],
  findLanguage: (text: string) => string,
): (text: string, answer?: string) => boolean {
  const open = new Set(ownTexts.flatMap((text) => relationsIn(text, Object.keys(languageWords))));
  return (text, answer = text) => {
    const codes = [...new Set(["en", findLanguage(answer), findLanguage("")])];
    return (
      findAuthorHint(text) !== undefined ||
      claimed.test(plain(text)) ||
      codes.some((code) => createPatterns(code).plural.test(plain(text))) ||
      relationsIn(text, codes).some((relation) => !open.has(relation))
    );
  };
}

/**
 * The ends of sentences. A single line break may be within one, the closing of a letter belongs to its signature, and a
 * title to the name. A match begins only where white space begins, so that it takes time in proportion to the length.
 */
const sentenceEnds =
  /(?<!\s|\b(?:love|hugs|yours|kisses|cheers|xo?x?|dr|mrs?|ms|prof)[,!.]?|[–—-])(?:(?<=[.!?。！？]["”’)]?)\s+|[^\S\n]*\n[^\S\n]*\n\s*)/iu;

/**
 * Whether words belong to a sentence that reveals who wrote the answer. A fragment of it reveals the author as well:
 * "Your wife told" of "Your wife told me".
 */
export function createQuoteCheck(
  answer: string,
  reveals: (text: string, answer: string) => boolean,
): (quoted: string) => boolean {
  let at = 0;
  const revealing = answer.split(sentenceEnds).flatMap((sentence) => {
    const from = answer.indexOf(sentence, at);
    at = from + sentence.length;
    // "Love, your sister" may end a line.
    const lines = [sentence, ...sentence.split("\n").map((line) => line.trim())];
    return lines.some((line) => reveals(line, answer)) ? [{ from, to: at }] : [];
  });
  return (quoted) => {
    const start = answer.indexOf(quoted);
    return revealing.some(({ from, to }) => start < to && start + quoted.length > from);
  };
}
