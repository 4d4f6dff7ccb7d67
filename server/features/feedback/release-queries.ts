import { sql } from "kysely";
import { type Question, toAskedQuestion } from "#contract/circles/questions.ts";
import { defineHotStatement } from "#server/db/hot-statements.ts";
import { hexOf, type Sealed, type SealedKind } from "#server/db/sealed.ts";
import type { Tx } from "#server/db/tables.ts";

/** An answer at its release. It keeps only what its author wrote and allowed. */
interface ReleasedFeedback {
  id: string;
  sealed: Sealed<"answers">;
  use_in_insights: boolean;
  insights_by: string | null;
}

type ReleaseParams = {
  circle_id: string;
  /** The day of the closing. */
  received_on: string;
  /** JSON text, in which `sealed` is in hex digits. */
  rows: string;
};

const insertFeedback = defineHotStatement<ReleaseParams & { questions: string }, unknown>(
  "insert_released_feedback",
  (_, param) =>
    sql`
        insert into feedback (id, circle_id, sealed, questions, use_in_insights, insights_by,
          received_on)
        select id, ${param("circle_id")}::uuid, decode(sealed, 'hex'), ${param("questions")}::jsonb, use_in_insights, insights_by,
          ${param("received_on")}::date
        from jsonb_to_recordset(${param("rows")}::jsonb)
          as released (id uuid, sealed text, use_in_insights boolean, insights_by text)
        order by id`,
);

/** Writes released answers in the order of their ids, which becomes their order on disk. */
export async function insertReleasedFeedback(
  tx: Tx,
  circle: { id: string; questions: readonly Question[] },
  receivedOn: string,
  rows: readonly ReleasedFeedback[],
): Promise<void> {
  if (rows.length === 0) return;
  await insertFeedback(tx, {
    circle_id: circle.id,
    received_on: receivedOn,
    questions: JSON.stringify(circle.questions.map(toAskedQuestion)),
    rows: toJson(rows),
  });
}

const insertNotes = defineHotStatement<ReleaseParams, unknown>(
  "insert_released_notes",
  (_, param) =>
    sql`
        insert into encouragements (id, circle_id, sealed, received_on)
        select id, ${param("circle_id")}::uuid, decode(sealed, 'hex'), ${param("received_on")}::date
        from jsonb_to_recordset(${param("rows")}::jsonb) as released (id uuid, sealed text)
        order by id`,
);

/** Writes released notes in the order of their ids, which becomes their order on disk. */
export async function insertReleasedNotes(
  tx: Tx,
  circleId: string,
  receivedOn: string,
  rows: readonly { id: string; sealed: Sealed<"encouragement"> }[],
): Promise<void> {
  if (rows.length === 0) return;
  await insertNotes(tx, { circle_id: circleId, received_on: receivedOn, rows: toJson(rows) });
}

function toJson(rows: readonly { sealed: Sealed<SealedKind> }[]): string {
  return JSON.stringify(rows.map((row) => ({ ...row, sealed: hexOf(row.sealed) })));
}
