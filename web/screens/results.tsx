import { Link, useNavigate, useSearchParams } from "react-router";
import type { Circle, CircleDetails } from "#contract/circles/circles.ts";
import {
  extendedNote,
  sealedUntil,
  shownTogether,
  tooFewAnswers,
} from "#contract/circles/sealing.ts";
import type { Results } from "#contract/feedback/feedback.ts";
import { decisionPath, editPath, paths, resultsPath, sharePath } from "#contract/paths.ts";
import { NotebookArt } from "#web/brand/art/notebook.tsx";
import { LoadingMark } from "#web/brand/loading-mark.tsx";
import { useToday } from "#web/features/account/hooks.ts";
import { LockedResults } from "#web/features/billing/locked-results.tsx";
import { PaymentConfirmation } from "#web/features/billing/payment-confirmation.tsx";
import { useUnlockNotification } from "#web/features/billing/unlock-notification.ts";
import { CircleActionsMenu } from "#web/features/circles/actions/circle-actions-menu.tsx";
import { editQuestionPath } from "#web/features/circles/draft/question-link.ts";
import { useCircle, useCircles } from "#web/features/circles/hooks.ts";
import { CircleList } from "#web/features/circles/list/circle-list.tsx";
import { CircleChoiceList, CircleRowsLoading } from "#web/features/circles/list/circle-rows.tsx";
import { ExportResults } from "#web/features/exports/export-results.tsx";
import { isOffered, useOwnAnswersOffer, useResults } from "#web/features/feedback/hooks.ts";
import { OwnAnswersOffer } from "#web/features/feedback/own-answers/own-answers-offer.tsx";
import { useDocumentTitle } from "#web/shell/document-title.ts";
import { FailedLoad } from "#web/shell/failed-load.tsx";
import { buttonClass } from "#web/ui/buttons/button-class.ts";
import { ArrowRightIcon } from "#web/ui/icons/icons.tsx";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { MenuEntry } from "#web/ui/overlays/menu.tsx";
import { EmptyState } from "#web/ui/status/empty-state.tsx";
import { FurtherQuestionsSection } from "./further-questions-section.tsx";
import { ReadableResults, ResultsFacts } from "./readable-results.tsx";

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
  const offer = useOwnAnswersOffer(circleId);
  const results = useResults(circleId);
  // Nothing is read while the owner may still answer first.
  const found = isOffered(offer.data) ? offer.data : results.data;
  const [search, setSearch] = useSearchParams();
  const checkoutId = search.get("checkout");
  useDocumentTitle(circle.data?.title ?? "Results");
  useUnlockNotification(found?.is_locked, {
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

  const hasFailed = found === undefined && results.isError;
  if (circle.data !== undefined && offer.data !== undefined && !hasFailed) {
    const isFirst = isOffered(offer.data) && offer.data.visibility !== "too_few";
    return (
      <>
        <PageHead title={circle.data.title} line={<ResultsFacts circle={circle.data} />}>
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
            {!isFirst && found?.is_locked === false && found.visibility === "readable" && (
              <ExportResults circleId={circleId} />
            )}
            <ResultsMenu circle={circle.data} />
          </div>
        </PageHead>
        {found === undefined ? (
          <LoadingMark />
        ) : found.is_locked && checkoutId !== null ? (
          <PaymentConfirmation checkoutId={checkoutId} onKnown={forgetCheckout} />
        ) : isFirst && found.visibility === "readable" ? (
          <OwnAnswersOffer circle={circle.data} />
        ) : found.is_locked ? (
          <LockedResults
            circleId={circleId}
            responsesCount={found.responses_count}
            invitesCount={circle.data.invites_count}
          />
        ) : found.visibility !== "readable" ? (
          <>
            {isFirst && <OwnAnswersOffer circle={circle.data} />}
            <NothingToRead
              circle={circle.data}
              visibility={found.visibility}
              hasWritten={offer.data.state === "written"}
            />
            {/* None can be asked while an anonymous paraline is open. */}
            {found.visibility !== "sealed" && (
              <FurtherQuestionsSection
                circle={circle.data}
                visibility={found.visibility}
                mayAnswerFirst={isFirst}
              />
            )}
          </>
        ) : (
          results.data && <Readable circle={circle.data} results={results.data} />
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

type Unreadable = Exclude<Results["visibility"], "readable">;

function NothingToRead({
  circle,
  visibility,
  hasWritten,
}: {
  circle: Circle;
  visibility: Unreadable;
  /** Whether the owner has answered first. */
  hasWritten: boolean;
}) {
  return (
    <EmptyState art={<NotebookArt />} {...describeEmpty(visibility, circle)}>
      {hasWritten && visibility !== "too_few" && (
        <p className="small ink-2">Your own answers are sealed. You will see them beside theirs.</p>
      )}
      {circle.status === "active" && (
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

function Readable({ circle, results }: { circle: CircleDetails; results: Results }) {
  return (
    <ReadableResults
      circle={circle}
      results={results}
      address={resultsPath(circle.id)}
      createEditPath={(questionId) =>
        circle.questions.some(({ id }) => id === questionId)
          ? editQuestionPath(circle.id, questionId)
          : undefined
      }
      furtherQuestions={
        <FurtherQuestionsSection
          circle={circle}
          visibility={results.visibility}
          mayAnswerFirst={false}
        />
      }
    />
  );
}

/** Why there is nothing to read, and what happens next while more answers may arrive. */
function describeEmpty(
  visibility: Unreadable,
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
        line: extendedNote(circle) ?? shownTogether,
      };
    case "too_few":
      return { sentence: tooFewAnswers };
  }
}
