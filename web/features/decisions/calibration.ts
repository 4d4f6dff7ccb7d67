import type { Review } from "#contract/decisions.ts";

/** The number of reviews from which the plot is shown. */
export const calibratedFrom = 5;

/** Some reviews in which the owner was about equally sure. */
export interface CalibrationBand {
  from: number;
  to: number;
  reviews_count: number;
  yes_count: number;
  partly_count: number;
  /** The mean of how sure they were, in percent. */
  sure: number;
  /** How many predictions came true, in percent. Those that did partly count as half. */
  came_true: number;
}

const edges = [
  { from: 10, to: 30 },
  { from: 40, to: 60 },
  { from: 70, to: 90 },
] as const;

/** How sure the owner was and what came true, over the reviews that say both. Bands without reviews are left out. */
export function calibrate(
  reviews: readonly Pick<Review, "prediction" | "confidence" | "came_true">[],
): { reviews_count: number; bands: CalibrationBand[] } {
  const counted = reviews.flatMap(({ prediction, confidence, came_true }) =>
    prediction === "" || confidence === null || came_true === null ? [] : { confidence, came_true },
  );
  const bands = edges.flatMap(({ from, to }) => {
    const inside = counted.filter(({ confidence }) => confidence >= from && confidence <= to);
    const reviewsCount = inside.length;
    if (reviewsCount === 0) return [];
    const yesCount = inside.filter(({ came_true }) => came_true === "yes").length;
    const partlyCount = inside.filter(({ came_true }) => came_true === "partly").length;
    const sure = inside.reduce((sum, { confidence }) => sum + confidence, 0) / reviewsCount;
    const cameTrue = (100 * (yesCount + partlyCount / 2)) / reviewsCount;
    return {
      from,
      to,
      reviews_count: reviewsCount,
      yes_count: yesCount,
      partly_count: partlyCount,
      sure,
      came_true: cameTrue,
    };
  });
  return { reviews_count: counted.length, bands };
}

/** "When you were about 80% sure, it came true 3 of 5 times." */
export function describeBand({
  reviews_count,
  yes_count,
  partly_count,
  sure,
}: CalibrationBand): string {
  const about = `about ${Math.round(sure / 10) * 10}% sure`;
  if (reviews_count === 1) {
    const outcome =
      yes_count === 1 ? "came true" : partly_count === 1 ? "came true partly" : "did not come true";
    return `The one time you were ${about}, it ${outcome}.`;
  }
  const partly = partly_count === 0 ? "" : `, and partly ${partly_count} of ${reviews_count}`;
  return `When you were ${about}, it came true ${yes_count} of ${reviews_count} times${partly}.`;
}
