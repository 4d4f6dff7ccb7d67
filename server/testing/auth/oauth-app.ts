import * as openid from "openid-client";
import type { TestAuth, TestPerson } from "./auth.ts";

export const issuer = new URL("http://localhost:3000/auth/v1");
export const redirectUri = "https://assistant.example/callback";

/** The request with which an app has sent the owner's browser, and where that leads. */
export type SentRequest = {
  config: openid.Configuration;
  verifier: string;
  state: string;
  nonce: string;
  location: URL;
  authorizationId: string;
  isSignIn: boolean;
};

/**
 * An app made with openid-client, which knows nothing about this server. The owner uses the product's client library.
 */
export function useOauthApp(auth: TestAuth) {
  const fetchHere: openid.CustomFetch = (url, init) =>
    auth.ask(url.slice(issuer.origin.length), init as RequestInit);
  const here = { [openid.customFetch]: fetchHere, execute: [openid.allowInsecureRequests] };

  /** Makes an app that has registered itself. */
  const register = async (
    metadata: Partial<openid.ClientMetadata> = {},
    authentication: openid.ClientAuth = openid.None(),
  ): Promise<openid.Configuration> => {
    const config = await openid.dynamicClientRegistration(
      issuer,
      {
        client_name: "Test assistant",
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: "none",
        ...metadata,
      },
      authentication,
      here,
    );
    openid.enableNonRepudiationChecks(config);
    return config;
  };

  /** Makes the app send the owner's browser here, which redirects it to the consent page. */
  const ask = async (
    config: openid.Configuration,
    given: Record<string, string> = {},
  ): Promise<SentRequest> => {
    const [verifier, state, nonce] = [
      openid.randomPKCECodeVerifier(),
      openid.randomState(),
      openid.randomNonce(),
    ];
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: "openid email results:read",
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      state,
      nonce,
      ...given,
    });
    const answer = await auth.ask(`${url.pathname}${url.search}`);
    const location = new URL(answer.headers.get("location") ?? "http://nowhere.invalid");
    const authorizationId = location.searchParams.get("authorization_id") ?? "";
    const isSignIn = url.searchParams.get("scope")?.includes("openid") ?? false;
    return { config, verifier, state, nonce, location, authorizationId, isSignIn };
  };

  /** Opens that page as the owner and allows the app. @returns where the browser is sent */
  const allow = async ({ client }: TestPerson, { authorizationId }: SentRequest): Promise<URL> => {
    const shown = await client.oauth.getAuthorizationDetails(authorizationId);
    if (shown.error) throw shown.error;
    if ("redirect_url" in shown.data) return new URL(shown.data.redirect_url);
    const { data, error } = await client.oauth.approveAuthorization(authorizationId);
    if (error) throw error;
    return new URL(data.redirect_url);
  };

  const redeem = (
    asked: SentRequest,
    callback: URL,
    given: openid.AuthorizationCodeGrantChecks = {},
  ): Promise<openid.TokenEndpointResponse & openid.TokenEndpointResponseHelpers> =>
    openid.authorizationCodeGrant(asked.config, callback, {
      pkceCodeVerifier: asked.verifier,
      expectedState: asked.state,
      ...(asked.isSignIn && { expectedNonce: asked.nonce }),
      ...given,
    });

  const connect = async (
    owner: TestPerson,
    config: openid.Configuration,
    given: Record<string, string> = {},
  ) => {
    const asked = await ask(config, given);
    const callback = await allow(owner, asked);
    return { asked, callback, tokens: await redeem(asked, callback) };
  };

  const appSessions = (userId: string) =>
    auth.db
      .selectFrom("auth.sessions")
      .where("user_id", "=", userId)
      .where("oauth_client_id", "is not", null)
      .selectAll()
      .execute();
  const consents = (userId: string) =>
    auth.db.selectFrom("auth.oauth_consents").where("user_id", "=", userId).selectAll().execute();

  /** Makes an app that identifies itself with a secret. */
  const registerWithSecret = (metadata: Partial<openid.ClientMetadata> = {}) =>
    register(
      { token_endpoint_auth_method: "client_secret_post", ...metadata },
      openid.ClientSecretPost(),
    );

  return {
    fetchHere,
    register,
    registerWithSecret,
    ask,
    allow,
    redeem,
    connect,
    appSessions,
    consents,
  };
}

/** The error of the token endpoint. */
export const catchRefusal = async (granting: Promise<unknown>) => {
  const error = await granting.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof openid.ResponseBodyError)
    return { status: error.status, error: error.error };
  throw error ?? new Error("It was not refused.");
};
export const invalidGrant = { status: 400, error: "invalid_grant" };
