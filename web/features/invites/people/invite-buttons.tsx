import type { QueuedEmails } from "#contract/invites/invites.ts";
import { limits } from "#contract/limits.ts";
import { formatErrorMessage } from "#web/client/error-message.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { BellIcon, MailIcon } from "#web/ui/icons/icons.tsx";
import { formatCount } from "#web/ui/text/format-count.ts";
import { notifyError, notifyNothingDone, notifySuccess } from "#web/ui/toasts/toast.ts";
import { useRemindPeople, useSendInvitations } from "../hooks.ts";
import { formatPeopleCount } from "../person-name.ts";

export function EmailInvites({
  circleId,
  isHeld,
  isNext,
}: {
  circleId: string;
  isHeld: boolean;
  /** Whether some people have never been emailed, so that this is the first thing to do. */
  isNext: boolean;
}) {
  const sending = useSendInvitations(circleId);

  function send() {
    sending.mutate(undefined, {
      onSuccess: (done) => {
        const invitations = formatCount(done.queued_count, "invitation");
        report(
          done,
          isHeld
            ? `${invitations} will be sent once you have confirmed your address`
            : `${invitations} on the way`,
          "No one was emailed",
          "There is no one left to invite.",
        );
      },
      onError: (error) => notifyError("No invitations were sent", formatErrorMessage(error)),
    });
  }

  return (
    <Button
      kind={isNext ? "primary" : "quiet"}
      className={isNext ? undefined : "btn-flush"}
      busy={sending.isPending}
      busyLabel="Sending..."
      onClick={send}
    >
      <MailIcon />
      Email invites
    </Button>
  );
}

export function RemindAll({ circleId }: { circleId: string }) {
  const reminding = useRemindPeople(circleId);

  function remind() {
    reminding.mutate(undefined, {
      onSuccess: (done) =>
        report(
          done,
          `Reminder sent to ${formatPeopleCount(done.queued_count)}`,
          "No one was reminded",
          `Reminders go only to people whose invitation has arrived, at most ${limits.remindersMax} times.`,
        ),
      onError: (error) => notifyError("No one was reminded", formatErrorMessage(error)),
    });
  }

  return (
    <p>
      <Button
        className="fill-small"
        busy={reminding.isPending}
        busyLabel="Sending..."
        onClick={remind}
      >
        <BellIcon />
        Send reminder to all
      </Button>
    </p>
  );
}

/** Says what was sent, or that nothing was and why: who was left out, or `nothingLeft`. */
function report(done: QueuedEmails, sent: string, nothingSent: string, nothingLeft: string) {
  const leftOut = leftOutSentence(done);
  if (done.queued_count === 0) notifyNothingDone(nothingSent, leftOut ?? nothingLeft);
  else notifySuccess(sent, leftOut);
}

function leftOutSentence({ too_soon_count, opted_out_count }: QueuedEmails): string | undefined {
  const sentences = [
    too_soon_count > 0 &&
      `${formatCount(too_soon_count, "person was", "people were")} emailed less than ${limits.mailSpacingMinutes} minutes ago.`,
    opted_out_count > 0 &&
      `${formatPeopleCount(opted_out_count)} asked not to receive any more emails.`,
  ];
  return sentences.filter(Boolean).join(" ") || undefined;
}
