import { DomainError } from "#contract/errors.ts";
import type { Answers } from "#contract/feedback/answers.ts";
import type { KeptAnswer } from "#contract/feedback/kept-answers.ts";
import { loadOwnedCircle } from "#server/access/owned-circle.ts";
import type { OwnerId } from "#server/access/owner.ts";
import {
  beginReading,
  loadReadableCircle,
  openText,
  type ReadableCircle,
  type ReadingDeps,
} from "#server/access/readable-circle.ts";
import type { Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import {
  deleteKeptAnswer,
  insertKeptAnswer,
  listKeptAnswers,
  lockReleasedAnswers,
} from "./queries.ts";

/** The place of an answer, as in the path of a request. */
interface AnswerPlace {
  id: string;
  response_id: string;
  question_id: string;
}

/**
 * Keeps an answer that the owner can read now. Keeping it again changes nothing.
 * @returns all kept answers of the circle
 * @throws DomainError circle_not_found, results_locked, answer_not_found
 */
export function keepAnswer(
  deps: ReadingDeps,
  owner: OwnerId,
  place: AnswerPlace,
): Promise<{ kept: KeptAnswer[] }> {
  return change(deps, owner, place, insertKeptAnswer);
}

/**
 * Stops keeping an answer. Does nothing if it is not kept.
 * @returns all kept answers of the circle
 * @throws DomainError circle_not_found, results_locked, answer_not_found
 */
export function removeKeptAnswer(
  deps: ReadingDeps,
  owner: OwnerId,
  place: AnswerPlace,
): Promise<{ kept: KeptAnswer[] }> {
  return change(deps, owner, place, deleteKeptAnswer);
}

async function change(
  deps: ReadingDeps,
  owner: OwnerId,
  place: AnswerPlace,
  store: (tx: Tx, kept: KeptAnswer) => Promise<void>,
): Promise<{ kept: KeptAnswer[] }> {
  return inTransaction(deps.db, async (tx) => {
    // The circle is not locked: anonymous submissions wait for that lock, and keeping answers must not hold them up.
    const owned = await loadOwnedCircle(tx, owner, place.id, "any");
    const circle = await loadReadableCircle({ ...deps, db: tx }, owned);
    await requireAnswer(tx, circle, place);
    await store(tx, { response_id: place.response_id, question_id: Number(place.question_id) });
    return { kept: await listKeptAnswers(tx, circle) };
  });
}

/** Sealed answers are not responses yet, so they are not found either. */
async function requireAnswer(
  tx: Tx,
  circle: ReadableCircle,
  { response_id, question_id }: AnswerPlace,
): Promise<void> {
  const stored = await lockReleasedAnswers(tx, circle, response_id);
  if (stored === undefined) throw new DomainError("answer_not_found");
  const begun = await beginReading(tx, circle);
  const answers: Answers = JSON.parse(openText(begun, "answers", stored.sealed));
  if (answers[question_id] === undefined) throw new DomainError("answer_not_found");
}
