import type { Ref } from "react";
import { Link } from "react-router";
import type { Insights, OverallView } from "#contract/insights/insights.ts";
import { describeUncertainty } from "#contract/insights/insights-text.ts";
import {
  describeMissingView,
  isCountedView,
  nameOverall,
  nameSource,
} from "#contract/insights/overall-text.ts";
import { listTallies, type Tally } from "#contract/question-types/tallies.ts";
import { isolate, isolateQuotations } from "#contract/values/isolate.ts";
import { TallyPlot } from "#web/question-types/answer-view.tsx";
import { tallyKey } from "#web/question-types/tally-key.ts";
import { FirstQuotes } from "./first-quotes.tsx";
import { LeaningList } from "./leaning-list.tsx";
import { sentimentIcons } from "./sentiment-icons.tsx";

/** The overall view, where it comes from, and what it is based on. */
export function OverallSection({
  insights,
  nameOf,
  editPathOf,
  plottedIds,
  titleRef,
}: {
  insights: Insights;
  nameOf: (responseId: string) => string | undefined;
  editPathOf: EditPathOf;
  /** The questions that are plotted elsewhere on the page. */
  plottedIds: readonly number[];
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
        <p className="lede" dir="auto">
          {overall?.source === "none"
            ? describeMissingView(overall, (top_strength ?? top_risk) !== null)
            : isolateQuotations(insights.sentiment_explanation)}
        </p>
        {overall !== null && (
          <UnmarkedRatings ratings={overall.unmarked_ratings} editPathOf={editPathOf} />
        )}
        {insights.is_unsure && <p className="small ink-3">{describeUncertainty(insights)}</p>}
      </div>
      {listStanceTallies(insights)
        .filter(({ question_id }) => !plottedIds.includes(question_id))
        .map((tally) => (
          <TallyPlot key={tallyKey(tally)} tally={tally} />
        ))}
      {overall?.source === "model" && <FirstQuotes of="Overall view" quotes={overall.quotes} />}
      {overall?.source !== "none" && (
        <LeaningList people={insights.people} nameOf={nameOf} isCounted={isCountedView(overall)} />
      )}
    </section>
  );
}

/** The owner's page where a question can be changed; undefined if it was deleted. */
export type EditPathOf = (questionId: number) => string | undefined;

/** Leads to each rating that was left out because nothing says which number is good. */
function UnmarkedRatings({
  ratings,
  editPathOf,
}: {
  ratings: OverallView["unmarked_ratings"];
  editPathOf: EditPathOf;
}) {
  const links = ratings.flatMap(({ question_id, label }) => {
    const path = editPathOf(question_id);
    return path === undefined ? [] : [{ path, label }];
  });
  if (links.length === 0) return null;
  return (
    <ul className="stack g2">
      {links.map(({ path, label }) => (
        <li key={path}>
          <Link to={path}>Say which number is good in “{isolate(label)}”</Link>
        </li>
      ))}
    </ul>
  );
}

/** The tally of the stance question in the wording that was counted; none if the overall view has another source. */
export function listStanceTallies(insights: Insights): Tally[] {
  const { overall } = insights;
  if (overall?.source !== "stance") return [];
  const { question_id, label } = overall;
  return listTallies(insights).filter(
    (tally) => tally.question_id === question_id && tally.label === label,
  );
}
