import { AuthError } from "#server/access/auth-error.ts";
import { lockCallerSession } from "#server/access/lock-session.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { recordAudit } from "../audit.ts";
import type { AuthDeps } from "../auth-deps.ts";
import { type AccessChange, permitAccessChange } from "../permission/permit-access-change.ts";
import { type FactorRow, listVerifiedFactors } from "../queries.ts";
import { requestNotice } from "../request-notice.ts";
import { deletePendingRecoveries, lowerSessionsOfFactor } from "../sessions/queries.ts";
import { factorTypes } from "./factor-types.ts";
import { deleteFactor, lockFactor } from "./queries.ts";
import { deleteRecoveryCodes } from "./recovery-codes/queries.ts";

/**
 * Removes a second factor, and the recovery codes with the last one. The sessions that passed the factor are lowered.
 * Sessions whose recovery waits for a second step end.
 * @param current_password needed if signing in was too long ago and the second factor is in use
 * @throws AuthError mfa_factor_not_found, session_not_found, user_banned, current_password_required,
 *   current_password_invalid, reauthentication_needed, conflict, over_request_rate_limit; insufficient_aal (422) when
 *   the session has not passed its second factor; mfa_phone_verify_not_enabled if only phones to which this server
 *   cannot send texts would be left
 */
export async function removeFactor(
  deps: AuthDeps,
  { factor_id, ...change }: AccessChange & { factor_id: string },
): Promise<void> {
  const { db, clock } = deps;
  const { session, caller } = change;
  const { user_id, session_id } = session;
  const aalStatus = 422;
  const requirePermitted = await permitAccessChange(
    deps,
    change,
    "change your second steps",
    aalStatus,
  );
  await inTransaction(db, async (tx) => {
    const { user, lacksSecondStep } = await lockCallerSession(tx, { clock }, session);
    const factor = await lockFactor(tx, { user_id, factor_id });
    if (!factor) throw new AuthError("mfa_factor_not_found");
    if (lacksSecondStep) throw new AuthError("insufficient_aal", { status: aalStatus });
    if (factor.status === "verified") await requirePermitted(tx, user);
    const now = clock.now();
    const { method } = factorTypes[factor.factor_type];
    await lowerSessionsOfFactor(tx, { factor_id, method });
    await deleteFactor(tx, factor_id);
    if (factor.status === "verified") {
      await deletePendingRecoveries(tx, user_id);
      const left = await listVerifiedFactors(tx, user_id);
      // Recovery codes stand in for a second step, and the account has none any more.
      if (left.length === 0) await deleteRecoveryCodes(tx, user_id);
      else requireUsable(deps, { removed: factor, left });
      await requestNotice(tx, deps, "auth_factor_removed", user);
    }
    await recordAudit(tx, "factor_unenrolled", { user_id, session_id, caller, now }, { factor_id });
  });
}

/**
 * Refuses the removal if only factors would be left that cannot be challenged: nobody could sign in with them.
 * @throws AuthError mfa_phone_verify_not_enabled
 */
function requireUsable(
  deps: AuthDeps,
  { removed, left }: { removed: FactorRow; left: FactorRow[] },
): void {
  const isUsable = ({ factor_type }: FactorRow) =>
    factorTypes[factor_type].canBeChallenged?.(deps) ?? true;
  if (!isUsable(removed) || left.some(isUsable)) return;
  throw new AuthError("mfa_phone_verify_not_enabled", {
    message:
      "Codes cannot be sent to phones at the moment, so you could not sign in any more. Remove your phone first.",
  });
}
