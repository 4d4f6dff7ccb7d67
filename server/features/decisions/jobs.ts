import { decisionPath, paths } from "#contract/paths.ts";
import { createOptOutUrl } from "#server/access/opt-out-link.ts";
import { findCircleOfOwner } from "#server/access/owned-circle.ts";
import { findOwner } from "#server/access/profiles.ts";
import { findReadableCircle, type UnlockDeps } from "#server/access/readable-circle.ts";
import type { Db } from "#server/db/tables.ts";
import { findInsights } from "#server/features/insights/read-insights.ts";
import { createUnsubscribeUrl } from "#server/features/invites/emails/unsubscribe.ts";
import { enqueueAgain } from "#server/jobs/enqueue-again.ts";
import type { JobHandlers, Jobs } from "#server/jobs/jobs.ts";
import {
  type MailComposer,
  type MailComposers,
  oneClickHeaders,
  skipAfterReset,
} from "#server/mail/compose.ts";
import { withoutWebAddresses } from "#server/mail/web-addresses.ts";
import type { Clock } from "#server/system/clock.ts";
import type { Secrets } from "#server/system/secrets.ts";
import { composeClosingLetter, composeReviewReminder } from "./emails.tsx";
import { findClosingLetter } from "./queries.ts";
import { findDecision } from "./read-decision.ts";
import { sendReviewReminders } from "./send-review-reminders.ts";

export function decisionEmails({
  db,
  clock,
  secrets,
  config,
}: {
  db: Db;
  clock: Clock;
  secrets: Secrets;
  config: UnlockDeps["config"] & { publicUrl: string; onLoopback: boolean };
}): Pick<MailComposers, "closing_letter" | "review_reminder"> {
  const closingLetter: MailComposer = async (mail) => {
    const found = mail.invite_id === null ? undefined : await findClosingLetter(db, mail.invite_id);
    if (found === undefined) return { skip: "They are no longer invited." };
    if (found.email !== mail.to_address) return { skip: "Their address was corrected." };
    if (found.status === "declined") return { skip: "They chose not to answer." };
    if (found.links_replaced_at !== null && mail.created_at < found.links_replaced_at) {
      return { skip: "It was requested before the account was reset." };
    }
    const unsubscribeUrl = createUnsubscribeUrl(secrets, config.publicUrl, {
      owner_id: found.owner_id,
      email: mail.to_address,
      reset_at: found.owner_reset_at,
      language: found.language,
    });
    return {
      to: mail.to_address,
      ...(await composeClosingLetter({
        language: found.language,
        first_name: withoutWebAddresses(found.first_name),
        owner_name: withoutWebAddresses(found.owner_name ?? "") || null,
        title: withoutWebAddresses(found.title),
        parts: found.closing,
        unsubscribeUrl,
      })),
      headers: oneClickHeaders(unsubscribeUrl),
    };
  };

  const reviewReminder: MailComposer = async (mail) => {
    const circle =
      mail.circle_id === null ? undefined : await findCircleOfOwner(db, mail.circle_id);
    if (circle === undefined) return { skip: "The paraline is gone." };
    const owner = await findOwner(db, circle.user_id);
    if (owner === undefined) return { skip: "The account is gone." };
    const skip = skipAfterReset(mail, owner);
    if (skip !== undefined) return skip;
    if (!config.onLoopback && owner.email_proven_at === null) {
      return { skip: "The owner's address is not confirmed." };
    }
    if (!owner.notify_deadlines) return { skip: "The owner has turned these emails off." };
    const decision = await findDecision({ db, clock }, circle);
    if (!mail.intent.endsWith(` ${decision.review_date}`)) {
      return { skip: "The review date was changed." };
    }
    const readable = await findReadableCircle({ db, clock, config, secrets }, circle);
    const insights = readable && (await findInsights(db, readable));
    const turnOffUrl = createOptOutUrl(secrets, config.publicUrl, {
      ...owner,
      box: "notify_deadlines",
    });
    return {
      // The current address is used: the email may have waited because the address was unproven, which was corrected
      // since.
      to: owner.email,
      ...(await composeReviewReminder({
        title: circle.title,
        decision,
        // An email has no space to explain that only one person mentions a theme.
        theme: insights?.content.themes.find(({ people_count }) => people_count > 1)?.text,
        decisionUrl: `${config.publicUrl}${decisionPath(circle.id)}`,
        turnOffUrl,
        settingsUrl: `${config.publicUrl}${paths.settings}`,
      })),
      headers: oneClickHeaders(turnOffUrl),
    };
  };

  return { closing_letter: closingLetter, review_reminder: reviewReminder };
}

export function decisionJobs(deps: {
  db: Db;
  jobs: Jobs;
  clock: Clock;
  config: { onLoopback: boolean };
}): Pick<JobHandlers, "send_review_reminders"> {
  return {
    async send_review_reminders() {
      if (await sendReviewReminders(deps)) await enqueueAgain(deps, "send_review_reminders");
    },
  };
}
