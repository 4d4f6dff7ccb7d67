import type { Side } from "#contract/insights/insights-text.ts";
import { languageWords, wordSet } from "./lists.ts";
import { memoize } from "./memoize.ts";
import lists from "./word-lists.json" with { type: "json" };

/** The languages in which denials and feelings are known, and strengths and worries are looked for. */
const claimed = ["en", "de", "fr", "es", "it", "pt", "nl"] as const;
type Claimed = (typeof claimed)[number];

export const isClaimed = (language: string): language is Claimed =>
  claimed.some((code) => code === language);

/** Words that negate; a contraction such as "n'" is given without what follows it. */
const findNegations = memoize((language: string) =>
  wordSet(languageWords[language]?.negations ?? []),
);

/** Words of one claimed language that are common words of another one. */
const ambiguous = wordSet(lists.negations_elsewhere_words);

/** Words that a text may negate with if its language was recognized wrongly. */
const negationsOfAny = new Set(
  claimed.flatMap((code) => [...findNegations(code)].filter((word) => !ambiguous.has(word))),
);

/** Whether a word negates. `written` is in lower case. */
export function isNegation(language: string, written: string): boolean {
  return (
    findNegations(language).has(written) ||
    (isClaimed(language) && negationsOfAny.has(written)) ||
    (language === "en" && /n't$/u.test(written))
  );
}

/** What denies a side without a negation. */
const softDenials = memoize((language: string) => {
  const { diminishers = [], reassurances = [], wishes = [] } = languageWords[language] ?? {};
  return {
    strengths: matchWords([...diminishers, ...wishes]),
    worries: matchWords([...diminishers, ...reassurances]),
  };
});

function matchWords(lines: readonly string[]): RegExp {
  const pattern = lines.join("|").replaceAll("\\w", "[\\p{L}\\p{M}]");
  return new RegExp(`(?<![\\p{L}\\p{M}])(?:${pattern})(?![\\p{L}\\p{M}])`, "iu");
}

const createPastPattern = memoize((language: string) =>
  matchWords(languageWords[language]?.past ?? ["(?!)"]),
);

/** Whether a sentence is in the past: what somebody feared then may have ended well. */
export const isPast = (language: string, text: string) => createPastPattern(language).test(text);

const splitTokens = (text: string) =>
  text
    .normalize("NFC")
    .toLowerCase()
    .replaceAll("’", "'")
    .match(/[\p{L}\p{M}]+(?:'[\p{L}\p{M}]+)*'?/gu) ?? [];

function hasNegation(language: string, text: string): boolean {
  return splitTokens(text).some((token) =>
    [token, ...token.split("'")].some((part) => isNegation(language, part)),
  );
}

/**
 * Whether a sentence of an answer denies, doubts or only wishes for what was asked for. It errs towards a denial: the
 * sentence is still a theme and quoted. In languages that are not claimed, every sentence counts as one.
 */
function denies(language: string, sentence: string, side: Side): boolean {
  if (!isClaimed(language)) return true;
  const text = sentence.normalize("NFC").replaceAll("’", "'");
  return (
    /[?？]/u.test(text) || hasNegation(language, text) || softDenials(language)[side].test(text)
  );
}

/** The words with which a sentence takes back the one before it. */
const beginningWords = 5;

/** For each sentence of an answer, whether it counts as a denial, also because the next one takes it back. */
export function findDenials(language: string, sentences: readonly string[], side: Side): boolean[] {
  // "Nothing. The commute is short."
  const [first = ""] = splitTokens(sentences[0] ?? "");
  if (isNegation(language, first)) return sentences.map(() => true);
  const denied = sentences.map((sentence) => denies(language, sentence, side));
  return denied.map((isDenied, at) => {
    // "The commute. Not a problem.", "I feared the commute. No longer, since you have the car."
    const begins = splitTokens(sentences[at + 1] ?? "")
      .slice(0, beginningWords)
      .join(" ");
    return isDenied || denies(language, begins, side);
  });
}
