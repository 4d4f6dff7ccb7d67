import { limits } from "../limits.ts";
import { directionUnclear } from "../question-types/rating.ts";
import type { Insights, OverallView, Sentiment } from "./insights.ts";

/** How far apart people's ratings are, in words. Source: docs/product.md, Insights. */
export function describeSpread(spread: number): string {
  if (spread < 0.6) return "close together";
  return spread < 1.2 ? "somewhat divided" : "far apart";
}

/** A mean as it is shown: "4.1 of 5". */
export function formatMean(mean: number): string {
  return `${mean.toFixed(1)} of ${limits.ratingMax}`;
}

/** What the overall view is, in a word or two. */
export function nameOverall({
  sentiment,
  overall,
}: Pick<Insights, "sentiment" | "overall">): string {
  return overall.source === "none" ? "No overall view" : sentimentLabels[sentiment];
}

const sentimentLabels: Record<Sentiment, string> = {
  positive: "Positive",
  concerned: "Concerned",
  mixed: "Mixed",
  other: "Unclear",
};

/** Where an overall view comes from, in a few words, or why there is none. */
export function nameSource(overall: OverallView): string {
  return overall.source === "none" ? reasonNames[overall.reason] : sourceNames[overall.source];
}

type Decided = Exclude<OverallView, { source: "none" }>;
type Undecided = Extract<OverallView, { source: "none" }>;

const sourceNames: Record<Decided["source"], string> = {
  stance: "Counted from your question about the overall view",
  ratings: "Counted from ratings",
  model: "Read by a model, not counted",
};

const reasonNames: Record<Undecided["reason"], string> = {
  not_asked: "Nobody was asked for a rating",
  too_few: "Too few people rated",
  unmarked: directionUnclear,
};

/** The overall view as an entry in a list of facts: its name, and where it comes from. */
export function describeAsFact({
  sentiment,
  overall,
}: Pick<Insights, "sentiment"> & { overall: OverallView }): { name: string; source: string } {
  const name = overall.source === "none" ? "None" : sentimentLabels[sentiment];
  return { name, source: nameSource(overall) };
}

/** Where an overall view comes from, and what it is based on. */
export function describeOverall(overall: OverallView): string {
  const source = describeSource(overall).join(" ");
  const whole = overall.source === "none" ? `No overall view: ${source}` : upperFirst(source);
  return [whole, describeUnmarked(overall)].filter((part) => part !== "").join(" ");
}

/** The same below a heading that says that there is no overall view. */
export function describeMissingView(overall: Undecided): string {
  return [upperFirst(describeMissingReason(overall)), describeUnmarked(overall)]
    .filter((part) => part !== "")
    .join(" ");
}

function describeSource(overall: OverallView): string[] {
  switch (overall.source) {
    case "stance":
      return [
        `${overall.answers_count} people answered “${overall.label}” with ${formatMean(overall.mean)} on average${describeScale(overall)}.`,
        `Their answers are ${describeSpread(overall.spread)}.`,
      ];
    case "ratings": {
      const { questions } = overall;
      const turned = questions.filter(({ is_reversed }) => is_reversed);
      return [
        `the ratings of ${overall.people_count} people average ${formatMean(overall.mean)}, counting ${listLabels(questions)}.`,
        `They are ${describeSpread(overall.spread)}.`,
        ...(turned.length === 0
          ? []
          : [`Reversed, because a low number is good there: ${listLabels(turned)}.`]),
      ];
    }
    case "model":
      return ["read by a model from what people wrote, not counted."];
    case "none":
      return [describeMissingReason(overall)];
  }
}

/** Why there is no overall view: only ratings are counted. */
function describeMissingReason({ reason, people_count }: Undecided) {
  switch (reason) {
    case "not_asked":
      return "nobody was asked for a rating.";
    case "too_few":
      if (people_count === 0) return "people were asked for a rating, but nobody gave one.";
      return people_count === 1 ? "only 1 person rated." : `only ${people_count} people rated.`;
    case "unmarked":
      return "it is unclear whether a high number is good.";
  }
}

function describeScale({ low, high, is_reversed }: Extract<OverallView, { source: "stance" }>) {
  const ends = [low && `1 is “${low}”`, high && `5 is “${high}”`].filter((end) => end !== "");
  const scale = ends.length === 0 ? "" : `, where ${ends.join(" and ")}`;
  return is_reversed ? `${scale}; a low number is good` : scale;
}

function describeUnmarked({ unmarked_ratings }: OverallView): string {
  if (unmarked_ratings.length === 0) return "";
  const questions = unmarked_ratings.length === 1 ? "this question" : "these questions";
  return `Left out: ${listLabels(unmarked_ratings)}. A high number seems to be bad news there; edit ${questions} to say which number is good.`;
}

const upperFirst = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

function listLabels(questions: readonly { label: string }[]): string {
  const labels = questions.map(({ label }) => `“${label}”`);
  return labels.length < 2
    ? labels.join("")
    : `${labels.slice(0, -1).join(", ")} and ${labels.at(-1)}`;
}
