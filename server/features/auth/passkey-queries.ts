import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import type { PasskeyChallengesTable, PasskeysTable } from "#server/db/auth-tables.ts";
import type { Db, Tx } from "#server/db/tables.ts";
import { deleteGrant } from "./oauth/queries.ts";

export type PasskeyRow = Selectable<PasskeysTable>;
export type PasskeyChallengeRow = Selectable<PasskeyChallengesTable>;

export async function listPasskeys(db: Db, userId: string) {
  return db
    .selectFrom("auth.passkeys")
    .where("user_id", "=", userId)
    .selectAll()
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

export async function findPasskeyByCredential(db: Db, credentialId: string) {
  return db
    .selectFrom("auth.passkeys")
    .where("credential_id", "=", credentialId)
    .selectAll()
    .executeTakeFirst();
}

export async function lockPasskey(
  tx: Tx,
  { user_id, passkey_id }: { user_id: string; passkey_id: string },
) {
  return tx
    .selectFrom("auth.passkeys")
    .where("id", "=", passkey_id)
    .where("user_id", "=", user_id)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
}

/** @returns undefined if the credential is already stored */
export async function insertPasskey(tx: Tx, passkey: Insertable<PasskeysTable>) {
  return tx
    .insertInto("auth.passkeys")
    .values(passkey)
    .onConflict((conflict) => conflict.column("credential_id").doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function updatePasskey(
  tx: Tx,
  passkeyId: string,
  changes: Updateable<PasskeysTable>,
): Promise<void> {
  await tx.updateTable("auth.passkeys").set(changes).where("id", "=", passkeyId).execute();
}

/**
 * Deletes a passkey and the sessions that began with it, and disconnects the apps that were connected in those
 * sessions.
 */
export async function deletePasskey(tx: Tx, passkeyId: string): Promise<void> {
  for (const app of await listAppsLetInBy(tx, passkeyId)) await deleteGrant(tx, app);
  await tx.deleteFrom("auth.passkeys").where("id", "=", passkeyId).execute();
}

async function listAppsLetInBy(
  tx: Tx,
  passkeyId: string,
): Promise<{ user_id: string; client_id: string }[]> {
  const { rows } = await sql<{ user_id: string; client_id: string }>`
    select user_id, oauth_client_id as client_id from auth.sessions
    where passkey_id = ${passkeyId} and oauth_client_id is not null
    union
    select user_id, client_id from auth.oauth_authorizations
    where passkey_id = ${passkeyId} and user_id is not null`.execute(tx);
  return rows;
}

/**
 * Deletes all passkeys of an account. The caller ends the account's sessions and disconnects its apps.
 * @returns whether there were any
 */
export async function deleteAllPasskeys(tx: Tx, userId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("auth.passkeys")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes all passkeys of an account, except one if it is named, each as by {@link deletePasskey}. */
export async function deleteOtherPasskeys(
  tx: Tx,
  { user_id, passkey_id }: { user_id: string; passkey_id: string | null },
): Promise<void> {
  for (const { id } of await listPasskeys(tx, user_id)) {
    if (id !== passkey_id) await deletePasskey(tx, id);
  }
}

export async function insertPasskeyChallenge(
  db: Db,
  challenge: Insertable<PasskeyChallengesTable>,
): Promise<void> {
  await db.insertInto("auth.passkey_challenges").values(challenge).execute();
}

/**
 * Uses up a challenge of the session, or of a sign-in if `session_id` is null. If two calls take it at once, one of
 * them gets it.
 */
export async function takePasskeyChallenge(
  db: Db,
  { id, session_id }: { id: string; session_id: string | null },
) {
  return db
    .deleteFrom("auth.passkey_challenges")
    .where("id", "=", id)
    .where("session_id", session_id === null ? "is" : "=", session_id)
    .returningAll()
    .executeTakeFirst();
}
