import type { Tx } from "#server/db/tables.ts";

/**
 * Ends every session, and every link, code and sign-in that is in progress. A restored backup may contain some that
 * were ended or used after it was made.
 * @returns how many sessions were ended
 */
export async function signEveryoneOut(tx: Tx): Promise<number> {
  await tx.deleteFrom("auth.one_time_tokens").execute();
  await tx.deleteFrom("auth.flow_state").execute();
  await tx.deleteFrom("auth.mfa_challenges").execute();
  await tx.deleteFrom("auth.passkey_challenges").execute();
  await tx.deleteFrom("auth.oauth_authorizations").execute();
  await tx.deleteFrom("auth.provider_sign_ins").execute();
  const ended = await tx.deleteFrom("auth.sessions").executeTakeFirst();
  return Number(ended.numDeletedRows);
}
