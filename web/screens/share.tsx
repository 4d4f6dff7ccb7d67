import { useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import type { Circle, CircleDetails } from "#contract/circles/circles.ts";
import type { EndpointOutput } from "#contract/endpoint.ts";
import { errorMessage } from "#contract/errors.ts";
import { type Invite, isNotYetInvited, type listInvites } from "#contract/invites/invites.ts";
import { paths, resultsPath, sharePath } from "#contract/paths.ts";
import { isolate } from "#contract/values/isolate.ts";
import { useSession } from "#web/client/auth/use-session.ts";
import { useAccount, useToday } from "#web/features/account/hooks.ts";
import { AskMorePeople } from "#web/features/circles/actions/ask-more-people.tsx";
import { ReopenDialog } from "#web/features/circles/actions/circle-dialogs.tsx";
import { deleteDraft, findDraft, saveDraft } from "#web/features/circles/draft/draft-storage.ts";
import { useCircle } from "#web/features/circles/hooks.ts";
import { CircleProgress } from "#web/features/circles/share/circle-progress.tsx";
import { OpenLink } from "#web/features/circles/share/open-link.tsx";
import { WhatHappensNext } from "#web/features/circles/share/what-happens-next.tsx";
import { AddPeopleForm } from "#web/features/invites/add/add-people-form.tsx";
import { addedPeopleSchema } from "#web/features/invites/add/added-people.ts";
import { useInvites } from "#web/features/invites/hooks.ts";
import { ConfirmEmailNotice } from "#web/features/invites/people/confirm-email-notice.tsx";
import { EmailInvites, RemindAll } from "#web/features/invites/people/invite-buttons.tsx";
import { PeopleLoading } from "#web/features/invites/people/people-loading.tsx";
import { PeoplePanel } from "#web/features/invites/people/people-panel.tsx";
import { formatPeopleCount } from "#web/features/invites/person-name.ts";
import { ShareLink } from "#web/features/invites/share-link/share-link.tsx";
import { useDocumentTitle } from "#web/shell/document-title.ts";
import { FailedLoad } from "#web/shell/failed-load.tsx";
import { CircleFromUrl } from "#web/shell/signed-in/circle-from-url.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { buttonClass } from "#web/ui/buttons/button-class.ts";
import { MailIcon } from "#web/ui/icons/icons.tsx";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { formatCount } from "#web/ui/text/format-count.ts";

const failure = "Failed to load circle data";

export function ShareScreen() {
  return (
    <CircleFromUrl
      title="Share your Paraline"
      failure={failure}
      createPath={sharePath}
      choosePath={paths.circles}
    >
      {(circleId) => <SharedCircle key={circleId} circleId={circleId} />}
    </CircleFromUrl>
  );
}

function SharedCircle({ circleId }: { circleId: string }) {
  const circle = useCircle(circleId, failure, { live: true });
  const people = useInvites(circleId);
  const isOpen = circle.data?.status === "active";
  const title =
    circle.data === undefined
      ? "Share your Paraline"
      : isOpen
        ? "Your Paraline is live"
        : "Your Paraline has closed";
  useDocumentTitle(title);

  return (
    <div className="split">
      <div>
        {/* It keeps its place while the rest loads, because it may have the focus. */}
        <PageHead
          title={title}
          line={circle.data && people.data && describeInvites(circle.data, people.data.invites)}
        />
        {circle.data && people.data ? (
          <Sharing circle={circle.data} people={people.data} />
        ) : circle.isError || people.isError ? (
          <FailedLoad sentence={failure} queries={[circle, people]} />
        ) : (
          <PeopleLoading />
        )}
      </div>
      {circle.data && isOpen && (
        <aside className="stack g4 split-aside wash pad" aria-labelledby="next">
          <WhatHappensNext circle={circle.data} headingId="next" />
          <Link className={buttonClass("outline")} to={resultsPath(circleId)}>
            View Results
          </Link>
        </aside>
      )}
    </div>
  );
}

function Sharing({
  circle,
  people: { invites, waits_for_owner },
}: {
  circle: CircleDetails;
  people: EndpointOutput<typeof listInvites>;
}) {
  const session = useSession();
  const heading = useRef<HTMLHeadingElement>(null);
  const { id } = circle;
  const navigate = useNavigate();
  const isOpen = circle.status === "active";
  const arePeopleFixed = circle.is_anonymous && circle.is_fixed;
  const everyoneAnswered =
    circle.invites_count !== null && circle.responses_count >= circle.invites_count;
  const notYetInvitedCount = invites.filter(isNotYetInvited).length;

  return (
    <div className="stack g10">
      {isOpen ? (
        <>
          {waits_for_owner && <ConfirmEmailNotice circleId={id} />}
          {notYetInvitedCount > 0 && (
            <p className="sheet pad row icon-row">
              <MailIcon />
              <span>
                {formatCount(notYetInvitedCount, "person is", "people are")} not invited yet. Use
                “Email invites” to invite them.
              </span>
            </p>
          )}
          <ShareLink circleId={id} isOpen={circle.open_link}>
            <EmailInvites circleId={id} isHeld={waits_for_owner} isNext={notYetInvitedCount > 0} />
          </ShareLink>
        </>
      ) : (
        <Closed circle={circle} />
      )}
      <section className="stack g3" aria-label="People">
        <div aria-live="polite">
          <CircleProgress circle={circle} headingRef={heading} />
        </div>
        <PeoplePanel circleId={id} invites={invites} isOpen={isOpen} headingRef={heading} />
        {isOpen && !everyoneAnswered && <RemindAll circleId={id} />}
      </section>
      {isOpen && !arePeopleFixed && session.kind === "signed_in" && (
        <AddPeople circle={circle} invites={invites} userId={session.person.user_id} />
      )}
      {arePeopleFixed && (
        <AskMorePeople circle={circle} onCopied={(copyId) => void navigate(sharePath(copyId))} />
      )}
      {(isOpen || circle.open_link) && <OpenLink circle={circle} />}
    </div>
  );
}

function AddPeople({
  circle: { id: circleId, is_anonymous },
  invites,
  userId,
}: {
  circle: Circle;
  invites: readonly Invite[];
  userId: string;
}) {
  const account = useAccount();
  const place = { user_id: userId, circle_id: circleId, part: "people" } as const;
  const [kept] = useState(() => findDraft(place, addedPeopleSchema));
  return (
    <AddPeopleForm
      circleId={circleId}
      isSentLater={is_anonymous}
      invites={invites}
      ownerEmails={account.data ? [account.data.email] : []}
      kept={kept}
      onKeep={(draft) => (draft === undefined ? deleteDraft(place) : saveDraft(place, draft))}
    />
  );
}

/** The actions that still make sense when no one can answer any more. */
function Closed({ circle }: { circle: CircleDetails }) {
  const today = useToday();
  const opener = useRef<HTMLButtonElement>(null);
  const afterwards = useRef<HTMLElement>(null);
  const [asked, setAsked] = useState({ open: false, count: 0 });

  return (
    <section className="stack g4" aria-label="Closed">
      <p>
        Its links say that it has closed, and no one gets any more emails about it.{" "}
        {circle.is_anonymous
          ? errorMessage("circle_final")
          : "Reopen it to let people answer again."}
      </p>
      <div className="row">
        <Link className={buttonClass("primary")} to={resultsPath(circle.id)}>
          View Results
        </Link>
        {!circle.is_anonymous && (
          <Button
            ref={opener}
            onClick={() => {
              afterwards.current = opener.current;
              setAsked(({ count }) => ({ open: true, count: count + 1 }));
            }}
          >
            Reopen
          </Button>
        )}
      </div>
      <ReopenDialog
        key={asked.count}
        circle={circle}
        today={today}
        open={asked.open}
        onOpenChange={(open) => setAsked((before) => ({ ...before, open }))}
        finalFocus={afterwards}
        onReopened={() => {
          // This part is removed, so the focus moves to the title.
          afterwards.current = document.querySelector("h1");
        }}
      />
    </section>
  );
}

function describeInvites(circle: Circle, invites: readonly Invite[]): string {
  const notYetInvited = invites.filter(isNotYetInvited).length;
  if (notYetInvited === 0)
    return `${formatPeopleCount(invites.length)} invited to “${isolate(circle.title)}”`;
  const invited = invites.length - notYetInvited;
  if (invited === 0)
    return `${formatPeopleCount(notYetInvited)} to invite to “${isolate(circle.title)}”`;
  return `${formatPeopleCount(invited)} invited to “${isolate(circle.title)}”, ${notYetInvited} not invited yet`;
}
