import { formatMean } from "../insights/overall-text.ts";
import { calculateMean, calculateSpread } from "../values/mean-and-spread.ts";
import type { ThenAndNow } from "./then-and-now.ts";

type ComparedQuestion = Extract<ThenAndNow, { state: "readable" }>["questions"][number];

/** With fewer ratings then or now, one person could make the whole change. */
const minRaters = 3;
/** A smaller change of the mean, or of the spread, may be due to one person's change of mind. */
const meanChange = 0.3;
const spreadChange = 0.3;

/**
 * How the ratings of the stance question changed since the circle was asked before, in a sentence: "From 2.9 to 3.8 of
 * 5: people are more in favour than then." Undefined if it was not asked in the same words both times. Source:
 * docs/product.md, Results.
 */
export function describeStanceChange(comparison: ThenAndNow): string | undefined {
  if (comparison.state !== "readable") return undefined;
  const stance = comparison.questions.find(({ is_stance }) => is_stance);
  return stance && describeChange(stance);
}

/** The same for any rating whose direction is known; undefined for other questions. */
export function describeChange({ before, now, direction }: ComparedQuestion): string | undefined {
  if (direction === null) return undefined;
  const then = summarize(before.tally.counts);
  const today = summarize(now.tally.counts);
  if (then.count < minRaters || today.count < minRaters) {
    return `Too few people rated to say what changed: ${then.count} then, ${today.count} now.`;
  }
  const isReversed = direction === "lower_is_better";
  const apart = describeApart(today.spread - then.spread);
  const change = today.mean - then.mean;
  const isSame = isBelow(Math.abs(change), meanChange);
  const numbers =
    then.mean.toFixed(1) === today.mean.toFixed(1)
      ? `${formatMean(today.mean)} both times`
      : `From ${then.mean.toFixed(1)} to ${formatMean(today.mean)}`;
  if (isSame) {
    const about = numbers.startsWith("From") ? `${numbers}: about the same` : numbers;
    return `${about}${apart && `, but ${apart}`}.`;
  }
  const scale = isReversed ? ", where a low number is good" : "";
  const isBetter = change > 0 !== isReversed;
  return `${numbers}${scale}: people are ${isBetter ? "more" : "less"} in favour than then${apart && `, and ${apart}`}.`;
}

/** Whether a difference of means is less than `limit`, by more than a rounding error. */
const isBelow = (value: number, limit: number) => value < limit - 1e-9;

function describeApart(change: number): string {
  if (isBelow(Math.abs(change), spreadChange)) return "";
  return change > 0 ? "their answers are further apart" : "their answers are closer together";
}

/** @param counts how many chose 1, 2, 3, 4, 5 */
function summarize(counts: readonly number[]): { count: number; mean: number; spread: number } {
  const ratings = counts.flatMap((count, place) => Array<number>(count).fill(place + 1));
  return { count: ratings.length, mean: calculateMean(ratings), spread: calculateSpread(ratings) };
}
