import type { ReactNode, Ref } from "react";
import type { Insights, Point } from "#contract/insights/insights.ts";
import {
  describeGeneration,
  describeMarksChanged,
  describePeopleBehind,
} from "#contract/insights/insights-text.ts";
import { listTallies } from "#contract/question-types/tallies.ts";
import { isolateQuotations } from "#contract/values/isolate.ts";
import { formatInstant } from "#web/client/dates.ts";
import { questionLabel, TallyPlot } from "#web/question-types/answer-view.tsx";
import { tallyKey } from "#web/question-types/tally-key.ts";
import { CircleAlertIcon, FootprintsIcon } from "#web/ui/icons/icons.tsx";
import { Badge } from "#web/ui/status/badge.tsx";
import { formatCount } from "#web/ui/text/format-count.ts";
import { BothSides } from "./both-sides.tsx";
import { listShownTexts } from "./first-quotes.tsx";
import { type EditPathOf, listStanceTallies, OverallSection } from "./overall-section.tsx";
import { Quotes } from "./quote-view.tsx";
import { SupportingQuotes, ThemeList } from "./theme-list.tsx";

/** All insights, with the quotes that each is based on. */
export function InsightsPage({
  insights,
  timeZone,
  nameOf,
  editPathOf,
  thenAndNow,
  plottedIds,
  titleRef,
  note,
  children,
}: {
  insights: Insights;
  timeZone: string;
  nameOf: (responseId: string) => string | undefined;
  editPathOf: EditPathOf;
  /** What was counted when the same was asked before, next to what is counted now. */
  thenAndNow: ReactNode;
  /** The questions that `thenAndNow` plots. */
  plottedIds: readonly number[];
  /** The first heading, which can take the focus. */
  titleRef: Ref<HTMLHeadingElement>;
  /** Progress or an error. */
  note: ReactNode;
  /** Actions, shown at the end. */
  children: ReactNode;
}) {
  const { overall, themes, quotes, top_strength, top_risk, suggestion_quotes } = insights;
  const hasSides = overall?.source === "none" && (top_strength ?? top_risk) !== null;
  const quotedFirst = hasSides
    ? [top_strength?.quotes ?? [], top_risk?.quotes ?? []]
    : overall?.source === "model"
      ? [overall.quotes]
      : [];
  const shownFirst = quotedFirst.flatMap(listShownTexts);
  const furtherQuotes = quotes.filter(({ text }) => !shownFirst.includes(text));
  const marksChanged = describeMarksChanged(insights);
  const shownAbove = listStanceTallies(insights).map(tallyKey);
  return (
    <div className="split split-reading">
      <div className="split-main stack g14">
        {marksChanged !== undefined && (
          <p className="row icon-row marks-changed" role="note">
            <CircleAlertIcon className="ochre" />
            <span className="ink-2">{marksChanged}</span>
          </p>
        )}
        <OverallSection
          insights={insights}
          nameOf={nameOf}
          editPathOf={editPathOf}
          plottedIds={plottedIds}
          titleRef={titleRef}
        />
        {thenAndNow}
        {hasSides && <BothSides insights={insights} />}
        <section className="stack g3">
          <h2 className="heading">Summary</h2>
          <p className="prose" dir="auto">
            {isolateQuotations(insights.summary_paragraph)}
          </p>
        </section>
        {themes.length > 0 && (
          <section className="stack g2">
            <h2 className="heading">Key Themes</h2>
            <ThemeList themes={themes} peopleCount={insights.responses_count} />
          </section>
        )}
        {furtherQuotes.length > 0 && (
          <section className="stack g6">
            <h2 className="heading">Highlighted Quotes</h2>
            <div className="stack g8">
              <Quotes quotes={furtherQuotes} />
            </div>
          </section>
        )}
      </div>
      <aside className="split-aside insights-short" aria-label="In short">
        <section className="wash pad stack g3">
          <div className="row accent">
            <FootprintsIcon />
            <h2 className="label accent">Gentle Suggestion</h2>
          </div>
          <p className="prose" dir="auto">
            {isolateQuotations(insights.next_step_suggestion)}
          </p>
          {suggestion_quotes.length > 0 && (
            <SupportingQuotes of="Gentle Suggestion" quotes={suggestion_quotes} />
          )}
        </section>
        {overall?.source !== "none" && top_strength !== null && (
          <TopPoint
            label="Top strength"
            point={top_strength}
            peopleCount={insights.responses_count}
          />
        )}
        {overall?.source !== "none" && top_risk !== null && (
          <TopPoint label="Top risk" point={top_risk} peopleCount={insights.responses_count} />
        )}
        {listTallies(insights)
          .filter((tally) => !shownAbove.includes(tallyKey(tally)))
          .filter(({ question_id }) => !plottedIds.includes(question_id))
          .map((tally) => (
            <section className="stack g2" key={tallyKey(tally)}>
              <h2 className="label" dir="auto">
                {questionLabel(tally)}
              </h2>
              <TallyPlot tally={tally} />
            </section>
          ))}
      </aside>
      <footer className="stack g4">
        <p className="small ink-3">{describeGeneration(insights)}</p>
        {note}
        <div className="row between after">
          <p className="small ink-3 num">
            Last updated {formatInstant(insights.updated_at, timeZone)}
          </p>
          {insights.new_responses_count > 0 && (
            <Badge tone="ochre">
              {formatCount(insights.new_responses_count, "new perspective")} since
            </Badge>
          )}
          {insights.set_aside_count > 0 && (
            <Badge tone="ochre">
              {formatCount(insights.set_aside_count, "perspective")} set aside since
            </Badge>
          )}
          {children}
        </div>
      </footer>
    </div>
  );
}

function TopPoint({
  label,
  point,
  peopleCount,
}: {
  label: string;
  point: Point;
  peopleCount: number;
}) {
  return (
    <section className="stack g2">
      <h2 className="label">{label}</h2>
      <p className="prose" dir="auto">
        {point.text}
      </p>
      <p className="small ink-3 num">{describePeopleBehind(point.people_count, peopleCount)}</p>
      <SupportingQuotes of={point.text} quotes={point.quotes} />
    </section>
  );
}
