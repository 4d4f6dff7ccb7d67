import { sql } from "kysely";
import type { Tx } from "#server/db/tables.ts";

/**
 * Deletes an account with its profile, identities, sessions, second factors, links and audit entries. If `email` is
 * given, the requests that were made for the address before it had an account are deleted too; it is undefined if the
 * address may be another person's.
 * @returns the ids of the account's sessions
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

/** Deletes the counters whose keys contain one of the given words. */
export async function deleteLimitCounters(tx: Tx, words: readonly string[]): Promise<void> {
  await sql`
    delete from rate_limits
    where string_to_array(translate(key, ':', ' '), ' ') && ${[...words]}::text[]`.execute(tx);
}
