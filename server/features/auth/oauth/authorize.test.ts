import * as openid from "openid-client";
import { describe, expect, it } from "vitest";
import { useTestAuth } from "#server/testing/auth/auth.ts";
import {
  catchRefusal,
  invalidGrant,
  issuer,
  redirectUri,
  useOauthApp,
} from "#server/testing/auth/oauth-app.ts";

const auth = useTestAuth();

const { fetchHere, register, ask, allow, redeem, connect, appSessions } = useOauthApp(auth);

describe("an app that its owner connects", () => {
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
      await catchRefusal(openid.refreshTokenGrant(config, refreshed.refresh_token ?? "")),
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
    expect((await auth.readEmail()).subject).toBe("An app was connected to your account");
    const entries = await auth.listAudit(owner.user_id);
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["oauth_consent_granted", "login"]),
    );
  });
});
