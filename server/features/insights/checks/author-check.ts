import type { PreparedReading } from "../prepare-reading.ts";
import { findAnyAuthorHint, listAllRelations } from "./further-author-hints.ts";

/**
 * The ends of sentences. A single line break may occur within a sentence, because people wrap lines by hand or copy
 * text that was wrapped. The closing of a letter belongs to the signature after it, and a title to the name after it. A
 * match begins only where white space begins, so that a long run of white space takes time only in proportion to its
 * length.
 */
const sentenceEnds =
  /(?<!\s|\b(?:love|hugs|yours|kisses|cheers|xo?x?|dr|mrs?|ms|prof)[,!.]?|[–—-])(?:(?<=[.!?。！？]["”’)]?)\s+|[^\S\n]*\n[^\S\n]*\n\s*)/iu;

/** Whether a sentence reveals who wrote it. Each line is also searched by itself: "Love, your sister" may end one. */
const reveals = (sentence: string) =>
  [sentence, ...sentence.split("\n").map((line) => line.trim())].some(
    (words) => findAnyAuthorHint(words) !== undefined,
  );

/**
 * Whether words belong to a sentence that reveals who wrote the answer. Such words can be read in the answer, but are
 * quoted nowhere else. A fragment of such a sentence reveals the author as well: "Your wife told" of "Your wife told
 * me".
 */
export function createQuoteCheck(answer: string): (quoted: string) => boolean {
  let at = 0;
  const revealing = answer.split(sentenceEnds).flatMap((sentence) => {
    const from = answer.indexOf(sentence, at);
    at = from + sentence.length;
    return reveals(sentence) ? [{ from, to: at }] : [];
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
  if (findAnyAuthorHint(words) !== undefined) return true;
  // The relations in the text are checked first, because finding the others searches all answers.
  const mentioned = listAllRelations(words);
  return (
    mentioned.length > 0 && mentioned.some((relation) => !openRelations(prepared).has(relation))
  );
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
        ? answer.text.split(sentenceEnds).filter((sentence) => !reveals(sentence))
        : []),
    ]),
  );
  const open = new Set([title, description, what_they_ask, ...texts].flatMap(listAllRelations));
  relations.set(prepared, open);
  return open;
}
