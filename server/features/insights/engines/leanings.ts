import type { Sentiment } from "#contract/insights/insights.ts";
import { limits } from "#contract/limits.ts";
import { meanOf } from "#contract/values/mean-and-spread.ts";
import { sentimentOfMean } from "../sentiment-of-mean.ts";
import { yesOrNo } from "../yes-or-no.ts";

/** Words show how somebody leans if their feelings, each from -1 to 1, add up to at least this. */
const leaningMin = 0.2;
/** The weight of what was asked for: everyone has a worry if asked for one. */
const weightOfAsked = 0.5;

/** Loads the function that reads the feeling of an English sentence, from -1 to 1. */
export async function loadSentimentScorer(): Promise<(sentence: string) => number> {
  const { default: vader } = await import("vader-sentiment");
  return (sentence) => vader.SentimentIntensityAnalyzer.polarity_scores(sentence).compound;
}

/** How somebody leans according to their ratings; each `support` is from 0 to 1. */
export function leaningOfRatings(support: readonly number[]): Sentiment {
  const { ratingMin, ratingMax } = limits;
  return sentimentOfMean(ratingMin + meanOf(support) * (ratingMax - ratingMin));
}

export interface WrittenAnswer {
  question: string;
  text: string;
  /** The side for which the question asked; undefined: for neither. */
  asked: "strengths" | "worries" | undefined;
  /** The sum of the feelings of its sentences. */
  feeling: number;
}

/**
 * How somebody leans according to their words: a yes or a no, and the feelings in what they write. `other` if neither
 * shows it.
 */
export function leaningOfWords(answers: readonly WrittenAnswer[]): Sentiment {
  const sidesAsked = new Set(answers.flatMap(({ asked }) => asked ?? []));
  let sum = 0;
  for (const { question, text, asked, feeling } of answers) {
    const stand = asked === undefined ? yesOrNo(question, text) : undefined;
    if (stand !== undefined) sum += stand === "yes" ? 1 : -1;
    sum += feeling * weightOf({ asked, feeling, sidesAsked });
  }
  return sum >= leaningMin ? "positive" : sum <= -leaningMin ? "concerned" : "other";
}

/**
 * How much an answer's feeling counts. A feeling that the question asked for, such as a worry, tells nothing if the
 * other side was not asked for as well. The opposite feeling does: somebody was asked for a worry and has none.
 */
function weightOf({
  asked,
  feeling,
  sidesAsked,
}: Pick<WrittenAnswer, "asked" | "feeling"> & { sidesAsked: ReadonlySet<string> }): number {
  if (asked === undefined) return 1;
  const isExpected = feeling > 0 === (asked === "strengths");
  return isExpected && sidesAsked.size < 2 ? 0 : weightOfAsked;
}
