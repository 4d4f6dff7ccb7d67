import { randomUUID } from "node:crypto";
import { expressionBuilder, sql } from "kysely";
import type { Question } from "#contract/circles/questions.ts";
import { deleteUnreadRound, listEndedRounds } from "#server/access/encryption/waiting-answers.ts";
import { noteErasures } from "#server/access/erasures/note-erasures.ts";
import { invitesCount, responsesCount } from "#server/access/visibility.ts";
import { defineHotStatement } from "#server/db/hot-statements.ts";
import { hexOf, type Sealed, type SealedKind } from "#server/db/sealed.ts";
import type { Db, Tables, Tx } from "#server/db/tables.ts";
import { clearSubmissionKeys } from "#server/features/invites/queries.ts";
import type { Secrets } from "#server/system/secrets.ts";
import type { Counts } from "./submit-queries.ts";

/**
 * Adds the people who joined an anonymous circle through its link, and whose answers are released, to the people asked.
 * Call it in the transaction of the release, which holds a lock on the circle's row. Only numbers are stored, so that
 * no answer reveals how its author joined.
 * @returns what can be counted from then on
 */
export async function countReleasedLinkPeople(tx: Tx, circleId: string): Promise<Counts> {
  const [counts] = await countLinkPeople(tx, { circle_id: circleId });
  if (counts === undefined) throw new Error("The circle was not locked.");
  return counts;
}

const countLinkPeople = defineHotStatement<{ circle_id: string }, Counts>(
  "show_link_people",
  (db, param) =>
    db
      .updateTable("circles")
      .set((eb) => ({
        link_people_shown: sql<number>`(${answeredByLink()}) - ${eb.ref("link_people_forgotten")}`,
      }))
      .where("id", "=", param("circle_id"))
      .returning([
        sql<number>`(${responsesCount()})`.as("responses_count"),
        sql<number>`(${invitesCount()})`.as("invites_count"),
      ]),
);

/** Permanently excludes from that number the people whose answers were deleted unreleased. */
async function excludeUnreleasedLinkPeople(tx: Tx, circleId: string): Promise<void> {
  await tx
    .updateTable("circles")
    .set((eb) => ({
      link_people_forgotten: sql<number>`(${answeredByLink()}) - ${eb.ref("link_people_shown")}`,
    }))
    .where("id", "=", circleId)
    .execute();
}

function answeredByLink() {
  return expressionBuilder<Tables, "circles">()
    .selectFrom("invites")
    .whereRef("invites.circle_id", "=", "circles.id")
    .where("invites.source", "=", "link")
    .where("invites.status", "=", "completed")
    .select(({ fn }) => fn.countAll<number>().as("answered_by_link"));
}

/** An answer at its release. It keeps only what its author wrote and allowed. */
interface ReleasedFeedback {
  id: string;
  sealed: Sealed<"answers">;
  questions: Question[];
  use_in_insights: boolean;
  insights_by: string | null;
}

type ReleaseParams = {
  circle_id: string;
  released_on: string;
  /** JSON text, in which `sealed` is in hex digits and `place` counts from 1. */
  rows: string;
};

const insertFeedback = defineHotStatement<ReleaseParams, unknown>(
  "insert_released_feedback",
  (_, param) =>
    sql`
        insert into feedback (id, circle_id, sealed, questions, use_in_insights, insights_by,
          received_on, released_on, number)
        select id, ${param("circle_id")}::uuid, decode(sealed, 'hex'), questions, use_in_insights, insights_by,
          ${param("released_on")}::date, ${param("released_on")}::date, last.number + place
        from jsonb_to_recordset(${param("rows")}::jsonb)
          as released (id uuid, place integer, sealed text, questions jsonb, use_in_insights boolean,
            insights_by text),
          (select coalesce(max(number), 0) as number from feedback
            where circle_id = ${param("circle_id")}::uuid) as last
        order by place`,
);

/** Writes released answers in this order, which becomes their order on disk. Numbers continue from the last release. */
export async function insertReleasedFeedback(
  tx: Tx,
  circleId: string,
  releasedOn: string,
  rows: readonly ReleasedFeedback[],
): Promise<void> {
  if (rows.length === 0) return;
  await insertFeedback(tx, { circle_id: circleId, released_on: releasedOn, rows: toJson(rows) });
}

const insertNotes = defineHotStatement<ReleaseParams, unknown>(
  "insert_released_notes",
  (_, param) =>
    sql`
        insert into encouragements (id, circle_id, sealed, released_on, number)
        select id, ${param("circle_id")}::uuid, decode(sealed, 'hex'), ${param("released_on")}::date,
          last.number + place
        from jsonb_to_recordset(${param("rows")}::jsonb) as released (id uuid, place integer, sealed text),
          (select coalesce(max(number), 0) as number from encouragements
            where circle_id = ${param("circle_id")}::uuid) as last
        order by place`,
);

/** Writes released notes in this order, which becomes their order on disk. Numbers continue from the last release. */
export async function insertReleasedNotes(
  tx: Tx,
  circleId: string,
  releasedOn: string,
  rows: readonly { id: string; sealed: Sealed<"encouragement"> }[],
): Promise<void> {
  if (rows.length === 0) return;
  await insertNotes(tx, { circle_id: circleId, released_on: releasedOn, rows: toJson(rows) });
}

function toJson(rows: readonly { sealed: Sealed<SealedKind> }[]): string {
  return JSON.stringify(
    rows.map((row, index) => ({ ...row, sealed: hexOf(row.sealed), place: index + 1 })),
  );
}

/**
 * Deletes the answers still waiting in anonymous circles that closed at `closedBefore` or earlier. Handles `limit`
 * circles for which it has not been done since their closing. Their rows are locked first, so that none is reopened
 * during the deletion, and each is marked in the same way, whether or not anything waited.
 */
export async function deleteWaitingOfClosed(
  tx: Tx,
  secrets: Secrets,
  { closedBefore, now, limit }: { closedBefore: Date; now: Date; limit: number },
): Promise<{ circles: number; deleted: number }> {
  const circles = await tx
    .selectFrom("circles")
    .where(isUnswept())
    .where("closed_at", "<=", closedBefore)
    .orderBy("closed_at")
    .limit(limit)
    .select("id")
    // This selects one row for each circle: with `exists`, the planner may read all answers that wait in any circle.
    .select(({ selectFrom }) =>
      selectFrom("waiting_answers")
        .whereRef("waiting_answers.circle_id", "=", "circles.id")
        .select("waiting_answers.id")
        .limit(1)
        .as("waiting_id"),
    )
    .forNoKeyUpdate()
    .execute();
  let deleted = 0;
  for (const { id, waiting_id } of circles) {
    if (waiting_id !== null) deleted += await deleteWaiting(tx, secrets, id, now);
    // The list of erasures must not reveal whether anything waited.
    else await noteErasures(tx, secrets, "round", [randomUUID()]);
  }
  await tx
    .updateTable("circles")
    .set(({ ref }) => ({ swept_closing: ref("closed_at").$notNull() }))
    .where("id", "=", sql<string>`any(${circles.map(({ id }) => id)}::uuid[])`)
    .execute();
  return { circles: circles.length, deleted };
}

/** The condition is written exactly as in the index. */
function isUnswept() {
  return sql<boolean>`status = 'completed' and is_anonymous and closed_at is distinct from swept_closing`;
}

/** The circles whose round a backup has brought back although it had ended. See {@link listEndedRounds}. */
export function findEndedRounds(
  db: Db,
  secrets: Secrets,
  isEnded: (round: string) => boolean,
): Promise<string[]> {
  return listEndedRounds(db, secrets, isEnded);
}

/** Deletes the waiting answers of a circle unread, and returns how many there were. The row must be locked. */
export async function deleteWaiting(
  tx: Tx,
  secrets: Secrets,
  circleId: string,
  now: Date,
): Promise<number> {
  const deleted = await deleteUnreadRound(tx, secrets, circleId, now);
  await excludeUnreleasedLinkPeople(tx, circleId);
  await clearSubmissionKeys(tx, circleId);
  return deleted;
}
