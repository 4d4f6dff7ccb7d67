import { createHmac, randomUUID } from "node:crypto";
import type { Question } from "#contract/circles/questions.ts";
import { DomainError } from "#contract/errors.ts";
import { type Reflections, validateReflections } from "#contract/feedback/answers.ts";
import type { Receipt } from "#contract/feedback/feedback.ts";
import { findConsentedProcessor } from "#contract/insights/processors.ts";
import type { Language } from "#contract/languages.ts";
import type { Answer } from "#contract/question-types/answer.ts";
import { dayIn } from "#contract/values/days.ts";
import { trimText } from "#contract/values/plain-text.ts";
import { sealUntilClosing } from "#server/access/encryption/sealed-answers.ts";
import {
  type FoundInvite,
  findInvite,
  type InviteWithCircle,
  type OpenInvite,
  requireOpenInvite,
  sealReflections,
} from "#server/access/open-invite.ts";
import type { ReceiptHasher } from "#server/access/receipt-hasher.ts";
import type { Db, Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { storeJoin } from "#server/features/invites/share-link/store-join.ts";
import type { Clock } from "#server/system/clock.ts";
import type { Secrets } from "#server/system/secrets.ts";
import { createReceiptCode } from "./receipt-code.ts";
import {
  type Counts,
  loadCounts,
  lockPendingAnonymousInvite,
  storeNamedReflections,
  storeSealedReflections,
} from "./submit-queries.ts";

/** What somebody writes, unchecked. */
export interface Writing {
  answers: Readonly<Record<string, Answer>>;
  encouragement?: string | null | undefined;
  use_in_insights: boolean;
}

export interface Submission extends Writing {
  submission_key: string;
  /** That of the words of the receipt; if absent, the circle's. */
  language?: Language | undefined;
  /** The processor that the author was shown; null for none; if absent, the current processor. */
  consented_processor?: string | null | undefined;
}

export interface SubmitDeps {
  db: Db;
  clock: Clock;
  secrets: Secrets;
  receipts: ReceiptHasher;
  /** Who processes answers for insights now; null for none. */
  processor: string | null;
}

/** An accepted submission, before it is encrypted and stored. */
interface AcceptedReflections {
  answers: Reflections["answers"];
  note: string | null;
  use_in_insights: boolean;
  consentedProcessor: string | null;
  /** Day in the owner's time zone. */
  received_on: string;
  /** The hash of the code of its receipt. */
  receipt: Buffer;
}

/**
 * Completes the invite and stores the answers. Called twice or retried with the same key and the same words, it stores
 * them once and returns the same, even for somebody who lost the response and joined again through the open link.
 * It also stores who may process the answers for insights: the current processor if that is the one shown to
 * the author. In an anonymous circle it stores no link from answer to invite and no time finer than the day.
 * @throws DomainError invite_completed when the invite was used before, circle_closed, invite_declined, invite_invalid,
 *   link_full, link_turned_off, or the first rule that the answers break, with its place in `path`
 */
export async function submitFeedback(
  deps: SubmitDeps,
  inviteToken: string,
  found: FoundInvite,
  submission: Submission,
): Promise<Receipt> {
  const { db, clock, receipts, processor } = deps;
  const submissionKey = createStoredKey(submission);
  if (isResubmission(found, submissionKey)) return createReceipt(db, found.invite, submission);
  const invite = requireOpenInvite(found);
  // It was withdrawn since. A reload that sends it again must not bring it back.
  if (invite.submission_key === submissionKey) throw new DomainError("invite_completed");
  const reflections = acceptReflections(invite, invite.circle.questions, submission);
  const code = await createCode(invite, submission);
  const now = clock.now();
  const accepted: AcceptedReflections = {
    answers: reflections.answers,
    note: reflections.encouragement ?? null,
    use_in_insights: submission.use_in_insights,
    consentedProcessor:
      submission.consented_processor === undefined
        ? processor
        : findConsentedProcessor(submission.consented_processor, processor),
    received_on: dayIn(invite.time_zone, now),
    receipt: await receipts.hash(invite.circle_id, code),
  };
  const progress = invite.circle.is_anonymous
    ? await inTransaction(db, (tx) =>
        submitAnonymously(tx, deps, invite, submissionKey, accepted, now),
      )
    : await submitByName(deps, invite, submissionKey, accepted, now);
  if (progress !== undefined) return toReceipt(invite, code, progress);

  // Another submission was faster, or the circle has just closed: the link's current state shows which.
  const later = await findInvite(deps, inviteToken, now);
  if (isResubmission(later, submissionKey)) return createReceipt(db, later.invite, submission);
  requireOpenInvite(later);
  throw new DomainError("circle_closed");
}

async function submitByName(
  { db, secrets }: SubmitDeps,
  invite: OpenInvite,
  submissionKey: string,
  { answers, note, use_in_insights, consentedProcessor, received_on, receipt }: AcceptedReflections,
  now: Date,
): Promise<Counts | undefined> {
  const row = {
    id: randomUUID(),
    note_id: randomUUID(),
    questions: JSON.stringify(invite.circle.questions),
    use_in_insights,
    consented_processor: consentedProcessor,
    received_on,
    receipt,
    ...sealReflections(secrets, invite, { answers, note }),
  };
  if (invite.joinedAs === null) {
    return storeNamedReflections(db, invite, submissionKey, row, now);
  }
  return inTransaction(db, async (tx) => {
    const joined = await storeJoin(tx, secrets, invite, submissionKey, now);
    if (joined === "submitted_before") return loadCounts(tx, invite);
    if (joined === "refused") return undefined;
    return storeNamedReflections(tx, invite, submissionKey, row, now);
  });
}

/** @returns null once it is stored: nobody learns how many have answered */
async function submitAnonymously(
  tx: Tx,
  { secrets }: SubmitDeps,
  invite: OpenInvite,
  submissionKey: string,
  { received_on: _, consentedProcessor, receipt, ...rest }: AcceptedReflections,
  now: Date,
): Promise<null | undefined> {
  if (invite.joinedAs === null) {
    if (!(await lockPendingAnonymousInvite(tx, invite, now))) return undefined;
  } else {
    const joined = await storeJoin(tx, secrets, invite, submissionKey, now);
    if (joined === "submitted_before") return null;
    if (joined === "refused") return undefined;
  }
  const reflections = { ...rest, consented_processor: consentedProcessor };
  const sealed = await sealUntilClosing(tx, secrets, invite.circle_id, reflections);
  const row = { id: randomUUID(), sealed, receipt };
  return (await storeSealedReflections(tx, invite, submissionKey, row)) ? null : undefined;
}

/**
 * What is stored of what was written. A further question takes no encouragement note, so that is left out.
 * @throws DomainError the first rule that what was written breaks, with its place in `path`
 */
export function acceptReflections(
  { is_further }: Pick<InviteWithCircle, "is_further">,
  questions: readonly Question[],
  { answers, encouragement }: Writing,
): Reflections {
  const validated = validateReflections(questions, {
    answers,
    encouragement: is_further ? null : encouragement,
  });
  if (!("error" in validated)) return validated;
  throw new DomainError(validated.error, {
    path:
      validated.question_id !== undefined
        ? ["answers", String(validated.question_id)]
        : [validated.error === "encouragement_too_long" ? "encouragement" : "answers"],
  });
}

/**
 * What is stored to recognize a submission that is sent again: equal only for the same key and the same words and
 * choices.
 */
function createStoredKey(submission: Submission): string {
  const digest = digestSubmission(submission, "stored key").toString("hex");
  return digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5");
}

/**
 * The code of the receipt: the same for a submission that is sent again. What is stored of the invite does not lead to
 * it.
 */
function createCode(
  { circle }: Pick<InviteWithCircle, "circle">,
  submission: Submission,
): Promise<string> {
  const digest = digestSubmission(submission, "receipt");
  return createReceiptCode(digest, submission.language ?? circle.language);
}

/** The key is random and not stored, so that no guess at the words can be checked against the database. */
function digestSubmission(
  { submission_key, answers, encouragement, use_in_insights }: Submission,
  purpose: string,
): Buffer {
  const written = Object.entries(answers)
    .map(([id, answer]) => [Number(id), trimText(String(answer))] as const)
    .filter(([, text]) => text !== "")
    .toSorted(([a], [b]) => a - b);
  const content = [purpose, written, trimText(encouragement ?? ""), use_in_insights];
  return createHmac("sha256", submission_key.toLowerCase())
    .update(JSON.stringify(content))
    .digest();
}

function isResubmission(
  found: FoundInvite,
  submissionKey: string,
): found is Extract<FoundInvite, { state: "completed" }> {
  return found.state === "completed" && found.invite.submission_key === submissionKey;
}

async function createReceipt(
  db: Db,
  invite: InviteWithCircle,
  submission: Submission,
): Promise<Receipt> {
  const progress = invite.circle.is_anonymous ? null : await loadCounts(db, invite);
  return toReceipt(invite, await createCode(invite, submission), progress);
}

function toReceipt(
  { owner_name, circle }: InviteWithCircle,
  code: string,
  progress: Receipt["progress"],
): Receipt {
  return { code, owner_name, deadline: circle.deadline, progress };
}
