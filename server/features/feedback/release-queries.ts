import { expressionBuilder, sql } from "kysely";
import type { Answers } from "#contract/answers.ts";
import type { Question } from "#contract/questions.ts";
import { defineHotStatement } from "#server/db/hot-statements.ts";
import type { Tables, Tx } from "#server/db/tables.ts";

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
    .returning(["answers", "questions", "use_in_insights", "insights_by"]),
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
>(
  "read_last_numbers",
  (_, param) =>
    sql<{ feedback: number | null; encouragements: number | null }>`
      select (select max(number) from feedback where circle_id = ${param("circle_id")}::uuid) as feedback,
        (select max(number) from encouragements where circle_id = ${param("circle_id")}::uuid) as encouragements`,
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
interface ReleasedFeedback {
  id: string;
  number: number;
  answers: Answers;
  questions: Question[];
  use_in_insights: boolean;
  insights_by: string | null;
}

type ReleaseParams = {
  circle_id: string;
  released_on: string;
  /** JSON text. */
  rows: string;
};

const insertFeedback = defineHotStatement<ReleaseParams, unknown>(
  "insert_released_feedback",
  (_, param) =>
    sql`
        insert into feedback (id, circle_id, answers, questions, use_in_insights, insights_by, show_if_few,
          received_on, released_on, number)
        select id, ${param("circle_id")}::uuid, answers, questions, use_in_insights, insights_by, true,
          ${param("released_on")}::date, ${param("released_on")}::date, number
        from jsonb_to_recordset(${param("rows")}::jsonb)
          as released (id uuid, number integer, answers jsonb, questions jsonb, use_in_insights boolean,
            insights_by text)
        order by number`,
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
  (_, param) =>
    sql`
        insert into encouragements (id, circle_id, note, show_if_few, released_on, number)
        select id, ${param("circle_id")}::uuid, note, true, ${param("released_on")}::date, number
        from jsonb_to_recordset(${param("rows")}::jsonb) as released (id uuid, number integer, note text)
        order by number`,
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
