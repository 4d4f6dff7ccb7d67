import { type Insertable, type Selectable, sql } from "kysely";
import type {
  FlowStatesTable,
  OneTimePurpose,
  OneTimeTokensTable,
} from "#server/db/auth-tables.ts";
import type { Db, Tx } from "#server/db/tables.ts";

export type FlowRow = Selectable<FlowStatesTable>;
export type OneTimeTokenRow = Selectable<OneTimeTokensTable>;

export async function insertFlow(tx: Tx, flow: Insertable<FlowStatesTable>): Promise<void> {
  await tx.insertInto("auth.flow_state").values(flow).execute();
}

export async function findFlow(db: Db, flow_id: string): Promise<FlowRow | undefined> {
  return db.selectFrom("auth.flow_state").where("id", "=", flow_id).selectAll().executeTakeFirst();
}

/** Locks the flow that an auth code was given out for until the transaction ends. */
export async function lockFlowByAuthCode(tx: Tx, hash: Buffer): Promise<FlowRow | undefined> {
  return tx
    .selectFrom("auth.flow_state")
    .where("auth_code_hash", "=", hash)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
}

export async function storeAuthCode(
  tx: Tx,
  flow_id: string,
  { hash, now }: { hash: Buffer; now: Date },
): Promise<void> {
  await tx
    .updateTable("auth.flow_state")
    .set({ auth_code_hash: hash, auth_code_issued_at: now })
    .where("id", "=", flow_id)
    .execute();
}

/** The code that was given out is worth nothing any more; the one in the mail may still be typed. */
export async function burnAuthCode(tx: Tx, flow_id: string): Promise<void> {
  await tx
    .updateTable("auth.flow_state")
    .set({ auth_code_hash: null })
    .where("id", "=", flow_id)
    .execute();
}

/** Ends a flow with all that belongs to it: links, codes and the auth code. */
export async function deleteFlow(tx: Tx, flow_id: string): Promise<void> {
  await tx.deleteFrom("auth.flow_state").where("id", "=", flow_id).execute();
}

/** Makes every mailed link, code and auth code of the person worthless; mails still under way find nothing to say. */
export async function deleteAllFlows(tx: Tx, user_id: string): Promise<void> {
  await tx.deleteFrom("auth.flow_state").where("user_id", "=", user_id).execute();
}

/** The same, except for the flow that has just been gone through; its own tokens go too. */
export async function deleteOtherFlows(
  tx: Tx,
  { user_id, flow_id }: { user_id: string; flow_id: string },
): Promise<void> {
  await tx
    .deleteFrom("auth.flow_state")
    .where("user_id", "=", user_id)
    .where("id", "!=", flow_id)
    .execute();
  await tx.deleteFrom("auth.one_time_tokens").where("user_id", "=", user_id).execute();
}

export async function replaceOneTimeToken(
  tx: Tx,
  token: Insertable<OneTimeTokensTable>,
): Promise<void> {
  await tx
    .deleteFrom("auth.one_time_tokens")
    .where("user_id", "=", token.user_id)
    .where("purpose", "=", token.purpose)
    .execute();
  await tx.insertInto("auth.one_time_tokens").values(token).execute();
}

/** Locks the token of a link until the transaction ends. */
export async function lockTokenByLink(tx: Tx, hash: Buffer): Promise<OneTimeTokenRow | undefined> {
  return tx
    .selectFrom("auth.one_time_tokens")
    .where("link_hash", "=", hash)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
}

/** Locks what was mailed to an address for these purposes until the transaction ends. */
export async function lockTokensOfAddress(
  tx: Tx,
  { address, purposes }: { address: string; purposes: readonly OneTimePurpose[] },
): Promise<OneTimeTokenRow[]> {
  return tx
    .selectFrom("auth.one_time_tokens")
    .where("relates_to", "=", address)
    .where("purpose", "in", purposes)
    .selectAll()
    .orderBy("id")
    .forUpdate()
    .execute();
}

/** Counts a wrong code against what it could have been for; with the last one allowed, link and code are gone. */
export async function countWrongCode(
  tx: Tx,
  token_ids: readonly string[],
  at_most: number,
): Promise<void> {
  if (token_ids.length === 0) return;
  await tx
    .updateTable("auth.one_time_tokens")
    .set({ failures: sql<number>`failures + 1` })
    .where("id", "in", token_ids)
    .execute();
  await tx
    .deleteFrom("auth.one_time_tokens")
    .where("id", "in", token_ids)
    .where("failures", ">=", at_most)
    .execute();
}

/** The link is used up; its code may still be typed. */
export async function retireLink(tx: Tx, token_id: string): Promise<void> {
  await tx
    .updateTable("auth.one_time_tokens")
    .set({ link_hash: null })
    .where("id", "=", token_id)
    .execute();
}

export async function deleteToken(tx: Tx, token_id: string): Promise<void> {
  await tx.deleteFrom("auth.one_time_tokens").where("id", "=", token_id).execute();
}
