import { languageWords, wordSet } from "../words/lists.ts";
import { memoize } from "../words/memoize.ts";
import type { Sentence, Word } from "../words/sentences.ts";

const beforeThing = memoize((language: string) =>
  wordSet(languageWords[language]?.before_thing ?? []),
);

const conjunctions = wordSet("and or und oder et ou y e o en of");
/** Words after which a verb may stand in its basic form, and the endings of that form. */
const governing = wordSet("de à pour sans en a para con sin por di da per senza em sem");
const infinitives: Readonly<Record<string, RegExp>> = {
  fr: /(?:er|ir|re)$/u,
  es: /[aeií]r(?:[mts]e|l[aeo]s?|nos)?$/u,
  it: /(?:[aei]r[es]?i?|[aei]r(?:mi|ti|si|ci|l[aeio]|ne))$/u,
  pt: /[aei]r$/u,
};

export const wordBefore = (words: readonly Word[], at: number) =>
  words[at]?.isNext === true ? words[at - 1] : undefined;

/**
 * Whether words name a thing, as far as the writing shows it: an article or the like is before them, they are an item of
 * a list, or German capitalizes them. In a language of which these words are not known, all words count as things.
 */
export function isThing(sentence: Sentence, from: number, to = from): boolean {
  const { language, text, words } = sentence;
  const first = words[from];
  if (first === undefined) return false;
  const introducing = beforeThing(language);
  if (introducing.size === 0) return true;
  const before = wordBefore(words, from)?.written;
  const after = words[to + 1]?.isNext === true ? words[to + 1] : undefined;
  // "L'humour", but not "t'épuises" and not "de dormir".
  const isElided = /(?<!(?<!\p{L})[mtscnj])['’]$/iu.test(text.slice(0, first.start));
  const mayBeVerb =
    before !== undefined && governing.has(before) && infinitives[language]?.test(first.written);
  const written = text.slice(first.start, first.end);
  if (language === "de" && from > 0 && /^\p{Lu}/u.test(written)) return true;
  if (language === "en" && from === to) {
    // "The late bus" names no late; "costs" and "cancelling" name a thing even if nothing is before them.
    if (after !== undefined && !after.isStop && !/(?:s|ed)$/u.test(after.written)) return false;
    if (/\p{L}{3}ly$/u.test(first.written)) return false;
    if (/\p{L}{3}ing$/u.test(first.written)) return true;
    if (before === "that" && /s$/u.test(first.written)) return false;
  }
  if (isElided || (before !== undefined && introducing.has(before) && !mayBeVerb)) return true;
  const isItem =
    (before === undefined || conjunctions.has(before)) &&
    (after === undefined || conjunctions.has(after.written));
  return isItem && (language !== "en" || words.length > 1 || /s$/u.test(first.written));
}
