import { minuteMs } from "#contract/values/durations.ts";
import { AuthError } from "#server/access/auth-error.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { type Secrets, UnreadableSecretError } from "#server/system/secrets.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import { authCodeHash, createAuthCode } from "../http/pkce.ts";
import { redirectTarget, withFragment, withQuery, withSession } from "../links/redirect-target.ts";
import { sessionAnswer, startSession } from "../sessions/start-session.ts";
import { personContext, requestContext, stateHash } from "./begin-sign-in.ts";
import { chooseAccount, requireAccount } from "./choose-account.ts";
import { requireUnlinked } from "./link-identity.ts";
import type { Providers } from "./open-providers.ts";
import {
  notCompleted,
  type Provider,
  type ProviderPerson,
  type ProviderRequest,
  type ProviderTokens,
} from "./provider.ts";
import { claimSignIn, deleteSignIn, type ProviderSignInRow, storePerson } from "./queries.ts";

/** How long a person may take at the provider. */
const signInMinutes = 5;

/** The data that is stored, encrypted, between the provider's answer and the exchange of the code. */
export interface ProviderAnswer {
  person: ProviderPerson;
  tokens: ProviderTokens;
}

/**
 * Handles the return from a provider. With PKCE, only the exchange of the code in the browser that began has an effect;
 * otherwise the person is signed in at once. Errors are put into the address.
 */
export async function finishSignIn(
  deps: AuthDeps,
  providers: Providers,
  { answer, caller }: { answer: ReadonlyMap<string, string>; caller: Caller },
): Promise<URL> {
  const state = answer.get("state");
  if (!state) throw new AuthError("bad_oauth_callback");
  const now = deps.clock.now();
  const signIn = await claimSignIn(deps.db, { stateHash: stateHash(state), now });
  if (signIn === undefined) throw new AuthError("bad_oauth_state");
  const target = redirectTarget(deps.config, signIn.redirect_to);
  try {
    return await finish(deps, providers, { signIn, target, answer, state, caller });
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    await deleteSignIn(deps.db, signIn.id);
    return withProviderError(target, error);
  }
}

/** The client library looks for errors after the `#` and in the query. */
export function withProviderError(target: URL, error: AuthError): URL {
  const isOutage = error.status >= 500 || error.code === "provider_unavailable";
  const parameters = {
    error: isOutage ? "temporarily_unavailable" : "access_denied",
    ...(!(error instanceof CancelledError) && { error_code: error.code }),
    error_description: error.message,
  };
  return withQuery(withFragment(target, parameters), parameters);
}

/** The person has cancelled the sign-in at the provider. */
class CancelledError extends AuthError {
  constructor(name: string) {
    super("bad_oauth_callback", { message: `The sign-in with ${name} was cancelled.` });
  }
}

async function finish(
  deps: AuthDeps,
  providers: Providers,
  {
    signIn,
    target,
    answer,
    state,
    caller,
  }: {
    signIn: ProviderSignInRow;
    target: URL;
    answer: ReadonlyMap<string, string>;
    state: string;
    caller: Caller;
  },
): Promise<URL> {
  const ageMs = deps.clock.now().getTime() - signIn.created_at.getTime();
  const provider = providers.get(signIn.provider);
  if (provider === undefined || ageMs > signInMinutes * minuteMs) {
    throw new AuthError("bad_oauth_state");
  }
  const refusal = answer.get("error");
  // The provider's own text is never shown, because anyone can make an address that contains a text.
  if (refusal === "access_denied" || refusal === "user_cancelled_authorize") {
    throw new CancelledError(provider.name);
  }
  if (refusal !== undefined || !answer.get("code")) {
    throw notCompleted(provider.name);
  }
  const request = readRequest(deps.secrets, signIn, state);
  const given = await provider.finish(request, answer);

  if (signIn.code_challenge === null) {
    return signInAtOnce(deps, { signIn, provider, given, target, caller });
  }
  await requireNoRefusal(deps, { signIn, provider, person: given.person });
  const code = createAuthCode();
  const answerOfProvider = Buffer.from(JSON.stringify(given satisfies ProviderAnswer));
  await storePerson(deps.db, signIn.id, {
    person_encrypted: deps.secrets.encrypt(answerOfProvider, personContext(signIn.id)),
    auth_code_hash: authCodeHash(code),
    auth_code_issued_at: deps.clock.now(),
  });
  return withQuery(target, { code });
}

/** If the server was restarted with another APP_SECRET in the meantime, the sign-in has to begin again. */
function readRequest(
  secrets: Secrets,
  { id, request_encrypted }: ProviderSignInRow,
  state: string,
): ProviderRequest {
  try {
    const asked = secrets.decrypt(request_encrypted, requestContext(id)).toString("utf8");
    return { state, ...JSON.parse(asked) };
  } catch (error) {
    if (!(error instanceof UnreadableSecretError)) throw error;
    throw new AuthError("bad_oauth_state", { cause: error });
  }
}

async function requireNoRefusal(
  deps: AuthDeps,
  {
    signIn: { user_id },
    provider,
    person,
  }: { signIn: ProviderSignInRow; provider: Provider; person: ProviderPerson },
): Promise<void> {
  if (user_id !== null) return requireUnlinked(deps.db, { person, user_id });
  return requireAccount(deps.db, deps, { person, providerName: provider.name, isPkce: true });
}

async function signInAtOnce(
  deps: AuthDeps,
  {
    signIn,
    provider,
    given: { person, tokens },
    target,
    caller,
  }: {
    signIn: ProviderSignInRow;
    provider: Provider;
    given: ProviderAnswer;
    target: URL;
    caller: Caller;
  },
): Promise<URL> {
  const started = await retryOnConflict(() =>
    inTransaction(deps.db, async (tx) => {
      await deleteSignIn(tx, signIn.id);
      const about = { person, providerName: provider.name, isPkce: false, caller };
      const userId = await chooseAccount(tx, deps, about);
      return startSession(tx, deps, { user_id: userId, method: "oauth", caller });
    }),
  );
  const answer = await sessionAnswer(deps, started);
  return withSession(target, answer, {
    ...(tokens.provider_token && { provider_token: tokens.provider_token }),
    ...(tokens.provider_refresh_token && { provider_refresh_token: tokens.provider_refresh_token }),
  });
}

/** If several calls create the same account at once, those that fail find it at the second try. */
export async function retryOnConflict<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AuthError && error.code === "conflict")) throw error;
    return work();
  }
}
