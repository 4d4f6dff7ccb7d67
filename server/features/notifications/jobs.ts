import type { NotificationBox } from "#contract/notifications.ts";
import { paths } from "#contract/paths.ts";
import { dayIn } from "#contract/values/days.ts";
import { createOptOutUrl } from "#server/access/opt-out-link.ts";
import { isOpenCircle } from "#server/access/owned-circle.ts";
import { findOwner, type Owner } from "#server/access/profiles.ts";
import type { Db } from "#server/db/tables.ts";
import { enqueueAgain } from "#server/jobs/enqueue-again.ts";
import type { JobHandlers } from "#server/jobs/jobs.ts";
import {
  type EmailRow,
  type MailComposer,
  type MailComposers,
  oneClickHeaders,
  skipAfterReset,
} from "#server/mail/compose.ts";
import type { RenderedEmail } from "#server/mail/render-email.ts";
import type { Clock } from "#server/system/clock.ts";
import type { Secrets } from "#server/system/secrets.ts";
import {
  composeCompleted,
  composeDeadlineReminder,
  composeNewResponses,
  composeRelease,
  composeWeeklySummary,
  type EmailCircle,
  type NewResponses,
  type OwnerEmail,
  type WeekEntry,
} from "./emails.tsx";
import type { NotificationDeps } from "./notification-address.ts";
import { notifyOfClosings, remindOfDeadlines } from "./notify-of-deadlines.ts";
import { notifyOfResponses } from "./notify-of-responses.ts";
import {
  deadlineIntent,
  deleteEndedDigestEntries,
  findEmailCircle,
  listDigestEntries,
} from "./queries.ts";
import { sendWeeklySummaries, summarizeWeek, type WeekNews } from "./send-weekly-summaries.ts";

/** The notifications feature's scheduled jobs. Closings come first: their emails include what they released. */
export function notificationJobs(
  deps: NotificationDeps,
): Pick<JobHandlers, "notify_owners" | "send_weekly_summaries" | "delete_old_digest_entries"> {
  return {
    async notify_owners() {
      const mayHaveLeft = [
        await notifyOfClosings(deps),
        await notifyOfResponses(deps),
        await remindOfDeadlines(deps),
      ];
      if (mayHaveLeft.includes(true)) await enqueueAgain(deps, "notify_owners");
    },
    async delete_old_digest_entries() {
      while ((await deleteEndedDigestEntries(deps.db, 1000)) > 0);
    },
    async send_weekly_summaries() {
      if (await sendWeeklySummaries(deps)) await enqueueAgain(deps, "send_weekly_summaries");
    },
  };
}

type NotificationMailKind =
  | "new_responses"
  | "release"
  | "deadline_reminder"
  | "completed"
  | "weekly_summary";

type Skip = { skip: string };

const nothingToSend: Skip = { skip: "There is nothing left to report." };

export function notificationEmails({
  db,
  clock,
  secrets,
  config: { publicUrl },
}: {
  db: Db;
  clock: Clock;
  secrets: Secrets;
  config: { publicUrl: string };
}): Pick<MailComposers, NotificationMailKind> {
  const createComposer =
    (
      box: NotificationBox,
      write: (mail: EmailRow, message: OwnerEmail, owner: Owner) => Promise<RenderedEmail | Skip>,
    ): MailComposer =>
    async (mail) => {
      const owner = mail.user_id === null ? undefined : await findOwner(db, mail.user_id);
      if (owner === undefined) return nothingToSend;
      const skip = skipAfterReset(mail, owner);
      if (skip !== undefined) return skip;
      if (!owner[box]) return { skip: "The owner has turned these emails off." };
      const turnOffUrl = createOptOutUrl(secrets, publicUrl, { ...owner, box });
      const settingsUrl = `${publicUrl}${paths.settings}`;
      const composed = await write(mail, { publicUrl, turnOffUrl, settingsUrl }, owner);
      if ("skip" in composed) return composed;
      return {
        to: mail.to_address,
        ...composed,
        headers: oneClickHeaders(turnOffUrl),
      };
    };

  const findCircle = async (mail: EmailRow) =>
    mail.circle_id === null ? undefined : findEmailCircle(db, mail.circle_id);

  return {
    new_responses: createComposer("notify_responses", async (mail, message) => {
      const [first, ...others] = byCircle(await listDigestEntries(db, mail.id));
      return first === undefined ? nothingToSend : composeNewResponses(message, [first, ...others]);
    }),
    release: createComposer("notify_responses", async (mail, message) => {
      const circle = await findCircle(mail);
      if (circle === undefined || circle.responses_count === 0) return nothingToSend;
      return composeRelease(message, circle);
    }),
    deadline_reminder: createComposer("notify_deadlines", async (mail, message) => {
      const circle = await findCircle(mail);
      if (circle === undefined || !isOpenCircle(circle, clock.now())) {
        return { skip: "This paraline has closed." };
      }
      const { deadline } = circle;
      if (deadline === null || mail.intent !== deadlineIntent({ ...circle, deadline })) {
        return { skip: "Its deadline has changed." };
      }
      return composeDeadlineReminder(message, { ...circle, deadline });
    }),
    completed: createComposer("notify_deadlines", async (mail, message) => {
      const circle = await findCircle(mail);
      if (circle?.status !== "completed") return { skip: "This paraline is open again." };
      return composeCompleted(message, { ...circle, isFurther: circle.follows !== null });
    }),
    weekly_summary: createComposer(
      "notify_weekly",
      async (mail, message, { user_id, time_zone }) => {
        const zone = time_zone ?? "UTC";
        const news = await summarizeWeek(db, user_id, zone, dayIn(zone, mail.created_at));
        if (news.length === 0) return nothingToSend;
        const dashboardUrl = `${publicUrl}${paths.dashboard}`;
        return composeWeeklySummary({ ...message, dashboardUrl }, news.map(toEntry));
      },
    ),
  };
}

function byCircle(
  entries: readonly (Omit<EmailCircle, "is_anonymous"> & {
    circle_id: string;
    first_name: string | null;
  })[],
): NewResponses[] {
  return [...Map.groupBy(entries, ({ circle_id }) => circle_id).values()].flatMap((responses) => {
    const [first] = responses;
    if (first === undefined) return [];
    return {
      circle_id: first.circle_id,
      results_id: first.results_id,
      title: first.title,
      is_anonymous: false,
      responses_count: first.responses_count,
      invites_count: first.invites_count,
      new_count: responses.length,
      names: responses.flatMap(({ first_name }) => first_name ?? []),
    };
  });
}

function toEntry({ is_closing, deadline, ...circle }: WeekNews[number]): WeekEntry {
  return { ...circle, results_id: circle.id, closingOn: is_closing ? deadline : null };
}
