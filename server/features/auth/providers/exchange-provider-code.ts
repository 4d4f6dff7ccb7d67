import { minuteMs } from "#contract/values/durations.ts";
import { AuthError, type AuthErrorCode } from "#server/access/auth-error.ts";
import type { Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { UnreadableSecretError } from "#server/system/secrets.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import { authCodeHash, authCodeMinutes, matchesChallenge } from "../http/pkce.ts";
import { type StartedSession, sessionAnswer, startSession } from "../sessions/start-session.ts";
import { personContext } from "./begin-sign-in.ts";
import { chooseAccount } from "./choose-account.ts";
import { type ProviderAnswer, retryOnConflict } from "./finish-sign-in.ts";
import { linkFromSession } from "./link-identity.ts";
import type { Providers } from "./open-providers.ts";
import type { ProviderTokens } from "./provider.ts";
import { deleteSignIn, findSignInByAuthCode, type ProviderSignInRow } from "./queries.ts";

type Outcome =
  | { signedIn: StartedSession; tokens: ProviderTokens }
  | { refused: AuthErrorCode }
  | undefined;

/**
 * Exchanges the code of a provider's sign-in in the browser that began it; only this changes an account. Undefined if
 * the code belongs to no such sign-in.
 */
export async function exchangeProviderCode(
  deps: AuthDeps,
  providers: Providers,
  given: { auth_code: string; code_verifier: string; caller: Caller },
) {
  const outcome = await retryOnConflict(() =>
    inTransaction(deps.db, (tx) => exchange(tx, deps, providers, given)),
  );
  if (outcome === undefined) return undefined;
  if ("refused" in outcome) throw new AuthError(outcome.refused);
  return { ...(await sessionAnswer(deps, outcome.signedIn)), ...outcome.tokens };
}

/** Refusals are returned, not thrown: what they invalidate must be committed. */
async function exchange(
  tx: Tx,
  deps: AuthDeps,
  providers: Providers,
  given: { auth_code: string; code_verifier: string; caller: Caller },
): Promise<Outcome> {
  const { caller } = given;
  const signIn = await findSignInByAuthCode(tx, authCodeHash(given.auth_code));
  if (!signIn?.code_challenge || !signIn.code_challenge_method || !signIn.auth_code_issued_at) {
    return undefined;
  }
  const ageMs = deps.clock.now().getTime() - signIn.auth_code_issued_at.getTime();
  const challenge = { challenge: signIn.code_challenge, method: signIn.code_challenge_method };
  const refusal =
    ageMs > authCodeMinutes * minuteMs
      ? "flow_state_expired"
      : !matchesChallenge(challenge, given.code_verifier)
        ? "bad_code_verifier"
        : undefined;
  if (refusal !== undefined) {
    await deleteSignIn(tx, signIn.id);
    return { refused: refusal };
  }
  const answer = readAnswer(deps, signIn);
  const provider = providers.get(signIn.provider);
  if (answer === undefined || provider === undefined) return { refused: "flow_state_not_found" };
  const { person, tokens } = answer;

  if (signIn.user_id !== null && signIn.session_id !== null) {
    const linked = await link(tx, deps, { signIn, person, caller });
    if (linked === undefined || !(await deleteSignIn(tx, signIn.id))) {
      return { refused: "flow_state_not_found" };
    }
    return { signedIn: linked, tokens };
  }
  if (!(await deleteSignIn(tx, signIn.id))) return { refused: "flow_state_not_found" };
  const about = { person, providerName: provider.name, isPkce: true, caller };
  const userId = await chooseAccount(tx, deps, about);
  return {
    signedIn: await startSession(tx, deps, { user_id: userId, method: "oauth", caller }),
    tokens,
  };
}

/** As everywhere, the account is locked before the sign-in that was begun for it. */
async function link(
  tx: Tx,
  deps: AuthDeps,
  {
    signIn,
    person,
    caller,
  }: { signIn: ProviderSignInRow; person: ProviderAnswer["person"]; caller: Caller },
): Promise<StartedSession | undefined> {
  const { user_id, session_id } = signIn;
  if (user_id === null || session_id === null) return undefined;
  const asked = {
    user_id,
    session_id,
    email: "",
    aal: "aal2",
    has_verified_factor: false,
    app: undefined,
  } as const;
  try {
    return await linkFromSession(tx, deps, { asked, signIn, person, caller });
  } catch (error) {
    if (error instanceof AuthError && error.code === "session_not_found") return undefined;
    throw error;
  }
}

function readAnswer(
  { secrets }: AuthDeps,
  { id, person_encrypted }: ProviderSignInRow,
): ProviderAnswer | undefined {
  if (person_encrypted === null) return undefined;
  try {
    return JSON.parse(secrets.decrypt(person_encrypted, personContext(id)).toString("utf8"));
  } catch (error) {
    if (error instanceof UnreadableSecretError) return undefined;
    throw error;
  }
}
