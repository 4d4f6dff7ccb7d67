import type { ComponentType, Ref } from "react";
import { Link } from "react-router";
import type { Insights, OverallView, Sentiment } from "#contract/insights/insights.ts";
import { describeMissingView, nameOverall, nameSource } from "#contract/insights/overall-text.ts";
import { listTallies, type Tally } from "#contract/question-types/tallies.ts";
import { isolate, isolateQuotations } from "#contract/values/isolate.ts";
import { TallyPlot, tallyKey } from "#web/question-types/answer-view.tsx";
import {
  CircleMinusIcon,
  CloudIcon,
  CloudSunIcon,
  type IconProps,
  SunIcon,
} from "#web/ui/icons/icons.tsx";
import { Quotes } from "./quote-view.tsx";

const sentimentIcons: Record<Sentiment, ComponentType<IconProps>> = {
  positive: SunIcon,
  concerned: CloudIcon,
  mixed: CloudSunIcon,
  other: CircleMinusIcon,
};

export function OverallSection({
  insights,
  createEditPath,
  createAnswersPath,
  plottedIds,
  titleRef,
}: {
  insights: Insights;
  createEditPath: CreateEditPath;
  createAnswersPath: CreateAnswersPath;
  plottedIds: readonly number[];
  titleRef: Ref<HTMLHeadingElement>;
}) {
  const { sentiment, overall } = insights;
  const MoodIcon = sentimentIcons[sentiment];
  return (
    <section className="stack g4">
      <div className={`mood mood-${sentiment}`}>
        <MoodIcon />
        <span className="label">Overall view</span>
        {overall.source !== "none" && (
          <span className="small ink-3">
            <Source overall={overall} createAnswersPath={createAnswersPath} />
          </span>
        )}
      </div>
      <h2 className="title" tabIndex={-1} ref={titleRef}>
        {nameOverall(insights)}
      </h2>
      {listStanceTallies(insights)
        .filter(({ question_id }) => !plottedIds.includes(question_id))
        .map((tally) => (
          <TallyPlot key={tallyKey(tally)} tally={tally} />
        ))}
      <div className="stack g2">
        {!isSaidByPlot(overall) && (
          <p className="lede" dir="auto">
            {overall.source === "none"
              ? describeMissingView(overall)
              : isolateQuotations(insights.sentiment_explanation)}
          </p>
        )}
        <UnmarkedRatings ratings={overall.unmarked_ratings} createEditPath={createEditPath} />
      </div>
      {overall.source === "model" && <Quotes quotes={overall.quotes} />}
    </section>
  );
}

/** The plot says how many chose what, but not that a low number is good, or what was left out. */
const isSaidByPlot = (overall: OverallView) =>
  overall.source === "stance" && !overall.is_reversed && overall.unmarked_ratings.length === 0;

function Source({
  overall,
  createAnswersPath,
}: {
  overall: OverallView;
  createAnswersPath: CreateAnswersPath;
}) {
  if (overall.source === "stance") {
    return <Link to={createAnswersPath(overall.question_id)}>{nameSource(overall)}</Link>;
  }
  if (overall.source !== "ratings") return nameSource(overall);
  return (
    <Link to={createAnswersPath(overall.questions[0]?.question_id)}>{nameSource(overall)}</Link>
  );
}

export type CreateAnswersPath = (questionId?: number) => string;

/** The owner's page where a question can be changed; undefined if it was deleted. */
export type CreateEditPath = (questionId: number) => string | undefined;

/** Leads to each rating that was left out because nothing says which number is good. */
function UnmarkedRatings({
  ratings,
  createEditPath,
}: {
  ratings: OverallView["unmarked_ratings"];
  createEditPath: CreateEditPath;
}) {
  const links = ratings.flatMap(({ question_id, label }) => {
    const path = createEditPath(question_id);
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
  if (overall.source !== "stance") return [];
  const { question_id, label } = overall;
  return listTallies(insights).filter(
    (tally) => tally.question_id === question_id && tally.label === label,
  );
}
