import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { appScopes } from "#contract/auth/scopes.ts";
import { readingOnly } from "#server/access/acting-session.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { authRoutes } from "#server/features/auth/routes.ts";
import { useTestApp } from "#server/testing/app.ts";
import { useTestAuth } from "#server/testing/auth.ts";
import { connectTestApp } from "#server/testing/connected-apps.ts";
import { seedSecondStep } from "#server/testing/seed-sign-in-methods.ts";

/*
 * What an app's token opens. The lists are made from what is served, so a new endpoint is refused to apps, or this file
 * says so.
 */

const openApi = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({ security: z.array(z.record(z.string(), z.array(z.string()))) }),
    ),
  ),
});

const codeOf = async (answer: Response) => {
  const text = await answer.text();
  const body = text.startsWith("{") ? JSON.parse(text) : {};
  return { status: answer.status, code: body.code };
};
const refusedToApps = { status: 403, code: "insufficient_scope" };

describe("/api", () => {
  const app = useTestApp();
  const owner = app.useOwner();
  let endpoints: { method: string; path: string; scopes: string[] }[] = [];
  let everything: string;
  let nothing: string;

  beforeAll(async () => {
    const { paths } = openApi.parse(await (await app.request("/api/openapi.json")).json());
    endpoints = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { security }]) =>
        security.flatMap(({ owner: scopes }) =>
          scopes ? [{ method: method.toUpperCase(), path, scopes }] : [],
        ),
      ),
    );
  });
  beforeEach(async () => {
    everything = (await connectTestApp(app.deps, owner.user_id)).access_token;
    nothing = (await connectTestApp(app.deps, owner.user_id, { scopes: ["openid"] })).access_token;
  });
  const ask = ({ method, path }: { method: string; path: string }, token: string) =>
    app.request(path.replaceAll(/\{\w+\}/g, randomUUID()), {
      method,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      ...(method !== "GET" && { body: "{}" }),
    });

  it("opens to apps only what reads, and names the scope", () => {
    expect(endpoints.length).toBeGreaterThan(40);
    const open = endpoints.filter(({ scopes }) => scopes.length > 0);
    expect(
      open.map(({ method, path, scopes }) => `${method} ${path}: ${scopes.join(" ")}`).sort(),
    ).toEqual([
      "GET /api/circles/{id}/decision: decisions:read results:read",
      "GET /api/circles/{id}/feedback: results:read",
      "GET /api/circles/{id}/insights: results:read",
      "GET /api/circles/{id}: circles:read",
      "GET /api/circles: circles:read",
    ]);
  });

  it("refuses every other endpoint to an app that was allowed everything", async () => {
    for (const endpoint of endpoints) {
      const found = await codeOf(await ask(endpoint, everything));
      if (endpoint.scopes.length === 0)
        expect([endpoint, found]).toEqual([endpoint, refusedToApps]);
      else expect([endpoint, found.code]).not.toEqual([endpoint, refusedToApps.code]);
    }
  });

  it("refuses every endpoint to an app that was allowed none of its scopes", async () => {
    for (const endpoint of endpoints) {
      expect([endpoint, await codeOf(await ask(endpoint, nothing))]).toEqual([
        endpoint,
        refusedToApps,
      ]);
    }
  });

  it("needs every scope that an endpoint names", async () => {
    const given = { scopes: ["decisions:read"] } as const;
    const { access_token } = await connectTestApp(app.deps, owner.user_id, given);
    const endpoint = { method: "GET", path: "/api/circles/{id}/decision" };
    expect(await codeOf(await ask(endpoint, access_token))).toEqual(refusedToApps);
  });

  it("lets an app read, and stores nothing that a read would", async () => {
    const answer = await ask({ method: "GET", path: "/api/circles" }, everything);
    expect([answer.status, await answer.json()]).toEqual([200, { circles: [] }]);
    const write = readingOnly(() => inTransaction(app.db, async () => "stored"));
    await expect(write).rejects.toThrow("has not been allowed");
  });

  it("notes when an app was last used, at most every five minutes", async () => {
    const { access_token, session_id } = await connectTestApp(app.deps, owner.user_id);
    const usedAt = async () => {
      const row = await app.db
        .selectFrom("auth.sessions")
        .where("id", "=", session_id)
        .select("app_used_at")
        .executeTakeFirstOrThrow();
      return row.app_used_at;
    };
    const endpoint = { method: "GET", path: "/api/circles" };
    const first = app.clock.now();
    await ask(endpoint, access_token);
    app.clock.advance({ minutes: 4 });
    await ask(endpoint, access_token);
    expect(await usedAt()).toEqual(first);
    app.clock.advance({ minutes: 1 });
    await ask(endpoint, access_token);
    expect(await usedAt()).toEqual(app.clock.now());
  });

  it("closes to an app once its owner has a second step that was not passed when it was let in", async () => {
    await seedSecondStep(app.db, { user_id: owner.user_id, now: app.clock.now() });
    const endpoint = { method: "GET", path: "/api/circles" };
    expect(await codeOf(await ask(endpoint, everything))).toEqual({
      status: 403,
      code: "insufficient_aal",
    });
    const { access_token } = await connectTestApp(app.deps, owner.user_id, { aal: "aal2" });
    expect((await ask(endpoint, access_token)).status).toBe(200);
  });

  it("shows an app neither among the places where the owner is signed in, nor can it be ended there", async () => {
    const { session_id } = await connectTestApp(app.deps, owner.user_id);
    const listed = (await (await app.as(owner, "GET", "/api/sessions")).json()) as {
      sessions: unknown[];
    };
    expect(listed.sessions).toHaveLength(1);
    const ended = await app.as(owner, "DELETE", `/api/sessions/${session_id}`);
    expect(await codeOf(ended)).toMatchObject({ status: 404 });
  });
});

describe("the limit of calls", () => {
  const app = useTestApp({ environment: { RATE_LIMITS: "on" } });
  const owner = app.useOwner();

  it("of an app uses up neither its owner's nor another app's", async () => {
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
  /** Those that answer an app, each by what it was allowed. */
  const forApps = ["GET /oauth/userinfo"];

  it("refuses an app whatever needs a session, with every scope and with none", async () => {
    const { user_id } = await auth.signUp();
    const tokens = [
      (await connectTestApp(auth.deps, user_id, { scopes: appScopes })).access_token,
      (await connectTestApp(auth.deps, user_id, { scopes: ["circles:read"] })).access_token,
    ];
    const routes = authRoutes(auth.deps).routes.filter(
      ({ method, path }) => !["ALL", "OPTIONS"].includes(method) && path !== "*",
    );
    expect(routes.length).toBeGreaterThan(25);
    const needSession: string[] = [];
    for (const { method, path } of routes) {
      const address = path.replaceAll(/:\w+(?:\{[^}]*\})?/g, randomUUID());
      const body = ["GET", "DELETE"].includes(method) ? undefined : {};
      const without = await auth.ask(`/auth/v1${address}`, {
        method,
        headers: { "Content-Type": "application/json", "X-Supabase-Api-Version": "2024-01-01" },
        ...(body && { body: "{}" }),
      });
      if ((await codeOf(without)).code !== "no_authorization") continue;
      const name = `${method} ${path}`;
      needSession.push(name);
      if (forApps.includes(name)) continue;
      for (const token of tokens) {
        const answer = await auth.send(method, address, body, token);
        expect([name, answer.status, answer.body.code]).toEqual([name, 403, "insufficient_scope"]);
      }
    }
    expect(needSession).toEqual(
      expect.arrayContaining([
        "GET /user",
        "PUT /user",
        "POST /logout",
        "POST /factors",
        "DELETE /factors/:id",
        "DELETE /user/identities/:id",
        "GET /user/oauth/grants",
        "DELETE /user/oauth/grants",
        "GET /oauth/authorizations/:id",
        "POST /oauth/authorizations/:id/consent",
        ...forApps,
      ]),
    );
  });

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

  it("tells an app nothing once its owner has a second step that it was let in without", async () => {
    const { user_id } = await auth.signUp();
    const { access_token } = await connectTestApp(auth.deps, user_id);
    await seedSecondStep(auth.db, { user_id, now: auth.clock.now() });
    const answer = await auth.send("GET", "/oauth/userinfo", undefined, access_token);
    expect([answer.status, answer.body.code]).toEqual([403, "insufficient_aal"]);
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
