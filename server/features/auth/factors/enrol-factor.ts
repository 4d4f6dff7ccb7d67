import { randomUUID } from "node:crypto";
import { minuteMs } from "#contract/values/durations.ts";
import { AuthError } from "#server/access/auth-error.ts";
import { lockStrongSession } from "#server/access/lock-session.ts";
import type { FactorTypeName } from "#server/db/auth-tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { recordAudit } from "../audit.ts";
import type { AuthDeps } from "../auth-deps.ts";
import { type AccessChange, permitAccessChange } from "../permission/permit-access-change.ts";
import { type FactorRow, listFactors } from "../queries.ts";
import type { EnrolmentInput } from "./factor-type.ts";
import { factorTypes } from "./factor-types.ts";
import { deleteAbandonedFactors, insertFactor } from "./queries.ts";

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
 * @throws AuthError insufficient_aal, session_not_found, user_banned, current_password_required,
 *   current_password_invalid, reauthentication_needed, conflict, over_request_rate_limit,
 *   too_many_enrolled_mfa_factors, mfa_factor_name_conflict; what the type throws
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
  const { db, clock } = deps;
  const { session, caller } = change;
  const { user_id, session_id } = session;
  const requirePermitted = await permitAccessChange(deps, change, "change your second steps");
  const id = randomUUID();
  const { stored, shown } = await factorTypes[factor_type].enrol(deps, { id, session, input });

  await inTransaction(db, async (tx) => {
    const now = clock.now();
    const before = new Date(now.getTime() - unverifiedFactorMinutes * minuteMs);
    const { user } = await lockStrongSession(tx, { clock }, session);
    await requirePermitted(tx, user);
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
    await recordAudit(
      tx,
      "factor_in_progress",
      { user_id, session_id, caller, now },
      { factor_id: id },
    );
  });
  return { id, type: factor_type, friendly_name, ...shown };
}
