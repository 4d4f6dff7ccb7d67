import { AuthError } from "#server/access/auth-error.ts";
import type { AuthenticatedSession } from "#server/access/session.ts";
import type { Db } from "#server/db/tables.ts";
import type { AuthDeps } from "../auth-deps.ts";
import { findSession } from "./queries.ts";
import { unixSeconds } from "./start-session.ts";

const fresh_minutes = 10;

/**
 * Whether the person behind a session showed who they are within the last ten minutes, by whichever step. A refresh
 * shows nothing.
 * @throws AuthError session_not_found
 */
export async function isFreshSignIn(
  db: Db,
  { clock }: Pick<AuthDeps, "clock">,
  { session_id }: AuthenticatedSession,
): Promise<boolean> {
  const session = await findSession(db, session_id);
  if (!session) throw new AuthError("session_not_found");
  const since = unixSeconds(clock.now()) - fresh_minutes * 60;
  return session.amr.some(({ timestamp }) => timestamp > since);
}

/**
 * For what would let the holder of a stolen token stay in: with a second step of their own, say, by whose codes they
 * would count as freshly signed in.
 * @param purpose what the person wants to do, as it follows "to" in a sentence
 * @throws AuthError session_not_found, reauthentication_needed
 */
export async function requireFreshSignIn(
  db: Db,
  deps: Pick<AuthDeps, "clock">,
  session: AuthenticatedSession,
  purpose: string,
): Promise<void> {
  if (await isFreshSignIn(db, deps, session)) return;
  throw new AuthError("reauthentication_needed", {
    message: `You signed in more than 10 minutes ago. Please sign out and in again to ${purpose}.`,
  });
}
