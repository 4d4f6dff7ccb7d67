import { meanOfRatings, ratingsSentence } from "./ratings.ts";

const crowdedFrom = 8;

/** One dot for each person over a scale of 1 to 5, with the mean above. One sentence says the same. */
export function StripPlot({
  counts,
  low,
  high,
  own,
  meanShown = true,
}: {
  /** How many people chose 1, 2, 3, 4 and 5. */
  counts: readonly number[];
  low: string;
  high: string;
  /** What the owner expected, marked by another shape. */
  own?: number | undefined;
  /** False if the mean is already shown next to it. */
  meanShown?: boolean;
}) {
  const mean = meanOfRatings(counts);
  const crowded = counts.some((count) => count >= crowdedFrom);
  return (
    <div
      className={crowded ? "stack strip strip-crowded" : "stack strip"}
      role="img"
      aria-label={
        own === undefined
          ? ratingsSentence(counts)
          : `${ratingsSentence(counts)} You expected ${own}.`
      }
    >
      {meanShown && (
        <p className="strip-mean num">
          <b>{mean.toFixed(1)}</b>
          <span>of 5</span>
        </p>
      )}
      <div className="strip-plot">
        {mean > 0 && (
          // The middle of the first column is 1, and that of the last one is 5.
          <i className="strip-mean-mark" style={{ insetInlineStart: `${(mean - 0.5) * 20}%` }} />
        )}
        {counts.map((count, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its position on the scale
          <div className="strip-column" key={index}>
            <span>{index + 1}</span>
            <i className="strip-tick" />
            {Array.from({ length: count }, (_, dot) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: dots are interchangeable
              <i key={dot} />
            ))}
            {own === index + 1 && <i className="own-mark" />}
          </div>
        ))}
      </div>
      <div className="strip-ends">
        <span dir="auto">{low}</span>
        <span dir="auto">{high}</span>
      </div>
      {own !== undefined && (
        <p className="strip-legend">
          <i className="own-mark" /> You
          <i className="strip-dot" /> They
        </p>
      )}
    </div>
  );
}
