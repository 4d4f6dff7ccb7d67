import { useNavigate } from "react-router";
import type { Circle } from "#contract/circles/circles.ts";
import type { readDecision } from "#contract/decisions.ts";
import type { EndpointOutput } from "#contract/endpoint.ts";
import { decisionPath, paths, resultsPath, sharePath } from "#contract/paths.ts";
import { useSession } from "#web/client/auth/use-session.ts";
import { useAccount, useToday } from "#web/features/account/hooks.ts";
import { CopyButton } from "#web/features/circles/actions/copy-button.tsx";
import { useCircle } from "#web/features/circles/hooks.ts";
import { useDecision } from "#web/features/decisions/hooks.ts";
import { PathChoiceLoading } from "#web/features/decisions/path-choice.tsx";
import { RecapLoading } from "#web/features/decisions/recap-list.tsx";
import { useDecisionDraft } from "#web/features/decisions/use-decision-draft.ts";
import { isOffered, useOwnAnswersOffer } from "#web/features/feedback/hooks.ts";
import { OwnAnswersOffer } from "#web/features/feedback/own-answers/own-answers-offer.tsx";
import { FailedLoad } from "#web/shell/failed-load.tsx";
import { CircleFromUrl } from "#web/shell/signed-in/circle-from-url.tsx";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { Loading, Skeleton } from "#web/ui/status/skeleton.tsx";
import { choosingLine, choosingTitle, DecisionView } from "./decision-view.tsx";

const failure = "Failed to load circle data";

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
  const offer = useOwnAnswersOffer(circleId, { failure, refetches: false });
  const isFirst =
    isOffered(offer.data) && offer.data?.visibility === "readable" && !offer.data.is_locked;
  const found = useDecision(
    circleId,
    failure,
    offer.data === undefined || isFirst ? "never" : isOffered(offer.data) ? "once" : "again",
  );

  if (isFirst && circle.data !== undefined) {
    return (
      <>
        <PageHead title={choosingTitle} line={circle.data.title} />
        <OwnAnswersOffer circle={circle.data} />
      </>
    );
  }
  if (session.kind === "signed_in" && circle.data !== undefined && found.data !== undefined) {
    return <Decided userId={session.person.user_id} circle={circle.data} found={found.data} />;
  }
  if (!circle.isError && !offer.isError && !found.isError) return <DecisionLoading />;
  return (
    <>
      <PageHead title={choosingTitle} />
      <FailedLoad sentence={failure} queries={[circle, offer.data === undefined ? offer : found]} />
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
  found,
}: {
  userId: string;
  circle: Circle;
  found: EndpointOutput<typeof readDecision>;
}) {
  const drafted = useDecisionDraft(userId, found.decision);
  const account = useAccount();
  const today = useToday();
  const navigate = useNavigate();
  return (
    <DecisionView
      {...drafted}
      title={circle.title}
      found={found}
      today={today}
      hasReviewReminder={account.data?.notify_deadlines ?? true}
      results={resultsPath(circle.id)}
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
}
