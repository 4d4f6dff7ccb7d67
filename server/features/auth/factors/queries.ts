import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import type {
  MfaChallengesTable,
  MfaFactorsTable,
  RecoveryCodeSetsTable,
  WrongCodesTable,
} from "#server/db/auth-tables.ts";
import type { Db, Tx } from "#server/db/tables.ts";
import type { FactorRow } from "../queries.ts";

export type NewFactor = Insertable<MfaFactorsTable>;
export type FactorChanges = Updateable<MfaFactorsTable>;
export type ChallengeRow = Selectable<MfaChallengesTable>;
export type NewChallenge = Insertable<MfaChallengesTable>;
type WrongCodesRow = Selectable<WrongCodesTable>;

/** @returns false if the person already has a factor of that name */
export async function insertFactor(tx: Tx, factor: NewFactor): Promise<boolean> {
  const inserted = await tx
    .insertInto("auth.mfa_factors")
    .values(factor)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted !== undefined;
}

type OwnFactor = { user_id: string; factor_id: string };

const ownFactors = (db: Db, { user_id, factor_id }: OwnFactor) =>
  db
    .selectFrom("auth.mfa_factors")
    .where("id", "=", factor_id)
    .where("user_id", "=", user_id)
    .selectAll();

export async function findFactor(db: Db, factor: OwnFactor) {
  return ownFactors(db, factor).executeTakeFirst();
}

export async function lockFactor(tx: Tx, factor: OwnFactor) {
  return ownFactors(tx, factor).forNoKeyUpdate().executeTakeFirst();
}

/** The encrypted secrets of every factor that has one, their rows locked until the transaction ends. */
export function lockEncryptedFactors(tx: Tx) {
  return tx
    .selectFrom("auth.mfa_factors")
    .where("secret_encrypted", "is not", null)
    .select("id")
    .select((row) => row.ref("secret_encrypted").$notNull().as("secret_encrypted"))
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
}

export async function updateFactor(
  tx: Tx,
  factorId: string,
  changes: FactorChanges,
): Promise<void> {
  await tx.updateTable("auth.mfa_factors").set(changes).where("id", "=", factorId).execute();
}

export async function deleteFactor(tx: Tx, factorId: string): Promise<void> {
  await tx.deleteFrom("auth.mfa_factors").where("id", "=", factorId).execute();
}

export async function deleteAllFactors(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom("auth.mfa_factors").where("user_id", "=", userId).execute();
}

export async function deleteAbandonedFactors(
  tx: Tx,
  { user_id, before }: { user_id: string; before: Date },
): Promise<void> {
  await tx
    .deleteFrom("auth.mfa_factors")
    .where("user_id", "=", user_id)
    .where("status", "=", "unverified")
    .where("created_at", "<", before)
    .execute();
}

export async function deleteOtherUnverifiedFactors(
  tx: Tx,
  factor: Pick<FactorRow, "id" | "user_id" | "factor_type">,
): Promise<void> {
  await tx
    .deleteFrom("auth.mfa_factors")
    .where("user_id", "=", factor.user_id)
    .where("factor_type", "=", factor.factor_type)
    .where("status", "=", "unverified")
    .where("id", "!=", factor.id)
    .execute();
}

/** How many wrong codes in a row were typed, and when the last one was. */
export async function findWrongCodes(
  tx: Tx,
  { user_id, signed_in_by }: Pick<WrongCodesRow, "user_id" | "signed_in_by">,
) {
  return tx
    .selectFrom("auth.wrong_codes")
    .where("user_id", "=", user_id)
    .where("signed_in_by", "=", signed_in_by)
    .selectAll()
    .executeTakeFirst();
}

/** Counts one more wrong code. @returns how many there are in a row now */
export async function countWrongCode(
  tx: Tx,
  about: Pick<WrongCodesRow, "user_id" | "signed_in_by"> & { now: Date },
): Promise<number> {
  const { user_id, signed_in_by, now } = about;
  const { in_a_row } = await tx
    .insertInto("auth.wrong_codes")
    .values({ user_id, signed_in_by, in_a_row: 1, last_at: now })
    .onConflict((conflict) =>
      conflict.columns(["user_id", "signed_in_by"]).doUpdateSet({
        in_a_row: sql<number>`wrong_codes.in_a_row + 1`,
        last_at: now,
      }),
    )
    .returning("in_a_row")
    .executeTakeFirstOrThrow();
  return in_a_row;
}

/** Deletes the wrong codes that were typed before a right one: they no longer count. */
export async function deleteWrongCodes(
  tx: Tx,
  { user_id, signed_in_by }: Pick<WrongCodesRow, "user_id" | "signed_in_by">,
): Promise<void> {
  await tx
    .deleteFrom("auth.wrong_codes")
    .where("user_id", "=", user_id)
    .where("signed_in_by", "=", signed_in_by)
    .execute();
}

/** Deletes all wrong codes of the account. Called when the ways in that let someone type them have changed. */
export async function deleteAllWrongCodes(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom("auth.wrong_codes").where("user_id", "=", userId).execute();
}

export async function insertChallenge(tx: Tx, challenge: NewChallenge): Promise<void> {
  await tx.insertInto("auth.mfa_challenges").values(challenge).execute();
}

/** Locks a challenge of this factor that was requested by this session. */
export async function lockChallenge(
  tx: Tx,
  about: { challenge_id: string; factor_id: string; session_id: string },
) {
  return tx
    .selectFrom("auth.mfa_challenges")
    .where("id", "=", about.challenge_id)
    .where("factor_id", "=", about.factor_id)
    .where("session_id", "=", about.session_id)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
}

export async function countChallengeFailure(tx: Tx, challengeId: string): Promise<void> {
  await tx
    .updateTable("auth.mfa_challenges")
    .set({ failures: sql<number>`failures + 1` })
    .where("id", "=", challengeId)
    .execute();
}

export async function deleteChallenge(tx: Tx, challengeId: string): Promise<void> {
  await tx.deleteFrom("auth.mfa_challenges").where("id", "=", challengeId).execute();
}

/** A challenge of a phone, with the columns that its text needs. */
export async function findTextChallenge(
  tx: Tx,
  { user_id, challenge_id }: { user_id: string; challenge_id: string },
) {
  return tx
    .selectFrom("auth.mfa_challenges as challenge")
    .innerJoin("auth.mfa_factors as factor", "factor.id", "challenge.factor_id")
    .where("challenge.id", "=", challenge_id)
    .where("factor.user_id", "=", user_id)
    .where("factor.factor_type", "=", "phone")
    .select([
      "challenge.factor_id",
      "challenge.expires_at",
      "challenge.text_sent_at",
      "factor.secret_encrypted",
    ])
    .executeTakeFirst();
}

export async function updateChallenge(
  tx: Tx,
  challengeId: string,
  changes: Updateable<MfaChallengesTable>,
): Promise<void> {
  await tx.updateTable("auth.mfa_challenges").set(changes).where("id", "=", challengeId).execute();
}

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
