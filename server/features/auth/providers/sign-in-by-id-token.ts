import { AuthError } from "#server/access/auth-error.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import { requireAllowedFrom, requireChangeAllowed } from "../limits.ts";
import { type AccessChange, requireReauthentication } from "../require-reauthentication.ts";
import { findSession } from "../sessions/queries.ts";
import { sessionAnswer, startSession } from "../sessions/start-session.ts";
import { chooseAccount } from "./choose-account.ts";
import { retryOnConflict } from "./finish-sign-in.ts";
import { linkFromSession, requireLinkingEnabled } from "./link-identity.ts";
import { type Providers, requireProvider } from "./open-providers.ts";
import type { Provider } from "./provider.ts";

/** The providers whose id tokens the client library accepts. */
const knownProviders: ReadonlySet<string> = new Set([
  "google",
  "apple",
  "azure",
  "facebook",
  "keycloak",
  "custom:oidc",
]);

interface IdTokenInput {
  provider: string | undefined;
  id_token: string | undefined;
  nonce: string | undefined;
}

/**
 * Signs in with an id token that an app has received from a provider for this server.
 */
export async function signInByIdToken(
  deps: AuthDeps,
  providers: Providers,
  { input, caller }: { input: IdTokenInput; caller: Caller },
) {
  const { provider, person } = await readToken(deps, providers, { input, caller });
  const started = await retryOnConflict(() =>
    inTransaction(deps.db, async (tx) => {
      const about = { person, providerName: provider.name, isPkce: true, caller };
      const userId = await chooseAccount(tx, deps, about);
      return startSession(tx, deps, { user_id: userId, method: "oauth", caller });
    }),
  );
  return sessionAnswer(deps, started);
}

/**
 * Connects the provider's account of an id token with the account of a session.
 * @returns the session, unchanged
 */
export async function linkByIdToken(
  deps: AuthDeps,
  providers: Providers,
  { input, ...change }: AccessChange & { input: IdTokenInput },
) {
  const { session, caller } = change;
  requireLinkingEnabled(deps);
  await requireChangeAllowed(deps.limiter, session);
  const requirePermitted = await requireReauthentication(deps, change, "change how you sign in");
  const { person } = await readToken(deps, providers, { input, caller });
  const linked = await inTransaction(deps.db, async (tx) => {
    const present = await findSession(tx, session.session_id);
    const refreshFloor = present?.refresh_floor ?? null;
    const signIn = { id: session.session_id, refresh_floor: refreshFloor };
    return linkFromSession(tx, deps, { asked: session, signIn, person, requirePermitted, caller });
  });
  if (linked === undefined) throw new AuthError("insufficient_aal");
  return sessionAnswer(deps, linked);
}

async function readToken(
  deps: AuthDeps,
  providers: Providers,
  { input: { provider: name, id_token, nonce }, caller }: { input: IdTokenInput; caller: Caller },
) {
  if (!id_token) throw new AuthError("validation_failed", { message: "id_token is required." });
  const provider = requireIdTokens(providers, name);
  await requireAllowedFrom(deps.limiter, "auth_attempts", "id token", caller);
  return { provider, person: await provider.readIdToken(id_token, nonce) };
}

function requireIdTokens(
  providers: Providers,
  name: string | undefined,
): Required<Pick<Provider, "id" | "name" | "readIdToken">> {
  const isKnown = name !== undefined && knownProviders.has(name);
  if (isKnown && !providers.has(name)) throw new AuthError("provider_disabled");
  const { readIdToken, ...provider } = requireProvider(isKnown ? providers : new Map(), name);
  if (readIdToken === undefined) throw new AuthError("provider_disabled");
  return { ...provider, readIdToken };
}
