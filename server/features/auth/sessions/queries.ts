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

export async function insertSession(
  tx: Tx,
  session: Insertable<SessionsTable>,
): Promise<SessionRow> {
  return tx.insertInto("auth.sessions").values(session).returningAll().executeTakeFirstOrThrow();
}

export async function findSession(db: Db, sessionId: string): Promise<SessionRow | undefined> {
  return db.selectFrom("auth.sessions").where("id", "=", sessionId).selectAll().executeTakeFirst();
}

export async function lockSession(tx: Tx, sessionId: string): Promise<SessionRow | undefined> {
  return tx
    .selectFrom("auth.sessions")
    .where("id", "=", sessionId)
    .selectAll()
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function updateSession(
  tx: Tx,
  sessionId: string,
  changes: Updateable<SessionsTable>,
): Promise<SessionRow> {
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
 * Which sessions another one may end: none that began minutes ago by a recovery which waits for the second step. Else the
 * holder of a stolen token could end each of them before the owner has passed that step.
 */
function mayBeEnded(now: Date) {
  const since = new Date(now.getTime() - limits.freshSignInMinutes * minuteMs);
  return sql<boolean>`not (created_at > ${since} and recovery_pending)`;
}

/** Ends the sessions whose recovery still waits for a second step that has been removed: they must not pass without one. */
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

/** Ends a session of the person, from another of theirs. @returns whether it was there and could be ended */
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
 * Disconnects every app of a person: those that they connected, and codes not exchanged yet. Their sessions are ended
 * with the other ones.
 */
async function deleteAllGrants(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom("auth.oauth_authorizations").where("user_id", "=", userId).execute();
  await tx.deleteFrom("auth.oauth_consents").where("user_id", "=", userId).execute();
}

/**
 * Ends every session of a person, with the exception of one if it is named: whatever it began by. All apps are
 * disconnected: a thief may have let them in.
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

/** Ends the person's other sessions that {@link mayBeEnded}, and disconnects all apps. */
export async function deleteOtherSessions(
  tx: Tx,
  { user_id, session_id, now }: EndingSession,
): Promise<void> {
  await tx
    .deleteFrom("auth.sessions")
    .where("user_id", "=", user_id)
    .where("id", "!=", session_id)
    .where(mayBeEnded(now))
    .execute();
  await deleteAllGrants(tx, user_id);
}

/** Ends those sessions that have not passed the second factor. */
export async function deleteOtherWeakSessions(
  tx: Tx,
  { user_id, session_id, now }: EndingSession,
): Promise<void> {
  await tx
    .deleteFrom("auth.sessions")
    .where("user_id", "=", user_id)
    .where("id", "!=", session_id)
    .where("aal", "=", "aal1")
    .where(mayBeEnded(now))
    .execute();
}

/** Ends those sessions that began by a passkey. */
export async function deleteOtherPasskeySessions(
  tx: Tx,
  { user_id, session_id }: Pick<EndingSession, "user_id" | "session_id">,
): Promise<void> {
  await tx
    .deleteFrom("auth.sessions")
    .where("user_id", "=", user_id)
    .where("id", "!=", session_id)
    .where("passkey_id", "is not", null)
    .execute();
}

/** Takes back what a second factor that is going away has raised. A session that began by a passkey needed none. */
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

/** Where the person is signed in, the latest first; not what their apps do. */
export async function listSessions(
  db: Db,
  { user_id, usedSince }: { user_id: string; usedSince: Date },
): Promise<Pick<SessionRow, "id" | "created_at" | "refreshed_at" | "user_agent" | "ip">[]> {
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

/** Forgets from which networks, and with which devices, an account was signed in to. */
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

/** Also where none is recorded yet: accounts are older than the record. */
export async function hasKnownDevice(
  db: Db,
  { user_id, deviceHashes }: { user_id: string; deviceHashes: Buffer[] },
): Promise<boolean> {
  const devices = await db
    .selectFrom("auth.known_devices")
    .where("user_id", "=", user_id)
    .select("device_hash")
    .execute();
  const isKnown = devices.some(({ device_hash }) =>
    deviceHashes.some((hash) => hash.equals(device_hash)),
  );
  return isKnown || devices.length === 0;
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
