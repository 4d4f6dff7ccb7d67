import { AuthError, type AuthErrorCode } from "#server/access/auth-error.ts";
import { isBanned } from "#server/access/session.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { recordFailure } from "../audit.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import { emailKey, requireAllowedFrom, requireAuthRequestAllowed } from "../limits.ts";
import { findUserByEmail, lockUser, updateUserRow } from "../queries.ts";
import { findKnownNetwork } from "../sessions/known-networks.ts";
import { sessionAnswer, startSession } from "../sessions/start-session.ts";
import { findWeakness } from "./password-rule.ts";

/**
 * Signs in by password. An unknown address, a wrong password and an account without one get the same answer after the
 * same time.
 */
export async function signIn(
  deps: AuthDeps,
  { email, password, caller }: { email: string; password: string; caller: Caller },
) {
  const { db, clock, limiter, passwords } = deps;
  await requireAllowedFrom(limiter, "auth_attempts", "password", caller);
  const user = await findUserByEmail(db, email);
  const network = await findKnownNetwork(deps, { user_id: user?.id, caller });
  const addressKey = emailKey(deps.secrets, email);
  const key = network === undefined ? addressKey : `${addressKey} ${network}`;
  await countAttempt(deps, key);

  const isRight = await passwords.verify(user?.password_hash, password);
  const refuse = async (reason: AuthErrorCode): Promise<never> => {
    await recordFailure(deps, { user_id: user?.id, addressKey, reason, caller });
    throw new AuthError(reason);
  };
  // Where only invited people may sign up, an account that waits to be confirmed would reveal who was invited.
  const isHidden = deps.config.authSignUp === "invited" && !user?.email_confirmed_at;
  if (!user?.password_hash || !isRight || isHidden) return refuse("invalid_credentials");

  await limiter.clear("auth_passwords", `failure ${key}`);
  await limiter.clear("auth_password_retry", key);
  if (isBanned(user, clock.now())) return refuse("user_banned");
  if (!user.email_confirmed_at) return refuse("email_not_confirmed");

  const rehashed = passwords.isOutdated(user.password_hash)
    ? await passwords.hash(password)
    : undefined;
  const started = await inTransaction(db, async (tx) => {
    // The account may have been reset, or its password changed, while the typed password was being checked.
    const present = await lockUser(tx, user.id);
    if (present?.password_hash !== user.password_hash) throw new AuthError("invalid_credentials");
    if (rehashed) await updateUserRow(tx, user.id, { password_hash: rehashed });
    return startSession(tx, deps, { user_id: user.id, method: "password", caller });
  });
  const answer = await sessionAnswer(deps, started);
  const weak = findWeakness(deps.config, password);
  if (weak === undefined) return answer;
  return { ...answer, weak_password: { message: weak.message, reasons: [weak.weakness] } };
}

/**
 * Counts an attempt before the password is checked, so that concurrent attempts are counted too; a success undoes it.
 * Once too many attempts have failed, one attempt is allowed per interval.
 */
async function countAttempt({ limiter }: AuthDeps, key: string): Promise<void> {
  const { allowed } = await limiter.consume("auth_passwords", `failure ${key}`);
  if (!allowed) await requireAuthRequestAllowed(limiter, "auth_password_retry", key);
}
