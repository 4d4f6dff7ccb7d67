import type { Sentiment } from "#contract/insights/insights.ts";
import { limits } from "#contract/limits.ts";
import { meanOf } from "#contract/values/mean-and-spread.ts";
import { sentimentOfMean } from "../sentiment-of-mean.ts";
import { yesOrNo } from "../yes-or-no.ts";

/** From this sum of sentences on, each from -1 to 1, words show how somebody leans. */
const leaningMin = 0.2;
/** Everyone has a worry when asked for one. */
const weightOfAsked = 0.5;

/** Loads what reads the feeling of an English sentence, from -1 to 1. */
export async function loadSentimentScorer(): Promise<(sentence: string) => number> {
  const { default: vader } = await import("vader-sentiment");
  return (sentence) => vader.SentimentIntensityAnalyzer.polarity_scores(sentence).compound;
}

/** How somebody leans by their ratings; each `support` is from 0 to 1. */
export function leaningOfRatings(support: readonly number[]): Sentiment {
  const { ratingMin, ratingMax } = limits;
  return sentimentOfMean(ratingMin + meanOf(support) * (ratingMax - ratingMin));
}

export interface WrittenAnswer {
  question: string;
  text: string;
  /** What the question asked for by itself; undefined: for neither. */
  asked: "strengths" | "worries" | undefined;
  /** The feelings of its sentences, together. */
  feeling: number;
}

/**
 * How somebody leans by their words: a yes or a no, and the feelings in what they write; `other` where nothing tells.
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

/** A worry that was asked for, and no strength besides, tells nothing; that nothing worries somebody does. */
function weightOf({
  asked,
  feeling,
  sidesAsked,
}: Pick<WrittenAnswer, "asked" | "feeling"> & { sidesAsked: ReadonlySet<string> }): number {
  if (asked === undefined) return 1;
  const isExpected = feeling > 0 === (asked === "strengths");
  return isExpected && sidesAsked.size < 2 ? 0 : weightOfAsked;
}
