import type { Tx } from "#server/db/tables.ts";

/** Ends sessions of the sign-in server here: one, or all of an account. */
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

/** What the sign-in server said of the account concerns all of its sessions, unless it was asked about one since. */
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

/** Whether the account was erased here at or after a time. Known until its files are gone, some minutes later. */
export async function wasErasedSince(tx: Tx, userId: string, time: Date): Promise<boolean> {
  const erasure = await tx
    .selectFrom("erasures")
    .where("user_id", "=", userId)
    .where("created_at", ">=", time)
    .select("id")
    .executeTakeFirst();
  return erasure !== undefined;
}
