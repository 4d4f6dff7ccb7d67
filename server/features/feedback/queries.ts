import { expressionBuilder, sql } from "kysely";
import type { Answers } from "#contract/answers.ts";
import type { Question } from "#contract/questions.ts";
import type { HeldInvite, OpenInvite } from "#server/access/open-invite.ts";
import type { OwnedCircle } from "#server/access/owned-circle.ts";
import type { ReadableCircle } from "#server/access/readable-circle.ts";
import {
  invitesCount,
  isReleased,
  isReleasedNote,
  responsesCount,
} from "#server/access/visibility.ts";
import { defineHotStatement } from "#server/db/hot-statements.ts";
import type { Db, Tables, Tx } from "#server/db/tables.ts";

/** What is stored of a submit. `answers` and `questions` are JSON text. */
export type StoredReflections = {
  id: string;
  answers: string;
  questions: string;
  use_in_insights: boolean;
  show_if_few: boolean;
  /** Day of the owner's time zone. */
  received_on: string;
  note_id: string;
  note: string | null;
};

/** Readable responses and people asked. */
export type Counts = {
  responses_count: number;
  invites_count: number;
};

type SubmitParams = StoredReflections & { invite_id: string; submission_key: string; now: Date };

/** A statement written as SQL; Kysely's builder has no words for inserting from a completed update. */
function statement<Row>(db: Db, query: ReturnType<typeof sql<Row>>) {
  return { compile: () => query.compile(db) };
}

const isOpenAt = (now: Date) =>
  sql`circles.status = 'active' and (circles.closes_at is null or circles.closes_at > ${now}::timestamptz)`;

const storeNamed = defineHotStatement<SubmitParams, Counts>("submit_named", (db, param) =>
  statement(
    db,
    sql<Counts>`
      with completed as (
        update invites set status = 'completed', submission_key = ${param("submission_key")}::uuid
        from circles
        where invites.id = ${param("invite_id")}::uuid and invites.status = 'pending'
          and circles.id = invites.circle_id and not circles.is_anonymous and ${isOpenAt(param("now"))}
        returning invites.id, invites.circle_id
      ), answered as (
        insert into feedback (id, circle_id, invite_id, answers, questions, use_in_insights,
          show_if_few, received_on, created_at, released_on)
        select ${param("id")}::uuid, circle_id, id, ${param("answers")}::jsonb,
          ${param("questions")}::jsonb, ${param("use_in_insights")}::boolean,
          ${param("show_if_few")}::boolean, ${param("received_on")}::date,
          ${param("now")}::timestamptz, ${param("received_on")}::date
        from completed
      ), encouraged as (
        insert into encouragements (id, circle_id, invite_id, note, show_if_few, released_on)
        select ${param("note_id")}::uuid, circle_id, id, ${param("note")}::text,
          ${param("show_if_few")}::boolean, ${param("received_on")}::date
        from completed where ${param("note")}::text is not null
      )
      select (${responsesCount()}) + 1 as responses_count, (${invitesCount()}) as invites_count
      from completed join circles on circles.id = completed.circle_id`,
  ),
);

/**
 * Completes the invite of a named paraline and stores its answers, readable at once, in one statement. Undefined, and
 * nothing stored, when it was not pending any more or the paraline not open; of several at once exactly one stores.
 * The invite is completed here, and not by its own room, because the answer and the completion are one statement.
 */
export async function storeNamedReflections(
  db: Db,
  invite: OpenInvite,
  submission_key: string,
  reflections: StoredReflections,
  now: Date,
): Promise<Counts | undefined> {
  const [counts] = await storeNamed(db, {
    ...reflections,
    invite_id: invite.id,
    submission_key,
    now,
  });
  return counts;
}

const lockAnonymousCircle = defineHotStatement<{ circle_id: string; now: Date }, { id: string }>(
  "lock_anonymous_circle",
  (db, param) =>
    statement(
      db,
      sql<{ id: string }>`
        select circles.id from circles
        where circles.id = ${param("circle_id")}::uuid and circles.is_anonymous and ${isOpenAt(param("now"))}
        for no key update`,
    ),
);

/** Makes submits to one anonymous paraline wait for each other; false when it is not open any more. */
export async function lockOpenAnonymousCircle(
  tx: Tx,
  invite: OpenInvite,
  now: Date,
): Promise<boolean> {
  const rows = await lockAnonymousCircle(tx, { circle_id: invite.circle_id, now });
  return rows.length === 1;
}

const storeWaiting = defineHotStatement<
  Omit<SubmitParams, "now">,
  Counts & { waiting_count: number }
>("submit_anonymous", (db, param) =>
  statement(
    db,
    sql<Counts & { waiting_count: number }>`
      with completed as (
        update invites set status = 'completed', submission_key = ${param("submission_key")}::uuid
        where invites.id = ${param("invite_id")}::uuid and invites.status = 'pending'
        returning invites.circle_id
      ), answered as (
        insert into feedback (id, circle_id, answers, questions, use_in_insights, show_if_few, received_on)
        select ${param("id")}::uuid, circle_id, ${param("answers")}::jsonb,
          ${param("questions")}::jsonb, ${param("use_in_insights")}::boolean,
          ${param("show_if_few")}::boolean, ${param("received_on")}::date
        from completed
      ), encouraged as (
        insert into encouragements (id, circle_id, note, show_if_few)
        select ${param("note_id")}::uuid, circle_id, ${param("note")}::text,
          ${param("show_if_few")}::boolean
        from completed where ${param("note")}::text is not null
      )
      select (${responsesCount()}) as responses_count, (${invitesCount()}) as invites_count,
        (select count(*) from feedback
          where feedback.circle_id = circles.id and feedback.released_on is null) + 1 as waiting_count
      from completed join circles on circles.id = completed.circle_id`,
  ),
);

/**
 * Completes the invite of an anonymous paraline and stores its answers without any link to it, waiting. Undefined when
 * it was not pending any more. The circle's row must be locked, or the count of those that wait may be stale.
 */
export async function storeWaitingReflections(
  tx: Tx,
  invite: OpenInvite,
  submission_key: string,
  reflections: StoredReflections,
): Promise<(Counts & { waiting_count: number }) | undefined> {
  const [counts] = await storeWaiting(tx, {
    ...reflections,
    invite_id: invite.id,
    submission_key,
  });
  return counts;
}

/** Readable responses and people asked, as they are now. */
export function loadCounts(db: Db, invite: HeldInvite): Promise<Counts> {
  return db
    .selectFrom("circles")
    .where("circles.id", "=", invite.circle_id)
    .select([
      sql<number>`(${responsesCount()})`.as("responses_count"),
      sql<number>`(${invitesCount()})`.as("invites_count"),
    ])
    .executeTakeFirstOrThrow();
}

/** How those who wait in a paraline want it held with fewer than three: one entry each. */
export async function listWaitingChoices(tx: Tx, circle_id: string): Promise<boolean[]> {
  const rows = await tx
    .selectFrom("feedback")
    .where("circle_id", "=", circle_id)
    .where("released_on", "is", null)
    .select("show_if_few")
    .execute();
  return rows.map(({ show_if_few }) => show_if_few);
}

const takeFeedback = defineHotStatement<
  { circle_id: string },
  Omit<ReleasedFeedback, "id" | "number">
>("take_waiting_feedback", (db, param) =>
  db
    .deleteFrom("feedback")
    .where("circle_id", "=", param("circle_id"))
    .where("released_on", "is", null)
    .returning(["answers", "questions", "use_in_insights"]),
);

/** Takes the waiting answers out of the table, in no particular order. */
export function takeWaitingFeedback(
  tx: Tx,
  circle_id: string,
): Promise<Omit<ReleasedFeedback, "id" | "number">[]> {
  return takeFeedback(tx, { circle_id });
}

const takeNotes = defineHotStatement<{ circle_id: string }, { note: string }>(
  "take_waiting_notes",
  (db, param) =>
    db
      .deleteFrom("encouragements")
      .where("circle_id", "=", param("circle_id"))
      .where("released_on", "is", null)
      .returning("note"),
);

/** Takes the waiting notes out of the table, in no particular order. */
export async function takeWaitingNotes(tx: Tx, circle_id: string): Promise<string[]> {
  const rows = await takeNotes(tx, { circle_id });
  return rows.map(({ note }) => note);
}

const readLastNumbers = defineHotStatement<
  { circle_id: string },
  { feedback: number | null; encouragements: number | null }
>("read_last_numbers", (db, param) =>
  statement(
    db,
    sql<{ feedback: number | null; encouragements: number | null }>`
      select (select max(number) from feedback where circle_id = ${param("circle_id")}::uuid) as feedback,
        (select max(number) from encouragements where circle_id = ${param("circle_id")}::uuid) as encouragements`,
  ),
);

/** The highest number given so far in each of the two lists of a paraline, 0 for none. */
export async function loadLastNumbers(
  tx: Tx,
  circle_id: string,
): Promise<{ feedback: number; encouragements: number }> {
  const [last] = await readLastNumbers(tx, { circle_id });
  return { feedback: last?.feedback ?? 0, encouragements: last?.encouragements ?? 0 };
}

/**
 * Counts those who came to an anonymous paraline by its link among the people asked, from the release on that has their
 * answer; belongs in its transaction, which holds the circle's row. Numbers are all that is written of them, so that
 * no answer says by which way its author came.
 */
export async function showLinkPeople(tx: Tx, circle_id: string): Promise<void> {
  await countLinkPeople(tx, { circle_id });
}

const countLinkPeople = defineHotStatement<{ circle_id: string }, unknown>(
  "show_link_people",
  (db, param) =>
    db
      .updateTable("circles")
      .set((eb) => ({
        link_people_shown: sql<number>`(${answeredByLink()}) - ${eb.ref("link_people_forgotten")}`,
      }))
      .where("id", "=", param("circle_id")),
);

/** Leaves those whose answers were deleted unreleased out of that count for good. */
async function forgetLinkPeople(tx: Tx, circle_id: string): Promise<void> {
  await tx
    .updateTable("circles")
    .set((eb) => ({
      link_people_forgotten: sql<number>`(${answeredByLink()}) - ${eb.ref("link_people_shown")}`,
    }))
    .where("id", "=", circle_id)
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

/** An answer at its release: nothing of it is from before, but what its author wrote and allowed. */
export interface ReleasedFeedback {
  id: string;
  number: number;
  answers: Answers;
  questions: Question[];
  use_in_insights: boolean;
}

type ReleaseParams = {
  circle_id: string;
  released_on: string;
  /** JSON text. */
  rows: string;
};

const insertFeedback = defineHotStatement<ReleaseParams, unknown>(
  "insert_released_feedback",
  (db, param) =>
    statement(
      db,
      sql`
        insert into feedback (id, circle_id, answers, questions, use_in_insights, show_if_few, received_on,
          released_on, number)
        select id, ${param("circle_id")}::uuid, answers, questions, use_in_insights, true,
          ${param("released_on")}::date, ${param("released_on")}::date, number
        from jsonb_to_recordset(${param("rows")}::jsonb)
          as released (id uuid, number integer, answers jsonb, questions jsonb, use_in_insights boolean)
        order by number`,
    ),
);

/** Writes released answers in the order of their numbers, which becomes their order on disk. */
export async function insertReleasedFeedback(
  tx: Tx,
  circle_id: string,
  released_on: string,
  rows: readonly ReleasedFeedback[],
): Promise<void> {
  if (rows.length === 0) return;
  await insertFeedback(tx, { circle_id, released_on, rows: JSON.stringify(rows) });
}

const insertNotes = defineHotStatement<ReleaseParams, unknown>(
  "insert_released_notes",
  (db, param) =>
    statement(
      db,
      sql`
        insert into encouragements (id, circle_id, note, show_if_few, released_on, number)
        select id, ${param("circle_id")}::uuid, note, true, ${param("released_on")}::date, number
        from jsonb_to_recordset(${param("rows")}::jsonb) as released (id uuid, number integer, note text)
        order by number`,
    ),
);

/** Writes released notes in the order of their numbers, which becomes their order on disk. */
export async function insertReleasedNotes(
  tx: Tx,
  circle_id: string,
  released_on: string,
  rows: readonly { id: string; number: number; note: string }[],
): Promise<void> {
  if (rows.length === 0) return;
  await insertNotes(tx, { circle_id, released_on, rows: JSON.stringify(rows) });
}

/** How many answers of a paraline could be read, were it unlocked. */
export async function countReleasedFeedback(db: Db, circle: OwnedCircle): Promise<number> {
  const { count } = await db
    .selectFrom("feedback")
    .where("circle_id", "=", circle.id)
    .where(isReleased())
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** What may be read of a paraline's answers, in their lasting order; named ones by arrival. */
export function listReleasedFeedback(db: Db, circle: ReadableCircle) {
  return db
    .selectFrom("feedback")
    .leftJoin("invites", "invites.id", "feedback.invite_id")
    .where("feedback.circle_id", "=", circle.id)
    .where(isReleased())
    .select([
      "feedback.id",
      "feedback.answers",
      "feedback.questions",
      "feedback.received_on",
      "feedback.number",
      "invites.first_name",
    ])
    .orderBy("feedback.number")
    .orderBy("feedback.created_at")
    .orderBy("feedback.id")
    .execute();
}

/** What may be read of a paraline's encouragement, in an order of its own; named notes by arrival. */
export function listReleasedNotes(db: Db, circle: ReadableCircle) {
  return (
    db
      .selectFrom("encouragements")
      .leftJoin("invites", "invites.id", "encouragements.invite_id")
      .leftJoin("feedback", "feedback.invite_id", "encouragements.invite_id")
      .where("encouragements.circle_id", "=", circle.id)
      .where(isReleasedNote())
      .select(["encouragements.id", "encouragements.note", "invites.first_name"])
      // Selected as released, so never null.
      .select((eb) => eb.ref("encouragements.released_on").$notNull().as("received_on"))
      .orderBy("encouragements.number")
      .orderBy("feedback.created_at")
      .orderBy("encouragements.id")
      .execute()
  );
}

/**
 * Deletes what still waits in paralines that were closed at `closed_before` or earlier; says how many answers.
 * Their rows are locked first, so that none is reopened meanwhile.
 */
export async function deleteWaitingOfClosed(tx: Tx, closed_before: Date): Promise<number> {
  const circles = await tx
    .selectFrom("circles")
    .where("status", "=", "completed")
    .where("closed_at", "<=", closed_before)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("feedback")
          .whereRef("feedback.circle_id", "=", "circles.id")
          .where("feedback.released_on", "is", null)
          .select("feedback.id"),
      ),
    )
    .select("id")
    .forNoKeyUpdate()
    .execute();
  let deleted = 0;
  for (const { id } of circles) {
    deleted += (await takeWaitingFeedback(tx, id)).length;
    await takeWaitingNotes(tx, id);
    await forgetLinkPeople(tx, id);
  }
  return deleted;
}

/** Notes that the owner was told of these responses, or wants no such mails. Only of readable ones. */
export async function markTold(tx: Tx, feedback_ids: readonly string[]): Promise<void> {
  if (feedback_ids.length === 0) return;
  await tx
    .updateTable("feedback")
    .set({ owner_told: true })
    .where("id", "in", feedback_ids)
    .where(isReleased())
    .execute();
}
