import { sql } from "kysely";
import type { Answers } from "#contract/feedback/answers.ts";
import { defineHotStatement } from "#server/db/hot-statements.ts";
import type { Sealed, WrappedKey } from "#server/db/sealed.ts";
import type { Tx } from "#server/db/tables.ts";
import type { Secrets } from "#server/system/secrets.ts";
import { cipherOf, createKey, type StoredKey } from "./circle-cipher.ts";
import { toPaddedJson } from "./padded-json.ts";

/** What one person has submitted, while it waits: everything that could identify the person after the release. */
export interface WaitingReflections {
  answers: Answers;
  use_in_insights: boolean;
  insights_by: string | null;
  show_if_few: boolean;
  note: string | null;
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
 * Encrypts one person's reflections with the key of the current round, which the first answer of the round creates.
 * Runs in the transaction that stores them, which holds a lock on the circle's row. `endRound` ends the round.
 */
export async function sealForRound(
  tx: Tx,
  secrets: Secrets,
  circleId: string,
  reflections: WaitingReflections,
): Promise<Sealed<"waiting answers">> {
  const round = cipherOf(secrets, "round key", circleId, await loadRoundKey(tx, secrets, circleId));
  return round.seal("waiting answers", toPaddedJson(reflections));
}

async function loadRoundKey(tx: Tx, secrets: Secrets, circleId: string): Promise<WrappedKey> {
  const [known] = await readRoundKey(tx, { circle_id: circleId });
  if (known) return known.wrapped_key;
  const made = createKey(secrets, "round key", circleId);
  await insertRoundKey(tx, { circle_id: circleId, ...made });
  return made.wrapped_key;
}
