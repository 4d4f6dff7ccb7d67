import { useState } from "react";
import { Link, Navigate, useLocation, useSearchParams } from "react-router";
import type { Circle } from "#contract/circles.ts";
import type { Invite } from "#contract/invites.ts";
import { paths, resultsPath, sharePath } from "#contract/paths.ts";
import { ApiError } from "#web/client/api.ts";
import { CircleProgress } from "#web/features/circles/circle-progress.tsx";
import { useCircle } from "#web/features/circles/read-circle.ts";
import { WhatHappensNext } from "#web/features/circles/what-happens-next.tsx";
import { useInvites } from "#web/features/invites/list-invites.ts";
import { PeopleList, PeopleListLoading } from "#web/features/invites/people-list.tsx";
import { countPeople } from "#web/features/invites/person-name.ts";
import { useResendInvite } from "#web/features/invites/resend-invite.ts";
import { WaitingForOwner } from "#web/features/invites/waiting-for-owner.tsx";
import { FailedLoad } from "#web/shell/failed-load.tsx";
import { buttonClass } from "#web/ui/button-class.ts";
import { PageHead } from "#web/ui/page-head.tsx";
import { notifyError, notifySuccess } from "#web/ui/toast.ts";

const failure = "Failed to load circle data";

/** /share: how it stands with the people who were asked. The paraline comes with the way here, and stays in the address. */
export function ShareScreen() {
  const location = useLocation();
  const [search] = useSearchParams();
  const asked = search.get("circle");
  const handed = circleIdIn(location.state);

  if (asked !== null) return <SharedCircle key={asked} circleId={asked} />;
  if (handed !== undefined) return <Navigate to={sharePath(handed)} replace />;
  return (
    <>
      <PageHead title="Your Paraline is live" />
      <FailedLoad sentence={failure}>
        <Link className={buttonClass("outline")} to={paths.circles}>
          Choose a paraline
        </Link>
      </FailedLoad>
    </>
  );
}

function SharedCircle({ circleId }: { circleId: string }) {
  const circle = useCircle(circleId, failure);
  const people = useInvites(circleId);
  const isOpen = circle.data?.status !== "completed";

  const head = (
    <PageHead
      title={isOpen ? "Your Paraline is live" : "Your Paraline has closed"}
      line={circle.data && people.data && aboutLine(circle.data, people.data.invites)}
    />
  );

  if (circle.isError || people.isError) {
    return (
      <>
        {head}
        <FailedLoad
          sentence={failure}
          onRetry={() => {
            void circle.refetch();
            void people.refetch();
          }}
        />
      </>
    );
  }
  return (
    <div className="split">
      <div>
        {head}
        <div className="stack g8">
          {people.data?.waits_for_owner && <WaitingForOwner />}
          <section className="stack g3" aria-label="People">
            {circle.data && <CircleProgress circle={circle.data} />}
            {people.data ? (
              <People circleId={circleId} invites={people.data.invites} isOpen={isOpen} />
            ) : (
              <PeopleListLoading />
            )}
          </section>
        </div>
      </div>
      {circle.data && (
        <aside className="split-aside wash pad" aria-labelledby="next">
          <WhatHappensNext circle={circle.data} headingId="next" />
          <Link className={buttonClass("outline")} to={resultsPath(circleId)}>
            View Results
          </Link>
        </aside>
      )}
    </div>
  );
}

function People({
  circleId,
  invites,
  isOpen,
}: {
  circleId: string;
  invites: readonly Invite[];
  isOpen: boolean;
}) {
  const resend = useResendInvite(circleId);
  // for the rest of this visit
  const [resentIds, setResentIds] = useState<ReadonlySet<string>>(new Set());

  function send(invite: Invite) {
    if (resend.isPending) return;
    resend.mutate(invite.id, {
      onSuccess: ({ email }) => {
        setResentIds((before) => new Set(before).add(invite.id));
        notifySuccess(`Invite resent to ${email}`);
      },
      onError: (error) => {
        const code = error instanceof ApiError ? error.code : undefined;
        if (code === "invite_not_found") notifyError("Invite not found");
        else notifyError("Failed to resend invite", error.message);
      },
    });
  }

  return (
    <PeopleList
      invites={invites}
      isOpen={isOpen}
      resentIds={resentIds}
      resendingId={resend.isPending ? resend.variables : undefined}
      onResend={send}
    />
  );
}

function aboutLine(circle: Circle, invites: readonly Invite[]): string {
  return `${countPeople(invites.length)} invited to “${circle.title}”`;
}

function circleIdIn(state: unknown): string | undefined {
  return typeof state === "object" &&
    state !== null &&
    "circleId" in state &&
    typeof state.circleId === "string"
    ? state.circleId
    : undefined;
}
