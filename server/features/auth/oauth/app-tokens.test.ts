import * as openid from "openid-client";
import { describe, expect, it } from "vitest";
import { testPassword, useTestAuth } from "#server/testing/auth/auth.ts";
import { catchRefusal, invalidGrant, useOauthApp } from "#server/testing/auth/oauth-app.ts";

const auth = useTestAuth();

const { register, ask, allow, redeem, connect, appSessions, consents } = useOauthApp(auth);

describe("a code", () => {
  const prepared = async () => {
    const owner = await auth.signUp();
    const asked = await ask(await register());
    return { owner, asked, callback: await allow(owner, asked) };
  };

  it("works once; a second use ends the session that it began", async () => {
    const { owner, asked, callback } = await prepared();
    const tokens = await redeem(asked, callback);
    expect(await catchRefusal(redeem(asked, callback))).toEqual(invalidGrant);
    expect(await appSessions(owner.user_id)).toEqual([]);
    expect(await consents(owner.user_id)).toEqual([]);
    expect(
      await catchRefusal(openid.refreshTokenGrant(asked.config, tokens.refresh_token ?? "")),
    ).toEqual(invalidGrant);
  });

  it("gives one session at most, however many ask at once", async () => {
    const { owner, asked, callback } = await prepared();
    const granted = await Promise.allSettled([1, 2, 3].map(() => redeem(asked, callback)));
    expect(granted.filter(({ status }) => status === "fulfilled").length).toBe(1);
    // The other exchanges were second uses of the code, which end the session.
    expect(await appSessions(owner.user_id)).toEqual([]);
  });

  it("expires after a minute", async () => {
    const { asked, callback } = await prepared();
    auth.clock.advance({ seconds: 60 });
    expect(await catchRefusal(redeem(asked, callback))).toEqual(invalidGrant);
  });

  it("is invalidated by a wrong verifier", async () => {
    const { asked, callback } = await prepared();
    const pkceCodeVerifier = openid.randomPKCECodeVerifier();
    expect(await catchRefusal(redeem(asked, callback, { pkceCodeVerifier }))).toEqual(invalidGrant);
    expect(await catchRefusal(redeem(asked, callback))).toEqual(invalidGrant);
  });

  it("is of no use to another app", async () => {
    const { asked, callback } = await prepared();
    const config = await register();
    expect(await catchRefusal(redeem({ ...asked, config }, callback))).toEqual(invalidGrant);
    expect((await redeem(asked, callback)).access_token).toBeTruthy();
  });

  it("belongs to the address that it was sent to", async () => {
    const { asked, callback } = await prepared();
    const elsewhere = new URL(`https://assistant.example/other${callback.search}`);
    expect(await catchRefusal(redeem(asked, elsewhere))).toEqual(invalidGrant);
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
    expect(await catchRefusal(redeem(one.asked, one.callback))).toEqual(invalidGrant);
    const other = await prepared();
    await auth.suspend(other.owner.user_id, 24 * 60);
    expect(await catchRefusal(redeem(other.asked, other.callback))).toEqual(invalidGrant);
  });

  it("is kept as a hash", async () => {
    const { callback } = await prepared();
    const rows = await auth.db.selectFrom("auth.oauth_authorizations").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(callback.searchParams.get("code"));
  });
});

describe("a refresh token", () => {
  it("ends the app's session, and no other one, if two parties use it", async () => {
    const owner = await auth.signUp();
    const config = await register();
    const { tokens } = await connect(owner, config);
    const stolen = tokens.refresh_token ?? "";
    const second = await openid.refreshTokenGrant(config, stolen);
    const third = await openid.refreshTokenGrant(config, second.refresh_token ?? "");
    auth.clock.advance({ seconds: 11 });
    expect(await catchRefusal(openid.refreshTokenGrant(config, stolen))).toEqual(invalidGrant);
    expect(await catchRefusal(openid.refreshTokenGrant(config, third.refresh_token ?? ""))).toEqual(
      invalidGrant,
    );
    expect(await appSessions(owner.user_id)).toEqual([]);
    expect(await consents(owner.user_id)).toEqual([]);
    expect((await owner.client.getUser()).error).toBeNull();
  });

  it("a refresh token that two parties use leaves a change of address waiting, which no app can have asked for", async () => {
    const owner = await auth.signUp();
    const config = await register();
    const { tokens } = await connect(owner, config);
    const newEmail = `new.${owner.email}`;
    await owner.client.updateUser({ email: newEmail, current_password: testPassword });
    const second = await openid.refreshTokenGrant(config, tokens.refresh_token ?? "");
    await openid.refreshTokenGrant(config, second.refresh_token ?? "");
    auth.clock.advance({ seconds: 11 });
    const stolen = openid.refreshTokenGrant(config, tokens.refresh_token ?? "");
    expect(await catchRefusal(stolen)).toEqual(invalidGrant);
    expect(await auth.readUser(owner.user_id)).toMatchObject({ new_email: newEmail });
  });

  it("is of no use to another app, nor to a browser, and a person's is of none to an app", async () => {
    const owner = await auth.signUp();
    const config = await register();
    const { tokens } = await connect(owner, config);
    const token = tokens.refresh_token ?? "";
    expect(await catchRefusal(openid.refreshTokenGrant(await register(), token))).toEqual(
      invalidGrant,
    );
    const browser = await auth.send("POST", "/token?grant_type=refresh_token", {
      refresh_token: token,
    });
    expect([browser.status, browser.body.code]).toEqual([400, "refresh_token_not_found"]);
    const own = await owner.refreshToken();
    expect(await catchRefusal(openid.refreshTokenGrant(config, own))).toEqual(invalidGrant);
    expect((await openid.refreshTokenGrant(config, token)).access_token).toBeTruthy();
    expect((await owner.client.refreshSession()).error).toBeNull();
  });

  it("gets no more than was allowed", async () => {
    const owner = await auth.signUp();
    const config = await register();
    const { tokens } = await connect(owner, config, { scope: "results:read" });
    const token = tokens.refresh_token ?? "";
    const more = openid.refreshTokenGrant(config, token, { scope: "results:read decisions:read" });
    expect(await catchRefusal(more)).toEqual({ status: 400, error: "invalid_scope" });
    expect((await openid.refreshTokenGrant(config, token)).scope).toBe("results:read");
  });
});
