import type { PreparedReading } from "../prepare-reading.ts";
import { findAnyAuthorHint, listAllRelations } from "./further-author-hints.ts";

/**
 * The version of what is found here, in {@link findAnyAuthorHint} and in what applies it to insights. Raise it with
 * every change of those: insights that were stored with another version are judged again whenever they are read. A test
 * knows the patterns of each version.
 */
export const authorCheckVersion = 8;

/**
 * A single line break may occur within a sentence: people wrap lines by hand, and so does what they copy from. What
 * closes a letter belongs to the signature after it, and a title to the name. A match begins only where white space
 * begins, so that a long run of it costs no more than its length.
 */
export const sentenceEnds =
  /(?<!\s|\b(?:love|hugs|yours|kisses|cheers|xo?x?|dr|mrs?|ms|prof)[,!.]?|[–—-])(?:(?<=[.!?。！？]["”’)]?)\s+|[^\S\n]*\n[^\S\n]*\n\s*)/iu;

/**
 * The words of a sentence that tell who wrote it. Each line counts by itself too: "Love, your sister" ends with one.
 */
function findHints(sentence: string): string[] {
  const lines = sentence.includes("\n") ? sentence.split("\n").map((line) => line.trim()) : [];
  return [sentence, ...lines].flatMap((words) => findAnyAuthorHint(words) ?? []);
}

/**
 * Whether words are part of a sentence that reveals who wrote the answer, so that they are read there and quoted
 * nowhere else. A fragment of such a sentence reveals it as well: "Your wife told" of "Your wife told me".
 */
export function quoteRevealsAuthor(answer: string, quoted: string): boolean {
  const from = answer.indexOf(quoted);
  const to = from + quoted.length;
  let at = 0;
  return answer.split(sentenceEnds).some((sentence) => {
    at = answer.indexOf(sentence, at);
    const isTouched = at < to && at + sentence.length > from;
    at += sentence.length;
    return isTouched && findHints(sentence).length > 0;
  });
}

/**
 * Whether a text about answers reveals who wrote one: by itself, or because it names somebody by a relation to the
 * owner ("your brother-in-law") that only a sentence names which reveals its author.
 */
export function textRevealsAuthor(prepared: PreparedReading, words: string): boolean {
  if (findAnyAuthorHint(words) !== undefined) return true;
  // Checked first, because finding the relations that reveal an author searches all answers.
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
  // "How do we know each other?": the option that somebody chose says who they are, so the options reveal nothing openly.
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
