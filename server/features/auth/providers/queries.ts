import type { Insertable, Selectable, Updateable } from "kysely";
import { minuteMs } from "#contract/values/durations.ts";
import type { IdentitiesTable, ProviderSignInsTable } from "#server/db/auth-tables.ts";
import type { Db, Tx } from "#server/db/tables.ts";

export type ProviderSignInRow = Selectable<ProviderSignInsTable>;

/** Longer than a sign-in may take from its start to the exchange of its code. */
const keptMinutes = 15;

export async function insertSignIn(
  db: Db,
  signIn: Insertable<ProviderSignInsTable>,
): Promise<void> {
  await db.insertInto("auth.provider_sign_ins").values(signIn).execute();
}

/** Claims a sign-in whose person the provider sent back; undefined if it was claimed before. */
export async function claimSignIn(db: Db, { stateHash, now }: { stateHash: Buffer; now: Date }) {
  return db
    .updateTable("auth.provider_sign_ins")
    .set({ used_at: now })
    .where("state_hash", "=", stateHash)
    .where("used_at", "is", null)
    .returningAll()
    .executeTakeFirst();
}

export async function storePerson(
  db: Db,
  signInId: string,
  person: Required<
    Pick<
      Updateable<ProviderSignInsTable>,
      "person_encrypted" | "auth_code_hash" | "auth_code_issued_at"
    >
  >,
): Promise<void> {
  await db.updateTable("auth.provider_sign_ins").set(person).where("id", "=", signInId).execute();
}

export async function findSignInByAuthCode(db: Db, hash: Buffer) {
  return db
    .selectFrom("auth.provider_sign_ins")
    .where("auth_code_hash", "=", hash)
    .selectAll()
    .executeTakeFirst();
}

/** @returns whether it was there; if two calls delete it at once, only one of them gets true */
export async function deleteSignIn(db: Db, signInId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("auth.provider_sign_ins")
    .where("id", "=", signInId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes at most 100 sign-ins that can no longer be finished. @returns whether there may be more */
export async function deleteOldSignIns(tx: Tx, now: Date): Promise<boolean> {
  const batch = 100;
  const { numDeletedRows } = await tx
    .deleteFrom("auth.provider_sign_ins")
    .where("id", "in", (select) =>
      select
        .selectFrom("auth.provider_sign_ins")
        .where("created_at", "<", new Date(now.getTime() - keptMinutes * minuteMs))
        .select("id")
        .limit(batch)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst();
  return Number(numDeletedRows) === batch;
}

export async function findIdentity(
  db: Db,
  { provider, subject }: { provider: string; subject: string },
) {
  return db
    .selectFrom("auth.identities")
    .where("provider", "=", provider)
    .where("provider_id", "=", subject)
    .selectAll()
    .executeTakeFirst();
}

/** If two calls insert the same subject of a provider at once, one of them gets false. */
export async function insertNewIdentity(
  tx: Tx,
  identity: Insertable<IdentitiesTable>,
): Promise<boolean> {
  const inserted = await tx
    .insertInto("auth.identities")
    .values(identity)
    .onConflict((conflict) => conflict.columns(["provider", "provider_id"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function updateIdentity(
  tx: Tx,
  identityId: string,
  changes: Updateable<IdentitiesTable>,
): Promise<void> {
  await tx.updateTable("auth.identities").set(changes).where("id", "=", identityId).execute();
}
