import { findAuthorHint, listRelations } from "#contract/feedback/author-hints.ts";
import { languageWords } from "../words/lists.ts";
import { memoize } from "../words/memoize.ts";

const languages = Object.values(languageWords);

/** What only few can report of themselves, which the page of an invitee has no space to look for. */
const identifying = languages.flatMap((words) => words?.identifying?.join("") ?? []);

const relations = languages.flatMap((words) => words?.relations?.join("") ?? []);
const startsWord = String.raw`(?<![\p{L}\d])`;
const endsWord = String.raw`\p{L}{0,4}(?![\p{L}\d])`;
const relationWords = memoize((language: string) => {
  const roots = languageWords[language]?.relations?.join("") ?? "(?!)";
  return new RegExp(`${startsWord}(${roots})${endsWord}`, "giu");
});

/** "As your boss": it reveals, whatever the owner's texts mention. */
const claims = languages.flatMap((words) => words?.claims ?? []).join("|");
const claimed = String.raw`${startsWord}(?:${claims}) (?:\p{L}+ ){0,4}(?:${relations.join("|")})${endsWord}`;

const hints = [...identifying, claimed].map((pattern) => new RegExp(pattern, "iu"));

const plain = (text: string) =>
  text
    .normalize("NFC")
    .replace(/\p{Cf}+/gu, "")
    .replace(/\s+/g, " ");

/** The relations between people that a text mentions, in English and these languages, in lower case. */
const relationsIn = (text: string, codes: readonly string[]) => [
  ...listRelations(text),
  ...codes.flatMap((code) =>
    [...plain(text).matchAll(relationWords(code))].map(([, word = ""]) => word.toLowerCase()),
  ),
];

/**
 * Makes a function that tells whether a text, of an answer, may reveal who wrote it: by what only few can say, or because
 * it mentions a relation ("sister", "boss") that the owner's own texts do not mention. This is a guess.
 */
export function createAuthorCheck(
  ownTexts: readonly string[],
  languageOf: (text: string) => string,
): (text: string, answer?: string) => boolean {
  const open = new Set(ownTexts.flatMap((text) => relationsIn(text, Object.keys(languageWords))));
  return (text, answer = text) =>
    findAuthorHint(text) !== undefined ||
    hints.some((hint) => hint.test(plain(text))) ||
    relationsIn(text, [languageOf(answer), languageOf("")]).some((relation) => !open.has(relation));
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
