import { Link, useNavigate, useSearchParams } from "react-router";
import type { Circle, CircleDetails } from "#contract/circles/circles.ts";
import { extendedNote, sealedUntil, tooFewAnswers } from "#contract/circles/sealing.ts";
import type { Results } from "#contract/feedback/feedback.ts";
import type { Quote } from "#contract/insights/insights.ts";
import { decisionPath, editPath, paths, sharePath } from "#contract/paths.ts";
import { NotebookArt } from "#web/brand/art/notebook.tsx";
import { LoadingMark } from "#web/brand/loading-mark.tsx";
import { useTimeZone, useToday } from "#web/features/account/hooks.ts";
import { LockedResults } from "#web/features/billing/locked-results.tsx";
import { PaymentConfirmation } from "#web/features/billing/payment-confirmation.tsx";
import { useUnlockNotification } from "#web/features/billing/unlock-notification.ts";
import { CircleActionsMenu } from "#web/features/circles/actions/circle-actions-menu.tsx";
import { editQuestionPath } from "#web/features/circles/draft/question-link.ts";
import { useCircle, useCircles } from "#web/features/circles/hooks.ts";
import { describeDay } from "#web/features/circles/list/circle-day.ts";
import { CircleList } from "#web/features/circles/list/circle-list.tsx";
import { CircleChoiceList, CircleRowsLoading } from "#web/features/circles/list/circle-rows.tsx";
import { ExportResults } from "#web/features/exports/export-results.tsx";
import { EncouragementList } from "#web/features/feedback/encouragement-list.tsx";
import { useComparedQuestions, useResults } from "#web/features/feedback/hooks.ts";
import { responseHeading } from "#web/features/feedback/response-heading.ts";
import { ThenAndNowSection } from "#web/features/feedback/then-and-now-section.tsx";
import { InsightsPanel } from "#web/features/insights/insights-panel.tsx";
import type { QuotedAnswer } from "#web/features/insights/quote-view.tsx";
import { AnswerView, questionLabel } from "#web/question-types/answer-view.tsx";
import { useDocumentTitle } from "#web/shell/document-title.ts";
import { FailedLoad } from "#web/shell/failed-load.tsx";
import { buttonClass } from "#web/ui/buttons/button-class.ts";
import {
  ArrowRightIcon,
  CalendarIcon,
  MessagesSquareIcon,
  UsersIcon,
} from "#web/ui/icons/icons.tsx";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { Tabs } from "#web/ui/layout/tabs.tsx";
import { MenuEntry } from "#web/ui/overlays/menu.tsx";
import { EmptyState } from "#web/ui/status/empty-state.tsx";
import { formatCount } from "#web/ui/text/format-count.ts";
import { WrittenText } from "#web/ui/text/written-text.tsx";
import { AllFeedback } from "./all-feedback.tsx";
import { answersPath, resultsTabs, tabParameter } from "./results-tabs.ts";
import { useUrlChoice } from "./use-url-choice.ts";

const failure = "Failed to load results";

export function ResultsScreen() {
  const [search] = useSearchParams();
  const circleId = search.get("circle");
  return circleId === null ? (
    <ResultsChooser />
  ) : (
    <CircleResults key={circleId} circleId={circleId} />
  );
}

function ResultsChooser() {
  const circles = useCircles();
  useDocumentTitle("Results");
  return (
    <>
      <PageHead title="Results" line="Choose a paraline to read" />
      {circles.isPending ? (
        <CircleRowsLoading />
      ) : circles.data === undefined ? (
        <FailedLoad sentence="Failed to load paralines" queries={[circles]} />
      ) : circles.data.length === 0 ? (
        <CircleList circles={[]} />
      ) : (
        <CircleChoiceList circles={circles.data} />
      )}
    </>
  );
}

function CircleResults({ circleId }: { circleId: string }) {
  const circle = useCircle(circleId, failure);
  const results = useResults(circleId);
  const [search, setSearch] = useSearchParams();
  const checkoutId = search.get("checkout");
  useDocumentTitle(circle.data?.title ?? "Results");
  useUnlockNotification(results.data?.is_locked, {
    hasPaid: checkoutId !== null,
    onRead: forgetCheckout,
  });

  /** A reload should not request it again. */
  function forgetCheckout() {
    setSearch(
      (search) => {
        search.delete("checkout");
        return search;
      },
      { replace: true },
    );
  }

  if (circle.data !== undefined && results.data !== undefined) {
    return (
      <>
        <PageHead title={circle.data.title} line={<Facts circle={circle.data} />}>
          <div className="row fill-small">
            <Link
              className={buttonClass("outline", undefined, "results-next")}
              to={decisionPath(circleId)}
              state={{ circleId }}
            >
              Choose next step
              <span className="only-wide">
                <ArrowRightIcon />
              </span>
            </Link>
            {!results.data.is_locked && results.data.visibility === "readable" && (
              <ExportResults circleId={circleId} />
            )}
            <ResultsMenu circle={circle.data} />
          </div>
        </PageHead>
        {!results.data.is_locked ? (
          <Readable circle={circle.data} results={results.data} />
        ) : checkoutId !== null ? (
          <PaymentConfirmation checkoutId={checkoutId} onKnown={forgetCheckout} />
        ) : (
          <LockedResults
            circleId={circleId}
            responsesCount={results.data.responses_count}
            invitesCount={circle.data.invites_count}
          />
        )}
      </>
    );
  }
  // There is no title yet, and the focus waits for the final one.
  if (!circle.isError && !results.isError) {
    return (
      <>
        <h1 className="sr-only">Results</h1>
        <LoadingMark />
      </>
    );
  }
  return (
    <>
      <h1 className="sr-only" tabIndex={-1}>
        Results
      </h1>
      <FailedLoad sentence={failure} queries={[circle, results]}>
        {/* The circle may have been deleted while its checkout was open; then the unlock can be used for another one. */}
        {checkoutId !== null && (
          <Link className={buttonClass("outline")} to={paths.settings}>
            See your payments in Settings
          </Link>
        )}
      </FailedLoad>
    </>
  );
}

function ResultsMenu({ circle }: { circle: Circle }) {
  const navigate = useNavigate();
  const today = useToday();
  return (
    <CircleActionsMenu
      circle={circle}
      today={today}
      onDuplicated={(copyId) => void navigate(editPath(copyId))}
      onDeleted={() => navigate(paths.circles, { replace: true })}
    >
      <MenuEntry
        onSelect={() => void navigate(sharePath(circle.id), { state: { circleId: circle.id } })}
      >
        Share Link
      </MenuEntry>
      <MenuEntry onSelect={() => void navigate(editPath(circle.id))}>Edit</MenuEntry>
    </CircleActionsMenu>
  );
}

function Facts({ circle }: { circle: Circle }) {
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

function Readable({ circle, results }: { circle: CircleDetails; results: Results }) {
  const [tab, setTab] = useUrlChoice(tabParameter, resultsTabs);
  const timeZone = useTimeZone();
  const isOpen = circle.status === "active";
  const isAskedAgain = circle.copied_from !== null;
  const plottedIds = useComparedQuestions(
    circle.id,
    isAskedAgain && results.visibility === "readable",
  );

  if (results.visibility !== "readable") {
    return (
      <EmptyState art={<NotebookArt />} {...describeEmpty(results.visibility, circle)}>
        {isOpen && (
          <Link
            className={buttonClass("outline")}
            to={sharePath(circle.id)}
            state={{ circleId: circle.id }}
          >
            Share your Paraline
          </Link>
        )}
      </EmptyState>
    );
  }
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
                createAnswersPath={(questionId) => answersPath(circle.id, questionId)}
                createEditPath={(questionId) =>
                  circle.questions.some(({ id }) => id === questionId)
                    ? editQuestionPath(circle.id, questionId)
                    : undefined
                }
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

function findAnswer(results: Results, quote: Quote): QuotedAnswer | undefined {
  const response = results.responses.find(({ id }) => id === quote.response_id);
  const answer = response?.answers.find(({ question_id }) => question_id === quote.question_id);
  if (response === undefined || answer === undefined) return undefined;
  return {
    heading: responseHeading(response),
    question: questionLabel(answer),
    answer: <AnswerView answer={answer} />,
  };
}

/** Why there is nothing to read, and what happens next while more answers may arrive. */
function describeEmpty(
  visibility: Exclude<Results["visibility"], "readable">,
  circle: Circle,
): { sentence: string; line?: string | false } {
  switch (visibility) {
    case "none_yet":
      return {
        sentence: "No feedback received yet.",
        line: circle.status === "active" && "Answers appear here once someone has responded.",
      };
    case "sealed":
      return {
        sentence: sealedUntil(circle),
        line:
          extendedNote(circle) ?? "Then all answers are shown together, if there are at least 3.",
      };
    case "too_few":
      return { sentence: tooFewAnswers };
  }
}
