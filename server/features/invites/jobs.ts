import { inviteUrl } from "#contract/paths.ts";
import { fixCircle } from "#server/access/fix-circle.ts";
import { isOpenCircle } from "#server/access/owned-circle.ts";
import type { Db } from "#server/db/tables.ts";
import { deleteExpiredCounts } from "#server/http/rate-limits.ts";
import type { JobHandlers } from "#server/jobs/jobs.ts";
import {
  type EmailRow,
  type MailComposer,
  type MailComposers,
  oneClickHeaders,
} from "#server/mail/compose.ts";
import { deleteOldMailboxes } from "#server/mail/mailbox-limit.ts";
import { withoutWebAddresses } from "#server/mail/web-addresses.ts";
import type { Clock } from "#server/system/clock.ts";
import type { Secrets } from "#server/system/secrets.ts";
import { composeFurtherQuestion, composeInvitation, composePrivateLink } from "./emails/emails.tsx";
import { remindBeforeDeadlines } from "./emails/remind-before-deadlines.ts";
import { createUnsubscribeUrl } from "./emails/unsubscribe.ts";
import { countedSince, type InvitingDeps } from "./invitation-limits.ts";
import { deleteExpiredLimitRows, findInvitation } from "./mail-queries.ts";
import { sendPrivateLink } from "./share-link/send-private-link.ts";

interface Found {
  email: string | null;
  status: "pending" | "completed" | "declined";
  circle_status: "active" | "completed";
  closes_at: Date | null;
  is_anonymous: boolean;
  links_replaced_at: Date | null;
  has_declined_first: boolean;
}

type InviteMailKind =
  | "invitation"
  | "invitation_again"
  | "reminder"
  | "further_question"
  | "private_link";

/** The invites feature's emails: each contains a person's private link. */
export function inviteEmails({
  db,
  clock,
  secrets,
  config,
}: {
  db: Db;
  clock: Clock;
  secrets: Secrets;
  config: { publicUrl: string };
}): Pick<MailComposers, InviteMailKind> {
  const createComposer =
    (kind: InviteMailKind): MailComposer =>
    async (mail) => {
      const find = () => (mail.invite_id === null ? undefined : findInvitation(db, mail.invite_id));
      const before = await find();
      const skip = before && findSkipReason(before, mail, clock.now());
      if (skip !== undefined) return { skip };
      // From here on the owner can no longer change what the email and the pages behind it say.
      if (before?.fixed_at === null) await fixCircle(db, before.circle_id, clock.now());
      const found = before?.fixed_at === null ? await find() : before;
      if (found === undefined) return { skip: "They are no longer invited." };

      const unsubscribeUrl = createUnsubscribeUrl(secrets, config.publicUrl, {
        owner_id: found.owner_id,
        email: mail.to_address,
        reset_at: found.owner_reset_at,
        language: found.language,
      });
      const rendered = {
        language: found.language,
        first_name: withoutWebAddresses(found.first_name),
        owner_name: withoutWebAddresses(found.owner_name ?? "") || null,
        title: withoutWebAddresses(found.title),
        inviteUrl: inviteUrl(config.publicUrl, found.invite_token),
        unsubscribeUrl,
      };
      return {
        to: mail.to_address,
        ...(await compose(kind, rendered, found)),
        headers: oneClickHeaders(unsubscribeUrl),
      };
    };
  const compose = (
    kind: InviteMailKind,
    rendered: Parameters<typeof composePrivateLink>[0],
    found: NonNullable<Awaited<ReturnType<typeof findInvitation>>>,
  ) => {
    const { is_anonymous, deadline, questions_count } = found;
    if (kind === "private_link") return composePrivateLink(rendered);
    if (kind === "further_question" || found.follows !== null) {
      const question = withoutWebAddresses(found.first_question);
      const isReminder = kind !== "further_question";
      return composeFurtherQuestion({ ...rendered, question, is_anonymous, deadline, isReminder });
    }
    return composeInvitation({
      ...{ ...rendered, is_anonymous, deadline, questions_count },
      occasion: kind,
    });
  };
  return {
    invitation: createComposer("invitation"),
    invitation_again: createComposer("invitation_again"),
    reminder: createComposer("reminder"),
    further_question: createComposer("further_question"),
    private_link: createComposer("private_link"),
  };
}

/** How many counters are deleted at a time, so that no call waits long for its own. */
const batchSize = 10_000;

/**
 * The invites feature's background work: processes requests from share pages, sends reminders, and deletes what
 * no longer counts.
 */
export function inviteJobs(
  deps: InvitingDeps,
): Pick<
  JobHandlers,
  | "send_private_link"
  | "remind_pending_people"
  | "remind_further_people"
  | "delete_expired_limit_rows"
> {
  return {
    remind_pending_people: () => remindBeforeDeadlines(deps),
    remind_further_people: (after) => remindBeforeDeadlines(deps, after),
    send_private_link: ({ request_id }) => sendPrivateLink(deps, request_id),
    async delete_expired_limit_rows() {
      const now = deps.clock.now();
      await deleteExpiredLimitRows(deps.db, countedSince(now));
      await deleteOldMailboxes(deps.db, now);
      while ((await deleteExpiredCounts(deps.db, now, batchSize)) === batchSize);
    },
  };
}

/**
 * Why an email need not be sent any more. In an anonymous circle people who have answered get every email, because
 * neither the owner nor anyone who watches a mailbox may learn that they have. A private link is sent to anyone who
 * requested it.
 */
function findSkipReason(found: Found, mail: EmailRow, now: Date): string | undefined {
  if (!isOpenCircle({ status: found.circle_status, closes_at: found.closes_at }, now)) {
    return "This paraline has closed.";
  }
  if (found.email !== mail.to_address) return "Their address was corrected.";
  if (found.links_replaced_at !== null && mail.created_at < found.links_replaced_at) {
    return "It was requested before the account was reset.";
  }
  if (mail.kind === "private_link") return undefined;
  if (found.status === "declined" || found.has_declined_first) return "They chose not to answer.";
  if (found.status === "completed" && !found.is_anonymous) {
    return "They have already answered.";
  }
  return undefined;
}
