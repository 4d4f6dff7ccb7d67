import type { Selectable } from "kysely";
import type { SessionsTable, UsersTable } from "#server/db/auth-tables.ts";
import type { Tx } from "#server/db/tables.ts";
import type { Clock } from "#server/system/clock.ts";
import { AuthError } from "./auth-error.ts";
import { lacksSecondStep } from "./owner.ts";
import {
  type AuthenticatedSession,
  findAssuranceLevel,
  hasVerifiedFactor,
  requireNotBanned,
} from "./session.ts";

interface LockedSession {
  user: Selectable<UsersTable>;
  session: Selectable<SessionsTable>;
  /** Whether the account has a second factor that the call's token, or its session, has not passed. */
  lacksSecondStep: boolean;
}

/**
 * Locks the account of a signed-in person, then their session, until the transaction ends, and checks both again: since
 * the call was admitted, the session may have been ended or downgraded, and the account may have been suspended or have
 * got its first second factor. The account is always locked before its session, to avoid deadlocks.
 * @throws AuthError session_not_found, user_banned
 */
export async function lockCallerSession(
  tx: Tx,
  { clock }: { clock: Clock },
  asked: AuthenticatedSession,
): Promise<LockedSession> {
  const { user_id, session_id } = asked;
  const user = await tx
    .selectFrom("auth.users")
    .where("id", "=", user_id)
    .selectAll()
    .forNoKeyUpdate()
    .executeTakeFirst();
  const found = await tx
    .selectFrom("auth.sessions as session")
    .where("session.id", "=", session_id)
    .where("session.user_id", "=", user_id)
    .selectAll("session")
    .select(hasVerifiedFactor().as("has_verified_factor"))
    .forNoKeyUpdate("session")
    .executeTakeFirst();
  if (!user || !found) throw new AuthError("session_not_found");
  requireNotBanned(user, clock.now());
  const { has_verified_factor, ...session } = found;
  const aal = findAssuranceLevel(asked.aal, session);
  return { user, session, lacksSecondStep: lacksSecondStep({ aal, has_verified_factor }) };
}

/**
 * The same for a call that requires the second step if the account has one.
 * @throws AuthError session_not_found, user_banned; insufficient_aal, with `aalStatus` if it is given
 */
export async function lockStrongSession(
  tx: Tx,
  deps: { clock: Clock },
  asked: AuthenticatedSession,
  aalStatus?: number,
): Promise<Omit<LockedSession, "lacksSecondStep">> {
  const { lacksSecondStep: isWeak, ...locked } = await lockCallerSession(tx, deps, asked);
  if (isWeak) throw new AuthError("insufficient_aal", { status: aalStatus });
  return locked;
}
