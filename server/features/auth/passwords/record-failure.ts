import type { AuthErrorCode } from "#server/access/auth-error.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { recordAudit } from "../audit.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import { rollBackUnless } from "../queries.ts";

/**
 * Records a failed sign-in to an account, or a wrong current password. Nothing is kept for an address without an
 * account, and an account's log cannot grow without limit. An entry that is not kept is written and rolled back, so
 * that it takes the same time. Not to be called inside a transaction.
 * @param failure.addressKey the {@link emailKey} of the address that was typed
 */
export async function recordFailure(
  { db, clock, limiter }: Pick<AuthDeps, "db" | "clock" | "limiter">,
  failure: {
    user_id: string | undefined;
    session_id?: string;
    addressKey: string;
    reason: AuthErrorCode;
    caller: Caller;
  },
): Promise<void> {
  const { user_id, session_id, addressKey, reason, caller } = failure;
  const { allowed } = await limiter.consume("auth_failures_noted", addressKey);
  const now = clock.now();
  await inTransaction(db, (tx) =>
    rollBackUnless(tx, async () => {
      await recordAudit(tx, "login_failed", { user_id, session_id, caller, now }, { reason });
      return allowed && user_id !== undefined;
    }),
  );
}
