import { sql } from "kysely";
import type { Question } from "#contract/questions.ts";
import { requestDiskCleanup } from "#server/db/disk-cleanups.ts";
import { defineHotStatement } from "#server/db/hot-statements.ts";
import type { Sealed, WrappedKey } from "#server/db/sealed.ts";
import type { Tx } from "#server/db/tables.ts";
import type { Secrets } from "#server/secrets.ts";
import { type CircleCipher, cipherOf } from "./circle-cipher.ts";
import type { WaitingReflections } from "./seal-for-round.ts";

/** A round that has ended: what waited in it, in no particular order, and what writes it afresh. */
interface EndedRound {
  waiting: (WaitingReflections & { questions: Question[] })[];
  seal: CircleCipher["seal"];
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
