import { sql } from "kysely";
import type { Db, Tx } from "#server/db/tables.ts";
import type { Secrets } from "#server/system/secrets.ts";
import { createKey } from "./circle-cipher.ts";

/** Stores the key of a new circle; call it in the transaction that creates the circle, right after its row. */
export async function createCircleKey(
  tx: Tx,
  secrets: Secrets,
  circle: { circle_id: string; user_id: string },
): Promise<void> {
  await tx
    .insertInto("circle_keys")
    .values({ ...circle, ...createKey(secrets, "circle key", circle.circle_id) })
    .execute();
}

/**
 * Whether every stored key opens with the APP_SECRET of this process, or the previous one.
 * @throws LostSecretError
 */
export async function requireReadableKeys(db: Db, secrets: Secrets): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select secret_id from circle_keys union all select secret_id from sealing_keys
    ) as keys
    where secret_id <> all(${[...secrets.acceptedIds]}::text[])`.execute(db);
  const count = rows[0]?.count ?? 0;
  if (count > 0) throw new LostSecretError(count);
}

/** The APP_SECRET of this process is not the one that the stored answers are encrypted with. */
export class LostSecretError extends Error {
  constructor(keys: number) {
    super(
      `APP_SECRET is not the one that this database's answers are encrypted with (${keys} ${keys === 1 ? "key does" : "keys do"} not open). Set it to the one used before, or restore app-secret under DATA_DIR. To change it, set APP_SECRET_PREVIOUS to the one used before and run npm run secret:rotate. Without it the answers can't be read by anyone.`,
    );
    this.name = "LostSecretError";
  }
}
