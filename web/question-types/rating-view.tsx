import { describeCount, directionUnclear, nameMean } from "#contract/question-types/rating.ts";
import type { CountedRecap, Tallies } from "#contract/question-types/schemas.ts";
import { Scale } from "#web/ui/ratings/scale.tsx";
import { StripPlot } from "#web/ui/ratings/strip-plot.tsx";
import type { QuestionTypeView } from "./question-type-view.ts";

export const ratingView: QuestionTypeView = {
  isSearched: false,
  Answer: ({ answer }) => <Scale value={Number(answer)} />,
  Hint: () => <span className="hint">Rated 1 to 5</span>,
};

export function RatingPlot({ tally }: { tally: Tallies["ratings"][number] }) {
  return <StripPlot counts={tally.counts} low={tally.low} high={tally.high} />;
}

/** The recap's line about all ratings. `empty` says why there are none. */
export function FitLine({ fit, empty }: { fit: CountedRecap["fit"]; empty: string }) {
  return (
    <div>
      <dt className="ink-2">{nameMean(fit)}</dt>
      <dd className="num">
        {fit.state === "rated" ? (
          <>
            {fit.average.toFixed(1)}/5
            <span className="small ink-3">{describeCount(fit)}</span>
          </>
        ) : fit.state === "not_asked" ? (
          "No ratings asked"
        ) : fit.state === "unmarked" ? (
          directionUnclear
        ) : (
          empty
        )}
      </dd>
      {fit.state === "rated" && (
        <dd className="recap-plot">
          <StripPlot counts={fit.counts} low={fit.low} high={fit.high} meanShown={false} />
        </dd>
      )}
    </div>
  );
}
