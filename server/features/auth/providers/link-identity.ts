import { AuthError } from "#server/access/auth-error.ts";
import { lockCallerSession, lockStrongSession } from "#server/access/lock-session.ts";
import type { AuthenticatedSession } from "#server/access/session.ts";
import type { Db, Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { recordAudit } from "../audit.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import { storeProviders } from "../identities.ts";
import { requireChangeAllowed } from "../limits.ts";
import { proveAddress } from "../links/apply-proof.ts";
import { deleteIdentity, findUser, listIdentities, updateUserRow } from "../queries.ts";
import { requestNotice } from "../request-notice.ts";
import {
  type AccessChange,
  type AccessChangePermission,
  changeAccess,
  requireReauthentication,
} from "../require-reauthentication.ts";
import { deleteOtherSessions } from "../sessions/queries.ts";
import { loadStartedSession, type StartedSession } from "../sessions/start-session.ts";
import { prepareSignIn, type SignInRequest, storeSignIn } from "./begin-sign-in.ts";
import { connectIdentity } from "./choose-account.ts";
import type { Provider, ProviderPerson } from "./provider.ts";
import { findIdentity, type ProviderSignInRow } from "./queries.ts";

/** @throws AuthError manual_linking_disabled */
export function requireLinkingEnabled({ config }: Pick<AuthDeps, "config">): void {
  if (!config.authManualLinking) throw new AuthError("manual_linking_disabled");
}

/**
 * Begins to connect a provider's account. The account is connected when the code of the provider's answer is exchanged
 * with the verifier of this request, so a person whom a stranger's request sends to the provider connects nothing.
 */
export async function beginLinking(
  deps: AuthDeps,
  {
    provider,
    signInRequest,
    ...change
  }: AccessChange & { provider: Provider; signInRequest: SignInRequest },
): Promise<URL> {
  const { session } = change;
  requireLinkingEnabled(deps);
  if (signInRequest.challenge === undefined) {
    throw new AuthError("validation_failed", {
      message: "Linking an identity needs PKCE: code_challenge and code_challenge_method.",
    });
  }
  await requireChangeAllowed(deps.limiter, session);
  const requirePermitted = await requireReauthentication(deps, change, "change how you sign in");
  const { request, url } = await prepareSignIn(provider, signInRequest);
  await inTransaction(deps.db, async (tx) => {
    const { user, session: present } = await lockStrongSession(tx, deps, session);
    await requirePermitted(tx, user);
    const { id: sessionId, refresh_floor } = present;
    const linking = { user_id: user.id, session_id: sessionId, refresh_floor };
    await storeSignIn(tx, deps, { provider, request, signInRequest, linking });
  });
  return url;
}

/** @throws AuthError identity_already_exists */
export async function requireUnlinked(
  db: Db,
  { person, user_id }: { person: ProviderPerson; user_id: string },
): Promise<void> {
  const known = await findIdentity(db, person);
  if (known === undefined) return;
  throw new AuthError("identity_already_exists", {
    message:
      known.user_id === user_id
        ? "Identity is already linked"
        : "Identity is already linked to another user",
  });
}

/**
 * Connects a provider's account with that of the session which asked, which proves the address if the provider has
 * verified it. Undefined if the session has been raised since, or lacks the second step.
 */
export async function linkFromSession(
  tx: Tx,
  deps: AuthDeps,
  {
    asked,
    signIn,
    person,
    requirePermitted,
    caller,
  }: {
    asked: AuthenticatedSession;
    signIn: Pick<ProviderSignInRow, "id" | "refresh_floor">;
    person: ProviderPerson;
    /** Permits the change, if that was not done before. */
    requirePermitted?: AccessChangePermission;
    caller: Caller;
  },
): Promise<StartedSession | undefined> {
  const { user, session, lacksSecondStep } = await lockCallerSession(tx, deps, asked);
  // Someone with tokens from before a second step must not get the tokens of a session that has passed it.
  if (lacksSecondStep || session.refresh_floor !== signIn.refresh_floor) return undefined;
  await requirePermitted?.(tx, user);
  await requireUnlinked(tx, { person, user_id: user.id });
  if (person.is_email_verified && person.email === user.email) {
    await proveAddress(tx, deps, user, { byAccount: true, flowId: signIn.id, caller });
  }
  const sessionId = session.id;
  const present = (await findUser(tx, user.id)) ?? user;
  await connectIdentity(tx, deps, {
    user: present,
    person,
    session_id: sessionId,
    caller,
    isSignIn: false,
  });
  return loadStartedSession(tx, deps, session);
}

/**
 * Removes one sign-in method, but never the last one. Other sessions and apps end with it, because they may belong to a
 * thief who signed in by it.
 */
export async function unlinkIdentity(
  deps: AuthDeps,
  { identity_id, ...change }: AccessChange & { identity_id: string },
): Promise<void> {
  const { session, caller } = change;
  const { user_id, session_id } = session;
  await changeAccess(deps, change, "change how you sign in", async (tx, user, now) => {
    const identities = await listIdentities(tx, user_id);
    const identity = identities.find(({ id }) => id === identity_id);
    if (!identity) throw new AuthError("identity_not_found");
    const left = identities.filter((other) => other !== identity);
    const canStillSignIn = left.some(({ provider }) => provider !== "email" || user.password_hash);
    if (!canStillSignIn) throw new AuthError("single_identity_not_deletable");

    await deleteIdentity(tx, identity.id);
    await storeProviders(tx, user_id, now);
    if (identity.provider === "email") await updateUserRow(tx, user_id, { password_hash: null });
    await deleteOtherSessions(tx, { user_id, session_id, now });
    await requestNotice(tx, deps, "auth_identity_unlinked", user);
    await recordAudit(
      tx,
      "identity_unlinked",
      { session, caller, now },
      { provider: identity.provider },
    );
  });
}
