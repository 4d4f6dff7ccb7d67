import { AuthError } from "#server/access/auth-error.ts";
import { lockStrongSession } from "#server/access/lock-session.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { recordAudit } from "../audit.ts";
import type { AuthDeps } from "../auth-deps.ts";
import { storeProviders } from "../identities/linked-identities.ts";
import { type AccessChange, permitAccessChange } from "../permission/permit-access-change.ts";
import { deleteIdentity, listIdentities, updateUserRow } from "../queries.ts";
import { requestNotice } from "../request-notice.ts";
import { deleteOtherSessions } from "../sessions/queries.ts";

/**
 * Removes one sign-in method. The last one cannot be removed, nor one whose removal would leave only an address without
 * a password. With the address, the password is removed. The person's other sessions end and all apps are disconnected,
 * because they may belong to a thief who signed in by the removed method.
 * @throws AuthError insufficient_aal, session_not_found, user_banned, identity_not_found,
 *   single_identity_not_deletable, current_password_required, current_password_invalid, reauthentication_needed,
 *   conflict, over_request_rate_limit
 */
export async function unlinkIdentity(
  deps: AuthDeps,
  { identity_id, ...change }: AccessChange & { identity_id: string },
): Promise<void> {
  const { db, clock } = deps;
  const { session, caller } = change;
  const { user_id, session_id } = session;
  const requirePermitted = await permitAccessChange(deps, change, "change how you sign in");
  await inTransaction(db, async (tx) => {
    const { user } = await lockStrongSession(tx, { clock }, session);
    const identities = await listIdentities(tx, user_id);
    const identity = identities.find(({ id }) => id === identity_id);
    if (!identity) throw new AuthError("identity_not_found");
    const left = identities.filter((other) => other !== identity);
    const canStillSignIn = left.some(({ provider }) => provider !== "email" || user.password_hash);
    if (!canStillSignIn) throw new AuthError("single_identity_not_deletable");

    await requirePermitted(tx, user);

    const now = clock.now();
    await deleteIdentity(tx, identity.id);
    await storeProviders(tx, user_id, now);
    if (identity.provider === "email") await updateUserRow(tx, user_id, { password_hash: null });
    await deleteOtherSessions(tx, { user_id, session_id, now });
    await requestNotice(tx, deps, "auth_identity_unlinked", user);
    await recordAudit(
      tx,
      "identity_unlinked",
      { user_id, session_id, caller, now },
      { provider: identity.provider },
    );
  });
}
