import { findAuthorHint, listRelations } from "#contract/feedback/author-hints.ts";
import { languageWords } from "../words/lists.ts";

const languages = Object.values(languageWords);

/** What only few can report of themselves, which the page of an invitee has no space to look for. */
const identifying = languages.flatMap((words) => words?.identifying?.join("") ?? []);

const relations = languages.flatMap((words) => words?.relations?.join("") ?? []);
const startsWord = String.raw`(?<![\p{L}\d])`;
const endsWord = String.raw`\p{L}{0,4}(?![\p{L}\d])`;
const relationWords = relations.map(
  (pattern) => new RegExp(`${startsWord}(${pattern})${endsWord}`, "giu"),
);

/** "As your boss": it reveals, whatever the owner's texts mention. */
const claims = languages.flatMap((words) => words?.claims ?? []).join("|");
const claimed = String.raw`${startsWord}(?:${claims}) (?:\p{L}+ ){0,4}(?:${relations.join("|")})${endsWord}`;

const hints = [...identifying, claimed].map((pattern) => new RegExp(pattern, "iu"));

const plain = (text: string) =>
  text
    .normalize("NFC")
    .replace(/\p{Cf}+/gu, "")
    .replace(/\s+/g, " ");

/** The relations between people that a text mentions, in any of these languages, in lower case. */
const relationsIn = (text: string) => [
  ...listRelations(text),
  ...relationWords.flatMap((words) =>
    [...plain(text).matchAll(words)].map(([, word = ""]) => word.toLowerCase()),
  ),
];

/**
 * Makes a function that tells whether a text may reveal who wrote an answer: by what only few can say, or because it
 * mentions a relation ("sister", "boss") that the owner's own texts do not mention. This is a guess.
 */
export function createAuthorCheck(ownTexts: readonly string[]): (text: string) => boolean {
  const open = new Set(ownTexts.flatMap(relationsIn));
  return (text) =>
    findAuthorHint(text) !== undefined ||
    hints.some((hint) => hint.test(plain(text))) ||
    relationsIn(text).some((relation) => !open.has(relation));
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
  reveals: (text: string) => boolean,
): (quoted: string) => boolean {
  let at = 0;
  const revealing = answer.split(sentenceEnds).flatMap((sentence) => {
    const from = answer.indexOf(sentence, at);
    at = from + sentence.length;
    // "Love, your sister" may end a line.
    const lines = [sentence, ...sentence.split("\n").map((line) => line.trim())];
    return lines.some(reveals) ? [{ from, to: at }] : [];
  });
  return (quoted) => {
    const start = answer.indexOf(quoted);
    return revealing.some(({ from, to }) => start < to && start + quoted.length > from);
  };
}
