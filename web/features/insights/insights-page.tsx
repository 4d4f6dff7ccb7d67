import type { ReactNode, Ref } from "react";
import { Link } from "react-router";
import type { Insights } from "#contract/insights/insights.ts";
import {
  describeGeneration,
  describeUnreadLanguages,
  rolesChangedNote,
  themesNote,
} from "#contract/insights/insights-text.ts";
import { listTallies } from "#contract/question-types/tallies.ts";
import { isolateQuotations } from "#contract/values/isolate.ts";
import { formatInstant } from "#web/client/dates.ts";
import { questionLabel, TallyPlot } from "#web/question-types/answer-view.tsx";
import { tallyKey } from "#web/question-types/tally-key.ts";
import { CircleAlertIcon } from "#web/ui/icons/icons.tsx";
import { Badge } from "#web/ui/status/badge.tsx";
import { formatCount } from "#web/ui/text/format-count.ts";
import type { AnswersPathOf } from "./answers-path.ts";
import { LinkedSummary } from "./linked-summary.tsx";
import { type EditPathOf, listStanceTallies, OverallSection } from "./overall-section.tsx";
import { Quotes } from "./quote-view.tsx";
import { SharedSides } from "./shared-sides.tsx";
import { ThemeList } from "./theme-list.tsx";

/** All insights, with the quotes that each is based on: first what is counted, then what people say. */
export function InsightsPage({
  insights,
  timeZone,
  editPathOf,
  answersPathOf,
  thenAndNow,
  plottedIds,
  titleRef,
  note,
  children,
}: {
  insights: Insights;
  timeZone: string;
  editPathOf: EditPathOf;
  answersPathOf: AnswersPathOf;
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
  const { themes, quotes, suggestion_quotes } = insights;
  const unread = describeUnreadLanguages(insights);
  const shownAbove = listStanceTallies(insights).map(tallyKey);
  const isAdvice = suggestion_quotes.some(
    ({ text }) => insights.next_step_suggestion === `“${text}”`,
  );
  return (
    <div className="stack g14 insights">
      {insights.roles_changed && (
        <p className="row icon-row roles-changed" role="note">
          <CircleAlertIcon className="ochre" />
          <span className="ink-2">{rolesChangedNote}</span>
        </p>
      )}
      <OverallSection
        insights={insights}
        editPathOf={editPathOf}
        answersPathOf={answersPathOf}
        plottedIds={plottedIds}
        titleRef={titleRef}
      />
      {thenAndNow}
      {listTallies(insights)
        .filter((tally) => !shownAbove.includes(tallyKey(tally)))
        .filter(({ question_id }) => !plottedIds.includes(question_id))
        .map((tally) => (
          <section className="stack g2" key={tallyKey(tally)}>
            <h2 className="label" dir="auto">
              <Link to={answersPathOf(tally.question_id)}>{questionLabel(tally)}</Link>
            </h2>
            <TallyPlot tally={tally} />
          </section>
        ))}
      <section className="stack g3">
        <h2 className="heading">Summary</h2>
        <p className="prose" dir="auto">
          <LinkedSummary insights={insights} answersPathOf={answersPathOf} />
        </p>
        <SharedSides insights={insights} answersPathOf={answersPathOf} />
        {unread !== undefined && <p className="small ink-3">{unread}</p>}
      </section>
      {themes.length > 0 && (
        <section className="stack g2">
          <h2 className="heading">Key Themes</h2>
          {insights.engine.kind === "local" && <p className="small ink-3">{themesNote}</p>}
          <ThemeList themes={themes} peopleCount={insights.responses_count} />
        </section>
      )}
      {quotes.length > 0 && (
        <section className="stack g6">
          <h2 className="heading">Highlighted Quotes</h2>
          <div className="stack g8">
            <Quotes quotes={quotes} />
          </div>
        </section>
      )}
      <section className="stack g3">
        <h2 className="heading">Gentle Suggestion</h2>
        {!isAdvice && (
          <p className="prose" dir="auto">
            {isolateQuotations(insights.next_step_suggestion)}
          </p>
        )}
        <Quotes quotes={suggestion_quotes} />
      </section>
      <footer className="stack g4">
        <p className="small ink-3">{describeGeneration(insights)}</p>
        {note}
        <div className="row between after">
          <p className="small ink-3 num">
            Last updated {formatInstant(insights.updated_at, timeZone)}
          </p>
          {insights.new_responses_count > 0 && (
            <Badge tone="ochre">
              <Link to={answersPathOf(undefined)}>
                {formatCount(insights.new_responses_count, "new perspective")} since
              </Link>
            </Badge>
          )}
          {insights.set_aside_count > 0 && (
            <Badge tone="ochre">
              <Link to={answersPathOf(undefined)}>
                {formatCount(insights.set_aside_count, "perspective")} set aside since
              </Link>
            </Badge>
          )}
          {children}
        </div>
      </footer>
    </div>
  );
}
