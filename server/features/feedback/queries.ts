import type { KeptAnswer } from "#contract/feedback/kept-answers.ts";
import type { OwnedCircle } from "#server/access/owned-circle.ts";
import type { ReadableCircle } from "#server/access/readable-circle.ts";
import type { Db, Tx } from "#server/db/tables.ts";

/** How many answers of a circle could be read if it were unlocked, those set aside included. */
export async function countReleasedFeedback(db: Db, circle: OwnedCircle): Promise<number> {
  const { count } = await db
    .selectFrom("feedback")
    .where("circle_id", "=", circle.id)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** The same with those to its further questions, which the same unlock opens. */
export async function countAnswersToUnlock(db: Db, circle: OwnedCircle): Promise<number> {
  const { count } = await db
    .selectFrom("feedback")
    .innerJoin("circles", "circles.id", "feedback.circle_id")
    .where(({ eb, or }) =>
      or([eb("circles.id", "=", circle.id), eb("circles.follows", "=", circle.id)]),
    )
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** The answers of a circle that may be read: named ones in order of arrival, anonymous ones in that of their random ids. */
export function listReleasedFeedback(db: Db, circle: ReadableCircle) {
  return db
    .selectFrom("feedback")
    .leftJoin("invites", "invites.id", "feedback.invite_id")
    .where("feedback.circle_id", "=", circle.id)
    .select([
      "feedback.id",
      "feedback.sealed",
      "feedback.questions",
      "feedback.received_on",
      "feedback.edited_on",
      "feedback.use_in_insights",
      "feedback.is_set_aside",
      "feedback.invite_id",
      "invites.first_name",
    ])
    .orderBy("feedback.created_at")
    .orderBy("feedback.id")
    .execute();
}

/** The kept answers of a circle, in the order of its responses. */
export function listKeptAnswers(db: Db, circle: ReadableCircle) {
  return db
    .selectFrom("kept_answers")
    .innerJoin("feedback", "feedback.id", "kept_answers.feedback_id")
    .where("feedback.circle_id", "=", circle.id)
    .select(["kept_answers.feedback_id as response_id", "kept_answers.question_id"])
    .orderBy("feedback.created_at")
    .orderBy("feedback.id")
    .orderBy("kept_answers.question_id")
    .execute();
}

/**
 * The stored answers of one readable response of a circle; undefined if it belongs to another circle or is
 * unknown. The response cannot be deleted until the transaction ends.
 */
export function lockReleasedAnswers(tx: Tx, circle: ReadableCircle, responseId: string) {
  return tx
    .selectFrom("feedback")
    .where("circle_id", "=", circle.id)
    .where("id", "=", responseId)
    .select("sealed")
    .forKeyShare()
    .executeTakeFirst();
}

export async function insertKeptAnswer(tx: Tx, kept: KeptAnswer): Promise<void> {
  await tx
    .insertInto("kept_answers")
    .columns(["feedback_id", "user_id", "question_id"])
    .expression((response) =>
      response
        .selectFrom("feedback")
        .where("id", "=", kept.response_id)
        .select(["id", "user_id", response.val(kept.question_id).as("question_id")]),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteKeptAnswer(tx: Tx, kept: KeptAnswer): Promise<void> {
  await tx
    .deleteFrom("kept_answers")
    .where("feedback_id", "=", kept.response_id)
    .where("question_id", "=", kept.question_id)
    .execute();
}

/** The encouragement of a circle that may be read, in an order of its own; named notes in order of arrival. */
export function listReleasedNotes(db: Db, circle: ReadableCircle) {
  return db
    .selectFrom("encouragements")
    .leftJoin("invites", "invites.id", "encouragements.invite_id")
    .leftJoin("feedback", "feedback.invite_id", "encouragements.invite_id")
    .where("encouragements.circle_id", "=", circle.id)
    .select([
      "encouragements.id",
      "encouragements.sealed",
      "encouragements.received_on",
      "encouragements.invite_id",
      "feedback.use_in_insights",
      "feedback.is_set_aside",
      "invites.first_name",
    ])
    .orderBy("feedback.created_at")
    .orderBy("encouragements.id")
    .execute();
}

/**
 * Sets one readable response of a circle aside, or brings it back; false if it belongs to another circle or is
 * unknown. The owner has seen what they set aside, so no email tells them of it.
 */
export async function markSetAside(
  tx: Tx,
  circle: ReadableCircle,
  responseId: string,
  isSetAside: boolean,
): Promise<boolean> {
  const marked = await tx
    .updateTable("feedback")
    .set({ is_set_aside: isSetAside, is_owner_notified: true })
    .where("circle_id", "=", circle.id)
    .where("id", "=", responseId)
    .returning("id")
    .executeTakeFirst();
  return marked !== undefined;
}

/** Records that the owner has been notified of these responses, or wants no such emails. */
export async function markNotified(tx: Tx, feedbackIds: readonly string[]): Promise<void> {
  if (feedbackIds.length === 0) return;
  await tx
    .updateTable("feedback")
    .set({ is_owner_notified: true })
    .where("id", "in", feedbackIds)
    .execute();
}
