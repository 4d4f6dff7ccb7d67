import { findAuthorHint, listRelations } from "#contract/feedback/author-hints.ts";
import type { PreparedReading } from "../prepare-reading.ts";
import { languageWords } from "../words/lists.ts";

const languages = Object.values(languageWords);
const wordings = languages.flatMap((words) => words?.author ?? []);

/** Adjectives between the two: matches "als deine ältere Schwester", but not "als je met je zus". */
const adjectives = String.raw`(?:(?!(?:je|met|de|het|een|op|voor|van|en|mit|und|oder|zu|für|von|et|à|con|y|e|di|i|z|na) )\p{L}+ ){0,2}`;
/** Letters with an accent are no part of a word for `\b`. */
const startsWord = String.raw`(?<![\p{L}\d])`;
const endsWord = String.raw`\p{L}{0,4}(?![\p{L}\d])`;

const inOtherLanguages = wordings.flatMap(({ as, am, your, relations }) => {
  const one = `${your} ?${adjectives}(?:${relations.join("")})${endsWord}`;
  const signature = String.raw`(?:^|[,.!;:–—-]\s*)${one}(?:, [\p{L}’'-]+| …)?[^\p{L}\d]*$`;
  return [`${startsWord}(?:${as}|(?:${am})) ${one}`, signature];
});

/** The author hints that the contract leaves out, because the page of an invitee has no space for them. */
const furtherAuthorHints = [
  ...languages.flatMap((words) => words?.identifying?.join("") ?? []),
  ...inOtherLanguages,
].map((pattern) => new RegExp(pattern, "iu"));

/** Whether a sentence reveals who wrote it, in any of these languages. This is a guess. */
export function revealsAuthor(sentence: string): boolean {
  const spaced = plain(sentence).replace(/\s+/g, " ");
  return (
    findAuthorHint(sentence) !== undefined || furtherAuthorHints.some((hint) => hint.test(spaced))
  );
}

const plain = (text: string) => text.normalize("NFC").replace(/\p{Cf}+/gu, "");

const relationWords = wordings.map(
  ({ relations }) => new RegExp(`${startsWord}(${relations.join("")})${endsWord}`, "giu"),
);

/** The relations to the owner that a text mentions, in any of these languages, in lower case. */
const relationsIn = (text: string) => [
  ...listRelations(text),
  ...relationWords.flatMap((words) =>
    [...plain(text).matchAll(words)].map(([, word = ""]) => word.toLowerCase()),
  ),
];

/**
 * The ends of sentences. A single line break may be within one, the closing of a letter belongs to its signature, and a
 * title to the name. A match begins only where white space begins, so that it takes time in proportion to the length.
 */
const sentenceEnds =
  /(?<!\s|\b(?:love|hugs|yours|kisses|cheers|xo?x?|dr|mrs?|ms|prof)[,!.]?|[–—-])(?:(?<=[.!?。！？]["”’)]?)\s+|[^\S\n]*\n[^\S\n]*\n\s*)/iu;

/** Whether a sentence or a line of it reveals who wrote it: "Love, your sister" may end one. */
const linesReveal = (sentence: string) =>
  [sentence, ...sentence.split("\n").map((line) => line.trim())].some(revealsAuthor);

/**
 * Whether words belong to a sentence that reveals who wrote the answer. A fragment of it reveals the author as well:
 * "Your wife told" of "Your wife told me".
 */
export function createQuoteCheck(answer: string): (quoted: string) => boolean {
  let at = 0;
  const revealing = answer.split(sentenceEnds).flatMap((sentence) => {
    const from = answer.indexOf(sentence, at);
    at = from + sentence.length;
    return linesReveal(sentence) ? [{ from, to: at }] : [];
  });
  return (quoted) => {
    const start = answer.indexOf(quoted);
    return revealing.some(({ from, to }) => start < to && start + quoted.length > from);
  };
}

/**
 * Whether a text about answers reveals who wrote one: by itself, or because it mentions a relation to the owner ("your
 * brother-in-law") that neither the owner nor a sentence that reveals nobody mentions.
 */
export function textRevealsAuthor(prepared: PreparedReading, words: string): boolean {
  if (revealsAuthor(words)) return true;
  return relationsIn(words).some((relation) => !openRelations(prepared).has(relation));
}

const relations = new WeakMap<PreparedReading, ReadonlySet<string>>();

function openRelations(prepared: PreparedReading): ReadonlySet<string> {
  const known = relations.get(prepared);
  if (known !== undefined) return known;
  const { title, description, what_they_ask, people } = prepared.reading;
  // To "How do we know each other?", the chosen option says who somebody is, so options do not count.
  const texts = people.flatMap(({ answers }) =>
    answers.flatMap(({ question, answer }) => [
      question,
      ...("text" in answer
        ? answer.text.split(sentenceEnds).filter((sentence) => !linesReveal(sentence))
        : []),
    ]),
  );
  const open = new Set([title, description, what_they_ask, ...texts].flatMap(relationsIn));
  relations.set(prepared, open);
  return open;
}
