import { sql } from "kysely";
import type { Tx } from "#server/db/tables.ts";

/**
 * Deletes an account with its profile, identities, sessions, second factors, links and audit entries, and what was
 * asked for its address before it was there, unless that may be another person's (then `email` is undefined). @returns
 * the ids of its sessions
 */
export async function deleteUser(
  tx: Tx,
  { user_id, email }: { user_id: string; email: string | undefined },
): Promise<string[]> {
  if (email !== undefined) {
    await tx
      .deleteFrom("auth.flow_state")
      .where("user_id", "is", null)
      .where("email", "=", email)
      .execute();
  }
  const sessions = await tx
    .deleteFrom("auth.sessions")
    .where("user_id", "=", user_id)
    .returning("id")
    .execute();
  await tx.deleteFrom("auth.users").where("id", "=", user_id).execute();
  return sessions.map(({ id }) => id);
}

/** Forgets what was counted under keys that hold one of these as a word. */
export async function deleteLimitCounters(tx: Tx, words: readonly string[]): Promise<void> {
  await sql`
    delete from rate_limits
    where string_to_array(translate(key, ':', ' '), ' ') && ${[...words]}::text[]`.execute(tx);
}
