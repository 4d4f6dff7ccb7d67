import { DomainError } from "#contract/errors.ts";
import { type Answers, validateReflections } from "#contract/feedback/answers.ts";
import type { OwnAnswersOffer } from "#contract/feedback/own-answers.ts";
import { endOffer, findOwnAnswers, storeOwnAnswers } from "#server/access/own-answers.ts";
import { loadOwnedCircle, type OwnedCircle } from "#server/access/owned-circle.ts";
import type { OwnerId } from "#server/access/owner.ts";
import { findReadableCircle, type ReadingDeps } from "#server/access/readable-circle.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { countReleasedFeedback } from "./queries.ts";
import { findVisibility } from "./read-results.ts";

/** Whether own answers can be written, and whether there is anything to read. This reads nothing. */
export async function readOffer(deps: ReadingDeps, circle: OwnedCircle): Promise<OwnAnswersOffer> {
  const { db } = deps;
  const responsesCount = await countReleasedFeedback(db, circle);
  const readable = await findReadableCircle(deps, circle);
  return {
    state: (await findOwnAnswers(db, circle))?.state ?? "offered",
    is_locked: readable === undefined && responsesCount > 0,
    responses_count: responsesCount,
    visibility: findVisibility(circle, responsesCount),
  };
}

/**
 * Stores what the owner expects to hear, before anything was read. The same words again change nothing.
 * @throws DomainError circle_not_found, own_answers_too_late, own_answers_given, or the first rule that the answers break,
 *   with its place in `path`
 */
export async function writeOwnAnswers(
  deps: ReadingDeps,
  owner: OwnerId,
  circleId: string,
  typed: Answers,
): Promise<OwnAnswersOffer> {
  const circle = await inTransaction(deps.db, async (tx) => {
    const owned = await loadOwnedCircle(tx, owner, circleId);
    const validated = validateReflections(owned.questions, { answers: typed });
    if ("error" in validated) {
      const { error, question_id: id } = validated;
      throw new DomainError(error, { path: id === undefined ? ["answers"] : ["answers", `${id}`] });
    }
    await storeOwnAnswers(tx, deps.secrets, owned, validated.answers);
    return owned;
  });
  return readOffer(deps, circle);
}

/**
 * Skips own answers for good. It changes nothing if that is too late.
 * @throws DomainError circle_not_found, own_answers_given
 */
export async function skipOwnAnswers(
  deps: ReadingDeps,
  owner: OwnerId,
  circleId: string,
): Promise<OwnAnswersOffer> {
  const circle = await inTransaction(deps.db, async (tx) => {
    const owned = await loadOwnedCircle(tx, owner, circleId);
    await endOffer(tx, owned, { state: "skipped" });
    return owned;
  });
  const offer = await readOffer(deps, circle);
  if (offer.state === "written") throw new DomainError("own_answers_given");
  return offer;
}
