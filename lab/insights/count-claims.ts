import type { InsightsDraft } from "#server/features/insights/engine.ts";

/** What insights must not contain. */
const forbiddenClaims = [
  /** A name from an answer of an anonymous circle. */
  "name",
  /** A sentence that says how many people think something: only the product counts. */
  "count",
  /** A count without a number, such as "everyone" or "most". */
  "everyone",
  /** A theme, a strength, a risk or a suggestion that no quote supports. */
  "no_quote",
] as const;
export type ForbiddenClaim = (typeof forbiddenClaims)[number];
export type ClaimCounts = Record<ForbiddenClaim, number>;

const numbers =
  "\\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|both|half|a few|several";
const people =
  "people|persons?|friends?|respondents?|responses?|perspectives?|voices?|answers?|of (?:them|you|the)";
// These patterns are separate from those of the checks, so that the checks are not measured by themselves.
const saysCount = new RegExp(
  String.raw`\b(?:${numbers})\s+(?:(?:of|out of)\s+(?:the\s+|your\s+)?(?:${numbers}|them|people)|${people})\b|\d\s?%`,
  "i",
);
const saysEveryone =
  /\b(?:everyone|everybody|nobody|no one|none|all of (?:them|you)|(?:all|most)(?: of)?(?: the| your)? (?:people|friends|respondents|answers|them)|majority|minority|unanimous(?:ly)?|they all)\b/i;

/**
 * Counts the sentences and names with such a claim. Text in quotation marks is left out, because it is from an answer.
 */
export function countClaims({
  prose,
  titles,
  names,
  unsupported,
}: {
  prose: readonly string[];
  titles: readonly string[];
  names: readonly string[];
  /** The number of points and suggestions without a quote. */
  unsupported: number;
}): ClaimCounts {
  const sentences = [...prose.flatMap(splitSentences), ...titles];
  const own = sentences.map((sentence) => sentence.replace(/["“][^"“”]*["”]/gu, ""));
  return {
    name: sentences.filter((sentence) => names.some((name) => holdsName(sentence, name))).length,
    count: own.filter((sentence) => saysCount.test(sentence)).length,
    everyone: own.filter((sentence) => saysEveryone.test(sentence)).length,
    no_quote: unsupported,
  };
}

export function splitSentences(prose: string): string[] {
  return prose.split(/(?<=[.!?…]["”’]?)\s+/u).filter((sentence) => sentence.trim() !== "");
}

function holdsName(text: string, name: string): boolean {
  return new RegExp(`(?<!\\p{L})${name}(?!\\p{L})`, "iu").test(text);
}

/** The prose texts of a draft. */
export function listProse(draft: InsightsDraft): string[] {
  return [draft.sentiment_explanation, draft.summary_paragraph, draft.next_step_suggestion];
}
