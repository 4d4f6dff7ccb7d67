import type { OverallView, Quote, Sentiment } from "#contract/insights/insights.ts";
import { calculateMean, calculateSpread } from "#contract/values/mean-and-spread.ts";
import { alignRating } from "#server/question-types/rating.ts";
import type { PreparedRating, PreparedReading } from "./prepare-reading.ts";

/** At least this many people must have given ratings for an overall view to be counted. */
const minRaters = 3;
const positiveFrom = 3.75;
const concernedUpTo = 2.5;

interface OverallDecision {
  sentiment: Sentiment;
  overall: OverallView;
}

/** The sentiment of a mean of ratings, in which a high number is good. */
function sentimentOfMean(mean: number): Sentiment {
  if (mean >= positiveFrom) return "positive";
  return mean <= concernedUpTo ? "concerned" : "mixed";
}

type RatedReading = Pick<PreparedReading, "ratings" | "hasRatingQuestions">;

/**
 * Decides how people see it as a whole: counted from the stance question, else counted from other ratings whose direction
 * is known, else as a model says that quotes what it read. Otherwise there is none. Source: docs/product.md, Insights.
 * @param said undefined for the local engine, which interprets nothing
 */
export function decideOverallView(
  prepared: RatedReading,
  said?: { sentiment: Sentiment; quotes: readonly Quote[] },
): OverallDecision {
  const counted = countOverallView(prepared);
  if (counted !== undefined) return counted;
  if (said === undefined || said.sentiment === "other" || said.quotes.length === 0) {
    return withoutOverallView(prepared);
  }
  return {
    sentiment: said.sentiment,
    overall: {
      source: "model",
      quotes: [...said.quotes],
      unmarked_ratings: listUnmarked(prepared.ratings),
    },
  };
}

/** The overall view, if it can be counted: from the stance question, else from other ratings. */
export function countOverallView(prepared: RatedReading): OverallDecision | undefined {
  const unmarkedRatings = listUnmarked(prepared.ratings);
  const known = prepared.ratings.filter(isDirected);

  const stance = largestGroup(known.filter(({ isStance }) => isStance));
  const [last] = stance.slice(-1);
  if (last !== undefined && stance.length >= minRaters) {
    return {
      sentiment: sentimentOfMean(calculateMean(stance.map(turnedValue))),
      overall: {
        source: "stance",
        question_id: last.question_id,
        label: last.label,
        mean: calculateMean(stance.map(({ value }) => value)),
        counts: [1, 2, 3, 4, 5].map(
          (rating) => stance.filter(({ value }) => value === rating).length,
        ),
        low: last.low,
        high: last.high,
        is_reversed: isReversed(last),
        answers_count: stance.length,
        spread: calculateSpread(stance.map(turnedValue)),
        unmarked_ratings: unmarkedRatings,
      },
    };
  }

  const others = known.filter(({ isStance }) => !isStance);
  const means = [...Map.groupBy(others, ({ person }) => person).values()].map((own) =>
    calculateMean(own.map(turnedValue)),
  );
  if (means.length < minRaters) return undefined;
  return {
    sentiment: sentimentOfMean(calculateMean(means)),
    overall: {
      source: "ratings",
      mean: calculateMean(means),
      questions: byQuestion(others).flatMap(describeRated),
      people_count: means.length,
      answers_count: others.length,
      spread: calculateSpread(means),
      unmarked_ratings: unmarkedRatings,
    },
  };
}

/** The decision that there is no overall view, with the reason why nothing could be counted. */
export function withoutOverallView(prepared: RatedReading): OverallDecision {
  const unknown = prepared.ratings.filter((rating) => !isDirected(rating));
  return {
    sentiment: "other",
    overall: {
      source: "none",
      reason: !prepared.hasRatingQuestions
        ? "not_asked"
        : countPeople(unknown) < minRaters
          ? "too_few"
          : "unmarked",
      people_count: countPeople(prepared.ratings),
      unmarked_ratings: listUnmarked(prepared.ratings),
    },
  };
}

type DirectedRating = PreparedRating & { direction: NonNullable<PreparedRating["direction"]> };

function isDirected(rating: PreparedRating): rating is DirectedRating {
  return rating.direction !== undefined;
}

const turnedValue = ({ value, direction }: DirectedRating) => alignRating(value, direction);

const isReversed = ({ direction }: DirectedRating) => direction === "lower_is_better";

const countPeople = (ratings: readonly PreparedRating[]) =>
  new Set(ratings.map(({ person }) => person)).size;

/** Groups the ratings by question and wording: ratings of different wordings are never counted together. */
function byQuestion<R extends PreparedRating>(ratings: readonly R[]): R[][] {
  const asAsked = ({ question_id, label, low, high }: R) =>
    JSON.stringify([question_id, label, low, high]);
  return [...Map.groupBy(ratings, asAsked).values()];
}

/** The ratings of the question and wording that most people answered. */
function largestGroup(ratings: readonly DirectedRating[]): DirectedRating[] {
  return byQuestion(ratings).toSorted((a, b) => b.length - a.length)[0] ?? [];
}

function describeRated(ratings: readonly DirectedRating[]) {
  return ratings.slice(-1).map((last) => ({
    question_id: last.question_id,
    label: last.label,
    mean: calculateMean(ratings.map(({ value }) => value)),
    is_reversed: isReversed(last),
    answers_count: ratings.length,
  }));
}

function listUnmarked(ratings: readonly PreparedRating[]) {
  const unknown = ratings.filter(({ direction }) => direction === undefined);
  return [...new Map(unknown.map(({ question_id, label }) => [question_id, label]))].map(
    ([questionId, label]) => ({ question_id: questionId, label }),
  );
}
