import type { Insertable, Selectable } from "kysely";
import type { FlowStatesTable } from "#server/db/auth-tables.ts";
import type { Db, Tx } from "#server/db/tables.ts";
import { noEmailChange } from "./pending-email-change.ts";
import { updateUserRow } from "./queries.ts";

export type FlowRow = Selectable<FlowStatesTable>;

export async function insertFlow(tx: Tx, flow: Insertable<FlowStatesTable>): Promise<void> {
  await tx.insertInto("auth.flow_state").values(flow).execute();
}

export async function findFlow(db: Db, flowId: string) {
  return db.selectFrom("auth.flow_state").where("id", "=", flowId).selectAll().executeTakeFirst();
}

export async function lockFlowByAuthCode(tx: Tx, hash: Buffer) {
  return tx
    .selectFrom("auth.flow_state")
    .where("auth_code_hash", "=", hash)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
}

export async function storeAuthCode(
  tx: Tx,
  flowId: string,
  { hash, now }: { hash: Buffer; now: Date },
): Promise<void> {
  await tx
    .updateTable("auth.flow_state")
    .set({ auth_code_hash: hash, auth_code_issued_at: now })
    .where("id", "=", flowId)
    .execute();
}

/** After this, the request's code verifier still signs in, but does not prove the requested address any more. */
export async function withdrawAccountProof(tx: Tx, flowId: string): Promise<void> {
  await tx
    .updateTable("auth.flow_state")
    .set({ asked_by_account: false })
    .where("id", "=", flowId)
    .execute();
}

/** Invalidates the auth code of a request. The code in its email still works. */
export async function invalidateAuthCode(tx: Tx, flowId: string): Promise<void> {
  await tx
    .updateTable("auth.flow_state")
    .set({ auth_code_hash: null })
    .where("id", "=", flowId)
    .execute();
}

/** Invalidates every emailed link, code and auth code of the person; emails still queued find nothing to send. */
export async function deleteAllFlows(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom("auth.flow_state").where("user_id", "=", userId).execute();
}

/**
 * Deletes a person's requests of one kind with their links and codes, so that only one of several emails can be used.
 */
export async function deleteFlows(
  tx: Tx,
  { user_id, method }: { user_id: string; method: FlowRow["method"] },
): Promise<void> {
  await tx
    .deleteFrom("auth.flow_state")
    .where("user_id", "=", user_id)
    .where("method", "=", method)
    .execute();
}

/**
 * Deletes an account's requests for sign-in links, including those from before the account existed, so that only one of
 * them can be used.
 */
export async function deleteMagicLinkFlows(
  tx: Tx,
  { id, email }: { id: string; email: string },
): Promise<void> {
  await tx
    .deleteFrom("auth.flow_state")
    .where("method", "=", "magiclink")
    .where((flow) =>
      flow.or([
        flow("user_id", "=", id),
        flow.and([flow("user_id", "is", null), flow("email", "=", email)]),
      ]),
    )
    .execute();
}

/** Withdraws the pending change of address, and with it every email that could still confirm it. */
export async function cancelEmailChange(tx: Tx, userId: string): Promise<void> {
  await updateUserRow(tx, userId, noEmailChange);
  await deleteFlows(tx, { user_id: userId, method: "email_change" });
}

/** Deletes every request of the person except one. */
export async function deleteOtherFlows(
  tx: Tx,
  { user_id, flowId }: { user_id: string; flowId: string },
): Promise<void> {
  await tx
    .deleteFrom("auth.flow_state")
    .where("user_id", "=", user_id)
    .where("id", "!=", flowId)
    .execute();
}
