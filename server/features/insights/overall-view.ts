import type { OverallView, Quote, Sentiment } from "#contract/insights/insights.ts";
import { meanOf, spreadOf } from "#contract/values/mean-and-spread.ts";
import { alignRating } from "#server/question-types/rating.ts";
import type { InsightsDraft } from "./engine.ts";
import type { PreparedRating, PreparedReading } from "./prepare-reading.ts";
import { sentimentOfMean } from "./sentiment-of-mean.ts";

/** At least this many people must have given ratings for an overall view to be counted. */
const minRaters = 3;
/** The local engine does not understand what it reads, so it decides only if nearly everyone leans the same way. */
const minNet = 0.8;

export interface OverallDecision {
  sentiment: Sentiment;
  overall: OverallView;
  /** How each person leans, by their ref. */
  leanings: ReadonlyMap<string, Sentiment>;
}

/**
 * Decides how people see it as a whole. The view is counted from the stance question, else counted from other ratings
 * whose direction is known, else read by a model, else read by the local engine if people's words lean clearly. If none
 * of these is possible, there is none. Source: docs/product.md, Insights.
 * @param quotes the quotes of the draft that were found in the answers
 */
export function decideOverallView(
  prepared: RatedReading,
  draft: Pick<InsightsDraft, "sentiment" | "people">,
  kind: "local" | "model",
  quotes: readonly Quote[] = [],
): OverallDecision {
  return (
    countOverallView(prepared) ??
    readOverallView(prepared, draft, kind, quotes) ??
    withoutOverallView(prepared)
  );
}

type RatedReading = Pick<PreparedReading, "ratings" | "hasRatingQuestions" | "responses">;

/** The overall view, if it can be counted: from the stance question, else from other ratings. */
export function countOverallView(prepared: RatedReading): OverallDecision | undefined {
  const unmarkedRatings = listUnmarked(prepared.ratings);
  const known = prepared.ratings.filter(isDirected);
  const people = [...prepared.responses.keys()];

  const stance = largestGroup(known.filter(({ isStance }) => isStance));
  const [last] = stance.slice(-1);
  if (last !== undefined && stance.length >= minRaters) {
    return {
      sentiment: sentimentOfMean(meanOf(stance.map(turnedValue))),
      overall: {
        source: "stance",
        question_id: last.question_id,
        label: last.label,
        mean: meanOf(stance.map(({ value }) => value)),
        counts: [1, 2, 3, 4, 5].map(
          (rating) => stance.filter(({ value }) => value === rating).length,
        ),
        low: last.low,
        high: last.high,
        is_reversed: isReversed(last),
        answers_count: stance.length,
        spread: spreadOf(stance.map(turnedValue)),
        unmarked_ratings: unmarkedRatings,
      },
      leanings: leaningsBy(people, stance),
    };
  }

  const others = known.filter(({ isStance }) => !isStance);
  const means = [...Map.groupBy(others, ({ person }) => person).values()].map((own) =>
    meanOf(own.map(turnedValue)),
  );
  if (means.length < minRaters) return undefined;
  return {
    sentiment: sentimentOfMean(meanOf(means)),
    overall: {
      source: "ratings",
      mean: meanOf(means),
      questions: byQuestion(others).flatMap(describeRated),
      people_count: means.length,
      answers_count: others.length,
      spread: spreadOf(means),
      unmarked_ratings: unmarkedRatings,
    },
    leanings: leaningsBy(people, others),
  };
}

/** The overall view that an engine has read in people's words, if that is enough. */
function readOverallView(
  prepared: RatedReading,
  draft: Pick<InsightsDraft, "sentiment" | "people">,
  kind: "local" | "model",
  quotes: readonly Quote[],
): OverallDecision | undefined {
  const unmarkedRatings = listUnmarked(prepared.ratings);
  const people = [...prepared.responses.keys()];
  const said = new Map(
    people.map((ref) => [
      ref,
      draft.people.find(({ person }) => person === ref)?.sentiment ?? "other",
    ]),
  );
  if (kind === "model") {
    const sentiment = correctSentiment(draft.sentiment, [...said.values()]);
    if (sentiment === "other" || quotes.length === 0) return undefined;
    return {
      sentiment,
      overall: { source: "model", quotes: [...quotes], unmarked_ratings: unmarkedRatings },
      leanings: said,
    };
  }
  const net = netOf([...said.values()]);
  if (Math.abs(net) < minNet) return undefined;
  return {
    sentiment: net > 0 ? "positive" : "concerned",
    overall: {
      source: "words",
      net,
      people_count: people.length,
      unmarked_ratings: unmarkedRatings,
    },
    leanings: said,
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
    leanings: new Map([...prepared.responses.keys()].map((ref) => [ref, "other"])),
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
    mean: meanOf(ratings.map(({ value }) => value)),
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

/** Places each person by the mean of their own ratings; those who gave none get `other`. */
function leaningsBy(
  people: readonly string[],
  ratings: readonly DirectedRating[],
): Map<string, Sentiment> {
  const own = Map.groupBy(ratings, ({ person }) => person);
  return new Map(
    people.map((ref) => {
      const given = own.get(ref);
      return [ref, given === undefined ? "other" : sentimentOfMean(meanOf(given.map(turnedValue)))];
    }),
  );
}

function netOf(people: readonly Sentiment[]): number {
  const count = (sentiment: Sentiment) => people.filter((entry) => entry === sentiment).length;
  return people.length === 0 ? 0 : (count("positive") - count("concerned")) / people.length;
}

/**
 * Replaces a sentiment that none of the people has: by `mixed` if they differ, else by theirs, or by `other` if fewer
 * than half of them have one.
 */
function correctSentiment(claimed: Sentiment, people: readonly Sentiment[]): Sentiment {
  if (people.includes(claimed)) return claimed;
  const voiced = people.filter((sentiment) => sentiment !== "other");
  const [mood, ...others] = new Set(voiced);
  if (others.length > 0) return "mixed";
  return mood === undefined || voiced.length * 2 < people.length ? "other" : mood;
}
