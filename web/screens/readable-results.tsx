import type { ComponentProps, ReactNode } from "react";
import type { Circle, CircleDetails } from "#contract/circles/circles.ts";
import type { Results } from "#contract/feedback/feedback.ts";
import type { Quote } from "#contract/insights/insights.ts";
import { useTimeZone } from "#web/features/account/hooks.ts";
import { describeDay } from "#web/features/circles/list/circle-day.ts";
import { EncouragementList } from "#web/features/feedback/encouragement-list.tsx";
import { useComparedQuestions } from "#web/features/feedback/hooks.ts";
import { responseHeading } from "#web/features/feedback/response-heading.ts";
import { ThenAndNowSection } from "#web/features/feedback/then-and-now-section.tsx";
import { InsightsPanel } from "#web/features/insights/insights-panel.tsx";
import type { QuotedAnswer } from "#web/features/insights/quote-view.tsx";
import { AnswerView, questionLabel } from "#web/question-types/answer-view.tsx";
import { CalendarIcon, MessagesSquareIcon, UsersIcon } from "#web/ui/icons/icons.tsx";
import { Tabs } from "#web/ui/layout/tabs.tsx";
import { formatCount } from "#web/ui/text/format-count.ts";
import { WrittenText } from "#web/ui/text/written-text.tsx";
import { AllFeedback } from "./all-feedback.tsx";
import { answersPath, resultsTabs, tabParameter } from "./results-tabs.ts";
import { useUrlChoice } from "./use-url-choice.ts";

export function ResultsFacts({ circle }: { circle: Circle }) {
  const day = describeDay(circle);
  return (
    <span className="meta num">
      <span>
        <MessagesSquareIcon />
        {formatCount(circle.responses_count, "perspective")}
      </span>
      {circle.invites_count !== null && (
        <span>
          <UsersIcon />
          {circle.invites_count} invited
        </span>
      )}
      {day && (
        <span>
          <CalendarIcon />
          {day}
        </span>
      )}
    </span>
  );
}

/** The tabs of results that may be read. */
export function ReadableResults({
  circle,
  results,
  address,
  createEditPath,
  furtherQuestions,
}: {
  circle: CircleDetails;
  results: Results;
  /** The address of this screen, with a query. */
  address: string;
  createEditPath: ComponentProps<typeof InsightsPanel>["createEditPath"];
  furtherQuestions?: ReactNode;
}) {
  const [tab, setTab] = useUrlChoice(tabParameter, resultsTabs);
  const timeZone = useTimeZone();
  const isAskedAgain = circle.copied_from !== null;
  const plottedIds = useComparedQuestions(circle.id, isAskedAgain);
  return (
    <Tabs
      label="Results"
      value={tab}
      onValueChange={setTab}
      entries={[
        {
          value: "feedback",
          label: "All Feedback",
          content: (
            <div className="results-panel">
              <AskedQuestions circle={circle} />
              <AllFeedback
                circle={circle}
                results={results}
                plottedIds={plottedIds}
                onShowInsights={() => setTab("insights")}
              />
              {furtherQuestions}
            </div>
          ),
        },
        {
          value: "encouragement",
          label: "Encouragement",
          content: (
            <div className="results-panel">
              <h2 className="only-print title print-heading">Encouragement</h2>
              <EncouragementList encouragements={results.encouragements} />
            </div>
          ),
        },
        {
          value: "insights",
          label: "Insights",
          content: (
            <div className="results-panel">
              <h2 className="only-print title print-heading">Insights</h2>
              <InsightsPanel
                circleId={circle.id}
                timeZone={timeZone}
                findAnswer={(quote) => findAnswer(results, quote)}
                createAnswersPath={(questionId) => answersPath(address, questionId)}
                createEditPath={createEditPath}
                thenAndNow={isAskedAgain && <ThenAndNowSection circleId={circle.id} />}
                plottedIds={plottedIds ?? []}
              />
            </div>
          ),
        },
      ]}
    />
  );
}

/** What the owner wrote to the people, for print, because on paper there is no other screen to look it up on. */
function AskedQuestions({ circle }: { circle: Circle }) {
  return (
    <div className="only-print print-questions">
      <p className="label">What I'm exploring</p>
      <WrittenText>{circle.description}</WrittenText>
      <p className="label">What I'm asking from you</p>
      <WrittenText>{circle.what_they_ask}</WrittenText>
    </div>
  );
}

export function findAnswer(results: Results, quote: Quote): QuotedAnswer | undefined {
  const response = results.responses.find(({ id }) => id === quote.response_id);
  const answer = response?.answers.find(({ question_id }) => question_id === quote.question_id);
  if (response === undefined || answer === undefined) return undefined;
  return {
    heading: responseHeading(response),
    question: questionLabel(answer),
    answer: <AnswerView answer={answer} />,
  };
}
