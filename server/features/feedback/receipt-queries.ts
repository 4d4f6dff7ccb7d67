import { sql } from "kysely";
import type { AuthoredReflections } from "#server/access/authored-reflections.ts";
import { isOpenAt } from "#server/access/owned-circle.ts";
import { defineHotStatement } from "#server/db/hot-statements.ts";
import type { Sealed } from "#server/db/sealed.ts";
import type { Tx } from "#server/db/tables.ts";

const lockOpen = defineHotStatement<{ circle_id: string; now: Date }, { id: string }>(
  "lock_open_circle",
  (_, param) => sql<{ id: string }>`
    select id from circles where id = ${param("circle_id")}::uuid and ${isOpenAt(param("now"))}
    for no key update`,
);

/** Serializes changes of answers to a circle with its closing; false if it is no longer open. */
export async function lockOpenCircle(tx: Tx, circleId: string, now: Date): Promise<boolean> {
  return (await lockOpen(tx, { circle_id: circleId, now })).length === 1;
}

/** The circle must be locked. */
export async function replaceSealedAnswer(
  tx: Tx,
  { id }: AuthoredReflections,
  sealed: Sealed<"sealed answers">,
): Promise<void> {
  await tx.updateTable("sealed_answers").set({ sealed }).where("id", "=", id).execute();
}

/** Kept answers of questions that are no longer answered are gone. The circle must be locked. */
export async function replaceNamedAnswer(
  tx: Tx,
  { id, invite }: AuthoredReflections,
  changed: {
    answers: Sealed<"answers">;
    question_ids: number[];
    use_in_insights: boolean;
    note_id: string;
    note: Sealed<"encouragement"> | null;
    edited_on: string;
  },
): Promise<void> {
  const { answers, use_in_insights, edited_on, note } = changed;
  await tx
    .updateTable("feedback")
    .set({ sealed: answers, use_in_insights, edited_on })
    .where("id", "=", id)
    .execute();
  await tx
    .deleteFrom("kept_answers")
    .where("feedback_id", "=", id)
    .where(sql<boolean>`question_id <> all(${changed.question_ids}::integer[])`)
    .execute();
  if (note === null) {
    await tx.deleteFrom("encouragements").where("invite_id", "=", invite.id).execute();
    return;
  }
  await tx
    .insertInto("encouragements")
    .values({
      id: changed.note_id,
      circle_id: invite.circle_id,
      user_id: invite.owner_id,
      invite_id: invite.id,
      sealed: note,
      received_on: edited_on,
    })
    .onConflict((conflict) => conflict.column("invite_id").doUpdateSet({ sealed: note }))
    .execute();
}

/** Deletes one answer to an anonymous circle. The circle must be locked. */
export async function deleteSealedAnswer(tx: Tx, id: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom("sealed_answers")
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Deletes one response to a named circle, with its note. @returns whose it was */
export async function deleteNamedAnswer(tx: Tx, id: string) {
  const deleted = await tx
    .deleteFrom("feedback")
    .where("id", "=", id)
    .where("invite_id", "is not", null)
    .returning(["circle_id", "invite_id"])
    .executeTakeFirst();
  if (deleted === undefined) return undefined;
  await tx.deleteFrom("encouragements").where("invite_id", "=", deleted.invite_id).execute();
  return deleted;
}

/**
 * Deletes what was made from answers of a circle of which one has changed or is gone, because it may quote it. Insights
 * that are being made are given up.
 */
export async function deleteInsightsOfCircle(tx: Tx, circleId: string, now: Date): Promise<void> {
  await tx
    .updateTable("insight_generations")
    .set({ state: "failed", finished_at: now })
    .where("circle_id", "=", circleId)
    .where("state", "=", "running")
    .execute();
  await tx.deleteFrom("insights").where("circle_id", "=", circleId).execute();
}

/** Destroys the receipts of a named circle at its closing; false if there were none. */
export async function deleteReceipts(tx: Tx, circleId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("feedback")
    .set({ receipt: null })
    .where("circle_id", "=", circleId)
    .where("receipt", "is not", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
