import { Link } from "react-router";
import type { Insights } from "#contract/insights/insights.ts";
import { describeSide, oneQuotePerPerson, type Side } from "#contract/insights/insights-text.ts";
import type { AnswersPathOf } from "./answers-path.ts";
import { Quotes } from "./quote-view.tsx";

/** What several people name who were asked for strengths and for worries. Each line leads to what they wrote. */
export function SharedSides({
  insights,
  answersPathOf,
}: {
  insights: Insights;
  answersPathOf: AnswersPathOf;
}) {
  return (["strengths", "worries"] as const).map((side) => (
    <SharedSide key={side} side={side} insights={insights} answersPathOf={answersPathOf} />
  ));
}

function SharedSide({
  side,
  insights,
  answersPathOf,
}: {
  side: Side;
  insights: Insights;
  answersPathOf: AnswersPathOf;
}) {
  const text = describeSide(side, insights);
  if (text === undefined) return null;
  const point = side === "strengths" ? insights.top_strength : insights.top_risk;
  if (point === null) {
    return (
      <p>
        <Link to={answersPathOf(insights.asked[side].question_ids[0])}>{text}</Link>
      </p>
    );
  }
  return (
    <details className="source">
      <summary>{text}</summary>
      <div className="source-answer stack g6">
        <Quotes quotes={oneQuotePerPerson(point)} />
      </div>
    </details>
  );
}
