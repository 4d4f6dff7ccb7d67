import { type Selectable, sql } from "kysely";
import { emptyPlanFields } from "#contract/decisions.ts";
import type { OwnedCircle } from "#server/access/owned-circle.ts";
import type { OwnerId } from "#server/access/owner.ts";
import { askerName, isListed, statusForOwner } from "#server/access/visibility.ts";
import type { Db, DecisionsTable, Tx } from "#server/db/tables.ts";
import { isReached } from "#server/features/invites/mail-queries.ts";

export type StoredDecision = Selectable<DecisionsTable>;

export function findStoredDecision(db: Db, circle: OwnedCircle) {
  return db
    .selectFrom("decisions")
    .where("circle_id", "=", circle.id)
    .selectAll()
    .executeTakeFirst();
}

/** The decision, with its row locked until the transaction ends. The row is created if there is none. */
export async function lockDecision(tx: Tx, circle: OwnedCircle, now: Date) {
  await tx
    .insertInto("decisions")
    .values({
      circle_id: circle.id,
      user_id: circle.user_id,
      version: 0,
      fields: JSON.stringify(emptyPlanFields()),
      prediction: "",
      what_happened: "",
      closing: JSON.stringify({ heard: "", decided: "", thanks: "" }),
      closing_sent_count: 0,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return tx
    .selectFrom("decisions")
    .where("circle_id", "=", circle.id)
    .selectAll()
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function replaceDecision(tx: Tx, row: StoredDecision): Promise<void> {
  const { circle_id, user_id: _, created_at: __, fields, closing, ...plain } = row;
  await tx
    .updateTable("decisions")
    .set({ ...plain, fields: JSON.stringify(fields), closing: JSON.stringify(closing) })
    .where("circle_id", "=", circle_id)
    .execute();
}

/** Those of an owner in which a prediction or what happened is written. */
export function listReviewedDecisions(db: Db, owner: OwnerId) {
  return db
    .selectFrom("circles")
    .innerJoin("decisions", "decisions.circle_id", "circles.id")
    .leftJoin("profiles", "profiles.user_id", "circles.user_id")
    .where("circles.user_id", "=", owner)
    .where(({ eb, or }) =>
      or([
        eb("decisions.prediction", "!=", ""),
        eb("decisions.what_happened", "!=", ""),
        eb("decisions.came_true", "is not", null),
      ]),
    )
    .selectAll("decisions")
    .select("profiles.time_zone")
    .execute();
}

/** Reached: by an email that the owner requested or, in a named circle, by answering. */
export function listPeopleAsked(db: Db, circle: OwnedCircle) {
  return db
    .selectFrom("invites")
    .innerJoin("circles", "circles.id", "invites.circle_id")
    .where("invites.circle_id", "=", circle.id)
    .where(isListed())
    .select(["invites.id", "invites.email", statusForOwner().as("status")])
    .select(({ and, eb, not, or, ref }) =>
      or([
        isReached(),
        and([not(ref("circles.is_anonymous")), eb("invites.status", "=", "completed")]),
      ]).as("is_reached"),
    )
    .orderBy("invites.created_at")
    .orderBy("invites.position")
    .execute();
}

/** What a closing letter says, as of now; undefined when the invite is gone. */
export function findClosingLetter(db: Db, inviteId: string) {
  return db
    .selectFrom("invites")
    .innerJoin("circles", "circles.id", "invites.circle_id")
    .innerJoin("decisions", "decisions.circle_id", "circles.id")
    .innerJoin("auth.users as owner", "owner.id", "circles.user_id")
    .leftJoin("profiles", "profiles.user_id", "circles.user_id")
    .where("invites.id", "=", inviteId)
    .select([
      "invites.first_name",
      "invites.email",
      statusForOwner().as("status"),
      "circles.user_id as owner_id",
      "circles.title",
      "circles.language",
      "circles.links_replaced_at",
      askerName().as("owner_name"),
      "owner.reset_at as owner_reset_at",
      "decisions.closing",
    ])
    .executeTakeFirst();
}

/** Null if it was requested, or none is needed. Written exactly as in its index, so that the index is used. */
const reminderDueOn = sql<
  string | null
>`case when decisions.review_date is distinct from decisions.reminder_requested_for then decisions.review_date end`;

/**
 * In the order of the circles' ids. Leaves out decisions that were last saved before a reset of the account, because
 * they may be someone else's. @param after the last circle of the batch before this one
 */
export function listDueReviewReminders(
  db: Db,
  { latestDay, after, limit }: { latestDay: string; after: string | undefined; limit: number },
) {
  return db
    .selectFrom("decisions")
    .innerJoin("auth.users as owner", "owner.id", "decisions.user_id")
    .leftJoin("profiles", "profiles.user_id", "decisions.user_id")
    .where(reminderDueOn, "<=", latestDay)
    .$if(after !== undefined, (query) => query.where("decisions.circle_id", ">", String(after)))
    .where((where) =>
      where.or([
        where("owner.reset_at", "is", null),
        where("decisions.updated_at", ">=", where.ref("owner.reset_at")),
      ]),
    )
    .select([
      "decisions.circle_id",
      "decisions.user_id as owner_id",
      "owner.email",
      "owner.email_proven_at",
      "profiles.time_zone",
    ])
    .select(({ ref }) => ref("decisions.review_date").$notNull().as("review_date"))
    .orderBy("decisions.circle_id")
    .limit(limit)
    .execute();
}

/** Records that a review date's reminder is requested; false if it was already, or if the date has changed. */
export async function claimReviewReminder(
  tx: Tx,
  circleId: string,
  reviewDate: string,
): Promise<boolean> {
  const claimed = await tx
    .updateTable("decisions")
    .set({ reminder_requested_for: reviewDate })
    .where("circle_id", "=", circleId)
    .where("review_date", "=", reviewDate)
    .where("reminder_requested_for", "is distinct from", reviewDate)
    .returning("circle_id")
    .executeTakeFirst();
  return claimed !== undefined;
}
