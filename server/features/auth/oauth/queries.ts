import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import { dayMs } from "#contract/values/durations.ts";
import type {
  OAuthAuthorizationsTable,
  OAuthClientsTable,
  OAuthConsentsTable,
} from "#server/db/auth-tables.ts";
import type { Db, Tx } from "#server/db/tables.ts";

export type ClientRow = Selectable<OAuthClientsTable>;
export type AuthorizationRow = Selectable<OAuthAuthorizationsTable>;

/** An app of one account. */
type AppOfUser = { user_id: string; client_id: string };

export async function insertClient(db: Db, client: Insertable<OAuthClientsTable>): Promise<void> {
  await db.insertInto("auth.oauth_clients").values(client).execute();
}

export async function findClient(db: Db, clientId: string) {
  return db
    .selectFrom("auth.oauth_clients")
    .where("id", "=", clientId)
    .selectAll()
    .executeTakeFirst();
}

/** Records that an owner has connected the app, so that it is not deleted as unused. */
export async function markClientApproved(tx: Tx, clientId: string, now: Date): Promise<void> {
  await tx
    .updateTable("auth.oauth_clients")
    .set({ approved_at: now })
    .where("id", "=", clientId)
    .execute();
}

export async function insertAuthorization(
  db: Db,
  authorization: Insertable<OAuthAuthorizationsTable>,
): Promise<void> {
  await db.insertInto("auth.oauth_authorizations").values(authorization).execute();
}

export async function lockAuthorization(tx: Tx, publicIdHash: Buffer) {
  return tx
    .selectFrom("auth.oauth_authorizations")
    .where("public_id_hash", "=", publicIdHash)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
}

const authorizationsByCode = (db: Db, codeHash: Buffer) =>
  db.selectFrom("auth.oauth_authorizations").where("code_hash", "=", codeHash).selectAll();

/** The account to which a code belongs, so that the account can be locked before the code. */
export async function findAuthorizationByCode(db: Db, codeHash: Buffer) {
  return authorizationsByCode(db, codeHash).executeTakeFirst();
}

export async function lockAuthorizationByCode(tx: Tx, codeHash: Buffer) {
  return authorizationsByCode(tx, codeHash).forUpdate().executeTakeFirst();
}

export async function updateAuthorization(
  tx: Tx,
  id: string,
  changes: Updateable<OAuthAuthorizationsTable>,
): Promise<void> {
  await tx.updateTable("auth.oauth_authorizations").set(changes).where("id", "=", id).execute();
}

export async function findConsent(db: Db, { user_id, client_id }: AppOfUser) {
  return db
    .selectFrom("auth.oauth_consents")
    .where("user_id", "=", user_id)
    .where("client_id", "=", client_id)
    .selectAll()
    .executeTakeFirst();
}

export async function upsertConsent(
  tx: Tx,
  consent: Insertable<OAuthConsentsTable>,
): Promise<void> {
  const { scopes, granted_at } = consent;
  await tx
    .insertInto("auth.oauth_consents")
    .values(consent)
    .onConflict((conflict) =>
      conflict.columns(["user_id", "client_id"]).doUpdateSet({ scopes, granted_at }),
    )
    .execute();
}

/** Lists the apps that an account has connected, each with its last use, the latest first. */
export async function listGrantRows(db: Db, userId: string) {
  return db
    .selectFrom("auth.oauth_consents as consent")
    .innerJoin("auth.oauth_clients as client", "client.id", "consent.client_id")
    .where("consent.user_id", "=", userId)
    .select([
      "consent.client_id",
      "client.name",
      "client.uri",
      "client.logo_uri",
      "consent.scopes",
      "consent.granted_at",
    ])
    .select(({ selectFrom }) =>
      selectFrom("auth.sessions as session")
        .whereRef("session.user_id", "=", "consent.user_id")
        .whereRef("session.oauth_client_id", "=", "consent.client_id")
        .select(({ fn }) => fn.max("session.app_used_at").as("last_used_at"))
        .as("last_used_at"),
    )
    .orderBy("consent.granted_at", "desc")
    .orderBy("consent.id")
    .execute();
}

/**
 * Disconnects an app: deletes its sessions, the codes that it has not exchanged yet, and the consent.
 * @returns whether it was connected
 */
export async function deleteGrant(tx: Tx, app: AppOfUser): Promise<boolean> {
  const sessions = await tx
    .deleteFrom("auth.sessions")
    .where("user_id", "=", app.user_id)
    .where("oauth_client_id", "=", app.client_id)
    .executeTakeFirst();
  await tx
    .deleteFrom("auth.oauth_authorizations")
    .where("user_id", "=", app.user_id)
    .where("client_id", "=", app.client_id)
    .execute();
  const consents = await tx
    .deleteFrom("auth.oauth_consents")
    .where("user_id", "=", app.user_id)
    .where("client_id", "=", app.client_id)
    .executeTakeFirst();
  return sessions.numDeletedRows + consents.numDeletedRows > 0n;
}

/**
 * Disconnects a locked account's apps (or one) that have no session left, so that none is connected again without
 * asking.
 */
export async function deleteGrantsWithoutSession(
  tx: Tx,
  userId: string,
  clientId?: string,
): Promise<void> {
  const ofClient = clientId === undefined ? sql`` : sql`and client_id = ${clientId}`;
  await sql`delete from auth.oauth_authorizations as asked where user_id = ${userId} ${ofClient}
    and not exists (select from auth.sessions as session
      where session.user_id = ${userId} and session.oauth_client_id = asked.client_id)`.execute(tx);
  await sql`delete from auth.oauth_consents as consent where user_id = ${userId} ${ofClient}
    and not exists (select from auth.sessions as session
      where session.user_id = ${userId} and session.oauth_client_id = consent.client_id)`.execute(
    tx,
  );
}

export async function hasAppSession(db: Db, { user_id, client_id }: AppOfUser): Promise<boolean> {
  const found = await db
    .selectFrom("auth.sessions")
    .where("user_id", "=", user_id)
    .where("oauth_client_id", "=", client_id)
    .select("id")
    .executeTakeFirst();
  return found !== undefined;
}

const batch = 100;

/**
 * Deletes expired rows, at most 100 of each table: requests a day after they were made, or as soon as they have expired
 * if they were not approved; consents without sessions and codes that have not been in use for 90 days; apps that
 * nobody has connected within a day; and apps that have not been in use for 30 days.
 * @returns whether there may be more
 */
export async function deleteExpiredApps(tx: Tx, now: Date): Promise<boolean> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs);
  const isIdleConsent = sql`coalesce(seen_used_at, granted_at) < ${daysAgo(90)}`;
  const isIdleClient = sql`approved_at is not null and greatest(approved_at, seen_used_at) < ${daysAgo(30)}`;
  const isClientUsed = sql`(
    exists (select from auth.oauth_consents where client_id = client.id)
    or exists (select from auth.oauth_authorizations where client_id = client.id)
    or exists (select from auth.sessions where oauth_client_id = client.id))`;
  const deleted = [
    await sql`delete from auth.oauth_authorizations where id = any(array(
      select id from auth.oauth_authorizations where created_at < ${daysAgo(1)}
        or (status in ('pending', 'denied') and expires_at <= ${now})
      limit ${batch} for update skip locked))`.execute(tx),
    await sql`delete from auth.oauth_consents where id = any(array(
      select id from auth.oauth_consents as consent where ${isIdleConsent}
        and not exists (select from auth.sessions as session
          where session.user_id = consent.user_id and session.oauth_client_id = consent.client_id)
        and not exists (select from auth.oauth_authorizations as asked
          where asked.user_id = consent.user_id and asked.client_id = consent.client_id
            and asked.status in ('approved', 'redeemed'))
      limit ${batch} for update skip locked))`.execute(tx),
    await sql`delete from auth.oauth_clients where id = any(array(
      select id from auth.oauth_clients as client where ${isIdleClient} and not ${isClientUsed}
      limit ${batch} for update skip locked))`.execute(tx),
    await sql`delete from auth.oauth_clients where id = any(array(
      select id from auth.oauth_clients as client
      where approved_at is null and created_at < ${daysAgo(1)} and not ${isClientUsed}
      limit ${batch} for update skip locked))`.execute(tx),
  ];
  if (deleted.some(({ numAffectedRows }) => Number(numAffectedRows) === batch)) return true;
  // The remaining idle rows are still in use. They are checked again when they may have become idle.
  const postponed = [
    await sql`update auth.oauth_consents set seen_used_at = ${now} where id = any(array(
      select id from auth.oauth_consents where ${isIdleConsent}
      limit ${batch} for no key update skip locked))`.execute(tx),
    await sql`update auth.oauth_clients set seen_used_at = ${now} where id = any(array(
      select id from auth.oauth_clients where ${isIdleClient}
      limit ${batch} for no key update skip locked))`.execute(tx),
  ];
  return postponed.some(({ numAffectedRows }) => Number(numAffectedRows) === batch);
}
