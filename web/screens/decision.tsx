import { useEffect, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import type { Circle } from "#contract/circles/circles.ts";
import {
  type DecisionPath,
  decisionPaths,
  pathNames,
  type readDecision,
} from "#contract/decisions.ts";
import type { EndpointOutput } from "#contract/endpoint.ts";
import { decisionPath, paths, resultsPath, sharePath } from "#contract/paths.ts";
import { useSession } from "#web/client/auth/use-session.ts";
import { useAccount, useToday } from "#web/features/account/hooks.ts";
import { CopyButton } from "#web/features/circles/actions/copy-button.tsx";
import { useCircle } from "#web/features/circles/hooks.ts";
import { ClosingLetter } from "#web/features/decisions/closing-letter.tsx";
import { useDecision } from "#web/features/decisions/hooks.ts";
import { useIncompleteDateGuard } from "#web/features/decisions/incomplete-date-guard.tsx";
import { pathArt } from "#web/features/decisions/path-art.tsx";
import { PathChoice, PathChoiceLoading } from "#web/features/decisions/path-choice.tsx";
import { PlanFields, ReviewPlan } from "#web/features/decisions/plan-form.tsx";
import { RecapList, RecapLoading } from "#web/features/decisions/recap-list.tsx";
import { DecisionReview } from "#web/features/decisions/review.tsx";
import { SaveStatus } from "#web/features/decisions/save-status.tsx";
import { useDecisionDraft } from "#web/features/decisions/use-decision-draft.ts";
import { ExportPlan } from "#web/features/exports/export-plan.tsx";
import { KeptAnswers } from "#web/features/feedback/kept-answers.tsx";
import { useDocumentTitle } from "#web/shell/document-title.ts";
import { FailedLoad } from "#web/shell/failed-load.tsx";
import { CircleFromUrl } from "#web/shell/signed-in/circle-from-url.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { buttonClass } from "#web/ui/buttons/button-class.ts";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { Loading, Skeleton } from "#web/ui/status/skeleton.tsx";

const failure = "Failed to load circle data";
const choosingTitle = "Choose your next step";
const choosingLine = "There is no wrong one. You can choose a different path at any time.";

export function DecisionScreen() {
  return (
    <CircleFromUrl
      title={choosingTitle}
      failure={failure}
      createPath={decisionPath}
      choosePath={paths.results}
    >
      {(circleId) => <CircleDecision key={circleId} circleId={circleId} />}
    </CircleFromUrl>
  );
}

function CircleDecision({ circleId }: { circleId: string }) {
  const session = useSession();
  const circle = useCircle(circleId, failure);
  const found = useDecision(circleId, failure);

  if (session.kind === "signed_in" && circle.data !== undefined && found.data !== undefined) {
    return <Decided userId={session.person.user_id} circle={circle.data} found={found.data} />;
  }
  if (!circle.isError && !found.isError) return <DecisionLoading />;
  return (
    <>
      <PageHead title={choosingTitle} />
      <FailedLoad sentence={failure} queries={[circle, found]} />
    </>
  );
}

/** The title is only for screen readers, because it is not known yet whether a path has been chosen. */
function DecisionLoading() {
  return (
    <Loading title={choosingTitle}>
      <div className="split">
        <div className="stack g8">
          <div className="stack g2">
            <div>
              <Skeleton className="decision-about" text="About this paraline" />
              <Skeleton className="title" text={choosingTitle} />
            </div>
            <Skeleton text={choosingLine} />
          </div>
          <PathChoiceLoading />
        </div>
        <RecapLoading />
      </div>
    </Loading>
  );
}

function Decided({
  userId,
  circle,
  found: { decision, recap, audience },
}: {
  userId: string;
  circle: Circle;
  found: EndpointOutput<typeof readDecision>;
}) {
  const { title } = circle;
  const navigate = useNavigate();
  const drafted = useDecisionDraft(userId, decision);
  const { draft, state } = drafted;
  const { guard, question } = useIncompleteDateGuard(state.halfTyped.size > 0);
  const [isChoosing, setIsChoosing] = useState(false);
  const chosen = decisionPaths.find((path) => path === state.values.path);
  const shown = isChoosing ? undefined : chosen;
  const heading = useFocusOnChange(shown);
  const account = useAccount();
  const today = useToday();
  useDocumentTitle(shown === undefined ? choosingTitle : pathNames[shown]);

  const chooseAgain = () => guard(() => setIsChoosing(true));

  function choose(path: DecisionPath) {
    if (path !== chosen) draft.change("path", path);
    void draft.flush();
    setIsChoosing(false);
  }

  const about = (
    <span className="decision-about" dir="auto">
      {title}{" "}
    </span>
  );

  const resultsLink = (label: string, className?: string) => (
    <Link className={className} to={resultsPath(decision.circle_id)}>
      {label}
    </Link>
  );

  const recapList = (
    <RecapList
      recap={recap}
      unlock={resultsLink("View Unlock Options", buttonClass("outline"))}
      generate={resultsLink("Generate insights to see this")}
    />
  );

  const review = decision.can_review && (
    <DecisionReview
      {...drafted}
      recap={recapList}
      askAgain={
        circle.invites_count !== 0 && (
          <CopyButton
            circle={circle}
            withPeople
            label="Ask the same board again"
            line="It has the same words and people. No one is emailed until you send the invitations."
            onCopied={(copyId) => void navigate(sharePath(copyId))}
          />
        )
      }
    />
  );

  return (
    <div className="split split-below">
      <div className="stack g8">
        {shown === undefined ? (
          <>
            <div className="stack g2">
              <h1 className="title" tabIndex={-1} ref={heading}>
                {about}
                {choosingTitle}
              </h1>
              <p className="ink-2">{choosingLine}</p>
            </div>
            {review}
            <PathChoice chosen={chosen} onChoose={choose} />
            {(decision.version > 0 || state.saveState !== "saved") && <SaveStatus {...drafted} />}
          </>
        ) : (
          <>
            <div className="row between path-head">
              <div>
                {pathArt[shown]}
                <h1 className="title" tabIndex={-1} ref={heading}>
                  {about}
                  {pathNames[shown]}
                </h1>
              </div>
              <Button kind="quiet" onClick={chooseAgain}>
                Change
              </Button>
            </div>
            {review}
            {decision.can_review && <h2 className="heading plan-section">My plan</h2>}
            <PlanFields path={shown} {...drafted} />
            <div className="stack g3 decision-foot">
              <SaveStatus {...drafted} />
              <div className="row">
                <ExportPlan decision={decision} onBeforeExport={draft.flush} />
                <Button kind="quiet" className="fill-small" onClick={chooseAgain}>
                  Choose different path
                </Button>
              </div>
            </div>
          </>
        )}
      </div>
      <div className="stack g8 split-beside">
        {!decision.can_review && recapList}
        {recap.state === "readable" && recap.visibility === "readable" && (
          <KeptAnswers
            circleId={decision.circle_id}
            toResults={resultsLink("Read the answers", buttonClass("outline"))}
          />
        )}
      </div>
      <div className="stack g8">
        <ReviewPlan
          // Partly typed days are lost when the screen shows another part.
          key={shown ?? "choosing"}
          {...drafted}
          today={today}
          hasReviewReminder={account.data?.notify_deadlines ?? true}
        />
        <ClosingLetter {...drafted} decision={decision} audience={audience} title={title} />
      </div>
      {question}
    </div>
  );
}

/** The heading takes the focus when another part of the screen is shown, not when the screen itself is entered. */
function useFocusOnChange(shown: string | undefined) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    heading.current?.focus();
  }, [shown]);
  return heading;
}
