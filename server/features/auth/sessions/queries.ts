import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import { limits } from "#contract/limits.ts";
import { hourMs, minuteMs } from "#contract/values/durations.ts";
import type {
  KnownDevicesTable,
  KnownNetworksTable,
  SessionsTable,
} from "#server/db/auth-tables.ts";
import type { Db, Tx } from "#server/db/tables.ts";

export type SessionRow = Selectable<SessionsTable>;

export async function insertSession(tx: Tx, session: Insertable<SessionsTable>) {
  return tx.insertInto("auth.sessions").values(session).returningAll().executeTakeFirstOrThrow();
}

const sessionsById = (db: Db, sessionId: string) =>
  db.selectFrom("auth.sessions").where("id", "=", sessionId).selectAll();

export async function findSession(db: Db, sessionId: string) {
  return sessionsById(db, sessionId).executeTakeFirst();
}

export async function lockSession(tx: Tx, sessionId: string) {
  return sessionsById(tx, sessionId).forNoKeyUpdate().executeTakeFirst();
}

export async function updateSession(tx: Tx, sessionId: string, changes: Updateable<SessionsTable>) {
  return tx
    .updateTable("auth.sessions")
    .set(changes)
    .where("id", "=", sessionId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteSession(tx: Tx, sessionId: string): Promise<void> {
  await tx.deleteFrom("auth.sessions").where("id", "=", sessionId).execute();
}

/** Who ends other sessions of the same person, and when. */
interface EndingSession {
  user_id: string;
  session_id: string;
  now: Date;
}

/**
 * The sessions that another one may end: not those that wait for the second step of a recovery, or the holder of a
 * stolen token could end each of them before the owner passes that step.
 */
function mayBeEnded(now: Date) {
  const since = new Date(now.getTime() - limits.freshSignInMinutes * minuteMs);
  return sql<boolean>`not (created_at > ${since} and recovery_pending)`;
}

/**
 * Ends the sessions whose recovery waits for a second step that has been removed: they must not recover the account
 * without one.
 */
export async function deletePendingRecoveries(tx: Tx, userId: string): Promise<void> {
  await tx
    .deleteFrom("auth.sessions")
    .where("user_id", "=", userId)
    .where("recovery_pending", "=", true)
    .execute();
}

/** Whether a session has waited too long for the second step to recover an account. */
export function hasRecoveryLapsed(
  { recovery_pending, created_at }: Pick<SessionRow, "recovery_pending" | "created_at">,
  now: Date,
): boolean {
  return recovery_pending && now.getTime() - created_at.getTime() > hourMs;
}

/** Ends a session of the person from another of their sessions. @returns whether it was there and could be ended */
export async function deleteOtherSession(
  tx: Tx,
  { user_id, now, endedId }: Omit<EndingSession, "session_id"> & { endedId: string },
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("auth.sessions")
    .where("user_id", "=", user_id)
    .where("id", "=", endedId)
    .where("oauth_client_id", "is", null)
    .where(mayBeEnded(now))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Disconnects every app of a person: deletes the consents, and the requests with codes that are not exchanged yet. The
 * caller ends the apps' sessions with the others.
 */
async function deleteAllGrants(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom("auth.oauth_authorizations").where("user_id", "=", userId).execute();
  await tx.deleteFrom("auth.oauth_consents").where("user_id", "=", userId).execute();
}

/**
 * Ends every session of a person, however it began, except one if it is named. All apps are disconnected, because a
 * thief may have connected them.
 */
export async function deleteAllSessions(
  tx: Tx,
  { user_id, except }: { user_id: string; except?: string | undefined },
): Promise<void> {
  await tx
    .deleteFrom("auth.sessions")
    .where("user_id", "=", user_id)
    .$if(except !== undefined, (query) => query.where("id", "!=", except ?? ""))
    .execute();
  await deleteAllGrants(tx, user_id);
}

function deleteOthers(tx: Tx, { user_id, session_id }: Omit<EndingSession, "now">) {
  return tx
    .deleteFrom("auth.sessions")
    .where("user_id", "=", user_id)
    .where("id", "!=", session_id);
}

/** Ends those of the person's other sessions that {@link mayBeEnded} allows to end, and disconnects all apps. */
export async function deleteOtherSessions(tx: Tx, ending: EndingSession): Promise<void> {
  await deleteOthers(tx, ending).where(mayBeEnded(ending.now)).execute();
  await deleteAllGrants(tx, ending.user_id);
}

/**
 * Ends those of the person's other sessions that have not passed the second factor and that {@link mayBeEnded} allows to
 * end.
 */
export async function deleteOtherWeakSessions(tx: Tx, ending: EndingSession): Promise<void> {
  await deleteOthers(tx, ending).where("aal", "=", "aal1").where(mayBeEnded(ending.now)).execute();
}

/** Ends the person's other sessions that began with a passkey. */
export async function deleteOtherPasskeySessions(
  tx: Tx,
  ending: Omit<EndingSession, "now">,
): Promise<void> {
  await deleteOthers(tx, ending).where("passkey_id", "is not", null).execute();
}

/**
 * Lowers the sessions that were raised by a second factor that is being removed. A session that began with a passkey
 * keeps its level, because it needed no second factor.
 */
export async function lowerSessionsOfFactor(
  tx: Tx,
  { factor_id, method }: { factor_id: string; method: string },
): Promise<void> {
  await tx
    .updateTable("auth.sessions")
    .set({
      aal: sql`case when passkey_id is null then 'aal1' else 'aal2' end`,
      factor_id: null,
      amr: sql`(
        select coalesce(jsonb_agg(entry order by place), '[]'::jsonb)
        from jsonb_array_elements(amr) with ordinality as entries (entry, place)
        where entry ->> 'method' <> ${method}
      )`,
    })
    .where("factor_id", "=", factor_id)
    .execute();
}

/** The sessions in which the person is signed in, the latest first, without those of their apps. */
export async function listSessions(
  db: Db,
  { user_id, usedSince }: { user_id: string; usedSince: Date },
) {
  return db
    .selectFrom("auth.sessions")
    .where("user_id", "=", user_id)
    .where("refreshed_at", ">", usedSince)
    .where("oauth_client_id", "is", null)
    .select(["id", "created_at", "refreshed_at", "user_agent", "ip"])
    .orderBy("refreshed_at", "desc")
    .orderBy("id")
    .execute();
}

export async function upsertKnownNetwork(
  tx: Tx,
  network: Insertable<KnownNetworksTable>,
): Promise<void> {
  await tx
    .insertInto("auth.known_networks")
    .values(network)
    .onConflict((conflict) =>
      conflict
        .columns(["user_id", "network_hash"])
        .doUpdateSet({ last_used_at: network.last_used_at }),
    )
    .execute();
}

/** Deletes the networks and devices from which an account was signed in to. */
export async function deleteKnownNetworksAndDevices(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom("auth.known_networks").where("user_id", "=", userId).execute();
  await tx.deleteFrom("auth.known_devices").where("user_id", "=", userId).execute();
}

export async function upsertKnownDevice(
  tx: Tx,
  device: Insertable<KnownDevicesTable>,
): Promise<void> {
  await tx
    .insertInto("auth.known_devices")
    .values(device)
    .onConflict((conflict) =>
      conflict
        .columns(["user_id", "device_hash"])
        .doUpdateSet({ last_used_at: device.last_used_at }),
    )
    .execute();
}

export async function hasKnownDevice(
  db: Db,
  { user_id, deviceHashes }: { user_id: string; deviceHashes: Buffer[] },
): Promise<boolean> {
  const devices = await db
    .selectFrom("auth.known_devices")
    .where("user_id", "=", user_id)
    .select("device_hash")
    .execute();
  return devices.some(({ device_hash }) => deviceHashes.some((hash) => hash.equals(device_hash)));
}

export async function hasKnownNetwork(
  db: Db,
  {
    user_id,
    networkHashes,
    usedSince,
  }: { user_id: string; networkHashes: Buffer[]; usedSince: Date },
): Promise<boolean> {
  const found = await db
    .selectFrom("auth.known_networks")
    .where("user_id", "=", user_id)
    .where("network_hash", "in", networkHashes)
    .where("last_used_at", ">", usedSince)
    .select("user_id")
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Ends every session, link, code and sign-in in progress: a restored backup may contain some that were ended or used
 * later.
 */
export async function signEveryoneOut(tx: Tx): Promise<number> {
  await tx.deleteFrom("auth.one_time_tokens").execute();
  await tx.deleteFrom("auth.flow_state").execute();
  await tx.deleteFrom("auth.mfa_challenges").execute();
  await tx.deleteFrom("auth.passkey_challenges").execute();
  await tx.deleteFrom("auth.oauth_authorizations").execute();
  await tx.deleteFrom("auth.provider_sign_ins").execute();
  const ended = await tx.deleteFrom("auth.sessions").executeTakeFirst();
  return Number(ended.numDeletedRows);
}
