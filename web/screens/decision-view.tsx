import { type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import {
  type DecisionPath,
  decisionPaths,
  pathNames,
  type readDecision,
} from "#contract/decisions.ts";
import type { EndpointOutput } from "#contract/endpoint.ts";
import { ClosingLetter } from "#web/features/decisions/closing-letter.tsx";
import type { DecisionDraft, DraftState } from "#web/features/decisions/decision-draft.ts";
import { useIncompleteDateGuard } from "#web/features/decisions/incomplete-date-guard.tsx";
import { pathArt } from "#web/features/decisions/path-art.tsx";
import { PathChoice } from "#web/features/decisions/path-choice.tsx";
import { PlanFields, ReviewPlan } from "#web/features/decisions/plan-form.tsx";
import { RecapList } from "#web/features/decisions/recap-list.tsx";
import { DecisionReview } from "#web/features/decisions/review.tsx";
import { SaveStatus } from "#web/features/decisions/save-status.tsx";
import { ExportPlan } from "#web/features/exports/export-plan.tsx";
import { KeptAnswers } from "#web/features/feedback/kept-answers.tsx";
import { useDocumentTitle } from "#web/shell/document-title.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { buttonClass } from "#web/ui/buttons/button-class.ts";
import { ReadOnlyContext } from "#web/ui/fields/read-only.ts";

export const choosingTitle = "Choose your next step";
export const choosingLine = "There is no wrong one. You can choose a different path at any time.";

/** The decision with what people said, and its closing letter. */
export function DecisionView({
  draft,
  state,
  title,
  found: { decision, recap, audience },
  today,
  hasReviewReminder,
  results,
  askAgain,
}: {
  draft: DecisionDraft;
  state: DraftState;
  title: string;
  found: EndpointOutput<typeof readDecision>;
  today: string;
  hasReviewReminder: boolean;
  /** The address of the results. */
  results: string;
  /** Asks the same people again, once the review has come. */
  askAgain?: ReactNode;
}) {
  const isReadOnly = useContext(ReadOnlyContext);
  const drafted = { draft, state };
  const { guard, question } = useIncompleteDateGuard(state.halfTyped.size > 0);
  const [isChoosing, setIsChoosing] = useState(false);
  const chosen = decisionPaths.find((path) => path === state.values.path);
  const shown = isChoosing ? undefined : chosen;
  const heading = useFocusOnChange(shown);
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
    <Link className={className} to={results}>
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
    <DecisionReview {...drafted} recap={recapList} askAgain={askAgain} />
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
              {!isReadOnly && (
                <Button kind="quiet" onClick={chooseAgain}>
                  Change
                </Button>
              )}
            </div>
            {review}
            {decision.can_review && <h2 className="heading plan-section">My plan</h2>}
            <PlanFields path={shown} {...drafted} />
            {!isReadOnly && (
              <div className="stack g3 decision-foot">
                <SaveStatus {...drafted} />
                <div className="row">
                  <ExportPlan decision={decision} onBeforeExport={draft.flush} />
                  <Button kind="quiet" className="fill-small" onClick={chooseAgain}>
                    Choose different path
                  </Button>
                </div>
              </div>
            )}
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
          hasReviewReminder={hasReviewReminder}
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
