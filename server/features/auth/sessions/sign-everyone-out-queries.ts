import type { Tx } from "#server/db/tables.ts";

/**
 * Ends every session, and every link, code and sign-in that is under way: in a backup they are as they were then, also
 * those that were ended or used since.
 * @returns how many sessions
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
