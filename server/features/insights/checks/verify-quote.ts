import type { Point, Quote } from "#contract/insights/insights.ts";
import { spaceless } from "#server/features/invites/people/fold-name.ts";
import type { DraftQuote } from "../engine.ts";
import { beginsSpaceless } from "../known-names.ts";
import type { PreparedReading } from "../prepare-reading.ts";

/** Returns a quote as it appears in its answer; undefined if it does not, or is a model's and means nothing by itself. */
export function verifyQuote(
  prepared: PreparedReading,
  { answer, text }: DraftQuote,
  isWhole: boolean,
): Quote | undefined {
  const source = prepared.answers.get(answer);
  if (source === undefined) return undefined;
  const found = locate(source.text, text);
  if (found === undefined || !(isWhole || isMeaningfulQuote(found, source.text))) return undefined;
  return { text: found, response_id: source.response_id, question_id: source.question_id };
}

const clauseWords = 3;
/** In scripts without spaces between words, this many letters count as a clause. */
const clauseLetters = 4;

/** Whether words of an answer are a clause or a sentence. A word such as "the" would support anything. */
function isMeaningfulQuote(quoted: string, answer: string): boolean {
  const words = quoted.match(/[\p{L}\p{M}\d'’-]+/gu) ?? [];
  const unspaced = words.filter((word) => beginsSpaceless.test(word)).join("");
  const bare = (text: string) => text.replace(/^[^\p{L}\d]+|[^\p{L}\p{M}\d]+$/gu, "");
  return (
    words.length >= clauseWords ||
    [...unspaced].length >= clauseLetters ||
    answer.split(/(?<=[.!?…。！？])|\n/u).some((sentence) => bare(sentence) === bare(quoted))
  );
}

/** Each quote once. */
export function distinct(quotes: readonly Quote[]): Quote[] {
  const keyed = quotes.map(
    (quote) => [`${quote.response_id} ${quote.question_id} ${quote.text}`, quote] as const,
  );
  return [...new Map(keyed).values()];
}

/** A point with the number of people whose quotes support it; none if there are no quotes. */
export function createPoint(text: string, quotes: Quote[]): Point[] {
  const peopleCount = new Set(quotes.map(({ response_id }) => response_id)).size;
  return peopleCount === 0 ? [] : [{ text, people_count: peopleCount, quotes }];
}

/** Matches a text after which the next sentence may follow without a space. */
const endsSpaceless = new RegExp(`(?:[${spaceless}]\\p{M}*|[。！？」』）])$`, "v");
const isMeaningful = /[\p{L}\d]/u;

/** Where a quote appears in a text, verbatim except for quotation marks and white space. */
export function locate(text: string, words: string): string | undefined {
  const wanted = words.normalize("NFC").replace(/^["“”\s]+|["“”\s]+$/g, "");
  if (!isMeaningful.test(wanted)) return undefined;
  const beginning = beginsSpaceless.test(wanted) ? "" : "(?<![\\p{L}\\d])";
  const ending = endsSpaceless.test(wanted) ? "" : "(?![\\p{L}\\d])";
  return new RegExp(beginning + createWordPattern(wanted) + ending, "u").exec(text)?.[0];
}

const createWordPattern = (words: string) =>
  words
    .replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
    .replace(/\s+/g, "\\s+")
    .replace(/['’‘]/g, "['’‘]")
    .replace(/["“”]/g, '["“”]');
