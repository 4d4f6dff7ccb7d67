import type { OwnedCircle } from "#server/access/owned-circle.ts";
import type { ReadableCircle } from "#server/access/readable-circle.ts";
import type { Db, Tx } from "#server/db/tables.ts";

/** How many answers of a circle could be read, were it unlocked. */
export async function countReleasedFeedback(db: Db, circle: OwnedCircle): Promise<number> {
  const { count } = await db
    .selectFrom("feedback")
    .where("circle_id", "=", circle.id)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** What may be read of a circle's answers, in their lasting order; named ones by arrival. */
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
      "feedback.number",
      "feedback.use_in_insights",
      "invites.first_name",
    ])
    .orderBy("feedback.number")
    .orderBy("feedback.created_at")
    .orderBy("feedback.id")
    .execute();
}

/** What may be read of a circle's encouragement, in an order of its own; named notes by arrival. */
export function listReleasedNotes(db: Db, circle: ReadableCircle) {
  return db
    .selectFrom("encouragements")
    .leftJoin("invites", "invites.id", "encouragements.invite_id")
    .leftJoin("feedback", "feedback.invite_id", "encouragements.invite_id")
    .where("encouragements.circle_id", "=", circle.id)
    .select([
      "encouragements.id",
      "encouragements.sealed",
      "encouragements.released_on as received_on",
      "feedback.use_in_insights",
      "invites.first_name",
    ])
    .orderBy("encouragements.number")
    .orderBy("feedback.created_at")
    .orderBy("encouragements.id")
    .execute();
}

/** Records that the owner was notified of these responses, or wants no such mails. */
export async function markNotified(tx: Tx, feedbackIds: readonly string[]): Promise<void> {
  if (feedbackIds.length === 0) return;
  await tx
    .updateTable("feedback")
    .set({ owner_told: true })
    .where("id", "in", feedbackIds)
    .execute();
}
