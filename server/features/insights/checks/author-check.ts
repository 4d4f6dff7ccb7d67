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

/**
 * The words of a sentence that reveal who wrote it. Each line is also searched by itself: "Love, your sister" may end
 * one.
 */
function findHints(sentence: string): string[] {
  const lines = sentence.includes("\n") ? sentence.split("\n").map((line) => line.trim()) : [];
  return [sentence, ...lines].flatMap((words) => findAnyAuthorHint(words) ?? []);
}

/**
 * Whether words belong to a sentence that reveals who wrote the answer. Such words can be read in the answer, but are
 * quoted nowhere else. A fragment of such a sentence reveals the author as well: "Your wife told" of "Your wife told
 * me".
 */
export function createQuoteCheck(answer: string): (quoted: string) => boolean {
  let at = 0;
  const sentences = answer.split(sentenceEnds).map((text) => {
    const from = answer.indexOf(text, at);
    at = from + text.length;
    let reveals: boolean | undefined;
    return {
      from,
      to: at,
      revealsAuthor: () => (reveals ??= findHints(text).length > 0),
    };
  });
  return (quoted) => {
    const from = answer.indexOf(quoted);
    const to = from + quoted.length;
    for (let next = findAfter(sentences, from); next < sentences.length; next += 1) {
      const sentence = sentences[next];
      if (sentence === undefined || sentence.from >= to) return false;
      if (sentence.revealsAuthor()) return true;
    }
    return false;
  };
}

/** The index of the first sentence that ends after a position. */
function findAfter(sentences: readonly { to: number }[], position: number): number {
  let low = 0;
  let high = sentences.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sentences[middle]?.to ?? 0) > position) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * Whether a text about answers reveals who wrote one, either by itself or because it mentions a relation to the owner
 * ("your brother-in-law") that occurs only in sentences that reveal their author.
 */
export function textRevealsAuthor(prepared: PreparedReading, words: string): boolean {
  if (findAnyAuthorHint(words) !== undefined) return true;
  // The relations in the text are checked first, because finding the relations that reveal an author searches all
  // answers.
  const mentionedRelations = listAllRelations(words);
  if (mentionedRelations.length === 0) return false;
  const revealing = revealingRelations(prepared);
  return mentionedRelations.some((relation) => revealing.has(relation));
}

const relations = new WeakMap<PreparedReading, ReadonlySet<string>>();

function revealingRelations(prepared: PreparedReading): ReadonlySet<string> {
  const known = relations.get(prepared);
  if (known !== undefined) return known;
  const { title, description, what_they_ask, people } = prepared.reading;
  const answers = people.flatMap((person) => person.answers);
  const sentences = answers.flatMap(({ answer }) =>
    "text" in answer ? answer.text.split(sentenceEnds) : [],
  );
  // To "How do we know each other?", the chosen option says who somebody is, so options do not count as naming a
  // relation openly.
  const chosen = answers.flatMap(({ answer }) => ("text" in answer ? [] : answer.chosen));
  const revealing = new Set(chosen.flatMap(listAllRelations));
  const open = [title, description, what_they_ask, ...answers.map(({ question }) => question)];
  for (const sentence of sentences) {
    const hints = findHints(sentence);
    if (hints.length === 0) open.push(sentence);
    for (const relation of hints.flatMap(listAllRelations)) revealing.add(relation);
  }
  for (const relation of open.flatMap(listAllRelations)) revealing.delete(relation);
  relations.set(prepared, revealing);
  return revealing;
}
