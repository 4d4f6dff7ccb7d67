import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import { dayMs, minuteMs } from "#contract/values/durations.ts";
import type {
  AuditLogTable,
  IdentitiesTable,
  MfaFactorsTable,
  RecoveryCodeSetsTable,
  UsersTable,
} from "#server/db/auth-tables.ts";
import type { MailKind } from "#server/db/mail-kinds.ts";
import type { Db, Tx } from "#server/db/tables.ts";
import { emailChangeHours } from "./pending-email-change.ts";

export type UserRow = Selectable<UsersTable>;
export type IdentityRow = Selectable<IdentitiesTable>;
export type FactorRow = Selectable<MfaFactorsTable>;
export type RecoveryCodeSetRow = Selectable<RecoveryCodeSetsTable>;

const usersById = (db: Db, userId: string) =>
  db.selectFrom("auth.users").where("id", "=", userId).selectAll();
const usersByEmail = (db: Db, email: string) =>
  db.selectFrom("auth.users").where("email", "=", email).selectAll();

export async function findUser(db: Db, userId: string) {
  return usersById(db, userId).executeTakeFirst();
}

export async function lockUser(tx: Tx, userId: string) {
  return usersById(tx, userId).forNoKeyUpdate().executeTakeFirst();
}

/** @param email normalised */
export async function findUserByEmail(db: Db, email: string) {
  return usersByEmail(db, email).executeTakeFirst();
}

/** @param email normalised */
export async function lockUserByEmail(tx: Tx, email: string) {
  return usersByEmail(tx, email).forNoKeyUpdate().executeTakeFirst();
}

/** If two calls insert the same address or id at once, one of them gets false. */
export async function insertUser(tx: Tx, user: Insertable<UsersTable>): Promise<boolean> {
  const inserted = await tx
    .insertInto("auth.users")
    .values(user)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function updateUserRow(
  tx: Tx,
  userId: string,
  changes: Updateable<UsersTable>,
): Promise<void> {
  await tx
    .updateTable("auth.users")
    .set({
      ...changes,
      ...(changes.email !== undefined && {
        former_emails: sql<string[]>`case when email = ${changes.email} then former_emails
          else array_append(array_remove(former_emails, email), email) end`,
      }),
    })
    .where("id", "=", userId)
    .execute();
}

export async function insertIdentity(tx: Tx, identity: Insertable<IdentitiesTable>): Promise<void> {
  await tx.insertInto("auth.identities").values(identity).execute();
}

export async function listIdentities(db: Db, userId: string) {
  return db
    .selectFrom("auth.identities")
    .where("user_id", "=", userId)
    .selectAll()
    .orderBy("created_at")
    .orderBy(sql`provider <> 'email'`)
    .orderBy("id")
    .execute();
}

/** Copies the account's address, and whether it has been proven, to its email identity. */
export async function setEmailIdentity(
  tx: Tx,
  userId: string,
  { email, isProven, now }: { email: string; isProven: boolean; now: Date },
): Promise<void> {
  await tx
    .updateTable("auth.identities")
    .set({
      identity_data: sql`identity_data || ${JSON.stringify({ email, email_verified: isProven })}::jsonb`,
      updated_at: now,
    })
    .where("user_id", "=", userId)
    .where("provider", "=", "email")
    .execute();
}

export async function markEmailIdentityUsed(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx
    .updateTable("auth.identities")
    .set({ last_sign_in_at: now })
    .where("user_id", "=", userId)
    .where("provider", "=", "email")
    .execute();
}

export async function deleteAllIdentities(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom("auth.identities").where("user_id", "=", userId).execute();
}

export async function deleteIdentity(tx: Tx, identityId: string): Promise<void> {
  await tx.deleteFrom("auth.identities").where("id", "=", identityId).execute();
}

export async function listFactors(db: Db, userId: string) {
  return db
    .selectFrom("auth.mfa_factors")
    .where("user_id", "=", userId)
    .selectAll()
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** The factors that are in use. An account has a second step if it has such a factor. */
export async function listVerifiedFactors(db: Db, userId: string): Promise<FactorRow[]> {
  const factors = await listFactors(db, userId);
  return factors.filter(({ status }) => status === "verified");
}

export async function countAccountEmails(
  db: Db,
  { user_id, kind, since }: { user_id: string; kind: MailKind; since: Date },
): Promise<number> {
  const { count } = await db
    .selectFrom("emails")
    .where("user_id", "=", user_id)
    .where("kind", "=", kind)
    .where("created_at", ">", since)
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** When and from where a session began, for as long as the audit log is kept. */
export async function findLogin(db: Db, sessionId: string) {
  return db
    .selectFrom("auth.audit_log as entry")
    .innerJoin("auth.flow_state as flow", "flow.user_id", "entry.user_id")
    .where("flow.id", "=", sessionId)
    .where("entry.session_id", "=", sessionId)
    .where("entry.action", "=", "login")
    .select(["entry.created_at", "entry.user_agent", "entry.ip"])
    .executeTakeFirst();
}

export async function findRecoveryCodeSet(db: Db, userId: string) {
  return db
    .selectFrom("auth.recovery_code_sets")
    .where("user_id", "=", userId)
    .selectAll()
    .executeTakeFirst();
}

export async function insertAuditEntry(tx: Db, entry: Insertable<AuditLogTable>): Promise<void> {
  await tx.insertInto("auth.audit_log").values(entry).execute();
}

/** Keeps the changes of `write` if it returns true, and rolls them back otherwise. Both take the same time. */
export async function rollBackUnless(tx: Tx, write: () => Promise<boolean>): Promise<boolean> {
  await sql`savepoint keep_if`.execute(tx);
  const isKept = await write();
  if (isKept) await sql`release savepoint keep_if`.execute(tx);
  else await sql`rollback to savepoint keep_if`.execute(tx);
  return isKept;
}

/** Deletes expired rows, at most 100 of each table. @returns whether there may be more */
export async function deleteExpired(tx: Tx, now: Date): Promise<boolean> {
  const before = (days: number) => new Date(now.getTime() - days * dayMs);
  const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * minuteMs);
  const batch = 100;

  const deleted = [
    await sql`delete from auth.mfa_challenges where id in (
      select id from auth.mfa_challenges where expires_at < ${now}
      limit ${batch} for update skip locked)`.execute(tx),
    await sql`delete from auth.passkey_challenges where id in (
      select id from auth.passkey_challenges where expires_at < ${now}
      limit ${batch} for update skip locked)`.execute(tx),
    await sql`delete from auth.mfa_factors where id in (
      select id from auth.mfa_factors where status = 'unverified' and created_at < ${minutesAgo(5)}
      limit ${batch} for update skip locked)`.execute(tx),
    await sql`update auth.users
      set new_email = null, email_change_confirmed = 0, email_change_asked_at = null
      where id in (
        select id from auth.users
        where new_email is not null and email_change_asked_at < ${minutesAgo(emailChangeHours * 60)}
        limit ${batch} for no key update skip locked)`.execute(tx),
    await sql`delete from auth.known_networks where (user_id, network_hash) in (
      select user_id, network_hash from auth.known_networks where last_used_at < ${before(90)}
      limit ${batch} for update skip locked)`.execute(tx),
    await sql`delete from auth.known_devices where (user_id, device_hash) in (
      select user_id, device_hash from auth.known_devices where last_used_at < ${before(90)}
      limit ${batch} for update skip locked)`.execute(tx),
    await sql`delete from auth.wrong_codes where (user_id, signed_in_by) in (
      select user_id, signed_in_by from auth.wrong_codes where last_at < ${before(30)}
      limit ${batch} for update skip locked)`.execute(tx),
    await sql`delete from auth.one_time_tokens where id in (
      select id from auth.one_time_tokens where expires_at < ${now}
      limit ${batch} for update skip locked)`.execute(tx),
    // A request's email may be sent late, and its link is valid for a day from then.
    await sql`delete from auth.flow_state where id in (
      select id from auth.flow_state as flow where created_at < ${before(3)}
        and not exists (select from auth.one_time_tokens where flow_state_id = flow.id)
      limit ${batch} for update skip locked)`.execute(tx),
    await sql`delete from auth.sessions where id in (
      select id from auth.sessions where refreshed_at < ${before(90)}
      limit ${batch} for update skip locked)`.execute(tx),
    await sql`delete from auth.audit_log where id in (
      select id from auth.audit_log where created_at < ${before(90)}
      limit ${batch} for update skip locked)`.execute(tx),
  ];
  return deleted.some(({ numAffectedRows }) => Number(numAffectedRows) === batch);
}
