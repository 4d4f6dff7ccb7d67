import type { Tx } from "#server/db/tables.ts";

/** Ends one or all sessions of an account that signed in at the sign-in server. They end on this server only. */
export async function deleteExternalSessions(
  tx: Tx,
  { user_id, session_id }: { user_id: string; session_id?: string },
): Promise<void> {
  await tx
    .deleteFrom("auth.sessions")
    .where("user_id", "=", user_id)
    .where("external_checked_at", "is not", null)
    .$if(session_id !== undefined, (query) => query.where("id", "=", session_id ?? ""))
    .execute();
}

/**
 * Stores for all sessions of an account whether it has a second factor, as the sign-in server said. Sessions about
 * which the sign-in server was asked later are left unchanged.
 */
export async function setExternalFactor(
  tx: Tx,
  {
    user_id,
    has_verified_factor,
    checked_at,
  }: { user_id: string; has_verified_factor: boolean; checked_at: Date },
): Promise<void> {
  await tx
    .updateTable("auth.sessions")
    .set({ external_has_factor: has_verified_factor })
    .where("user_id", "=", user_id)
    .where("external_checked_at", "<=", checked_at)
    .where("external_has_factor", "!=", has_verified_factor)
    .execute();
}

/**
 * Whether the account was erased here at or after the given time. This is known only until the account's files are
 * removed, some minutes after the erasure.
 */
export async function wasErasedSince(tx: Tx, userId: string, time: Date): Promise<boolean> {
  const erasure = await tx
    .selectFrom("erasures")
    .where("user_id", "=", userId)
    .where("created_at", ">=", time)
    .select("id")
    .executeTakeFirst();
  return erasure !== undefined;
}
