import { sql } from "kysely";
import type { Tx } from "#server/db/tables.ts";

/**
 * Counts one attempt at the code that was emailed to a session. It is counted before the code is compared, so that
 * concurrent attempts are counted too.
 * @returns the token whose code may be compared; undefined once the code was tried `maxFailures` times
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
