import * as openid from "openid-client";
import { describe, expect, it } from "vitest";
import { inTransaction } from "#server/db/transactions.ts";
import { useTestAuth } from "#server/testing/auth/auth.ts";
import { catchRefusal, invalidGrant, useOauthApp } from "#server/testing/auth/oauth-app.ts";
import { readRows } from "#server/testing/database/rows.ts";
import { completeRecovery } from "../recovery.ts";

const auth = useTestAuth();

const { register, ask, allow, redeem, connect, appSessions, consents } = useOauthApp(auth);

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
    expect(
      await catchRefusal(openid.refreshTokenGrant(config, tokens.refresh_token ?? "")),
    ).toEqual(invalidGrant);
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

  it("signing out here alone ends nothing that an app may do", async () => {
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
    expect(await catchRefusal(redeem(asked, callback))).toEqual(invalidGrant);
  });

  it("the end of its account", async () => {
    const app = await connected();
    await auth.db.deleteFrom("auth.users").where("id", "=", app.owner.user_id).execute();
    await isCutOff(app);
  });
});

describe("what is left over", () => {
  it("is deleted after a day: requests, and apps that nobody connected; what is in use stays", async () => {
    const owner = await auth.signUp();
    const used = await register();
    const unused = await register();
    await connect(owner, used);
    await ask(unused);
    auth.clock.advance({ days: 1, seconds: 1 });
    await auth.clearExpired();
    // An app to which a request refers is deleted only in the run after the one that deletes the request.
    await auth.clearExpired();
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
      await auth.clearExpired();
      const rows = await readRows(auth.db, "auth.oauth_authorizations", { client_id }, ["status"]);
      return rows.map(({ status }) => status).sort();
    };
    auth.clock.advance({ minutes: 9 });
    expect(await statuses()).toEqual(["denied", "pending", "redeemed"]);
    auth.clock.advance({ minutes: 1 });
    expect(await statuses()).toEqual(["redeemed"]);
  });

  it("goes: a consent whose sessions have ended, and its app, also after a sweep has found them in use", async () => {
    const owner = await auth.signUp();
    const config = await register();
    await connect(owner, config);
    const { client_id } = config.clientMetadata();
    const sessions = auth.db.updateTable("auth.sessions").where("oauth_client_id", "=", client_id);
    const counts = async () => {
      await auth.clearExpired();
      const count = (table: "auth.oauth_consents" | "auth.oauth_clients") =>
        auth.db
          .selectFrom(table)
          .where(table === "auth.oauth_clients" ? "id" : "client_id", "=", client_id)
          .select("id")
          .execute();
      return [
        (await count("auth.oauth_consents")).length,
        (await count("auth.oauth_clients")).length,
      ];
    };
    auth.clock.advance({ days: 91 });
    await sessions.set({ refreshed_at: auth.clock.now() }).execute();
    expect(await counts()).toEqual([1, 1]);
    auth.clock.advance({ days: 91 });
    expect(await counts()).toEqual([0, 0]);
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
    const client = await auth.signIn({ email: owner.email });
    const asked = await ask(config);
    const callback = await allow({ ...owner, client }, asked);
    await auth.clearExpired();
    expect((await redeem(asked, callback)).access_token).toBeTruthy();
  });
});
