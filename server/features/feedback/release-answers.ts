import { randomUUID } from "node:crypto";
import type { Question } from "#contract/circles/questions.ts";
import { thisServer } from "#contract/insights/processors.ts";
import { limits } from "#contract/limits.ts";
import { toPaddedJson } from "#server/access/encryption/padded-json.ts";
import {
  countSealedAnswers,
  deleteSealedAnswers,
  unsealAnswers,
} from "#server/access/encryption/sealed-answers.ts";
import type { Tx } from "#server/db/tables.ts";
import { forgetWhoAnswered } from "#server/features/invites/queries.ts";
import type { Secrets } from "#server/system/secrets.ts";
import { insertReleasedFeedback, insertReleasedNotes } from "./release-queries.ts";

/** Whether enough people have answered an anonymous circle for its answers to be shown. Only its closing may ask. */
export async function hasEnoughAnswers(tx: Tx, circleId: string): Promise<boolean> {
  return (await countSealedAnswers(tx, circleId)) >= limits.releaseAnswers;
}

/**
 * Ends the sealing of an anonymous circle, once and for good. From three answers on, all become readable: they are
 * written afresh with the circle's key, answers and notes each in the order of new, random ids, and with only the day
 * of the closing. Fewer are deleted unread. Either way the sealing key is destroyed, and no invite shows any
 * longer whether it was used. Runs in the transaction of the closing, which holds a lock on the circle's row and
 * requests a disk cleanup.
 * Source: docs/product.md, Anonymity.
 * @param closedOn the day in the owner's time zone
 */
export async function releaseAnswers(
  tx: Tx,
  secrets: Secrets,
  circle: { id: string; user_id: string; questions: readonly Question[] },
  closedOn: string,
): Promise<void> {
  await forgetWhoAnswered(tx, circle.id);
  if (!(await hasEnoughAnswers(tx, circle.id))) {
    await deleteSealedAnswers(tx, circle.id);
    return;
  }
  const { answers, seal } = await unsealAnswers(tx, secrets, circle.id);
  const consentedProcessor = narrowestConsent(
    answers.map(({ consented_processor }) => consented_processor),
  );
  await insertReleasedFeedback(
    tx,
    circle,
    closedOn,
    answers.map((response) => ({
      id: randomUUID(),
      sealed: seal("answers", toPaddedJson(response.answers)),
      use_in_insights: response.use_in_insights,
      consented_processor: consentedProcessor,
    })),
  );
  const notes = answers.flatMap(({ note }) => (note === null ? [] : [note]));
  await insertReleasedNotes(
    tx,
    circle,
    closedOn,
    notes.map((note) => ({ id: randomUUID(), sealed: seal("encouragement", note) })),
  );
}

/**
 * Who may process the answers for insights. The processor that each author was shown would reveal when they answered,
 * so all answers get the same one. If it changed in between, that is this server alone, or none if any author was shown
 * none.
 */
function narrowestConsent(consentedProcessors: readonly (string | null)[]): string | null {
  const [first = null, ...others] = new Set(consentedProcessors);
  if (others.length === 0) return first;
  return consentedProcessors.includes(null) ? null : thisServer;
}
