import { describe, expect, it } from "vitest";
import { runReadOnly } from "#server/access/acting-session.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { useTestApp } from "#server/testing/app.ts";
import { useTestAuth } from "#server/testing/auth/auth.ts";
import { connectTestApp } from "#server/testing/auth/connected-apps.ts";
import { readRow } from "#server/testing/database/rows.ts";

/* These tests cover what an app may do within its scopes. The access matrix covers what it may not do. */

const readErrorCode = async (answer: Response) => {
  const text = await answer.text();
  const body = text.startsWith("{") ? JSON.parse(text) : {};
  return { status: answer.status, code: body.code };
};

describe("/api", () => {
  const app = useTestApp();
  const owner = app.useOwner();
  const listCircles = (token: string) =>
    app.request("/api/circles", { headers: { Authorization: `Bearer ${token}` } });

  it("lets an app read, and stores nothing that a read would", async () => {
    const { access_token } = await connectTestApp(app.deps, owner.user_id);
    const answer = await listCircles(access_token);
    expect([answer.status, await answer.json()]).toEqual([200, { circles: [] }]);
    const write = runReadOnly(() => inTransaction(app.db, async () => "stored"));
    await expect(write).rejects.toThrow("has not been allowed");
  });

  it("notes when an app was last used, at most every five minutes", async () => {
    const { access_token, session_id } = await connectTestApp(app.deps, owner.user_id);
    const usedAt = async () => {
      const row = await readRow(app.db, "auth.sessions", { id: session_id }, ["app_used_at"]);
      return row.app_used_at;
    };
    const first = app.clock.now();
    await listCircles(access_token);
    app.clock.advance({ minutes: 4 });
    await listCircles(access_token);
    expect(await usedAt()).toEqual(first);
    app.clock.advance({ minutes: 1 });
    await listCircles(access_token);
    expect(await usedAt()).toEqual(app.clock.now());
  });

  it("shows an app neither among the places where the owner is signed in, nor can it be ended there", async () => {
    const { session_id } = await connectTestApp(app.deps, owner.user_id);
    const listed = (await (await app.as(owner, "GET", "/api/sessions")).json()) as {
      sessions: unknown[];
    };
    expect(listed.sessions).toHaveLength(1);
    const ended = await app.as(owner, "DELETE", `/api/sessions/${session_id}`);
    expect(await readErrorCode(ended)).toMatchObject({ status: 404 });
  });
});

describe("the limit of calls", () => {
  const app = useTestApp({ environment: { RATE_LIMITS: "on" } });
  const owner = app.useOwner();

  it("the limit of calls of an app uses up neither its owner's nor another app's", async () => {
    const list = async (token: string) => {
      const headers = { Authorization: `Bearer ${token}` };
      return (await app.request("/api/circles", { headers })).status;
    };
    const first = (await connectTestApp(app.deps, owner.user_id)).access_token;
    const second = (await connectTestApp(app.deps, owner.user_id)).access_token;
    for (let made = 0; made < 300; made += 1) expect(await list(first)).toBe(200);
    expect(await list(first)).toBe(429);
    expect(await list(second)).toBe(200);
    expect(await list(owner.access_token)).toBe(200);
  });
});

describe("/auth/v1", () => {
  const auth = useTestAuth();
  it("treats an app as signed out where a session is optional", async () => {
    const { user_id, email } = await auth.signUp();
    const { access_token } = await connectTestApp(auth.deps, user_id);
    const answer = await auth.send(
      "POST",
      "/verify",
      { type: "signup", email, token: "123456" },
      access_token,
    );
    expect([answer.status, answer.body.code]).toEqual([403, "otp_expired"]);
  });

  it("tells an app about the person what it was allowed to know, and no more", async () => {
    const { user_id, email } = await auth.signUp();
    const ask = async (scopes: Parameters<typeof connectTestApp>[2]) => {
      const { access_token } = await connectTestApp(auth.deps, user_id, scopes);
      return auth.send("GET", "/oauth/userinfo", undefined, access_token);
    };
    expect((await ask({ scopes: ["openid"] })).body).toEqual({ sub: user_id });
    expect((await ask({ scopes: ["openid", "email"] })).body).toEqual({
      sub: user_id,
      email,
      email_verified: false,
    });
    const refused = await ask({ scopes: ["email"] });
    expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([
      403,
      'Bearer error="insufficient_scope"',
    ]);
    const without = await auth.send("GET", "/oauth/userinfo");
    expect([without.status, without.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
  });
});
