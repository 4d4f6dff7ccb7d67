import { createHash, randomUUID } from "node:crypto";
import { randomNonce, randomPKCECodeVerifier, randomState } from "openid-client";
import type { Db } from "#server/db/tables.ts";
import type { AuthDeps } from "../auth-deps.ts";
import type { CodeChallenge } from "../http/pkce.ts";
import type { Provider, ProviderRequest } from "./provider.ts";
import { insertSignIn } from "./queries.ts";

export interface SignInRequest {
  redirect_to: URL;
  challenge: CodeChallenge | undefined;
  scopes: string | undefined;
  further: Readonly<Record<string, string>>;
}

/** The session from which a provider's account is to be connected. */
export interface LinkingSession {
  user_id: string;
  session_id: string;
  refresh_floor: number;
}

/**
 * Asks the provider for the address at which people sign in. Not to be called inside a transaction.
 * @throws AuthError provider_unavailable
 */
export async function prepareSignIn(
  provider: Provider,
  { scopes, further }: SignInRequest,
): Promise<{ request: ProviderRequest; url: URL }> {
  const request = {
    state: randomState(),
    verifier: randomPKCECodeVerifier(),
    nonce: randomNonce(),
  };
  return { request, url: await provider.begin(request, { scopes, further }) };
}

/** Stores a sign-in until the provider sends the person back. */
export async function storeSignIn(
  db: Db,
  { secrets, clock }: Pick<AuthDeps, "secrets" | "clock">,
  {
    provider,
    request: { state, verifier, nonce },
    signInRequest: { redirect_to, challenge },
    linking,
  }: {
    provider: Provider;
    request: ProviderRequest;
    signInRequest: SignInRequest;
    linking?: LinkingSession;
  },
): Promise<void> {
  const id = randomUUID();
  const asked = Buffer.from(JSON.stringify({ verifier, nonce }));
  await insertSignIn(db, {
    id,
    state_hash: stateHash(state),
    provider: provider.id,
    redirect_to: redirect_to.href,
    code_challenge: challenge?.challenge ?? null,
    code_challenge_method: challenge?.method ?? null,
    user_id: linking?.user_id ?? null,
    session_id: linking?.session_id ?? null,
    refresh_floor: linking?.refresh_floor ?? null,
    request_encrypted: secrets.encrypt(asked, requestContext(id)),
    created_at: clock.now(),
  });
}

/** The hash that is stored for the `state` that the provider sends back. */
export function stateHash(state: string): Buffer {
  return createHash("sha256").update(`provider state ${state}`).digest();
}

export const requestContext = (signInId: string) => `request to a provider ${signInId}`;
export const personContext = (signInId: string) => `answer of a provider ${signInId}`;
