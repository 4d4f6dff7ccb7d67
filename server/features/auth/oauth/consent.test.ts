import { randomUUID } from "node:crypto";
import * as openid from "openid-client";
import { describe, expect, it } from "vitest";
import { testPassword, useTestAuth } from "#server/testing/auth/auth.ts";
import { createAuthenticator } from "#server/testing/auth/authenticator.ts";
import { addApp } from "#server/testing/auth/authenticator-app.ts";
import {
  catchRefusal,
  invalidGrant,
  issuer,
  redirectUri,
  useOauthApp,
} from "#server/testing/auth/oauth-app.ts";

const auth = useTestAuth();

const { register, registerWithSecret, ask, allow, redeem, connect, appSessions, consents } =
  useOauthApp(auth);

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

  it("needs the password, or a sign-in just before, to connect an app", async () => {
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

  it("is left out only for an owner who has just signed in, and who has allowed an app with a secret the same scopes before", async () => {
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
    // Otherwise, someone with a stolen token could connect an app that can read for longer than the token is valid.
    auth.clock.advance({ minutes: 11 });
    expect(await read({ scope: "openid" })).toHaveProperty("authorization_id");
  });

  it("emails the owner about an app that is reconnected without asking", async () => {
    const owner = await auth.signUp();
    const config = await registerWithSecret();
    await connect(owner, config);
    await auth.readEmails();
    const { authorizationId } = await ask(config);
    const { data } = await owner.client.oauth.getAuthorizationDetails(authorizationId);
    expect(data).toHaveProperty("redirect_url");
    expect((await auth.readEmail()).subject).toBe("An app was connected to your account");
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

describe("on an account with a second step", () => {
  it("only someone who has passed it sees, allows and ends what apps may do", async () => {
    const owner = await auth.signUp();
    await addApp(auth.clock, owner.client);
    const weak = await auth.signIn({ email: owner.email });
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

  it("an app has the level of the session that connected it, and loses it with the second step", async () => {
    const owner = await auth.signUp();
    const { factorId } = await addApp(auth.clock, owner.client);
    const config = await register();
    const { tokens } = await connect(owner, config);
    expect(await appSessions(owner.user_id)).toMatchObject([{ aal: "aal2", factor_id: factorId }]);
    await openid.fetchUserInfo(config, tokens.access_token, owner.user_id);
    await owner.client.mfa.unenroll({ factorId });
    expect(await appSessions(owner.user_id)).toMatchObject([{ aal: "aal1" }]);
    const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? "");
    await addApp(auth.clock, owner.client);
    expect(await consents(owner.user_id)).toEqual([]);
    const used = await auth.send("GET", "/oauth/userinfo", undefined, refreshed.access_token);
    expect(used.status).toBe(403);
    expect(
      await catchRefusal(openid.refreshTokenGrant(config, refreshed.refresh_token ?? "")),
    ).toEqual(invalidGrant);
  });

  it("an app that was connected by passkey alone is disconnected with that passkey, and its codes end", async () => {
    const owner = await auth.signUp();
    await addApp(auth.clock, owner.client);
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
    expect(await catchRefusal(redeem(waiting, callback))).toEqual(invalidGrant);
    await auth.readEmails();
  });

  it("keeps the apps that were connected with it when another is added", async () => {
    const owner = await auth.signUp();
    await addApp(auth.clock, owner.client);
    await connect(owner, await register());
    await addApp(auth.clock, owner.client);
    expect(await consents(owner.user_id)).toHaveLength(1);
    expect(await appSessions(owner.user_id)).toHaveLength(1);
  });

  it("a code that was allowed without it is refused once it is there", async () => {
    const owner = await auth.signUp();
    const asked = await ask(await register());
    const callback = await allow(owner, asked);
    await addApp(auth.clock, owner.client);
    expect(await catchRefusal(redeem(asked, callback))).toEqual(invalidGrant);
  });
});
