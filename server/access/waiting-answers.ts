import { sql } from "kysely";
import type { Answers } from "#contract/answers.ts";
import type { Question } from "#contract/questions.ts";
import { requestDiskCleanup } from "#server/db/disk-cleanups.ts";
import { defineHotStatement } from "#server/db/hot-statements.ts";
import type { Sealed, WrappedKey } from "#server/db/sealed.ts";
import type { Tx } from "#server/db/tables.ts";
import type { Secrets } from "#server/secrets.ts";
import { type CircleCipher, cipherOf, makeKey, type StoredKey } from "./circle-keys.ts";

/** Lengths are rounded up to whole steps, so that they don't tell which released answer a waiting one became. */
const padding_bytes = 4096;

/** What one person has handed in, as it waits: everything by which it could be recognized after its release. */
export interface WaitingReflections {
  answers: Answers;
  use_in_insights: boolean;
  insights_by: string | null;
  show_if_few: boolean;
  note: string | null;
}

/** A round that has ended: what waited in it, in no particular order, and what writes it afresh. */
interface EndedRound {
  waiting: (WaitingReflections & { questions: Question[] })[];
  seal: CircleCipher["seal"];
}

const readRoundKey = defineHotStatement<{ circle_id: string }, { wrapped_key: WrappedKey }>(
  "read_round_key",
  (db, param) =>
    db.selectFrom("round_keys").where("circle_id", "=", param("circle_id")).select("wrapped_key"),
);

const insertRoundKey = defineHotStatement<StoredKey & { circle_id: string }, unknown>(
  "insert_round_key",
  (_, param) => sql`
    insert into round_keys (circle_id, wrapped_key, secret_id)
    values (${param("circle_id")}::uuid, ${param("wrapped_key")}::bytea, ${param("secret_id")}::text)`,
);

/**
 * Encrypts one person's reflections with the key of the present round, which the first answer of a round makes. Runs in
 * the transaction that stores them and holds the paraline's row. {@link takeRound} ends the round.
 */
export async function sealForRound(
  tx: Tx,
  secrets: Secrets,
  circle_id: string,
  reflections: WaitingReflections,
): Promise<Sealed<"waiting answers">> {
  const round = cipherOf(
    secrets,
    "round key",
    circle_id,
    await loadRoundKey(tx, secrets, circle_id),
  );
  return round.seal("waiting answers", padded(JSON.stringify(reflections)));
}

async function loadRoundKey(tx: Tx, secrets: Secrets, circle_id: string): Promise<WrappedKey> {
  const [known] = await readRoundKey(tx, { circle_id });
  if (known) return known.wrapped_key;
  const made = makeKey(secrets, "round key", circle_id);
  await insertRoundKey(tx, { circle_id, ...made });
  return made.wrapped_key;
}

/** JSON takes spaces at its end. */
function padded(json: string): string {
  const bytes = Buffer.byteLength(json);
  return json + " ".repeat(Math.ceil(bytes / padding_bytes) * padding_bytes - bytes);
}

type RoundRow = {
  questions: Question[];
  sealed: Sealed<"waiting answers">;
  round_key: WrappedKey;
  circle_key: WrappedKey;
};

const deleteRound = defineHotStatement<{ circle_id: string }, RoundRow>(
  "take_round",
  (_, param) => sql<RoundRow>`
    with answered as (
      delete from waiting_answers where circle_id = ${param("circle_id")}::uuid
      returning questions, sealed
    ), ended as (
      delete from round_keys where circle_id = ${param("circle_id")}::uuid returning wrapped_key
    )
    select answered.questions, answered.sealed, ended.wrapped_key as round_key,
      circle_keys.wrapped_key as circle_key
    from answered cross join ended
    join circle_keys on circle_keys.circle_id = ${param("circle_id")}::uuid`,
);

/**
 * Ends the round of a paraline: takes what waits out of the database, destroys the key that it was encrypted with, and
 * asks for the disk to be cleaned of both. Runs in the transaction that releases it and holds the paraline's row.
 */
export async function takeRound(
  tx: Tx,
  secrets: Secrets,
  circle_id: string,
  now: Date,
): Promise<EndedRound | undefined> {
  const rows = await deleteRound(tx, { circle_id });
  const [first] = rows;
  if (first === undefined) return undefined;
  await requestDiskCleanup(tx, "keys", now);
  const round = cipherOf(secrets, "round key", circle_id, first.round_key);
  return {
    waiting: rows.map(({ questions, sealed }) => ({ ...openWaiting(round, sealed), questions })),
    seal: cipherOf(secrets, "circle key", circle_id, first.circle_key).seal,
  };
}

/** Deletes what waits in a paraline without reading it, with its key. Says how many answers. */
export async function dropRound(tx: Tx, circle_id: string, now: Date): Promise<number> {
  const rows = await deleteRound(tx, { circle_id });
  if (rows.length > 0) await requestDiskCleanup(tx, "keys", now);
  return rows.length;
}

/**
 * How those who wait in a paraline want it held with fewer than three: one entry each. For the closing that decides
 * about their release, whose transaction holds the paraline's row.
 */
export async function listWaitingChoices(
  tx: Tx,
  secrets: Secrets,
  circle_id: string,
): Promise<boolean[]> {
  const rows = await tx
    .selectFrom("waiting_answers")
    .innerJoin("round_keys", "round_keys.circle_id", "waiting_answers.circle_id")
    .where("waiting_answers.circle_id", "=", circle_id)
    .select(["waiting_answers.sealed", "round_keys.wrapped_key"])
    .execute();
  return rows.map(
    ({ sealed, wrapped_key }) =>
      openWaiting(cipherOf(secrets, "round key", circle_id, wrapped_key), sealed).show_if_few,
  );
}

function openWaiting(round: CircleCipher, sealed: Sealed<"waiting answers">): WaitingReflections {
  return JSON.parse(round.open("waiting answers", sealed));
}
