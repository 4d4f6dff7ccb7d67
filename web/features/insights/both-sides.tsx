import type { Insights, Point } from "#contract/insights/insights.ts";
import { describePeopleBehind } from "#contract/insights/insights-text.ts";
import { isolate } from "#contract/values/isolate.ts";
import { FirstQuotes } from "./first-quotes.tsx";

/** What supports the idea and what worries people, in their words. It comes first if there is no overall view. */
export function BothSides({ insights }: { insights: Insights }) {
  const { top_strength, top_risk, responses_count } = insights;
  return (
    <div className="both-sides">
      <Side
        heading="What supports it"
        point={top_strength}
        peopleCount={responses_count}
        nothing="No answer names a reason for it clearly enough to quote."
      />
      <Side
        heading="What worries people"
        point={top_risk}
        peopleCount={responses_count}
        nothing="Nobody names a worry clearly enough to quote."
      />
    </div>
  );
}

function Side({
  heading,
  point,
  peopleCount,
  nothing,
}: {
  heading: string;
  point: Point | null;
  peopleCount: number;
  nothing: string;
}) {
  return (
    <section className="stack g3">
      <h2 className="heading">{heading}</h2>
      {point === null ? (
        <p className="ink-2">{nothing}</p>
      ) : (
        <>
          <p className="small ink-3 num">
            {isolate(point.text)} · {describePeopleBehind(point.people_count, peopleCount)}
          </p>
          <FirstQuotes of={heading} quotes={point.quotes} />
        </>
      )}
    </section>
  );
}
