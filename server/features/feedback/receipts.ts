import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { DomainError } from "#contract/errors.ts";
import { dayIn } from "#contract/values/days.ts";
import {
  type AuthoredReflections,
  loadAuthoredReflections,
  requireLinkForCode,
} from "#server/access/authored-reflections.ts";
import { sealUntilClosing } from "#server/access/encryption/sealed-answers.ts";
import { noteErasures } from "#server/access/erasures/note-erasures.ts";
import { type FoundInvite, sealReflections } from "#server/access/open-invite.ts";
import type { ReceiptHasher } from "#server/access/receipt-hasher.ts";
import { requestDiskCleanup } from "#server/db/disk-cleanups.ts";
import type { Db, Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { markCompletedPending } from "#server/features/invites/queries.ts";
import type { Clock } from "#server/system/clock.ts";
import type { Secrets } from "#server/system/secrets.ts";
import {
  deleteInsightsOfCircle,
  deleteNamedAnswer,
  deleteSealedAnswer,
  lockOpenCircle,
  replaceNamedAnswer,
  replaceSealedAnswer,
} from "./receipt-queries.ts";
import { acceptReflections, type Writing } from "./submit-feedback.ts";

export interface ReceiptDeps {
  db: Db;
  clock: Clock;
  secrets: Secrets;
  receipts: ReceiptHasher;
}

/**
 * What the holder of a link and of the code of a receipt wrote.
 * @throws DomainError receipt_wrong, circle_closed, invite_invalid, link_turned_off
 */
export async function readReflections(
  deps: ReceiptDeps,
  found: FoundInvite,
  code: string,
): Promise<AuthoredReflections> {
  const receipts = await hashCode(deps, found, code);
  return loadAuthoredReflections(deps, found, receipts, deps.clock.now());
}

/**
 * Replaces it. The receipt stays, and so does who may process the answers for insights. The same words again change
 * nothing. In a named circle the owner sees the day of the change.
 * @throws DomainError as `readReflections`, or the first rule that the answers break, with its place in `path`
 */
export async function changeReflections(
  deps: ReceiptDeps,
  found: FoundInvite,
  code: string,
  writing: Writing,
): Promise<AuthoredReflections> {
  const receipts = await hashCode(deps, found, code);
  const now = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    const authored = await loadLocked(tx, deps, found, receipts, now);
    const { answers, encouragement } = acceptReflections(
      authored.invite,
      authored.questions,
      writing,
    );
    const { consented_processor } = authored.written;
    const written = {
      answers,
      note: encouragement ?? null,
      use_in_insights: writing.use_in_insights,
      consented_processor,
    };
    if (isDeepStrictEqual(written, authored.written)) return authored;
    await (authored.invite.circle.is_anonymous
      ? replaceSealed(tx, deps, authored, written)
      : replaceNamed(tx, deps, authored, written, now));
    return { ...authored, written };
  });
}

/**
 * Erases it, for good, and makes the link usable again. The disk is not cleaned for it: the work would show that
 * somebody has withdrawn, and could be caused every minute. In an anonymous circle nothing stored says whether link and
 * code are of the same person.
 * @throws DomainError as `readReflections`
 */
export async function withdrawReflections(
  deps: ReceiptDeps,
  found: FoundInvite,
  code: string,
): Promise<void> {
  const receipts = await hashCode(deps, found, code);
  const now = deps.clock.now();
  await inTransaction(deps.db, async (tx) => {
    const { id, invite } = await loadLocked(tx, deps, found, receipts, now);
    if (invite.circle.is_anonymous) await deleteSealedAnswer(tx, id);
    else {
      await deleteNamedAnswer(tx, id);
      await deleteInsightsOfCircle(tx, invite.circle_id, now);
    }
    // Another answer was withdrawn with this link meanwhile.
    if (!(await markCompletedPending(tx, invite.id))) throw new DomainError("receipt_wrong");
    await noteErasures(tx, deps.secrets, "answer", [id]);
  });
}

/** Erases again an answer that had been withdrawn and that a backup has brought back. */
export async function reapplyWithdrawal(
  deps: Omit<ReceiptDeps, "receipts">,
  id: string,
): Promise<void> {
  const now = deps.clock.now();
  await inTransaction(deps.db, async (tx) => {
    // Nothing says whose a sealed answer was, so its author's link stays used.
    if (!(await deleteSealedAnswer(tx, id))) {
      const deleted = await deleteNamedAnswer(tx, id);
      if (deleted === undefined) return;
      await deleteInsightsOfCircle(tx, deleted.circle_id, now);
      if (deleted.invite_id !== null) await markCompletedPending(tx, deleted.invite_id);
    }
    await noteErasures(tx, deps.secrets, "answer", [id]);
    await requestDiskCleanup(tx, now);
  });
}

/** It takes as long for a code that opens nothing. @throws DomainError what `requireLinkForCode` throws */
async function hashCode({ receipts }: ReceiptDeps, found: FoundInvite, code: string) {
  return receipts.hashTyped(requireLinkForCode(found).circle_id, code);
}

async function loadLocked(
  tx: Tx,
  { secrets }: ReceiptDeps,
  found: FoundInvite,
  receipts: Buffer[],
  now: Date,
): Promise<AuthoredReflections> {
  const { circle_id } = requireLinkForCode(found);
  if (!(await lockOpenCircle(tx, circle_id, now))) throw new DomainError("circle_closed");
  return loadAuthoredReflections({ db: tx, secrets }, found, receipts, now);
}

async function replaceSealed(
  tx: Tx,
  { secrets }: ReceiptDeps,
  authored: AuthoredReflections,
  written: AuthoredReflections["written"],
): Promise<void> {
  const sealed = await sealUntilClosing(tx, secrets, authored.invite.circle_id, written);
  await replaceSealedAnswer(tx, authored, sealed);
}

async function replaceNamed(
  tx: Tx,
  { secrets }: ReceiptDeps,
  authored: AuthoredReflections,
  written: AuthoredReflections["written"],
  now: Date,
): Promise<void> {
  const { invite } = authored;
  await replaceNamedAnswer(tx, authored, {
    ...sealReflections(secrets, invite, written),
    note_id: randomUUID(),
    question_ids: Object.keys(written.answers).map(Number),
    use_in_insights: written.use_in_insights,
    edited_on: dayIn(invite.time_zone, now),
  });
  await deleteInsightsOfCircle(tx, invite.circle_id, now);
}
