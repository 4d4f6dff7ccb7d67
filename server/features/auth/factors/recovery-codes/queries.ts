import { type Insertable, sql, type Updateable } from "kysely";
import type { RecoveryCodeSetsTable } from "#server/db/auth-tables.ts";
import type { Db, Tx } from "#server/db/tables.ts";

/** The name of the use of a recovery code in `amr`. */
export const recoveryCodeMethod = "mfa/recovery_code";

/** How many codes a set has, and how many of them still work. */
export async function countRecoveryCodes(db: Db, setId: string) {
  return db
    .selectFrom("auth.recovery_codes")
    .where("set_id", "=", setId)
    .select([
      sql<number>`count(*)::int`.as("total"),
      sql<number>`(count(*) filter (where used_at is null))::int`.as("remaining"),
    ])
    .executeTakeFirstOrThrow();
}

export async function insertRecoveryCodeSet(
  tx: Tx,
  set: Insertable<RecoveryCodeSetsTable>,
): Promise<void> {
  await tx.insertInto("auth.recovery_code_sets").values(set).execute();
}

export async function updateRecoveryCodeSet(
  tx: Tx,
  setId: string,
  changes: Updateable<RecoveryCodeSetsTable>,
): Promise<void> {
  await tx.updateTable("auth.recovery_code_sets").set(changes).where("id", "=", setId).execute();
}

export async function replaceRecoveryCodes(
  tx: Tx,
  setId: string,
  codeHashes: Buffer[],
): Promise<void> {
  await tx.deleteFrom("auth.recovery_codes").where("set_id", "=", setId).execute();
  await tx
    .insertInto("auth.recovery_codes")
    .values(codeHashes.map((codeHash) => ({ set_id: setId, code_hash: codeHash })))
    .execute();
}

/** The hashes of the codes that still work. */
export async function listUnusedCodeHashes(tx: Tx, setId: string): Promise<Buffer[]> {
  const rows = await tx
    .selectFrom("auth.recovery_codes")
    .where("set_id", "=", setId)
    .where("used_at", "is", null)
    .select("code_hash")
    .execute();
  return rows.map(({ code_hash }) => code_hash);
}

export async function markRecoveryCodeUsed(
  tx: Tx,
  { set_id, code_hash, now }: { set_id: string; code_hash: Buffer; now: Date },
): Promise<void> {
  await tx
    .updateTable("auth.recovery_codes")
    .set({ used_at: now })
    .where("set_id", "=", set_id)
    .where("code_hash", "=", code_hash)
    .execute();
}

/** The keys of every set, their rows locked until the transaction ends. */
export function lockRecoveryCodeKeys(tx: Tx) {
  return tx
    .selectFrom("auth.recovery_code_sets")
    .select(["id", "key_encrypted"])
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
}

/** Deletes an account's codes, and lowers the sessions that they have raised. */
export async function deleteRecoveryCodes(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom("auth.recovery_code_sets").where("user_id", "=", userId).execute();
  await lowerSessionsOfRecoveryCodes(tx, { user_id: userId });
}

/**
 * Lowers the sessions that a code has raised, unless they have passed another second step.
 * @param about.except the session that stays as it is, if there is one
 */
export async function lowerSessionsOfRecoveryCodes(
  tx: Tx,
  { user_id, except }: { user_id: string; except?: string },
): Promise<void> {
  await tx
    .updateTable("auth.sessions")
    .set({
      aal: "aal1",
      amr: sql`(
        select coalesce(jsonb_agg(entry order by place), '[]'::jsonb)
        from jsonb_array_elements(amr) with ordinality as entries (entry, place)
        where entry ->> 'method' <> ${recoveryCodeMethod}
      )`,
    })
    .where("user_id", "=", user_id)
    .$if(except !== undefined, (query) => query.where("id", "!=", except ?? ""))
    .where("factor_id", "is", null)
    .where(sql<boolean>`amr @> ${JSON.stringify([{ method: recoveryCodeMethod }])}::jsonb`)
    .execute();
}
