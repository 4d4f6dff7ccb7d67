import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import type {
  MfaChallengesTable,
  MfaFactorsTable,
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

export async function findFactor(
  db: Db,
  { user_id, factor_id }: { user_id: string; factor_id: string },
) {
  return db
    .selectFrom("auth.mfa_factors")
    .where("id", "=", factor_id)
    .where("user_id", "=", user_id)
    .selectAll()
    .executeTakeFirst();
}

export async function lockFactor(
  tx: Tx,
  { user_id, factor_id }: { user_id: string; factor_id: string },
) {
  return tx
    .selectFrom("auth.mfa_factors")
    .where("id", "=", factor_id)
    .where("user_id", "=", user_id)
    .selectAll()
    .forNoKeyUpdate()
    .executeTakeFirst();
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
