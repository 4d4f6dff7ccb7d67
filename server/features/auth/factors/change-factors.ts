import { randomUUID } from "node:crypto";
import { minuteMs } from "#contract/values/durations.ts";
import { AuthError } from "#server/access/auth-error.ts";
import { lockCallerSession } from "#server/access/lock-session.ts";
import type { FactorTypeName } from "#server/db/auth-tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { recordAudit } from "../audit.ts";
import type { AuthDeps } from "../auth-deps.ts";
import { type FactorRow, listFactors, listVerifiedFactors } from "../queries.ts";
import { requestNotice } from "../request-notice.ts";
import {
  type AccessChange,
  changeAccess,
  requireReauthentication,
} from "../require-reauthentication.ts";
import { deletePendingRecoveries, lowerSessionsOfFactor } from "../sessions/queries.ts";
import type { EnrolmentInput } from "./factor-type.ts";
import { factorTypes } from "./factor-types.ts";
import {
  deleteAbandonedFactors,
  deleteFactor,
  deleteRecoveryCodes,
  insertFactor,
  lockFactor,
} from "./queries.ts";

const maxFactors = 10;

/** How long a second step may take to be set up. */
const unverifiedFactorMinutes = 5;

/** Whether a second step was not set up in time. Such a step has no effect, even if its row still exists. */
export function isAbandoned({ status, created_at }: FactorRow, now: Date): boolean {
  const ageMinutes = (now.getTime() - created_at.getTime()) / minuteMs;
  return status === "unverified" && ageMinutes > unverifiedFactorMinutes;
}

/**
 * Starts adding a second step, which has no effect before its first right answer.
 */
export async function enrolFactor(
  deps: AuthDeps,
  {
    factor_type,
    friendly_name,
    input,
    ...change
  }: AccessChange & {
    factor_type: FactorTypeName;
    friendly_name: string;
    input: EnrolmentInput;
  },
) {
  const { session, caller } = change;
  const { user_id } = session;
  const id = randomUUID();
  const { stored, shown } = await factorTypes[factor_type].enrol(deps, { id, session, input });

  await changeAccess(deps, change, "change your second steps", async (tx, user, now) => {
    const before = new Date(now.getTime() - unverifiedFactorMinutes * minuteMs);
    await factorTypes[factor_type].permitEnrolment?.(tx, deps, { user, input });
    await deleteAbandonedFactors(tx, { user_id, before });
    const present = await listFactors(tx, user_id);
    if (present.length >= maxFactors) throw new AuthError("too_many_enrolled_mfa_factors");
    const isStored = await insertFactor(tx, {
      id,
      user_id,
      factor_type,
      friendly_name,
      status: "unverified",
      ...stored,
      created_at: now,
      updated_at: now,
    });
    if (!isStored) {
      throw new AuthError("mfa_factor_name_conflict", {
        message: `A factor with the friendly name "${friendly_name}" for this user already exists`,
      });
    }
    await recordAudit(tx, "factor_in_progress", { session, caller, now }, { factor_id: id });
  });
  return { id, type: factor_type, friendly_name, ...shown };
}

/** Removes a second factor, and the recovery codes with the last one. */
export async function removeFactor(
  deps: AuthDeps,
  { factor_id, ...change }: AccessChange & { factor_id: string },
): Promise<void> {
  const { db, clock } = deps;
  const { session, caller } = change;
  const { user_id } = session;
  const aalStatus = 422;
  const requirePermitted = await requireReauthentication(
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
    await recordAudit(tx, "factor_unenrolled", { session, caller, now }, { factor_id });
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
