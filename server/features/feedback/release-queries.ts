import { sql } from "kysely";
import { type Question, toAskedQuestion } from "#contract/circles/questions.ts";
import { defineHotStatement } from "#server/db/hot-statements.ts";
import { encodeHex, type Sealed, type SealedKind } from "#server/db/sealed.ts";
import type { Tx } from "#server/db/tables.ts";

/** How many rows one statement writes. */
const batchSize = 100;

/** An answer at its release. It keeps only what its author wrote and allowed. */
interface ReleasedFeedback {
  id: string;
  sealed: Sealed<"answers">;
  use_in_insights: boolean;
  consented_processor: string | null;
}

type ReleaseParams = {
  circle_id: string;
  user_id: string;
  /** The day of the closing. */
  received_on: string;
  /** JSON text, in which `sealed` is in hex digits. */
  rows: string;
};

const insertFeedback = defineHotStatement<ReleaseParams & { questions: string }, unknown>(
  "insert_released_feedback",
  (_, param) =>
    sql`
        insert into feedback (id, circle_id, user_id, sealed, questions, use_in_insights,
          consented_processor, received_on)
        select id, ${param("circle_id")}::uuid, ${param("user_id")}::uuid, decode(sealed, 'hex'),
          ${param("questions")}::jsonb, use_in_insights, consented_processor, ${param("received_on")}::date
        from jsonb_to_recordset(${param("rows")}::jsonb)
          as released (id uuid, sealed text, use_in_insights boolean, consented_processor text)
        order by id`,
);

/** Writes released answers in the order of their ids, which becomes their order on disk. */
export async function insertReleasedFeedback(
  tx: Tx,
  circle: { id: string; user_id: string; questions: readonly Question[] },
  receivedOn: string,
  rows: readonly ReleasedFeedback[],
): Promise<void> {
  const questions = JSON.stringify(circle.questions.map(toAskedQuestion));
  for (const batch of listBatches(rows)) {
    const about = { circle_id: circle.id, user_id: circle.user_id, received_on: receivedOn };
    await insertFeedback(tx, { ...about, questions, rows: batch });
  }
}

const insertNotes = defineHotStatement<ReleaseParams, unknown>(
  "insert_released_notes",
  (_, param) =>
    sql`
        insert into encouragements (id, circle_id, user_id, sealed, received_on)
        select id, ${param("circle_id")}::uuid, ${param("user_id")}::uuid, decode(sealed, 'hex'),
          ${param("received_on")}::date
        from jsonb_to_recordset(${param("rows")}::jsonb) as released (id uuid, sealed text)
        order by id`,
);

/** Writes released notes in the order of their ids, which becomes their order on disk. */
export async function insertReleasedNotes(
  tx: Tx,
  circle: { id: string; user_id: string },
  receivedOn: string,
  rows: readonly { id: string; sealed: Sealed<"encouragement"> }[],
): Promise<void> {
  for (const batch of listBatches(rows)) {
    const about = { circle_id: circle.id, user_id: circle.user_id, received_on: receivedOn };
    await insertNotes(tx, { ...about, rows: batch });
  }
}

/** The rows as JSON texts of a limited size, however many there are: a closing must not fail because of their number. */
function listBatches(rows: readonly { id: string; sealed: Sealed<SealedKind> }[]): string[] {
  const ordered = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const texts: string[] = [];
  for (let from = 0; from < ordered.length; from += batchSize) {
    const batch = ordered.slice(from, from + batchSize);
    texts.push(JSON.stringify(batch.map((row) => ({ ...row, sealed: encodeHex(row.sealed) }))));
  }
  return texts;
}
