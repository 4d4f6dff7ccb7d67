import { randomUUID } from "node:crypto";
import * as openid from "openid-client";
import { generateSync } from "otplib";
import { describe, expect, it } from "vitest";
import { dayMs } from "#contract/values/durations.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { completeRecovery } from "#server/features/auth/recovery/recover-account.ts";
import { type TestPerson, testPassword, useTestAuth } from "#server/testing/auth/auth.ts";
import { createAuthenticator } from "#server/testing/auth/authenticator.ts";

/* Driven by openid-client, which knows nothing of this server, and by the owner's own client library. */

const auth = useTestAuth();
const issuer = new URL("http://localhost:3000/auth/v1");
const redirectUri = "https://assistant.example/callback";

const fetchHere: openid.CustomFetch = (url, init) =>
  auth.ask(url.slice(issuer.origin.length), init as RequestInit);
const here = { [openid.customFetch]: fetchHere, execute: [openid.allowInsecureRequests] };

/** An app that has registered itself. */
const register = async (
  metadata: Partial<openid.ClientMetadata> = {},
  authentication: openid.ClientAuth = openid.None(),
) => {
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

type Asked = {
  config: openid.Configuration;
  verifier: string;
  state: string;
  nonce: string;
  location: URL;
  authorizationId: string;
  isSignIn: boolean;
};

/** The app sends the owner's browser here, which is sent on to the page that asks. */
const ask = async (
  config: openid.Configuration,
  given: Record<string, string> = {},
): Promise<Asked> => {
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

/** The owner opens that page and allows it. @returns where their browser goes */
const allow = async ({ client }: TestPerson, { authorizationId }: Asked): Promise<URL> => {
  const shown = await client.oauth.getAuthorizationDetails(authorizationId);
  if (shown.error) throw shown.error;
  if ("redirect_url" in shown.data) return new URL(shown.data.redirect_url);
  const { data, error } = await client.oauth.approveAuthorization(authorizationId);
  if (error) throw error;
  return new URL(data.redirect_url);
};

const redeem = (asked: Asked, callback: URL, given: openid.AuthorizationCodeGrantChecks = {}) =>
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

/** An app that proves with a secret which one it is. */
const registerWithSecret = (metadata: Partial<openid.ClientMetadata> = {}) =>
  register(
    { token_endpoint_auth_method: "client_secret_post", ...metadata },
    openid.ClientSecretPost(),
  );

/** What the token endpoint refuses with. */
const refusalOf = async (granting: Promise<unknown>) => {
  const error = await granting.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof openid.ResponseBodyError)
    return { status: error.status, error: error.error };
  throw error ?? new Error("It was not refused.");
};
const invalidGrant = { status: 400, error: "invalid_grant" };

describe("discovery", () => {
  it("says the same at every place where apps look", async () => {
    const answers = await Promise.all(
      ["oauth-authorization-server", "openid-configuration"].map((name) =>
        auth.send("GET", `/.well-known/${name}`),
      ),
    );
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    expect(answers[0]?.body).toMatchObject({
      issuer: issuer.href,
      authorization_endpoint: `${issuer.href}/oauth/authorize`,
      token_endpoint: `${issuer.href}/oauth/token`,
      registration_endpoint: `${issuer.href}/oauth/clients/register`,
      response_types_supported: ["code"],
      grant_types_supported: ["authorization_code", "refresh_token"],
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["none", "client_secret_basic", "client_secret_post"],
      authorization_response_iss_parameter_supported: true,
    });
  });

  it("can be read from pages of other sites, as can the calls that apps in a browser make, and nothing else", async () => {
    const open = [
      ["GET", "/.well-known/oauth-authorization-server"],
      ["GET", "/.well-known/openid-configuration"],
      ["GET", "/.well-known/jwks.json"],
      ["POST", "/oauth/token"],
      ["POST", "/oauth/clients/register"],
      ["GET", "/oauth/userinfo"],
    ] as const;
    for (const [method, path] of open) {
      const answer = await auth.send(method, path, method === "POST" ? {} : undefined);
      expect([path, answer.headers.get("access-control-allow-origin")]).toEqual([path, "*"]);
      expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
      const asked = await auth.send("OPTIONS", path);
      expect([asked.status, asked.headers.get("access-control-allow-methods")]).toEqual([
        204,
        method,
      ]);
    }
    for (const path of ["/user", "/oauth/revoke", "/user/oauth/grants", "/settings"]) {
      const answer = await auth.send("GET", path);
      expect(answer.headers.get("access-control-allow-origin")).toBeNull();
    }
  });
});

describe("registering an app", () => {
  it("keeps of a secret no more than its hash", async () => {
    const answer = await auth.send("POST", "/oauth/clients/register", {
      redirect_uris: [redirectUri],
      client_name: "  Test\u202e\nassistant ",
      client_uri: "https://assistant.example",
      scope: "everything",
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      client_name: "Test assistant",
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: "client_secret_basic",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      client_secret_expires_at: 0,
    });
    const { client_id, client_secret } = answer.body as unknown as Record<string, string>;
    const row = await auth.db
      .selectFrom("auth.oauth_clients")
      .where("id", "=", client_id ?? "")
      .selectAll()
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(client_secret);
    expect(row.secret_hash).toHaveLength(32);
  });

  it.each([
    [{}, "redirect_uris is required.", "invalid_redirect_uri"],
    [{ redirect_uris: [] }, "redirect_uris is required.", "invalid_redirect_uri"],
    [{ redirect_uris: ["http://app.example/"] }, "Each redirect URI", "invalid_redirect_uri"],
    [{ redirect_uris: ["javascript:alert(1)"] }, "Each redirect URI", "invalid_redirect_uri"],
    [
      { redirect_uris: Array(11).fill(redirectUri) },
      "redirect_uris may have",
      "invalid_redirect_uri",
    ],
    [
      { redirect_uris: [redirectUri], client_name: "x".repeat(121) },
      "client_name may",
      "invalid_client_metadata",
    ],
    [
      { redirect_uris: [redirectUri], client_name: "a\u0000" },
      "client_name contains",
      "invalid_client_metadata",
    ],
    [
      { redirect_uris: [redirectUri], client_uri: "javascript:x" },
      "client_uri and",
      "invalid_client_metadata",
    ],
    [
      { redirect_uris: [redirectUri], token_endpoint_auth_method: "private_key_jwt" },
      "token_endpoint",
      "invalid_client_metadata",
    ],
    [
      { redirect_uris: [redirectUri], grant_types: ["implicit"] },
      "grant_types may",
      "invalid_client_metadata",
    ],
    [
      { redirect_uris: [redirectUri], response_types: ["token"] },
      "response_types",
      "invalid_client_metadata",
    ],
  ])("refuses %j", async (body, message, error) => {
    const answer = await auth.send("POST", "/oauth/clients/register", body);
    expect([answer.status, answer.body.code, answer.body.error]).toEqual([
      400,
      "validation_failed",
      error,
    ]);
    expect(answer.body.message).toContain(message);
  });
});

describe("an app that its owner lets in", () => {
  it("gets tokens, reads what it may, refreshes, and gives them back", async () => {
    const owner = await auth.signUp();
    const config = await register();
    const asked = await ask(config, { scope: "openid email results:read" });
    expect(asked.location.href).toMatch(
      /^http:\/\/localhost:3000\/oauth\/consent\?authorization_id=[\w-]{43}$/,
    );

    const { data: shown } = await owner.client.oauth.getAuthorizationDetails(asked.authorizationId);
    expect(shown).toEqual({
      authorization_id: asked.authorizationId,
      redirect_uri: redirectUri,
      client: {
        id: config.clientMetadata().client_id,
        name: "Test assistant",
        uri: "",
        logo_uri: "",
      },
      user: { id: owner.user_id, email: owner.email },
      scope: "openid email results:read",
    });
    const callback = await allow(owner, asked);
    expect(callback.searchParams.get("iss")).toBe(issuer.href);

    const tokens = await redeem(asked, callback);
    expect(tokens).toMatchObject({
      token_type: "bearer",
      expires_in: 3600,
      scope: "openid email results:read",
    });
    expect(Object.keys(tokens)).not.toContain("user");
    expect(tokens.claims()).toMatchObject({
      sub: owner.user_id,
      nonce: asked.nonce,
      email: owner.email,
      email_verified: false,
    });
    expect(await openid.fetchUserInfo(config, tokens.access_token, owner.user_id)).toEqual({
      sub: owner.user_id,
      email: owner.email,
      email_verified: false,
    });

    const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? "");
    expect(refreshed.refresh_token).not.toBe(tokens.refresh_token);
    await openid.fetchUserInfo(config, refreshed.access_token, owner.user_id);

    await openid.tokenRevocation(config, refreshed.refresh_token ?? "");
    expect(
      await refusalOf(openid.refreshTokenGrant(config, refreshed.refresh_token ?? "")),
    ).toEqual(invalidGrant);
    expect(await appSessions(owner.user_id)).toEqual([]);
    expect((await owner.client.oauth.listGrants()).data).toEqual([]);
  });

  it.each([
    ["client_secret_basic", openid.ClientSecretBasic],
    ["client_secret_post", openid.ClientSecretPost],
  ] as const)(
    "authenticates with its secret by %s, and by nothing else",
    async (method, authentication) => {
      const owner = await auth.signUp();
      const registered = await register({ token_endpoint_auth_method: method }, authentication());
      const metadata = registered.clientMetadata();
      const secret = metadata.client_secret ?? "";
      const { tokens } = await connect(owner, registered);
      expect(tokens.access_token).toBeTruthy();
      const as = (clientAuthentication: openid.ClientAuth) => {
        const config = new openid.Configuration(
          registered.serverMetadata(),
          metadata.client_id,
          undefined,
          clientAuthentication,
        );
        openid.allowInsecureRequests(config);
        config[openid.customFetch] = fetchHere;
        return openid.refreshTokenGrant(config, tokens.refresh_token ?? "");
      };
      const other =
        method === "client_secret_basic" ? openid.ClientSecretPost : openid.ClientSecretBasic;
      for (const wrong of [
        authentication("wrong"),
        authentication(`${secret}x`),
        other(secret),
        openid.None(),
      ]) {
        const refused = await as(wrong).catch((error: unknown) => error);
        expect(refused).toMatchObject({ status: expect.toBeOneOf([400, 401]) });
      }
      expect((await as(authentication(secret))).access_token).toBeTruthy();
    },
  );

  it("learns nothing about its owner from its access token", async () => {
    const owner = await auth.signUp();
    const { tokens } = await connect(owner, await register(), { scope: "circles:read" });
    const [, payload = ""] = tokens.access_token.split(".");
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString("utf8"));
    expect(claims).toMatchObject({ scope: "circles:read", sub: owner.user_id, aal: "aal1" });
    for (const name of ["email", "user_metadata", "app_metadata", "phone"]) {
      expect(claims).not.toHaveProperty(name);
    }
    expect(tokens.id_token).toBeUndefined();
  });

  it("gets no token to refresh with if it registered for none", async () => {
    const owner = await auth.signUp();
    const { tokens } = await connect(
      owner,
      await register({ grant_types: ["authorization_code"] }),
    );
    expect(tokens.refresh_token).toBeUndefined();
  });

  it("may call for tokens with JSON as well", async () => {
    const owner = await auth.signUp();
    const asked = await ask(await register());
    const callback = await allow(owner, asked);
    const answer = await auth.send("POST", "/oauth/token", {
      grant_type: "authorization_code",
      client_id: asked.config.clientMetadata().client_id,
      code: callback.searchParams.get("code"),
      redirect_uri: redirectUri,
      code_verifier: asked.verifier,
    });
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
  });

  it("asks for reading when it names the address of assistants and no scope", async () => {
    const owner = await auth.signUp();
    const { client_id } = (await register()).clientMetadata();
    const answer = await auth.ask(
      `/auth/v1/oauth/authorize?${new URLSearchParams({
        client_id,
        redirect_uri: redirectUri,
        response_type: "code",
        code_challenge: "a".repeat(43),
        code_challenge_method: "S256",
        resource: "http://localhost:3000/mcp",
      })}`,
    );
    const id = new URL(answer.headers.get("location") ?? "").searchParams.get("authorization_id");
    const { data } = await owner.client.oauth.getAuthorizationDetails(id ?? "");
    expect(data).toMatchObject({ scope: "circles:read results:read decisions:read" });
  });

  it("tells the owner by email, and the audit log", async () => {
    const owner = await auth.signUp();
    await connect(owner, await register());
    expect((await auth.readMail()).subject).toBe("An app was connected to your account");
    const entries = await auth.db
      .selectFrom("auth.audit_log")
      .where("user_id", "=", owner.user_id)
      .select("action")
      .orderBy("id")
      .execute();
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["oauth_consent_granted", "login"]),
    );
  });
});

describe("asking the owner", () => {
  it("sends no one to an address that the app has not registered", async () => {
    const { client_id } = (await register()).clientMetadata();
    for (const wrong of [
      "https://evil.example/callback",
      `${redirectUri}/`,
      `${redirectUri}?x=1`,
      "",
      "javascript:x",
    ]) {
      const query = new URLSearchParams({ client_id, redirect_uri: wrong, response_type: "code" });
      const answer = await auth.send("GET", `/oauth/authorize?${query}`);
      expect([wrong, answer.status, answer.body.code]).toEqual([wrong, 400, "validation_failed"]);
      expect(answer.headers.get("location")).toBeNull();
    }
    for (const unknown of [randomUUID(), "x", ""]) {
      const query = new URLSearchParams({ client_id: unknown, redirect_uri: redirectUri });
      const answer = await auth.send("GET", `/oauth/authorize?${query}`);
      expect([answer.status, answer.body.code]).toEqual([400, "oauth_client_not_found"]);
    }
  });

  it("refuses parameters that are there twice", async () => {
    const { client_id } = (await register()).clientMetadata();
    const query = `client_id=${client_id}&redirect_uri=${redirectUri}&redirect_uri=https://evil.example`;
    expect((await auth.send("GET", `/oauth/authorize?${query}`)).status).toBe(400);
  });

  it.each([
    ["no PKCE", { code_challenge: "", code_challenge_method: "" }, "PKCE"],
    ["plain PKCE", { code_challenge_method: "plain" }, "code_challenge_method"],
    ["PKCE without its method", { code_challenge_method: "" }, "code_challenge_method"],
    ["tokens in the address", { response_type: "token" }, "response_type"],
    ["an unknown scope", { scope: "openid circles:write" }, "scope"],
    ["another server's resource", { resource: "https://other.example/mcp" }, "resource"],
    ["a request object", { request_uri: "https://assistant.example/request" }, "Request objects"],
    ["no question", { prompt: "none" }, "prompt=none"],
    ["a long state", { state: "x".repeat(1025) }, "state"],
    ["a long nonce", { nonce: "x".repeat(1025) }, "nonce"],
  ])(
    "says here what is wrong with %s, and sends no one to an app that they were not asked about",
    async (_what, given, about) => {
      const { client_id } = (await register()).clientMetadata();
      const query = new URLSearchParams({
        client_id,
        redirect_uri: redirectUri,
        response_type: "code",
        code_challenge: "a".repeat(43),
        code_challenge_method: "S256",
        ...given,
      });
      const answer = await auth.send("GET", `/oauth/authorize?${query}`);
      expect([answer.status, answer.body.code]).toEqual([400, "validation_failed"]);
      expect(answer.body.message).toContain(about);
      expect(answer.headers.get("location")).toBeNull();
    },
  );

  it("keeps the id of a request as a hash, and the request for ten minutes", async () => {
    const owner = await auth.signUp();
    const asked = await ask(await register());
    const rows = await auth.db.selectFrom("auth.oauth_authorizations").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(asked.authorizationId);
    auth.clock.advance({ minutes: 10 });
    const { error } = await owner.client.oauth.getAuthorizationDetails(asked.authorizationId);
    expect(error).toMatchObject({ status: 404, code: "oauth_authorization_not_found" });
  });

  it("belongs to the person who opened it first", async () => {
    const [owner, stranger] = [await auth.signUp(), await auth.signUp()];
    const asked = await ask(await register());
    const unread = await stranger.client.oauth.approveAuthorization(asked.authorizationId);
    expect(unread.error).toMatchObject({ code: "oauth_authorization_not_found" });
    expect(
      (await owner.client.oauth.getAuthorizationDetails(asked.authorizationId)).error,
    ).toBeNull();
    for (const { error } of [
      await stranger.client.oauth.getAuthorizationDetails(asked.authorizationId),
      await stranger.client.oauth.approveAuthorization(asked.authorizationId),
      await stranger.client.oauth.denyAuthorization(asked.authorizationId),
    ]) {
      expect(error).toMatchObject({ status: 404, code: "oauth_authorization_not_found" });
    }
    expect((await allow(owner, asked)).searchParams.get("code")).toBeTruthy();
  });

  it("tells the app when the owner does not allow it", async () => {
    const owner = await auth.signUp();
    const asked = await ask(await register());
    await owner.client.oauth.getAuthorizationDetails(asked.authorizationId);
    const { data } = await owner.client.oauth.denyAuthorization(asked.authorizationId);
    const callback = new URL(data?.redirect_url ?? "");
    expect(callback.searchParams.get("error")).toBe("access_denied");
    await expect(redeem(asked, callback)).rejects.toMatchObject({ error: "access_denied" });
    const again = await owner.client.oauth.approveAuthorization(asked.authorizationId);
    expect(again.error).toMatchObject({ status: 400, code: "validation_failed" });
    expect(await consents(owner.user_id)).toEqual([]);
  });

  it("answers a request once", async () => {
    const owner = await auth.signUp();
    const asked = await ask(await register());
    await owner.client.oauth.getAuthorizationDetails(asked.authorizationId);
    const answers = await Promise.all(
      [1, 2, 3].map(() => owner.client.oauth.approveAuthorization(asked.authorizationId)),
    );
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
  });

  it("refuses another action, another site's page, and a signed-out caller", async () => {
    const owner = await auth.signUp();
    const asked = await ask(await register());
    const token = await owner.accessToken();
    const path = `/oauth/authorizations/${asked.authorizationId}`;
    const consent = (body: unknown, headers = {}, bearer: string | undefined = token) =>
      auth.send("POST", `${path}/consent`, body, bearer, headers);
    await auth.send("GET", path, undefined, token);
    expect((await consent({ action: "maybe" })).body.code).toBe("validation_failed");
    expect((await consent({})).body.code).toBe("validation_failed");
    const elsewhere = { Origin: "https://evil.example" };
    expect((await consent({ action: "approve" }, elsewhere)).status).toBe(403);
    expect((await auth.send("GET", path, undefined, token, elsewhere)).status).toBe(403);
    expect((await auth.send("POST", `${path}/consent`, { action: "approve" })).status).toBe(401);
    expect((await consent({ action: "approve" }, { Origin: issuer.origin })).status).toBe(200);
  });

  it("needs the password, or a sign-in just before, to let an app in", async () => {
    const owner = await auth.signUp();
    auth.clock.advance({ minutes: 11 });
    const asked = await ask(await register());
    await owner.client.oauth.getAuthorizationDetails(asked.authorizationId);
    const late = await owner.client.oauth.approveAuthorization(asked.authorizationId);
    expect(late.error).toMatchObject({ code: "current_password_required" });
    const token = await owner.accessToken();
    const approve = (currentPassword: string) =>
      auth.send(
        "POST",
        `/oauth/authorizations/${asked.authorizationId}/consent`,
        { action: "approve", current_password: currentPassword },
        token,
      );
    expect((await approve("wrong password")).body.code).toBe("current_password_invalid");
    expect((await approve(testPassword)).status).toBe(200);
  });

  it("does not ask an owner again who has just signed in and has allowed an app with a secret as much before, and asks everyone else", async () => {
    const owner = await auth.signUp();
    const config = await registerWithSecret();
    await connect(owner, config);
    const read = async (given?: Record<string, string>) => {
      const { authorizationId } = await ask(config, given);
      const { data } = await owner.client.oauth.getAuthorizationDetails(authorizationId);
      return data ?? {};
    };
    expect(await read({ scope: "openid" })).toHaveProperty("redirect_url");
    expect(await read({ scope: "openid circles:read" })).toHaveProperty("authorization_id");
    expect(await read({ prompt: "consent" })).toHaveProperty("authorization_id");
    // Someone with a stolen token would get a way to read that outlasts it.
    auth.clock.advance({ minutes: 11 });
    expect(await read({ scope: "openid" })).toHaveProperty("authorization_id");
  });

  it("tells the owner by email of an app that is let in again without a question", async () => {
    const owner = await auth.signUp();
    const config = await registerWithSecret();
    await connect(owner, config);
    await auth.readMails();
    const { authorizationId } = await ask(config);
    const { data } = await owner.client.oauth.getAuthorizationDetails(authorizationId);
    expect(data).toHaveProperty("redirect_url");
    expect((await auth.readMail()).subject).toBe("An app was connected to your account");
  });

  it("asks again for an app without a secret, and for one on the owner's device, which another could pass for", async () => {
    const owner = await auth.signUp();
    const here = "http://127.0.0.1:7777/callback";
    const otherPort = "http://127.0.0.1:8888/callback";
    const isAskedAgain = async (config: openid.Configuration, again: string, first = again) => {
      await connect(owner, config, { redirect_uri: first });
      const asked = await ask(config, { redirect_uri: again });
      const { data } = await owner.client.oauth.getAuthorizationDetails(asked.authorizationId);
      expect(data).toMatchObject({ redirect_uri: again });
      expect((await redeem(asked, await allow(owner, asked))).access_token).toBeTruthy();
    };
    await isAskedAgain(await register(), redirectUri);
    await isAskedAgain(await registerWithSecret({ redirect_uris: [here] }), here);
    await isAskedAgain(await registerWithSecret({ redirect_uris: [here] }), otherPort, here);
  });
});

describe("a code", () => {
  const prepared = async () => {
    const owner = await auth.signUp();
    const asked = await ask(await register());
    return { owner, asked, callback: await allow(owner, asked) };
  };

  it("works once; a second use ends the session that it began", async () => {
    const { owner, asked, callback } = await prepared();
    const tokens = await redeem(asked, callback);
    expect(await refusalOf(redeem(asked, callback))).toEqual(invalidGrant);
    expect(await appSessions(owner.user_id)).toEqual([]);
    expect(await consents(owner.user_id)).toEqual([]);
    expect(
      await refusalOf(openid.refreshTokenGrant(asked.config, tokens.refresh_token ?? "")),
    ).toEqual(invalidGrant);
  });

  it("gives one session at most, however many ask at once", async () => {
    const { owner, asked, callback } = await prepared();
    const granted = await Promise.allSettled([1, 2, 3].map(() => redeem(asked, callback)));
    expect(granted.filter(({ status }) => status === "fulfilled").length).toBe(1);
    // The others were second uses.
    expect(await appSessions(owner.user_id)).toEqual([]);
  });

  it("dies after a minute", async () => {
    const { asked, callback } = await prepared();
    auth.clock.advance({ seconds: 60 });
    expect(await refusalOf(redeem(asked, callback))).toEqual(invalidGrant);
  });

  it("dies with a wrong verifier", async () => {
    const { asked, callback } = await prepared();
    const pkceCodeVerifier = openid.randomPKCECodeVerifier();
    expect(await refusalOf(redeem(asked, callback, { pkceCodeVerifier }))).toEqual(invalidGrant);
    expect(await refusalOf(redeem(asked, callback))).toEqual(invalidGrant);
  });

  it("is of no use to another app", async () => {
    const { asked, callback } = await prepared();
    const config = await register();
    expect(await refusalOf(redeem({ ...asked, config }, callback))).toEqual(invalidGrant);
    expect((await redeem(asked, callback)).access_token).toBeTruthy();
  });

  it("belongs to the address that it was sent to", async () => {
    const { asked, callback } = await prepared();
    const elsewhere = new URL(`https://assistant.example/other${callback.search}`);
    expect(await refusalOf(redeem(asked, elsewhere))).toEqual(invalidGrant);
  });

  it("is not taken by an app whose state was tampered with", async () => {
    const { asked, callback } = await prepared();
    callback.searchParams.set("state", "another");
    await expect(redeem(asked, callback)).rejects.toMatchObject({ code: "OAUTH_INVALID_RESPONSE" });
  });

  it("is refused once the app was disconnected, or its owner suspended", async () => {
    const one = await prepared();
    const clientId = one.asked.config.clientMetadata().client_id;
    expect((await one.owner.client.oauth.revokeGrant({ clientId })).error).toBeNull();
    expect(await refusalOf(redeem(one.asked, one.callback))).toEqual(invalidGrant);
    const other = await prepared();
    await auth.db
      .updateTable("auth.users")
      .set({ banned_until: new Date(auth.clock.now().getTime() + dayMs) })
      .where("id", "=", other.owner.user_id)
      .execute();
    expect(await refusalOf(redeem(other.asked, other.callback))).toEqual(invalidGrant);
  });

  it("is kept as a hash", async () => {
    const { callback } = await prepared();
    const rows = await auth.db.selectFrom("auth.oauth_authorizations").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(callback.searchParams.get("code"));
  });
});

describe("a refresh token", () => {
  it("ends the app's session when it is in two hands, and no other session", async () => {
    const owner = await auth.signUp();
    const config = await register();
    const { tokens } = await connect(owner, config);
    const stolen = tokens.refresh_token ?? "";
    const second = await openid.refreshTokenGrant(config, stolen);
    const third = await openid.refreshTokenGrant(config, second.refresh_token ?? "");
    auth.clock.advance({ seconds: 11 });
    expect(await refusalOf(openid.refreshTokenGrant(config, stolen))).toEqual(invalidGrant);
    expect(await refusalOf(openid.refreshTokenGrant(config, third.refresh_token ?? ""))).toEqual(
      invalidGrant,
    );
    expect(await appSessions(owner.user_id)).toEqual([]);
    expect(await consents(owner.user_id)).toEqual([]);
    expect((await owner.client.getUser()).error).toBeNull();
  });

  it("in two hands leaves a change of address waiting, which no app can have asked for", async () => {
    const owner = await auth.signUp();
    const config = await register();
    const { tokens } = await connect(owner, config);
    const newEmail = `new.${owner.email}`;
    await owner.client.updateUser({ email: newEmail, current_password: testPassword });
    const second = await openid.refreshTokenGrant(config, tokens.refresh_token ?? "");
    await openid.refreshTokenGrant(config, second.refresh_token ?? "");
    auth.clock.advance({ seconds: 11 });
    const stolen = openid.refreshTokenGrant(config, tokens.refresh_token ?? "");
    expect(await refusalOf(stolen)).toEqual(invalidGrant);
    expect(await auth.userOf(owner.user_id)).toMatchObject({ new_email: newEmail });
  });

  it("is of no use to another app, nor to a browser, and a person's is of none to an app", async () => {
    const owner = await auth.signUp();
    const config = await register();
    const { tokens } = await connect(owner, config);
    const token = tokens.refresh_token ?? "";
    expect(await refusalOf(openid.refreshTokenGrant(await register(), token))).toEqual(
      invalidGrant,
    );
    const browser = await auth.send("POST", "/token?grant_type=refresh_token", {
      refresh_token: token,
    });
    expect([browser.status, browser.body.code]).toEqual([400, "refresh_token_not_found"]);
    const own = await owner.refreshToken();
    expect(await refusalOf(openid.refreshTokenGrant(config, own))).toEqual(invalidGrant);
    expect((await openid.refreshTokenGrant(config, token)).access_token).toBeTruthy();
    expect((await owner.client.refreshSession()).error).toBeNull();
  });

  it("gets no more than was allowed", async () => {
    const owner = await auth.signUp();
    const config = await register();
    const { tokens } = await connect(owner, config, { scope: "results:read" });
    const token = tokens.refresh_token ?? "";
    const more = openid.refreshTokenGrant(config, token, { scope: "results:read decisions:read" });
    expect(await refusalOf(more)).toEqual({ status: 400, error: "invalid_scope" });
    expect((await openid.refreshTokenGrant(config, token)).scope).toBe("results:read");
  });
});

describe("what ends what an app may do", () => {
  const connected = async () => {
    const owner = await auth.signUp();
    const config = await register();
    const { tokens } = await connect(owner, config, { scope: "openid" });
    return { owner, config, tokens };
  };
  const isCutOff = async ({ owner, config, tokens }: Awaited<ReturnType<typeof connected>>) => {
    const used = await auth.send("GET", "/oauth/userinfo", undefined, tokens.access_token);
    expect([used.status, used.body.code]).toEqual([403, "session_not_found"]);
    expect(await refusalOf(openid.refreshTokenGrant(config, tokens.refresh_token ?? ""))).toEqual(
      invalidGrant,
    );
    expect(await consents(owner.user_id)).toEqual([]);
  };

  it("its owner disconnects it", async () => {
    const app = await connected();
    const { client_id } = app.config.clientMetadata();
    const { data } = await app.owner.client.oauth.listGrants();
    expect(data).toMatchObject([
      { client: { id: client_id, name: "Test assistant" }, scopes: ["openid"] },
    ]);
    expect((await app.owner.client.oauth.revokeGrant({ clientId: client_id })).error).toBeNull();
    await isCutOff(app);
    const again = await app.owner.client.oauth.revokeGrant({ clientId: client_id });
    expect(again.error).toMatchObject({ status: 404, code: "oauth_consent_not_found" });
    const token = await app.owner.accessToken();
    for (const wrong of ["", "?client_id=", "?client_id=x"]) {
      const answer = await auth.send("DELETE", `/user/oauth/grants${wrong}`, undefined, token);
      expect([answer.status, answer.body.code]).toEqual([400, "validation_failed"]);
    }
  });

  it("its owner disconnects it, though only its session is left", async () => {
    const app = await connected();
    const { client_id } = app.config.clientMetadata();
    await auth.db.deleteFrom("auth.oauth_consents").where("client_id", "=", client_id).execute();
    expect((await app.owner.client.oauth.revokeGrant({ clientId: client_id })).error).toBeNull();
    await isCutOff(app);
  });

  it("no one else disconnects it", async () => {
    const app = await connected();
    const stranger = await auth.signUp();
    const { client_id } = app.config.clientMetadata();
    const { error } = await stranger.client.oauth.revokeGrant({ clientId: client_id });
    expect(error).toMatchObject({ code: "oauth_consent_not_found" });
    const other = await register();
    await openid.tokenRevocation(other, app.tokens.refresh_token ?? "");
    await openid.tokenRevocation(other, app.tokens.access_token);
    await openid.tokenRevocation(app.config, "nonsense");
    expect(await appSessions(app.owner.user_id)).toHaveLength(1);
  });

  it("it gives back its access token", async () => {
    const app = await connected();
    await openid.tokenRevocation(app.config, app.tokens.access_token);
    await isCutOff(app);
  });

  it.each(["others", "global"] as const)("signing out with the scope %s", async (scope) => {
    const app = await connected();
    expect((await app.owner.client.signOut({ scope })).error).toBeNull();
    await isCutOff(app);
  });

  it("not signing out here alone", async () => {
    const { owner, config, tokens } = await connected();
    await owner.client.signOut({ scope: "local" });
    expect(
      (await openid.refreshTokenGrant(config, tokens.refresh_token ?? "")).access_token,
    ).toBeTruthy();
  });

  it("a new password", async () => {
    const app = await connected();
    expect((await app.owner.client.updateUser({ password: "another password" })).error).toBeNull();
    await isCutOff(app);
  });

  it("a recovery by email", async () => {
    const app = await connected();
    const { user_id } = app.owner;
    const caller = { address: "", ip: null, user_agent: null };
    await inTransaction(auth.db, (tx) =>
      completeRecovery(tx, auth.deps, { user_id, session_id: undefined, caller }),
    );
    await isCutOff(app);
  });

  it("a code that was not exchanged yet ends with them", async () => {
    const owner = await auth.signUp();
    const asked = await ask(await register());
    const callback = await allow(owner, asked);
    await owner.client.signOut({ scope: "others" });
    expect(await refusalOf(redeem(asked, callback))).toEqual(invalidGrant);
  });

  it("the end of its account", async () => {
    const app = await connected();
    await auth.db.deleteFrom("auth.users").where("id", "=", app.owner.user_id).execute();
    await isCutOff(app);
  });
});

describe("on an account with a second step", () => {
  const addSecondStep = async ({ client }: TestPerson) => {
    const { data: factor } = await client.mfa.enroll({ factorType: "totp" });
    if (!factor) throw new Error("No second step.");
    const epoch = Math.floor(auth.clock.now().getTime() / 1000);
    const code = generateSync({ secret: factor.totp.secret, epoch });
    await client.mfa.challengeAndVerify({ factorId: factor.id, code });
    return factor.id;
  };

  it("only someone who has passed it sees, allows and ends what apps may do", async () => {
    const owner = await auth.signUp();
    await addSecondStep(owner);
    const weak = auth.createClient();
    await weak.signInWithPassword({ email: owner.email, password: testPassword });
    const { authorizationId } = await ask(await register());
    for (const { error } of [
      await weak.oauth.getAuthorizationDetails(authorizationId),
      await weak.oauth.approveAuthorization(authorizationId),
      await weak.oauth.listGrants(),
      await weak.oauth.revokeGrant({ clientId: randomUUID() }),
    ]) {
      expect(error).toMatchObject({ status: 403, code: "insufficient_aal" });
    }
  });

  it("an app has the level of the session that let it in, and loses it with the second step", async () => {
    const owner = await auth.signUp();
    const factorId = await addSecondStep(owner);
    const config = await register();
    const { tokens } = await connect(owner, config);
    expect(await appSessions(owner.user_id)).toMatchObject([{ aal: "aal2", factor_id: factorId }]);
    await openid.fetchUserInfo(config, tokens.access_token, owner.user_id);
    await owner.client.mfa.unenroll({ factorId });
    expect(await appSessions(owner.user_id)).toMatchObject([{ aal: "aal1" }]);
    const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? "");
    await addSecondStep(owner);
    expect(await consents(owner.user_id)).toEqual([]);
    const used = await auth.send("GET", "/oauth/userinfo", undefined, refreshed.access_token);
    expect(used.status).toBe(403);
    expect(
      await refusalOf(openid.refreshTokenGrant(config, refreshed.refresh_token ?? "")),
    ).toEqual(invalidGrant);
  });

  it("an app is let in by passkey alone, and goes with that passkey, and so do its codes", async () => {
    const owner = await auth.signUp();
    await addSecondStep(owner);
    const authenticator = createAuthenticator("http://localhost:3000");
    const started = await owner.client.passkey.startRegistration();
    if (!started.data) throw started.error;
    const added = await owner.client.passkey.verifyRegistration({
      challengeId: started.data.challenge_id,
      credential: authenticator.create(started.data.options),
    });
    const client = auth.createClient();
    const asked = await client.passkey.startAuthentication();
    if (!asked.data) throw asked.error;
    await client.passkey.verifyAuthentication({
      challengeId: asked.data.challenge_id,
      credential: authenticator.get(asked.data.options),
    });
    const config = await register();
    const { tokens } = await connect({ ...owner, client }, config);
    await openid.fetchUserInfo(config, tokens.access_token, owner.user_id);
    const waiting = await ask(await register());
    const callback = await allow({ ...owner, client }, waiting);
    await owner.client.passkey.delete({ passkeyId: added.data?.id ?? "" });
    expect(await appSessions(owner.user_id)).toEqual([]);
    expect(await consents(owner.user_id)).toEqual([]);
    expect(await refusalOf(redeem(waiting, callback))).toEqual(invalidGrant);
    await auth.readMails();
  });

  it("keeps the apps that were let in with it when another is added", async () => {
    const owner = await auth.signUp();
    await addSecondStep(owner);
    await connect(owner, await register());
    await addSecondStep(owner);
    expect(await consents(owner.user_id)).toHaveLength(1);
    expect(await appSessions(owner.user_id)).toHaveLength(1);
  });

  it("a code that was allowed without it is refused once it is there", async () => {
    const owner = await auth.signUp();
    const asked = await ask(await register());
    const callback = await allow(owner, asked);
    await addSecondStep(owner);
    expect(await refusalOf(redeem(asked, callback))).toEqual(invalidGrant);
  });
});

describe("what is left over", () => {
  it("goes: apps that nobody let in after a day, requests after a day; what is in use stays", async () => {
    const owner = await auth.signUp();
    const used = await register();
    const unused = await register();
    await connect(owner, used);
    await ask(unused);
    auth.clock.advance({ days: 1, seconds: 1 });
    await inTransaction(auth.db, (tx) => auth.jobs.enqueue(tx, "clear_expired_auth", {}));
    await auth.readMails();
    // What a request held goes with the next round.
    await inTransaction(auth.db, (tx) => auth.jobs.enqueue(tx, "clear_expired_auth", {}));
    await auth.readMails();
    const has = async (config: openid.Configuration) =>
      auth.db
        .selectFrom("auth.oauth_clients")
        .where("id", "=", config.clientMetadata().client_id)
        .select("id")
        .executeTakeFirst();
    expect(await has(used)).toBeDefined();
    expect(await has(unused)).toBeUndefined();
    expect(await appSessions(owner.user_id)).toHaveLength(1);
    expect(await consents(owner.user_id)).toHaveLength(1);
  });

  const clear = async () => {
    await inTransaction(auth.db, (tx) => auth.jobs.enqueue(tx, "clear_expired_auth", {}));
    await auth.readMails();
  };

  it("goes: requests that gave no code, once they have expired; those that gave one stay for a day", async () => {
    const owner = await auth.signUp();
    const config = await register();
    await connect(owner, config);
    await ask(config);
    const denied = await ask(config);
    await owner.client.oauth.getAuthorizationDetails(denied.authorizationId);
    await owner.client.oauth.denyAuthorization(denied.authorizationId);
    const { client_id } = config.clientMetadata();
    const statuses = async () => {
      await clear();
      const rows = await auth.db
        .selectFrom("auth.oauth_authorizations")
        .where("client_id", "=", client_id)
        .select("status")
        .execute();
      return rows.map(({ status }) => status).sort();
    };
    auth.clock.advance({ minutes: 9 });
    expect(await statuses()).toEqual(["denied", "pending", "redeemed"]);
    auth.clock.advance({ minutes: 1 });
    expect(await statuses()).toEqual(["redeemed"]);
  });

  it("stays: an old consent for which a code was given just now", async () => {
    const owner = await auth.signUp();
    const config = await register();
    await connect(owner, config);
    await auth.db
      .deleteFrom("auth.sessions")
      .where("oauth_client_id", "=", config.clientMetadata().client_id)
      .execute();
    auth.clock.advance({ days: 91 });
    const client = auth.createClient();
    await client.signInWithPassword({ email: owner.email, password: testPassword });
    const asked = await ask(config);
    const callback = await allow({ ...owner, client }, asked);
    await clear();
    expect((await redeem(asked, callback)).access_token).toBeTruthy();
  });
});

describe("where apps may not register themselves", () => {
  const closed = useTestAuth({ config: { authOauthRegistration: false } });

  it("says so, and does not offer it", async () => {
    const answer = await closed.send("POST", "/oauth/clients/register", {
      redirect_uris: [redirectUri],
    });
    expect([answer.status, answer.body.code]).toEqual([
      403,
      "oauth_dynamic_client_registration_disabled",
    ]);
    const { body } = await closed.send("GET", "/.well-known/oauth-authorization-server");
    expect(body).not.toHaveProperty("registration_endpoint");
  });
});

describe("limits", () => {
  const limited = useTestAuth({ limits: true });

  it("are counted by address: apps that register, requests, and wrong calls for tokens", async () => {
    const statusAfter = async (times: number, call: () => Promise<{ status: number }>) => {
      let status = 0;
      for (let made = 0; made < times; made += 1) status = (await call()).status;
      return status;
    };
    const registering = () =>
      limited.send("POST", "/oauth/clients/register", { redirect_uris: [redirectUri] });
    expect(await statusAfter(10, registering)).toBe(201);
    expect(await statusAfter(1, registering)).toBe(429);
    const asking = () => limited.send("GET", "/oauth/authorize?client_id=x");
    expect(await statusAfter(60, asking)).toBe(400);
    expect(await statusAfter(1, asking)).toBe(429);
    const guessing = () =>
      limited.send("POST", "/oauth/token", {
        grant_type: "authorization_code",
        client_id: randomUUID(),
      });
    expect(await statusAfter(60, guessing)).toBe(400);
    expect(await statusAfter(1, guessing)).toBe(429);
  });
});
