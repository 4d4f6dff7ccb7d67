import type { QueuedMails } from "#contract/invites/invites.ts";
import { limits } from "#contract/limits.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { BellIcon, MailIcon } from "#web/ui/icons/icons.tsx";
import { notifyError, notifySuccess } from "#web/ui/toasts/toast.ts";
import { useRemindPeople, useSendInvitations } from "../hooks.ts";
import { countPeople } from "../person-name.ts";

/** Sends the invitations that have not been sent, and reports the outcome. */
export function EmailInvites({
  circleId,
  isHeld,
  isNext,
}: {
  circleId: string;
  isHeld: boolean;
  /** Some people have never been emailed: this is the first thing to do. */
  isNext: boolean;
}) {
  const sending = useSendInvitations(circleId);

  function send() {
    sending.mutate(undefined, {
      onSuccess: (done) => {
        const { queued_count } = done;
        if (queued_count === 0) {
          notifySuccess(
            "No one was emailed",
            leftOutSentence(done) ?? "There is no one left to invite.",
          );
          return;
        }
        const invitations = `${queued_count} ${queued_count === 1 ? "invitation" : "invitations"}`;
        notifySuccess(
          isHeld
            ? `${invitations} will leave once you have confirmed your address`
            : `${invitations} on the way`,
          leftOutSentence(done),
        );
      },
      onError: (error) => notifyError("No invitations were sent", error.message),
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

/** Reminds everyone who has not answered, and reports the outcome. */
export function RemindAll({ circleId }: { circleId: string }) {
  const reminding = useRemindPeople(circleId);

  function remind() {
    reminding.mutate(undefined, {
      onSuccess: (done) => {
        if (done.queued_count === 0) {
          notifySuccess(
            "Nobody was reminded",
            leftOutSentence(done) ??
              `A reminder goes to people whose invitation has arrived, and at most ${limits.reminders_max} times.`,
          );
          return;
        }
        notifySuccess(`Reminder sent to ${countPeople(done.queued_count)}`, leftOutSentence(done));
      },
      onError: (error) => notifyError("Nobody was reminded", error.message),
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

function leftOutSentence({ too_soon_count, opted_out_count }: QueuedMails): string | undefined {
  const sentences: string[] = [];
  if (too_soon_count > 0) {
    const were = too_soon_count === 1 ? "was" : "were";
    sentences.push(
      `${countPeople(too_soon_count)} ${were} emailed less than ${limits.mail_spacing_minutes} minutes ago.`,
    );
  }
  if (opted_out_count > 0) {
    sentences.push(`${countPeople(opted_out_count)} asked not to receive any more emails.`);
  }
  return sentences.length === 0 ? undefined : sentences.join(" ");
}
