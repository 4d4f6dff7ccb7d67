import { AuthError } from "#server/access/auth-error.ts";
import { lockStrongSession } from "#server/access/lock-session.ts";
import type { AuthenticatedSession } from "#server/access/session.ts";
import type { Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { recordAudit } from "../audit.ts";
import type { AuthDeps } from "../auth-deps.ts";
import {
  deletePasskey,
  listPasskeys,
  lockPasskey,
  type PasskeyRow,
  updatePasskey,
} from "../passkey-queries.ts";
import { type AccessChange, permitAccessChange } from "../permission/permit-access-change.ts";
import { requestNotice } from "../request-notice.ts";
import { passkeyView } from "./passkey-view.ts";
import { requirePasskeys } from "./require-passkeys.ts";

/** @throws AuthError passkey_disabled, session_not_found, user_banned, insufficient_aal */
export async function listOwnPasskeys(deps: AuthDeps, session: AuthenticatedSession) {
  requirePasskeys(deps.config);
  return inTransaction(deps.db, async (tx) => {
    await lockStrongSession(tx, deps, session);
    return (await listPasskeys(tx, session.user_id)).map(passkeyView);
  });
}

/** @throws AuthError as {@link listOwnPasskeys}, passkey_not_found */
export async function renamePasskey(
  deps: AuthDeps,
  {
    session,
    passkey_id,
    friendly_name,
  }: { session: AuthenticatedSession; passkey_id: string; friendly_name: string },
) {
  requirePasskeys(deps.config);
  return inTransaction(deps.db, async (tx) => {
    await lockStrongSession(tx, deps, session);
    const passkey = await lockOwn(tx, session, passkey_id);
    await updatePasskey(tx, passkey_id, { friendly_name, updated_at: deps.clock.now() });
    return passkeyView({ ...passkey, friendly_name });
  });
}

/**
 * Removes a passkey. Because it may have been stolen, the sessions that began with it end, even the caller's, and the
 * apps that were connected in them are disconnected. An email tells the owner.
 * @throws AuthError as {@link renamePasskey}, current_password_required, current_password_invalid,
 *   reauthentication_needed, conflict, over_request_rate_limit
 */
export async function removePasskey(
  deps: AuthDeps,
  { passkey_id, ...change }: AccessChange & { passkey_id: string },
): Promise<void> {
  requirePasskeys(deps.config);
  const { session, caller } = change;
  const { user_id, session_id } = session;
  const requirePermitted = await permitAccessChange(deps, change, "change your passkeys");
  await inTransaction(deps.db, async (tx) => {
    const { user } = await lockStrongSession(tx, deps, session);
    await lockOwn(tx, session, passkey_id);
    await requirePermitted(tx, user);
    await deletePasskey(tx, passkey_id);
    await requestNotice(tx, deps, "auth_passkey_removed", user);
    await recordAudit(
      tx,
      "passkey_removed",
      { user_id, session_id, caller, now: deps.clock.now() },
      { passkey_id },
    );
  });
}

async function lockOwn(
  tx: Tx,
  { user_id }: AuthenticatedSession,
  passkeyId: string,
): Promise<PasskeyRow> {
  const passkey = await lockPasskey(tx, { user_id, passkey_id: passkeyId });
  if (!passkey) throw new AuthError("passkey_not_found");
  return passkey;
}
