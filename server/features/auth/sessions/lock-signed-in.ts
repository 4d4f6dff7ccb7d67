import { AuthError } from "#server/access/auth-error.ts";
import type { AuthenticatedSession } from "#server/access/session.ts";
import type { Tx } from "#server/db/tables.ts";
import { listFactors, lockUser, type UserRow } from "../queries.ts";
import { lockSession, type SessionRow } from "./queries.ts";

/**
 * Locks the account of somebody signed in, then their session, and reads both again: since the call was let in, the
 * session may have ended, or the account may have got its first second step.
 * @returns also whether the account has a second step that the call's token, or its session, has not passed
 * @throws AuthError session_not_found
 */
export async function lockSignedIn(
  tx: Tx,
  { user_id, session_id, aal }: AuthenticatedSession,
): Promise<{
  user: UserRow;
  session: SessionRow;
  lacks_second_step: boolean;
}> {
  const user = await lockUser(tx, user_id);
  const session = await lockSession(tx, session_id);
  if (!user || session?.user_id !== user_id) throw new AuthError("session_not_found");
  const factors = await listFactors(tx, user_id);
  const hasPassed = aal === "aal2" && session.aal === "aal2";
  const lacks_second_step = !hasPassed && factors.some(({ status }) => status === "verified");
  return { user, session, lacks_second_step };
}
