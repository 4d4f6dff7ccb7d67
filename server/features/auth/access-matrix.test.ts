import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type AppScope, appScopes } from "#contract/auth/scopes.ts";
import { createApp } from "#server/app.ts";
import { loadWebBuild } from "#server/http/pages/web-build.ts";
import { useTestApp } from "#server/testing/app.ts";
import { useTestAuth } from "#server/testing/auth/auth.ts";
import {
  type Answer,
  type Call,
  openRows,
  signedInRows,
} from "#server/testing/auth/auth-access.ts";
import {
  createTestCaller,
  listAuthRoutes,
  passSecondStep,
  type TestCaller,
} from "#server/testing/auth/auth-callers.ts";
import { connectTestApp } from "#server/testing/auth/connected-apps.ts";
import { seedSecondStep } from "#server/testing/auth/seed-sign-in-methods.ts";
import { changeRows } from "#server/testing/database/rows.ts";

/*
 * Who may do what: every call of `/auth/v1` and of `/api` is made by every kind of caller. A new call of `/auth/v1`
 * needs a row here; the calls of `/api` declare themselves what they need.
 */

/** The scopes that an owner's apps may be allowed: each one alone, all of them, and none. */
const allowances: AppScope[][] = [[...appScopes], ...appScopes.map((scope) => [scope]), []];

const insufficientScope: Answer = "403 insufficient_scope";

describe("/auth/v1", () => {
  const auth = useTestAuth();

  const secondsAgo = (seconds: number) => Math.floor(auth.clock.now().getTime() / 1000) - seconds;

  let owner: TestCaller;
  let stranger: TestCaller;
  /** An account with a second step, which its session has not passed. */
  let lacking: TestCaller;
  let lackingApp: string;
  /** Tokens that are refused, each with the refusal. */
  let worthless: [what: string, token: string | undefined, refusal: Answer][];
  /** Apps of the owner, each with what it may do. */
  let apps: { scopes: readonly AppScope[]; token: string }[];
  // The calls that are made for these change nothing, so they are the same for all rows.
  beforeAll(async () => {
    owner = await createTestCaller(auth.deps);
    stranger = await createTestCaller(auth.deps);
    lacking = await createTestCaller(auth.deps, { factor: "verified" });
    lackingApp = (await connectTestApp(auth.deps, lacking.user_id)).access_token;
    const connect = (scopes?: readonly AppScope[]) =>
      connectTestApp(auth.deps, owner.user_id, scopes && { scopes });
    apps = [];
    for (const scopes of allowances)
      apps.push({ scopes, token: (await connect(scopes)).access_token });
    const app = await connect();
    const [suspended, ended] = [
      await createTestCaller(auth.deps),
      await createTestCaller(auth.deps),
    ];
    const endedApp = await connect();
    await auth.suspend(suspended.user_id, 24 * 60);
    await auth.db
      .deleteFrom("auth.sessions")
      .where("id", "in", [ended.session_id, endedApp.session_id])
      .execute();
    const expired = { exp: secondsAgo(1) };
    worthless = [
      ["no token", undefined, "401 no_authorization"],
      ["a token that is none", "not.a.token", "403 bad_jwt"],
      ["an expired token", await owner.sign(expired), "403 bad_jwt"],
      ["another key's token", `${owner.access_token.slice(0, -8)}AAAAAAAA`, "403 bad_jwt"],
      ["another audience's token", await owner.sign({ aud: "somebody" }), "403 bad_jwt"],
      ["somebody else's session", await owner.sign({ sub: randomUUID() }), "403 session_not_found"],
      ["a suspended account", suspended.access_token, "403 user_banned"],
      ["a session that has ended", ended.access_token, "403 session_not_found"],
      ["an app's expired token", await app.sign(expired), "403 bad_jwt"],
      ["another's app", await app.sign({ sub: stranger.user_id }), "403 session_not_found"],
      ["a disconnected app", endedApp.access_token, "403 session_not_found"],
    ];
  });

  const open = Object.entries(openRows);
  const signedIn = Object.entries(signedInRows);
  let cells = 0;
  afterAll(() => expect(cells).toBeGreaterThan(open.length * 13 + signedIn.length * 22));

  async function answer(
    route: string,
    { query = "", id, body }: Call,
    { token, idOwner }: { token: string | undefined; idOwner: TestCaller },
  ): Promise<string> {
    cells += 1;
    const [method = "", path = ""] = route.split(" ");
    const named = path.replace(/:\w+(?:\{[^}]*\})?/, id?.(idOwner) ?? "");
    const response = await auth
      .send(method, `${named}${query}`, body, token)
      .catch(() => undefined);
    if (response === undefined) {
      // Only pages are not JSON.
      const page = await auth.ask(`/auth/v1${named}${query}`, { method });
      return `${page.status}`;
    }
    const { code } = response.body;
    return typeof code === "string" ? `${response.status} ${code}` : `${response.status}`;
  }

  it("has a row for every call that is served, and for no other", () => {
    const rows = [...open, ...signedIn].map(([route]) => route).toSorted();
    expect(rows).toEqual(listAuthRoutes(auth.deps));
  });

  it.each(open)("%s is open to everyone, whatever their token", async (route, row) => {
    const tokens = [...worthless.map(([, token]) => token), owner.access_token, apps[0]?.token];
    for (const token of tokens) {
      expect([token, await answer(route, row, { token, idOwner: owner })]).toEqual([
        token,
        row.anyone,
      ]);
    }
  });

  describe.each(signedIn)("%s needs somebody who is signed in", (route, row) => {
    it("an invalid token is refused", async () => {
      for (const [what, token, refusal] of worthless) {
        expect([what, await answer(route, row, { token, idOwner: owner })]).toEqual([
          what,
          refusal,
        ]);
      }
    });

    it("an account without a second step", async () => {
      const caller = await createTestCaller(auth.deps);
      const token = caller.access_token;
      expect(await answer(route, row, { token, idOwner: caller })).toBe(row.aal1);
    });

    it("a session that has not passed the second step, also if its token says so", async () => {
      for (const token of [lacking.access_token, await lacking.sign({ aal: "aal2" })]) {
        expect(await answer(route, row, { token, idOwner: lacking })).toBe(row.lacking);
      }
    });

    it("a session that has passed it", async () => {
      const caller = await createTestCaller(auth.deps, { factor: "verified" });
      const token = await passSecondStep(auth.deps, caller);
      expect(await answer(route, row, { token, idOwner: caller })).toBe(row.aal2);
    });

    it("an app, with each scope, with all and with none", async () => {
      for (const { scopes, token } of apps) {
        const isAllowed = row.scope !== undefined && scopes.includes(row.scope);
        const found = await answer(route, row, { token, idOwner: owner });
        expect([scopes, found]).toEqual([scopes, isAllowed ? row.aal1 : insufficientScope]);
      }
    });

    it("an app that was connected before the second step", async () => {
      const expected = row.scope === undefined ? insufficientScope : row.lacking;
      expect(await answer(route, row, { token: lackingApp, idOwner: lacking })).toBe(expected);
    });

    if (row.foreign === undefined) return;
    it("somebody else's id is answered like an unknown one, and refused to an app", async () => {
      const unknown = { ...stranger, factor_id: randomUUID(), identity_id: randomUUID() };
      for (const idOwner of [stranger, unknown]) {
        const token = owner.access_token;
        expect(await answer(route, row, { token, idOwner })).toBe(row.foreign);
      }
      const token = apps[0]?.token;
      expect(await answer(route, row, { token, idOwner: stranger })).toBe(insufficientScope);
    });
  });
});

/** An unknown address. An operator's endpoint gives the same answer to everybody who is not an operator. */
const unknown = "/api/nothing-is-here";

describe("/api, for operators", () => {
  const listed = "operator@paraline.example";
  const app = useTestApp({
    environment: { ADMIN_EMAILS: ` ${listed.toUpperCase()} ,other@ｐaraline.example,` },
  });

  /** The routes that are missing from the API's document. */
  async function listUndocumented(): Promise<[method: string, path: string][]> {
    const { paths } = openApi.parse(await (await app.request("/api/openapi.json")).json());
    const documented = Object.keys(paths).map((path) => path.replaceAll(/\{(\w+)\}/g, ":$1"));
    const { routes } = await createApp(app.deps, await loadWebBuild("dist"));
    const served = routes.filter(({ method, path }) => method !== "ALL" && /^\/api\//.test(path));
    return (
      served
        .filter(({ path }) => !documented.includes(path))
        // Payment providers sign what they send to the webhook.
        .filter(({ path }) => !/^\/api\/(?:docs|openapi|billing\/webhook$)/.test(path))
        .map(({ method, path }) => [method, path])
    );
  }

  const answerTo = async (method: string, path: string, token?: string) => {
    const response = await app.request(path, {
      method,
      headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
    });
    const { "x-request-id": _, ...headers } = Object.fromEntries(response.headers);
    const body = (await response.text()).replace(/"request_id":"[^"]*"/, "");
    return { status: response.status, headers, body };
  };

  /** An account with the given address, and a session of it that has passed its second step. */
  async function createOperator(email: string) {
    const caller = await createTestCaller(app.deps, { factor: "verified" });
    const setAccount = (changes: {
      email?: string;
      email_proven_at?: Date | null;
      banned_until?: Date;
    }) =>
      changeRows(app.db, "auth.users", { id: caller.user_id }, { banned_until: null, ...changes });
    await changeRows(app.db, "auth.users", { email }, { email: `${caller.user_id}@gone.example` });
    await setAccount({ email });
    return { ...caller, setAccount, token: await passSecondStep(app.deps, caller) };
  }

  it("are the overview alone, and in no document", async () => {
    expect(await listUndocumented()).toEqual([["GET", "/api/admin"]]);
  });

  it("answer an operator who has passed a second step, however the setting writes the address", async () => {
    for (const email of [listed, "other@paraline.example"]) {
      const { token } = await createOperator(email);
      for (const [method, path] of await listUndocumented()) {
        expect((await answerTo(method, path, token)).status).toBe(200);
      }
    }
  });

  it("tell an operator without a second step to add one, and one who has not passed it to do so", async () => {
    const { token, session_id, ...operator } = await createOperator(listed);
    await changeRows(app.db, "auth.sessions", { id: session_id }, { aal: "aal1" });
    for (const [method, path] of await listUndocumented()) {
      expect((await answerTo(method, path, token)).body).toContain('"insufficient_aal"');
      await app.db.deleteFrom("auth.mfa_factors").where("id", "=", operator.factor_id).execute();
      const { status, body } = await answerTo(method, path, token);
      expect([status, body]).toEqual([
        403,
        expect.stringContaining('"operator_second_step_missing"'),
      ]);
    }
  });

  it("are like an unknown address for everybody else", async () => {
    const operator = await createOperator(listed);
    const owner = await createTestCaller(app.deps, { factor: "verified" });
    const assistant = await connectTestApp(app.deps, operator.user_id, {
      scopes: [...appScopes],
      aal: "aal2",
    });
    const tokens = {
      "no token": undefined,
      "a token that is none": "not.a.token",
      "an expired token": await operator.sign({ exp: 1, aal: "aal2" }),
      "an operator's token that another key signed": `${operator.token.slice(0, -8)}AAAAAAAA`,
      "an owner": owner.access_token,
      "an owner who has passed a second step": await passSecondStep(app.deps, owner),
      "an owner whose token names an operator's address": await owner.sign({
        aal: "aal2",
        email: listed,
      }),
      "an app of an operator": assistant.access_token,
    };
    const changes = {
      "whose address is not proven": { email_proven_at: null },
      "who has another address since": { email: "else@paraline.example" },
      "whose address only contains a listed one": { email: `x${listed}` },
      "who is suspended": { banned_until: new Date(app.clock.now().getTime() + 60_000) },
    };
    for (const [method, path] of await listUndocumented()) {
      for (const [who, token] of Object.entries(tokens)) {
        const found = await answerTo(method, path, token);
        expect([who, found]).toEqual([who, await answerTo(method, unknown, token)]);
      }
      for (const [who, change] of Object.entries(changes)) {
        await operator.setAccount(change);
        const found = await answerTo(method, path, operator.token);
        expect([who, found]).toEqual([who, await answerTo(method, unknown, operator.token)]);
        await operator.setAccount({ email: listed, email_proven_at: app.clock.now() });
      }
      expect((await answerTo(method, path, operator.token)).status).toBe(200);
    }
  });
});

const openApi = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({ security: z.array(z.record(z.string(), z.array(z.string()))) }),
    ),
  ),
});

describe("/api", () => {
  const app = useTestApp();
  let endpoints: { method: string; path: string; scopes: string[] }[] = [];
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

  const ask = async ({ method, path }: { method: string; path: string }, token?: string) => {
    const answer = await app.request(path.replaceAll(/\{\w+\}/g, randomUUID()), {
      method,
      headers: {
        "Content-Type": "application/json",
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      },
      ...(method !== "GET" && { body: "{}" }),
    });
    const text = await answer.text();
    const { code } = text.startsWith("{") ? JSON.parse(text) : {};
    return `${answer.status} ${code}`;
  };
  /** Expects the same answer to a token from each endpoint for owners. */
  const expectAll = async (token: string | undefined, expected: Answer) => {
    for (const endpoint of endpoints) {
      const { method, path } = endpoint;
      expect([method, path, await ask(endpoint, token)]).toEqual([method, path, expected]);
    }
  };

  it("opens to apps only what reads, and names the scopes", () => {
    expect(endpoints.length).toBeGreaterThan(40);
    const open = endpoints.filter(({ scopes }) => scopes.length > 0);
    expect(
      open.map(({ method, path, scopes }) => `${method} ${path}: ${scopes.join(" ")}`).sort(),
    ).toEqual([
      "GET /api/circles/{id}/decision: decisions:read results:read",
      "GET /api/circles/{id}/feedback: results:read",
      "GET /api/circles/{id}/further-questions: results:read",
      "GET /api/circles/{id}/insights: results:read",
      "GET /api/circles/{id}: circles:read",
      "GET /api/circles: circles:read",
    ]);
  });

  it.each(allowances.map((scopes) => ({ scopes })))("an app with $scopes", async ({ scopes }) => {
    const { user_id } = await app.createOwner();
    const { access_token } = await connectTestApp(app.deps, user_id, { scopes });
    for (const endpoint of endpoints) {
      const found = await ask(endpoint, access_token);
      const needed = endpoint.scopes;
      const isAllowed = needed.length > 0 && needed.every((name) => scopes.some((s) => s === name));
      const { method, path } = endpoint;
      expect([method, path, found === insufficientScope]).toEqual([method, path, !isAllowed]);
    }
  });

  it("has nothing for operators where none are named, and no page", async () => {
    const owner = await createTestCaller(app.deps, { factor: "verified" });
    const token = await passSecondStep(app.deps, owner);
    for (const path of ["/api/admin", "/admin"]) {
      const headers = { Authorization: `Bearer ${token}` };
      const [found, nothing] = [
        await app.request(path, { headers }),
        await app.request(path.replace("admin", "nothing-is-here"), { headers }),
      ];
      const withoutId = (text: string) => text.replace(/"request_id":"[^"]*"/, "");
      expect(found.status).toBe(404);
      expect(withoutId(await found.text())).toBe(withoutId(await nothing.text()));
    }
  });

  it("someone without a token", () => expectAll(undefined, "401 signed_out"));

  it("an app and a person whose token has expired", async () => {
    const owner = await createTestCaller(app.deps);
    const assistant = await connectTestApp(app.deps, owner.user_id);
    const exp = Math.floor(app.clock.now().getTime() / 1000) - 1;
    await expectAll(await owner.sign({ exp }), "403 bad_jwt");
    await expectAll(await assistant.sign({ exp }), "403 bad_jwt");
  });

  it("an app and a person whose token names somebody else", async () => {
    const [owner, other] = [await createTestCaller(app.deps), await createTestCaller(app.deps)];
    const assistant = await connectTestApp(app.deps, owner.user_id);
    await expectAll(await owner.sign({ sub: other.user_id }), "403 session_not_found");
    await expectAll(await assistant.sign({ sub: other.user_id }), "403 session_not_found");
  });

  it("a session that has not passed the second step, and an app that was connected there", async () => {
    const owner = await createTestCaller(app.deps, { factor: "verified" });
    const { access_token } = await connectTestApp(app.deps, owner.user_id);
    await expectAll(await owner.sign({ aal: "aal2" }), "403 insufficient_aal");
    for (const endpoint of endpoints.filter(({ scopes }) => scopes.length > 0)) {
      expect(await ask(endpoint, access_token)).toBe("403 insufficient_aal");
    }
  });

  it("opens again to an app that was connected with it", async () => {
    const { user_id } = await app.createOwner();
    await seedSecondStep(app.db, { user_id, now: app.clock.now() });
    const { access_token } = await connectTestApp(app.deps, user_id, { aal: "aal2" });
    const list = { method: "GET", path: "/api/circles" };
    expect(await ask(list, access_token)).toBe("200 undefined");
  });
});
