import type { Ref } from "react";
import type { Insights } from "#contract/insights/insights.ts";
import { describeUnsure } from "#contract/insights/insights-text.ts";
import {
  describeAbstention,
  isCountedView,
  nameOverall,
  nameSource,
} from "#contract/insights/overall-text.ts";
import { listTallies, type Tally } from "#contract/question-types/tallies.ts";
import { TallyPlot } from "#web/question-types/answer-view.tsx";
import { LeaningList } from "./leaning-list.tsx";
import { sentimentIcons } from "./sentiment-icons.tsx";
import { SupportingQuotes } from "./theme-list.tsx";

/** How people see it as a whole, where that comes from, and what it rests on. */
export function OverallSection({
  insights,
  nameOf,
  titleRef,
}: {
  insights: Insights;
  nameOf: (responseId: string) => string | undefined;
  titleRef: Ref<HTMLHeadingElement>;
}) {
  const { sentiment, overall, top_strength, top_risk } = insights;
  const MoodIcon = sentimentIcons[sentiment];
  return (
    <section className="stack g4">
      <div className={`mood mood-${sentiment}`}>
        <MoodIcon />
        <span className="label">Overall view</span>
        {overall !== null && overall.source !== "none" && (
          <span className="small ink-3">{nameSource(overall)}</span>
        )}
      </div>
      <div className="stack g2">
        <h2 className="title" tabIndex={-1} ref={titleRef}>
          {nameOverall(insights)}
        </h2>
        <p className="lede">
          {overall?.source === "none"
            ? describeAbstention(overall, (top_strength ?? top_risk) !== null)
            : insights.sentiment_explanation}
        </p>
        {insights.is_unsure && <p className="small ink-3">{describeUnsure(insights)}</p>}
      </div>
      {listStanceTallies(insights).map((tally) => (
        <TallyPlot key={JSON.stringify({ ...tally, counts: undefined })} tally={tally} />
      ))}
      {overall?.source === "model" && overall.quotes.length > 0 && (
        <SupportingQuotes of="Overall view" quotes={overall.quotes} />
      )}
      {overall?.source !== "none" && (
        <LeaningList people={insights.people} nameOf={nameOf} isCounted={isCountedView(overall)} />
      )}
    </section>
  );
}

/** The tally of the stance question in the wording that was counted; none where the overall view has another source. */
export function listStanceTallies(insights: Insights): Tally[] {
  const { overall } = insights;
  if (overall?.source !== "stance") return [];
  const { question_id, label } = overall;
  return listTallies(insights).filter(
    (tally) => tally.question_id === question_id && tally.label === label,
  );
}
