import { randomUUID } from "node:crypto";
import { type Answer, judgeReflections, type Reflections } from "#contract/answers.ts";
import { DomainError } from "#contract/errors.ts";
import type { Receipt } from "#contract/feedback.ts";
import { agreedProcessor } from "#contract/processors.ts";
import {
  type FoundInvite,
  findInvite,
  type HeldInvite,
  type OpenInvite,
  requireOpenInvite,
} from "#server/access/open-invite.ts";
import type { Clock } from "#server/clock.ts";
import { dayIn } from "#server/days.ts";
import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { lockLink, takesAnswersByLink } from "#server/features/invites/link-queries.ts";
import { mayRelease, releaseWaiting } from "./release-answers.ts";
import {
  type Counts,
  loadCounts,
  lockOpenAnonymousCircle,
  type StoredReflections,
  storeNamedReflections,
  storeWaitingReflections,
} from "./submit-queries.ts";

/** What an invitee hands in. */
export interface Submission {
  submission_key: string;
  answers: Readonly<Record<string, Answer>>;
  encouragement?: string | null | undefined;
  use_in_insights: boolean;
  /** Who they were told processes answers; null: nobody; absent: who does so now. */
  insights_by?: string | null | undefined;
  show_if_few: boolean;
}

/**
 * Completes the invite and stores the answers; pressed twice or retried with the same key, it stores them once and
 * answers alike. Kept with it is who may process it for insights: who does so now, `insights_by`, if that is what they
 * were told. Anonymous paralines: keeps no link from answer to invite and no time finer than the day, and releases with
 * the third answer that waits.
 * @throws DomainError invite_completed when the invite was used before, circle_closed, invite_declined, invite_invalid,
 * link_full, join_expired, or the first rule that the answers break, with its place in `path`
 */
export async function submitFeedback(
  { db, clock, insights_by }: { db: Db; clock: Clock; insights_by: string | null },
  invite_token: string,
  found: FoundInvite,
  submission: Submission,
): Promise<Receipt> {
  if (isRepetition(found, submission)) return receiptOf(db, found.invite);
  const invite = requireOpenInvite(found);
  const reflections = acceptReflections(invite, submission);
  const now = clock.now();
  const stored: StoredReflections = {
    id: randomUUID(),
    answers: JSON.stringify(reflections.answers),
    questions: JSON.stringify(invite.circle.questions),
    use_in_insights: submission.use_in_insights,
    insights_by:
      submission.insights_by === undefined
        ? insights_by
        : agreedProcessor(submission.insights_by, insights_by),
    show_if_few: submission.show_if_few,
    received_on: dayIn(invite.time_zone, now),
    note_id: randomUUID(),
    note: reflections.encouragement ?? null,
  };
  const counts = invite.circle.is_anonymous
    ? await inTransaction(db, (tx) =>
        submitAnonymously(tx, invite, submission.submission_key, stored, now),
      )
    : invite.source === "link"
      ? await inTransaction(db, (tx) =>
          submitByLink(tx, invite, submission.submission_key, stored, now),
        )
      : await storeNamedReflections(db, invite, submission.submission_key, stored, now);
  if (counts !== undefined) return toReceipt(invite, counts);

  // Another submit was faster, or the paraline has just closed: what the link has become meanwhile says which.
  const later = await findInvite(db, invite_token, now);
  if (isRepetition(later, submission)) return receiptOf(db, later.invite);
  requireOpenInvite(later);
  throw new DomainError("circle_closed");
}

async function submitAnonymously(
  tx: Parameters<typeof storeWaitingReflections>[0],
  invite: OpenInvite,
  submission_key: string,
  stored: StoredReflections,
  now: Date,
): Promise<Counts | undefined> {
  if (!(await lockOpenAnonymousCircle(tx, invite, now))) return undefined;
  if (invite.source === "link" && !(await takesAnswersByLink(tx, invite.circle_id))) {
    return undefined;
  }
  const counts = await storeWaitingReflections(tx, invite, submission_key, stored);
  if (counts === undefined || !mayRelease(counts.waiting_count)) return counts;
  await releaseWaiting(tx, { id: invite.circle_id }, stored.received_on);
  return loadCounts(tx, invite);
}

async function submitByLink(
  tx: Parameters<typeof storeWaitingReflections>[0],
  invite: OpenInvite,
  submission_key: string,
  stored: StoredReflections,
  now: Date,
): Promise<Counts | undefined> {
  await lockLink(tx, invite.circle_id);
  if (!(await takesAnswersByLink(tx, invite.circle_id))) return undefined;
  return storeNamedReflections(tx, invite, submission_key, stored, now);
}

function acceptReflections(invite: OpenInvite, submission: Submission): Reflections {
  const judged = judgeReflections(invite.circle.questions, submission);
  if (!("error" in judged)) return judged;
  throw new DomainError(judged.error, {
    path:
      judged.question_id !== undefined
        ? ["answers", String(judged.question_id)]
        : [judged.error === "encouragement_too_long" ? "encouragement" : "answers"],
  });
}

function isRepetition(
  found: FoundInvite,
  submission: Submission,
): found is Extract<FoundInvite, { state: "completed" }> {
  return found.state === "completed" && found.invite.submission_key === submission.submission_key;
}

async function receiptOf(db: Db, invite: HeldInvite): Promise<Receipt> {
  return toReceipt(invite, await loadCounts(db, invite));
}

function toReceipt(invite: HeldInvite, counts: Counts): Receipt {
  return {
    owner_name: invite.owner_name,
    deadline: invite.circle.deadline,
    responses_count: counts.responses_count,
    invites_count: counts.invites_count,
  };
}
