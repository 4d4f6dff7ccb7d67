import { type Insertable, type Selectable, sql } from "kysely";
import type { OneTimePurpose, OneTimeTokensTable, UsersTable } from "#server/db/auth-tables.ts";
import type { Db, Tx } from "#server/db/tables.ts";

export type OneTimeTokenRow = Selectable<OneTimeTokensTable>;

/**
 * Locks the accounts that an email was for, before its link, code or flow: two uses that lock in different orders would
 * deadlock. The statement is the same whether or not there is an account.
 */
export async function lockAccounts(
  tx: Tx,
  mail:
    | { link_hash: Buffer }
    | { auth_code_hash: Buffer }
    | { address: string; purposes: readonly OneTimePurpose[] },
): Promise<void> {
  await tx
    .selectFrom("auth.users")
    .where((account) => {
      if ("auth_code_hash" in mail) {
        const flows = account
          .selectFrom("auth.flow_state")
          .where("auth_code_hash", "=", mail.auth_code_hash);
        const unowned = flows.where("user_id", "is", null);
        return account.or([
          account("id", "in", flows.select("user_id")),
          account("email", "in", unowned.select("email")),
        ]);
      }
      const all = account.selectFrom("auth.one_time_tokens");
      const tokens =
        "link_hash" in mail
          ? all.where("link_hash", "=", mail.link_hash)
          : all.where("relates_to", "=", mail.address).where("purpose", "in", mail.purposes);
      // These are sign-in links that were emailed before the address had an account.
      const unowned = tokens.where("user_id", "is", null);
      return account.or([
        account("id", "in", tokens.select("user_id")),
        account("email", "in", unowned.select("relates_to")),
      ]);
    })
    .orderBy("id")
    .select("id")
    .forNoKeyUpdate()
    .execute();
}

export async function deleteTokensOfFlow(tx: Tx, flowId: string): Promise<void> {
  await tx.deleteFrom("auth.one_time_tokens").where("flow_state_id", "=", flowId).execute();
}

export async function insertToken(tx: Tx, token: Insertable<OneTimeTokensTable>): Promise<void> {
  await tx.insertInto("auth.one_time_tokens").values(token).execute();
}

/**
 * Makes room for the link and code of an email. Earlier codes for the same purpose become invalid; earlier links stay,
 * the newest of those that the account asked for and the newest of the others.
 */
export async function replaceOlderTokens(
  tx: Tx,
  about: {
    user_id: string | null;
    address: string;
    purpose: OneTimePurpose;
    flow_state_id: string;
  },
  kept: number,
): Promise<void> {
  const { user_id, address, purpose, flow_state_id } = about;
  const ofAccount =
    user_id === null
      ? sql<boolean>`user_id is null and relates_to = ${address}`
      : sql<boolean>`user_id = ${user_id}`;
  await tx
    .deleteFrom("auth.one_time_tokens")
    .where(ofAccount)
    .where("purpose", "=", purpose)
    .where((where) =>
      where.or([where("flow_state_id", "=", flow_state_id), where("link_hash", "is", null)]),
    )
    .execute();
  await tx
    .deleteFrom("auth.one_time_tokens")
    .where("id", "in", (select) =>
      select
        .selectFrom("auth.one_time_tokens as token")
        .innerJoin("auth.flow_state as flow", "flow.id", "token.flow_state_id")
        .$if(user_id !== null, (of) => of.where("token.user_id", "=", user_id))
        .$if(user_id === null, (of) =>
          of.where("token.user_id", "is", null).where("token.relates_to", "=", address),
        )
        .where("token.purpose", "=", purpose)
        .where("flow.asked_by_account", "=", (flow) =>
          flow
            .selectFrom("auth.flow_state")
            .where("id", "=", flow_state_id)
            .select("asked_by_account"),
        )
        .orderBy("token.created_at", "desc")
        .orderBy("token.id")
        .offset(kept)
        .select("token.id"),
    )
    .execute();
  await tx
    .updateTable("auth.one_time_tokens")
    .set({ code_hash: null })
    .where(ofAccount)
    .where("purpose", "=", purpose)
    .execute();
}

/** Deletes the codes that were emailed to a session before, because a new one is about to be sent. */
export async function deleteCodesOfSession(
  tx: Tx,
  { purpose, flow_state_id }: { purpose: OneTimePurpose; flow_state_id: string },
): Promise<void> {
  await tx
    .deleteFrom("auth.one_time_tokens")
    .where("purpose", "=", purpose)
    .where("flow_state_id", "in", (flows) =>
      flows
        .selectFrom("auth.flow_state as asked")
        .innerJoin("auth.flow_state as same", "same.session_id", "asked.session_id")
        .where("asked.id", "=", flow_state_id)
        .select("same.id"),
    )
    .execute();
}

/**
 * Whether the owner of an unproven account's address may be recovering it, or signing in to it, by an email that the
 * account did not ask for, perhaps before it existed.
 */
export async function isRecoveryPending(
  db: Db,
  user: Pick<Selectable<UsersTable>, "id" | "email" | "email_proven_at">,
  now: Date,
): Promise<boolean> {
  if (user.email_proven_at !== null) return false;
  const link = await db
    .selectFrom("auth.one_time_tokens as token")
    .innerJoin("auth.flow_state as flow", "flow.id", "token.flow_state_id")
    .where((token) =>
      token.or([token("token.user_id", "=", user.id), token("token.user_id", "is", null)]),
    )
    .where("token.purpose", "in", ["recovery", "magiclink"])
    .where("token.relates_to", "=", user.email)
    .where("token.expires_at", ">", now)
    .where("flow.asked_by_account", "=", false)
    .select("token.id")
    .executeTakeFirst();
  if (link !== undefined) return true;
  const queued = await db
    .selectFrom("emails")
    .where((mail) => mail.or([mail("user_id", "=", user.id), mail("user_id", "is", null)]))
    .where("kind", "in", ["auth_recovery", "auth_magic_link"])
    .where("to_address", "=", user.email)
    .where("state", "=", "queued")
    .select("id")
    .executeTakeFirst();
  return queued !== undefined;
}

const tokensByLink = (db: Db, hash: Buffer) =>
  db.selectFrom("auth.one_time_tokens").where("link_hash", "=", hash).selectAll();

export async function findTokenByLink(db: Db, hash: Buffer) {
  return tokensByLink(db, hash).executeTakeFirst();
}

export async function lockTokenByLink(tx: Tx, hash: Buffer) {
  return tokensByLink(tx, hash).forUpdate().executeTakeFirst();
}

/**
 * Counts one attempt at the newest code that was emailed to an address, before the code is compared. Only the newest
 * counts: ten codes would be guessed ten times as fast as one. Networks that the account knows are counted separately.
 * The limit is a condition of the update, which PostgreSQL checks again after waiting for another attempt.
 * @returns the token whose code may be compared, locked until the transaction ends; undefined if nothing was emailed, or
 *   once the newest code was tried `maxFailures` times
 */
export async function countCodeAttempt(
  tx: Tx,
  about: {
    address: string;
    purposes: readonly OneTimePurpose[];
    isFromKnownNetwork: boolean;
    now: Date;
  },
  maxFailures: number,
) {
  const counter = about.isFromKnownNetwork ? "failures_at_known_networks" : "failures";
  return tx
    .updateTable("auth.one_time_tokens")
    .set({ [counter]: sql<number>`${sql.ref(counter)} + 1` })
    .where("id", "=", (select) =>
      select
        .selectFrom("auth.one_time_tokens")
        .where("relates_to", "=", about.address)
        .where("purpose", "in", about.purposes)
        .where("code_hash", "is not", null)
        .where("expires_at", ">", about.now)
        .orderBy("created_at", "desc")
        .orderBy("id")
        .limit(1)
        .select("id"),
    )
    .where(counter, "<", maxFailures)
    .returningAll()
    .executeTakeFirst();
}

/** Uses up the link of an email. The email's code may still be typed. */
export async function invalidateLink(tx: Tx, tokenId: string): Promise<void> {
  await tx
    .updateTable("auth.one_time_tokens")
    .set({ link_hash: null })
    .where("id", "=", tokenId)
    .execute();
}

export async function deleteToken(tx: Tx, tokenId: string): Promise<void> {
  await tx.deleteFrom("auth.one_time_tokens").where("id", "=", tokenId).execute();
}

/**
 * Counts one attempt at the code that was emailed to a session, before it is compared, so that concurrent attempts are
 * counted too. Undefined once it was tried `maxFailures` times.
 */
export async function countSessionCodeAttempt(
  tx: Tx,
  about: { session_id: string; address: string; now: Date },
  maxFailures: number,
) {
  return tx
    .updateTable("auth.one_time_tokens")
    .set({ failures: sql<number>`failures + 1` })
    .where("purpose", "=", "reauthentication")
    .where("relates_to", "=", about.address)
    .where("failures", "<", maxFailures)
    .where("expires_at", ">", about.now)
    .where("flow_state_id", "in", (flows) =>
      flows.selectFrom("auth.flow_state").where("session_id", "=", about.session_id).select("id"),
    )
    .returningAll()
    .executeTakeFirst();
}

/** Deletes a token with the request for which it was made. @returns false if it was already deleted */
export async function deleteRequestOfToken(tx: Tx, tokenId: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom("auth.flow_state")
    .where("id", "in", (flows) =>
      flows.selectFrom("auth.one_time_tokens").where("id", "=", tokenId).select("flow_state_id"),
    )
    .returning("id")
    .executeTakeFirst();
  return deleted !== undefined;
}
