import { AuthError } from "#server/access/auth-error.ts";
import { lockCallerSession } from "#server/access/lock-session.ts";
import type { AuthenticatedSession } from "#server/access/session.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { recordAudit } from "../audit.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import { deleteIdentity, listIdentities, updateUserRow } from "../queries.ts";
import { requestNotice } from "../request-notice.ts";

/**
 * Removes one sign-in method; never the last one, nor one whose removal leaves only an address without a password.
 * @throws AuthError insufficient_aal, session_not_found, user_banned, identity_not_found, single_identity_not_deletable
 */
export async function unlinkIdentity(
  deps: AuthDeps,
  {
    session,
    identity_id,
    caller,
  }: { session: AuthenticatedSession; identity_id: string; caller: Caller },
): Promise<void> {
  const { db, clock } = deps;
  const { user_id, session_id } = session;
  await inTransaction(db, async (tx) => {
    const { user, lacksSecondStep } = await lockCallerSession(tx, { clock }, session);
    if (lacksSecondStep) throw new AuthError("insufficient_aal");
    const identities = await listIdentities(tx, user_id);
    const identity = identities.find(({ id }) => id === identity_id);
    if (!identity) throw new AuthError("identity_not_found");
    const left = identities.filter((other) => other !== identity);
    const canStillSignIn = left.some(({ provider }) => provider !== "email" || user.password_hash);
    if (!canStillSignIn) throw new AuthError("single_identity_not_deletable");

    const now = clock.now();
    await deleteIdentity(tx, identity.id);
    const providers = [...new Set(left.map(({ provider }) => provider))];
    await updateUserRow(tx, user_id, {
      app_metadata: JSON.stringify({ ...user.app_metadata, provider: providers[0], providers }),
      updated_at: now,
    });
    await requestNotice(tx, deps, "auth_identity_unlinked", user);
    await recordAudit(tx, {
      action: "identity_unlinked",
      user_id,
      session_id,
      caller,
      details: { provider: identity.provider },
      now,
    });
  });
}
