import { sql } from "kysely";
import type { Answers } from "#contract/feedback/answers.ts";
import { defineHotStatement } from "#server/db/hot-statements.ts";
import type { Sealed, WrappedKey } from "#server/db/sealed.ts";
import type { Tx } from "#server/db/tables.ts";
import type { Secrets } from "#server/system/secrets.ts";
import {
  type CircleCipher,
  createCircleCipher,
  createKey,
  type StoredKey,
} from "./circle-cipher.ts";
import { toPaddedJson } from "./padded-json.ts";

/** What one person submits to an anonymous circle, without anything that leads to the person. */
export interface SealedReflections {
  answers: Answers;
  use_in_insights: boolean;
  consented_processor: string | null;
  note: string | null;
}

const readSealingKey = defineHotStatement<{ circle_id: string }, { wrapped_key: WrappedKey }>(
  "read_sealing_key",
  (db, param) =>
    db.selectFrom("sealing_keys").where("circle_id", "=", param("circle_id")).select("wrapped_key"),
);

const insertSealingKey = defineHotStatement<StoredKey & { circle_id: string }, unknown>(
  "insert_sealing_key",
  (_, param) => sql`
    insert into sealing_keys (circle_id, user_id, wrapped_key, secret_id)
    select id, user_id, ${param("wrapped_key")}::bytea, ${param("secret_id")}::text
    from circles where id = ${param("circle_id")}::uuid`,
);

/**
 * Encrypts one person's reflections with the sealing key of the circle, which the first answer creates. Runs in the
 * transaction that stores them, which holds a lock on the circle's row.
 */
export async function sealUntilClosing(
  tx: Tx,
  secrets: Secrets,
  circleId: string,
  reflections: SealedReflections,
): Promise<Sealed<"sealed answers">> {
  const key = createCircleCipher(
    secrets,
    "sealing key",
    circleId,
    await loadSealingKey(tx, secrets, circleId),
  );
  return key.seal("sealed answers", toPaddedJson(reflections));
}

async function loadSealingKey(tx: Tx, secrets: Secrets, circleId: string): Promise<WrappedKey> {
  const [known] = await readSealingKey(tx, { circle_id: circleId });
  if (known) return known.wrapped_key;
  const made = createKey(secrets, "sealing key", circleId);
  await insertSealingKey(tx, { circle_id: circleId, ...made });
  return made.wrapped_key;
}

/** Opens one sealed answer for its author. Only `loadAuthoredReflections` calls it. */
export function openSealedAnswer(
  secrets: Secrets,
  circleId: string,
  { sealed, wrapped_key }: { sealed: Sealed<"sealed answers">; wrapped_key: WrappedKey },
): SealedReflections {
  const { open } = createCircleCipher(secrets, "sealing key", circleId, wrapped_key);
  return JSON.parse(open("sealed answers", sealed));
}

/** The answers that a closing has taken out of the database, and a writer that encrypts them with the circle's key. */
interface UnsealedAnswers {
  answers: SealedReflections[];
  seal: CircleCipher["seal"];
}

type SealedRow = {
  sealed: Sealed<"sealed answers">;
  sealing_key: WrappedKey;
  circle_key: WrappedKey;
};

const takeSealed = defineHotStatement<{ circle_id: string }, SealedRow>(
  "take_sealed_answers",
  (_, param) => sql<SealedRow>`
    with answered as (
      delete from sealed_answers where circle_id = ${param("circle_id")}::uuid
      returning sealed
    ), destroyed as (
      delete from sealing_keys where circle_id = ${param("circle_id")}::uuid returning wrapped_key
    )
    select answered.sealed, destroyed.wrapped_key as sealing_key,
      circle_keys.wrapped_key as circle_key
    from answered cross join destroyed
    join circle_keys on circle_keys.circle_id = ${param("circle_id")}::uuid`,
);

/** How many answers of a circle are sealed. Only its closing may count them. Its row must be locked. */
export async function countSealedAnswers(tx: Tx, circleId: string): Promise<number> {
  const { count } = await tx
    .selectFrom("sealed_answers")
    .where("circle_id", "=", circleId)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Takes the sealed answers of a circle out of the database and destroys their key. Runs in the transaction of the
 * closing, which holds a lock on the circle's row and requests a disk cleanup.
 */
export async function unsealAnswers(
  tx: Tx,
  secrets: Secrets,
  circleId: string,
): Promise<UnsealedAnswers> {
  const rows = await takeSealed(tx, { circle_id: circleId });
  const [first] = rows;
  if (first === undefined) throw new Error("No answers are sealed in the circle.");
  const { open } = createCircleCipher(secrets, "sealing key", circleId, first.sealing_key);
  return {
    answers: rows.map(({ sealed }) => JSON.parse(open("sealed answers", sealed))),
    seal: createCircleCipher(secrets, "circle key", circleId, first.circle_key).seal,
  };
}

/** Deletes the sealed answers of a circle unread, with their key, in the transaction of its closing. */
export async function deleteSealedAnswers(tx: Tx, circleId: string): Promise<void> {
  await takeSealed(tx, { circle_id: circleId });
}
