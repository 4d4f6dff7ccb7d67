import { randomUUID } from "node:crypto";
import { AuthError } from "#server/access/auth-error.ts";
import { lockStrongSession } from "#server/access/lock-session.ts";
import type { AuthenticatedSession } from "#server/access/session.ts";
import type { Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { recordAudit } from "../../audit.ts";
import type { AuthDeps } from "../../auth-deps.ts";
import { type AccessChange, permitAccessChange } from "../../permission/permit-access-change.ts";
import { findRecoveryCodeSet, listFactors, type UserRow } from "../../queries.ts";
import { requestNotice } from "../../request-notice.ts";
import { createCodes, createSetKey, hashCode, setKeyContext } from "./code-format.ts";
import {
  countRecoveryCodes,
  deleteRecoveryCodes,
  insertRecoveryCodeSet,
  lowerSessionsOfRecoveryCodes,
  replaceRecoveryCodes,
  updateRecoveryCodeSet,
} from "./queries.ts";

/** The name of a set that its owner has not named. */
const defaultName = "Recovery codes";

/**
 * Tells how many codes the account has and how many of them still work, but never the codes themselves.
 * @throws AuthError mfa_factor_not_found if there are none
 */
export async function readRecoveryCodes(
  { db }: Pick<AuthDeps, "db">,
  { user_id }: AuthenticatedSession,
) {
  const set = await findRecoveryCodeSet(db, user_id);
  if (!set) throw noRecoveryCodesError();
  return { id: set.id, type: "recovery_code", ...(await countRecoveryCodes(db, set.id)) };
}

/**
 * Makes the account's first recovery codes, which are shown only once. They stand in for a second step, so the account
 * must have one.
 * @throws AuthError insufficient_aal, session_not_found, user_banned, current_password_required,
 *   current_password_invalid, reauthentication_needed, conflict, over_request_rate_limit,
 *   mfa_recovery_codes_sole_factor, mfa_verified_factor_exists, mfa_factor_name_conflict
 */
export async function createRecoveryCodes(
  deps: AuthDeps,
  { friendly_name = "", ...change }: AccessChange & { friendly_name: string | undefined },
) {
  return changeCodes(deps, change, async (tx, user) => {
    const factors = await listFactors(tx, user.id);
    if (!factors.some(({ status }) => status === "verified")) {
      throw new AuthError("mfa_recovery_codes_sole_factor");
    }
    if (await findRecoveryCodeSet(tx, user.id)) throw new AuthError("mfa_verified_factor_exists");
    const name = friendly_name || defaultName;
    if (factors.some((factor) => factor.friendly_name === name)) {
      throw new AuthError("mfa_factor_name_conflict");
    }
    const now = deps.clock.now();
    const set = { id: randomUUID(), friendly_name: name, key: createSetKey() };
    await insertRecoveryCodeSet(tx, {
      id: set.id,
      user_id: user.id,
      friendly_name: name,
      key_encrypted: deps.secrets.encrypt(set.key, setKeyContext(set.id)),
      created_at: now,
      updated_at: now,
    });
    return storeNewCodes(tx, deps, change, { set, user });
  });
}

/**
 * Replaces the codes. The earlier codes stop working, and other sessions that were raised by one of them are lowered.
 * The caller's session stays raised, because its owner may have no other way to pass the second step.
 * @throws AuthError as {@link createRecoveryCodes}; mfa_factor_not_found if there are none
 */
export async function regenerateRecoveryCodes(deps: AuthDeps, change: AccessChange) {
  return changeCodes(deps, change, async (tx, user) => {
    const present = await findRecoveryCodeSet(tx, user.id);
    if (!present) throw noRecoveryCodesError();
    const set = { ...present, key: createSetKey() };
    const keyEncrypted = deps.secrets.encrypt(set.key, setKeyContext(set.id));
    await updateRecoveryCodeSet(tx, set.id, {
      key_encrypted: keyEncrypted,
      updated_at: deps.clock.now(),
    });
    const { session_id } = change.session;
    await lowerSessionsOfRecoveryCodes(tx, { user_id: user.id, except: session_id });
    return storeNewCodes(tx, deps, change, { set, user });
  });
}

/** @throws AuthError as {@link regenerateRecoveryCodes} */
export async function removeRecoveryCodes(
  deps: AuthDeps,
  change: AccessChange,
): Promise<{ id: string }> {
  const { session, caller } = change;
  return changeCodes(deps, change, async (tx, user) => {
    const set = await findRecoveryCodeSet(tx, user.id);
    if (!set) throw noRecoveryCodesError();
    await deleteRecoveryCodes(tx, user.id);
    await requestNotice(tx, deps, "auth_recovery_codes_deleted", user);
    await recordAudit(
      tx,
      "recovery_codes_deleted",
      { user_id: user.id, session_id: session.session_id, caller, now: deps.clock.now() },
      { factor_id: set.id },
    );
    return { id: set.id };
  });
}

export function noRecoveryCodesError(): AuthError {
  return new AuthError("mfa_factor_not_found", {
    message: "There are no recovery codes for this account.",
  });
}

/** Runs a change if the session has passed the second step, and has just begun or sends the current password. */
async function changeCodes<Result>(
  deps: AuthDeps,
  change: AccessChange,
  store: (tx: Tx, user: UserRow) => Promise<Result>,
): Promise<Result> {
  const requirePermitted = await permitAccessChange(deps, change, "change your second steps");
  return inTransaction(deps.db, async (tx) => {
    const { user } = await lockStrongSession(tx, deps, change.session);
    await requirePermitted(tx, user);
    return store(tx, user);
  });
}

async function storeNewCodes(
  tx: Tx,
  deps: AuthDeps,
  { session: { session_id }, caller }: AccessChange,
  { set, user }: { set: { id: string; friendly_name: string; key: Buffer }; user: UserRow },
) {
  const codes = createCodes();
  await replaceRecoveryCodes(
    tx,
    set.id,
    codes.map((code) => hashCode(set.key, code)),
  );
  await requestNotice(tx, deps, "auth_recovery_codes_made", user);
  await recordAudit(
    tx,
    "generate_recovery_codes",
    { user_id: user.id, session_id, caller, now: deps.clock.now() },
    { factor_id: set.id },
  );
  const { id, friendly_name } = set;
  return { id, type: "recovery_code", friendly_name, total: codes.length, codes };
}
