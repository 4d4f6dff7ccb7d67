import { sql } from "kysely";
import type { Question } from "#contract/circles/questions.ts";
import { requestDiskCleanup } from "#server/db/disk-cleanups.ts";
import { defineHotStatement } from "#server/db/hot-statements.ts";
import type { Sealed, WrappedKey } from "#server/db/sealed.ts";
import type { Db, Tx } from "#server/db/tables.ts";
import type { Secrets } from "#server/system/secrets.ts";
import { noteErasures } from "../erasures/note-erasures.ts";
import { type CircleCipher, cipherOf } from "./circle-cipher.ts";
import type { WaitingReflections } from "./seal-for-round.ts";

/** A round that has ended: its waiting answers, in random order, and a writer that encrypts them anew. */
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
 * Ends the current round of a circle: takes its waiting answers out of the database, destroys their key, and requests
 * that both be removed from the disk. Runs in the transaction that releases them, which holds a lock on the circle's
 * row.
 */
export async function endRound(
  tx: Tx,
  secrets: Secrets,
  circleId: string,
  now: Date,
): Promise<EndedRound | undefined> {
  const rows = await deleteRound(tx, { circle_id: circleId });
  const [first] = rows;
  if (first === undefined) return undefined;
  await requestDiskCleanup(tx, "keys", now);
  const round = cipherOf(secrets, "round key", circleId, first.round_key);
  await noteErasures(tx, secrets, "round", [nameOf(round)]);
  return {
    waiting: rows.map(({ questions, sealed }) => ({ ...openWaiting(round, sealed), questions })),
    seal: cipherOf(secrets, "circle key", circleId, first.circle_key).seal,
  };
}

/** Deletes a circle's waiting answers unread, with their key. Returns how many. */
export async function deleteUnreadRound(
  tx: Tx,
  secrets: Secrets,
  circleId: string,
  now: Date,
): Promise<number> {
  const rows = await deleteRound(tx, { circle_id: circleId });
  const [first] = rows;
  if (first === undefined) return 0;
  await requestDiskCleanup(tx, "keys", now);
  const round = cipherOf(secrets, "round key", circleId, first.round_key);
  await noteErasures(tx, secrets, "round", [nameOf(round)]);
  return rows.length;
}

/** The name of a round in the list of erasures. It does not reveal the key. */
function nameOf(round: CircleCipher): string {
  return round.hash("ended round").toString("hex");
}

/**
 * The circles whose current round has ended according to a list of erasures: an older backup has brought it back.
 * @param isEnded takes the name of a round in the list
 */
export async function listEndedRounds(
  db: Db,
  secrets: Secrets,
  isEnded: (round: string) => boolean,
): Promise<string[]> {
  const rows = await db.selectFrom("round_keys").select(["circle_id", "wrapped_key"]).execute();
  return rows
    .filter(({ circle_id, wrapped_key }) =>
      isEnded(nameOf(cipherOf(secrets, "round key", circle_id, wrapped_key))),
    )
    .map(({ circle_id }) => circle_id);
}

/**
 * The choices of the people whose answers wait in a circle, one entry each, for the case of fewer than three answers.
 * Called when a closing decides on their release, in its transaction, which holds a lock on the circle's row.
 */
export async function listWaitingChoices(
  tx: Tx,
  secrets: Secrets,
  circleId: string,
): Promise<boolean[]> {
  const rows = await tx
    .selectFrom("waiting_answers")
    .innerJoin("round_keys", "round_keys.circle_id", "waiting_answers.circle_id")
    .where("waiting_answers.circle_id", "=", circleId)
    .select(["waiting_answers.sealed", "round_keys.wrapped_key"])
    .execute();
  return rows.map(
    ({ sealed, wrapped_key }) =>
      openWaiting(cipherOf(secrets, "round key", circleId, wrapped_key), sealed).show_if_few,
  );
}

function openWaiting(round: CircleCipher, sealed: Sealed<"waiting answers">): WaitingReflections {
  return JSON.parse(round.open("waiting answers", sealed));
}
