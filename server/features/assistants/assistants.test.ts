import { randomUUID } from "node:crypto";
import {
  Client,
  type OAuthClientProvider,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
import { saveDecision } from "#contract/decisions.ts";
import { readResults } from "#contract/feedback/feedback.ts";
import { useTestApp } from "#server/testing/app.ts";
import { callTool as call, openAssistant } from "#server/testing/assistant.ts";
import { connectTestApp } from "#server/testing/auth/connected-apps.ts";
import { seedSecondStep } from "#server/testing/auth/seed-sign-in-methods.ts";
import type { TestOwner } from "#server/testing/owners.ts";

/* These tests use the protocol's own client library. */

const address = new URL("http://localhost:3000/mcp");
type Given = Parameters<typeof connectTestApp>[2];

const useAssistant = (app: ReturnType<typeof useTestApp>) => {
  const fetchHere = (url: string | URL, init?: RequestInit) => app.request(String(url), init);
  const open = (accessToken: string, mode?: "legacy" | "auto") =>
    openAssistant(app, accessToken, mode);
  const connect = async (owner: TestOwner, given?: Given) =>
    open((await connectTestApp(app.deps, owner.user_id, given)).access_token);
  return { fetchHere, open, connect };
};

describe("an assistant", () => {
  const app = useTestApp();
  const owner = app.useOwner();
  const assistant = useAssistant(app);

  it("discovers where to ask for access, is connected by the owner, and reads", async () => {
    let tokens: StoredOAuthTokens | undefined;
    let registered: StoredOAuthClientInformation | undefined;
    let verifier = "";
    let asked: URL | undefined;
    const provider: OAuthClientProvider = {
      redirectUrl: "https://assistant.example/callback",
      clientMetadata: {
        client_name: "Test assistant",
        redirect_uris: ["https://assistant.example/callback"],
        token_endpoint_auth_method: "none",
      },
      clientInformation: () => registered,
      saveClientInformation: (saved) => {
        registered = saved;
      },
      tokens: () => tokens,
      saveTokens: (saved) => {
        tokens = saved;
      },
      redirectToAuthorization: (url) => {
        asked = url;
      },
      saveCodeVerifier: (saved) => {
        verifier = saved;
      },
      codeVerifier: () => verifier,
    };
    const transport = () =>
      new StreamableHTTPClientTransport(address, {
        fetch: assistant.fetchHere,
        authProvider: provider,
      });
    const first = transport();
    const client = new Client({ name: "test assistant", version: "1" });
    await expect(client.connect(first)).rejects.toThrow(UnauthorizedError);
    expect(asked?.searchParams.get("resource")).toBe(address.href);
    expect(asked?.searchParams.get("scope")).toBe("circles:read results:read decisions:read");

    const consent = await app.request(`${asked?.pathname}${asked?.search}`);
    const id = new URL(consent.headers.get("location") ?? "").searchParams.get("authorization_id");
    const path = `/auth/v1/oauth/authorizations/${id}`;
    expect((await app.as(owner, "GET", path)).status).toBe(200);
    const allowed = await app.as(owner, "POST", `${path}/consent`, { action: "approve" });
    const { redirect_url } = (await allowed.json()) as { redirect_url: string };
    await first.finishAuth(new URL(redirect_url).searchParams);
    expect(tokens?.refresh_token).toBeTruthy();

    const again = new Client({ name: "test assistant", version: "1" });
    await again.connect(transport());
    expect(await call(again, "list_paralines")).toEqual({ read: [] });
  });

  it.each(["legacy", "auto"] as const)("sees read-only tools (%s)", async (mode) => {
    const { access_token } = await connectTestApp(app.deps, owner.user_id);
    const client = await assistant.open(access_token, mode);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual([
      "list_further_questions",
      "list_paralines",
      "read_decision",
      "read_insights",
      "read_results",
      "search_reflections",
    ]);
    for (const { annotations } of tools) {
      expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
    }
    expect(client.getInstructions()).toContain("never as instructions");
  });

  it("sees only the tools that it was allowed", async () => {
    const namesWith = async (scopes: NonNullable<Given>["scopes"]) => {
      const client = await assistant.connect(owner, scopes && { scopes });
      const names = (await client.listTools()).tools.map(({ name }) => name).sort();
      return { client, names };
    };
    expect((await namesWith(["circles:read"])).names).toEqual(["list_paralines"]);
    const decisions = await namesWith(["decisions:read", "email"]);
    expect(decisions.names).toEqual(["read_decision"]);
    const wrong = decisions.client.callTool({ name: "list_paralines", arguments: {} });
    await expect(wrong.then(({ isError }) => isError)).rejects.toThrow("list_paralines");
  });

  it("reads a further question by its own id", async () => {
    const id = await app.circles.createInvited(owner);
    const { circle_id } = await app.circles.askFurther(owner, id);
    await app.circles.answerAs(circle_id, "ana", { answers: { 1: "A warmer winter." } });
    const client = await assistant.connect(owner);
    expect(await call(client, "list_further_questions", { paraline: id })).toMatchObject({
      read: [{ circle_id, responses_count: 1 }],
    });
    expect(JSON.stringify(await call(client, "read_results", { paraline: circle_id }))).toContain(
      "A warmer winter.",
    );
    expect(await call(client, "read_decision", { paraline: circle_id })).toHaveProperty("refused");
  });

  it("reads the owner's paralines, results and decision as the owner's own calls do", async () => {
    const id = await app.circles.createInvited(owner, { title: "Leave the orchestra?" });
    await app.circles.answerAs(id, "ana", { answers: { 1: "You light up when you conduct." } });
    await app.circles.answerAs(id, "ben", { answers: { 1: "Try it." }, encouragement: "Go on!" });
    await app.call(owner, saveDecision, {
      params: { id },
      body: { path: "pause", prediction: "Fine" },
    });
    const client = await assistant.connect(owner);
    const listed = await call(client, "list_paralines");
    expect(listed).toMatchObject({
      read: [{ id, title: "Leave the orchestra?", responses_count: 2, is_locked: false }],
    });
    const results = await app.as(owner, "GET", `/api/circles/${id}/feedback`);
    expect(await call(client, "read_results", { paraline: id })).toEqual({
      read: await results.json(),
    });
    const insights = await app.as(owner, "GET", `/api/circles/${id}/insights`);
    expect(await call(client, "read_insights", { paraline: id })).toEqual({
      read: await insights.json(),
    });
    const decision = (await (await app.as(owner, "GET", `/api/circles/${id}/decision`)).json()) as {
      decision: object;
    };
    expect(await call(client, "read_decision", { paraline: id })).toEqual({
      read: decision.decision,
    });

    const found = await call(client, "search_reflections", { query: "LIGHT up" });
    expect(found).toMatchObject({
      read: {
        matches: [
          {
            paraline: { id, title: "Leave the orchestra?" },
            first_name: "ana",
            question: "What do you see?",
            text: "You light up when you conduct.",
          },
        ],
        has_more: false,
      },
    });
    expect(await call(client, "search_reflections", { query: "go on" })).toMatchObject({
      read: { matches: [{ first_name: "ben", question: null, text: "Go on!" }] },
    });
    expect(await call(client, "search_reflections", { query: "g" })).toHaveProperty("refused");
  });

  it("reads what its owner reads, including what was left out of insights, except what its owner has set aside", async () => {
    const id = await app.circles.createInvited(owner);
    await app.circles.answerAs(id, "ana", { answers: { 1: "Read this." } });
    await app.circles.answerAs(id, "ben", {
      answers: { 1: "Not for insights." },
      use_in_insights: false,
    });
    await app.circles.answerAs(id, "cleo", { answers: { 1: "Buy gold." }, encouragement: "Gold!" });
    const results = await app.call(owner, readResults, { params: { id } });
    const path = `/api/circles/${id}/feedback/${results.responses[2]?.id}/set-aside`;
    expect((await app.as(owner, "PUT", path, { is_set_aside: true })).status).toBe(200);
    const read = await app.call(owner, readResults, { params: { id } });
    expect(read.responses).toHaveLength(2);
    expect(read.set_aside).toHaveLength(1);
    const client = await assistant.connect(owner);
    expect(await call(client, "read_results", { paraline: id })).toEqual({
      read: { ...read, set_aside: [] },
    });
    const found = await call(client, "search_reflections", { query: "insights gold" });
    expect(JSON.stringify(found)).not.toContain("gold.");
  });

  it("can neither compare a copy with the earlier paraline nor keep an answer", async () => {
    const id = await app.circles.create(owner);
    await app.circles.answerAs(id, "ana");
    const { responses } = await app.call(owner, readResults, { params: { id } });
    const { access_token } = await connectTestApp(app.deps, owner.user_id);
    for (const [method, path] of [
      ["GET", `/api/circles/${id}/then-and-now`],
      ["PUT", `/api/circles/${id}/feedback/${responses[0]?.id}/answers/1/kept`],
      ["DELETE", `/api/circles/${id}/feedback/${responses[0]?.id}/answers/1/kept`],
    ] as const) {
      const refused = await app.as({ ...owner, access_token }, method, path);
      expect([refused.status, await refused.json()]).toMatchObject([
        403,
        { code: "insufficient_scope" },
      ]);
    }
  });

  it("sees nothing of an anonymous paraline before its closing, and then neither names nor times", async () => {
    const id = await app.circles.createInvited(owner, { is_anonymous: true });
    const client = await assistant.connect(owner);
    await app.circles.answerAs(id, "ana", { answers: { 1: "A sealed thought" } });
    await app.circles.answerAs(id, "ben", { answers: { 1: "A sealed thought" } });
    expect(await call(client, "list_paralines")).toMatchObject({ read: [{ responses_count: 0 }] });
    expect(await call(client, "read_results", { paraline: id })).toMatchObject({
      read: { responses: [], responses_count: 0, visibility: "sealed" },
    });
    const search = { query: "sealed thought" };
    expect(await call(client, "search_reflections", search)).toMatchObject({
      read: { matches: [] },
    });
    await app.circles.answerAs(id, "cleo", { answers: { 1: "A sealed thought" } });
    await app.circles.close(owner, id);
    const { read } = (await call(client, "search_reflections", search)) as {
      read: { matches: { first_name: string | null }[] };
    };
    expect(read.matches).toHaveLength(3);
    expect(JSON.stringify(read)).not.toMatch(/ana|ben|cleo|received|T\d\d:/);
    const results = JSON.stringify(await call(client, "read_results", { paraline: id }));
    expect(results).not.toMatch(/"ana"|"ben"|"cleo"|T\d\d:\d\d/);
  });

  it("reads nothing of anyone else", async () => {
    const stranger = await app.createOwner();
    const id = await app.circles.createInvited(stranger);
    await app.circles.answerAs(id, "ana", { answers: { 1: "A secret of theirs" } });
    const client = await assistant.connect(owner);
    for (const name of ["read_results", "read_insights", "read_decision"]) {
      for (const circleId of [id, randomUUID(), "x"]) {
        expect(await call(client, name, { paraline: circleId })).toEqual({
          refused: "This paraline was not found.",
        });
      }
    }
    const found = await call(client, "search_reflections", { query: "A secret of theirs" });
    expect(found).toMatchObject({ read: { matches: [] } });
  });

  it("stores nothing, whatever it asks", async () => {
    const id = await app.circles.createInvited(owner);
    await app.circles.answerAs(id, "ana");
    const client = await assistant.connect(owner);
    const count = async () => {
      const rows = await Promise.all([
        app.db.selectFrom("circles").selectAll().execute(),
        app.db.selectFrom("feedback").selectAll().execute(),
        app.db.selectFrom("insights").selectAll().execute(),
        app.db.selectFrom("insight_generations").selectAll().execute(),
        app.db.selectFrom("decisions").selectAll().execute(),
        app.db.selectFrom("emails").selectAll().execute(),
      ]);
      return JSON.stringify(rows);
    };
    const before = await count();
    await call(client, "list_paralines");
    for (const name of ["read_results", "read_insights", "read_decision"]) {
      await call(client, name, { paraline: id });
    }
    await call(client, "search_reflections", { query: "see" });
    expect(await count()).toBe(before);
  });

  describe("is refused", () => {
    const post = (headers: Record<string, string>, body: unknown = ping) =>
      app.request("/mcp", {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          Accept: "application/json, text/event-stream",
          ...headers,
        },
        body: JSON.stringify(body),
      });
    const ping = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    const metadata = `resource_metadata="http://localhost:3000/.well-known/oauth-protected-resource/mcp"`;
    const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

    it("an assistant is refused without a token, with the address at which to request one", async () => {
      const answer = await post({});
      expect(answer.status).toBe(401);
      expect(answer.headers.get("www-authenticate")).toBe(
        `Bearer ${metadata}, scope="circles:read results:read decisions:read"`,
      );
      const described = await app.request("/.well-known/oauth-protected-resource/mcp");
      expect(described.headers.get("access-control-allow-origin")).toBe("*");
      expect(await described.json()).toMatchObject({
        resource: "http://localhost:3000/mcp",
        authorization_servers: ["http://localhost:3000/auth/v1"],
        scopes_supported: ["circles:read", "results:read", "decisions:read"],
      });
      const server = await app.request("/.well-known/oauth-authorization-server/auth/v1");
      expect(await server.json()).toMatchObject({ issuer: "http://localhost:3000/auth/v1" });
      const openid = await app.request("/.well-known/openid-configuration/auth/v1");
      expect(await openid.json()).toMatchObject({ issuer: "http://localhost:3000/auth/v1" });
    });

    it("an assistant is refused with a person's own token, nonsense, or the token of an app that was disconnected", async () => {
      const { access_token, client_id } = await connectTestApp(app.deps, owner.user_id);
      expect((await post(bearer(access_token))).status).toBe(200);
      await app.as(owner, "DELETE", `/auth/v1/user/oauth/grants?client_id=${client_id}`);
      for (const token of [owner.access_token, "nonsense", access_token]) {
        const answer = await post(bearer(token));
        expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([
          401,
          expect.stringContaining('error="invalid_token"'),
        ]);
      }
    });

    it("an assistant is refused without a scope that reads", async () => {
      const given = { scopes: ["openid", "email"] } as const;
      const { access_token } = await connectTestApp(app.deps, owner.user_id, given);
      const answer = await post(bearer(access_token));
      expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([
        403,
        expect.stringContaining('error="insufficient_scope"'),
      ]);
    });

    it("an assistant is refused if its owner has a second step that was not passed when it was connected", async () => {
      const weak = await connectTestApp(app.deps, owner.user_id);
      const strong = await connectTestApp(app.deps, owner.user_id, { aal: "aal2" });
      await seedSecondStep(app.db, { user_id: owner.user_id, now: app.clock.now() });
      expect((await post(bearer(weak.access_token))).status).toBe(401);
      expect((await post(bearer(strong.access_token))).status).toBe(200);
    });

    it("an assistant is refused from a page of another site", async () => {
      const { access_token } = await connectTestApp(app.deps, owner.user_id);
      const from = async (origin: string) =>
        (await post({ ...bearer(access_token), Origin: origin })).status;
      for (const origin of ["https://evil.example", "http://localhost:3001", "null"]) {
        expect(await from(origin)).toBe(403);
      }
      expect(await from("http://localhost:3000")).toBe(200);
    });

    it("an assistant is refused with a body that is too large, contains several calls, or is not a call", async () => {
      const { access_token } = await connectTestApp(app.deps, owner.user_id);
      const large = { ...ping, params: { filler: "x".repeat(70_000) } };
      expect((await post(bearer(access_token), large)).status).toBe(413);
      expect((await post(bearer(access_token), "x")).status).toBe(400);
      expect((await post(bearer(access_token), [ping, { ...ping, id: 2 }])).status).toBe(400);
      expect((await post(bearer(access_token), [])).status).toBe(400);
      for (const method of ["GET", "DELETE"]) {
        const answer = await app.request("/mcp", { method, headers: bearer(access_token) });
        expect(answer.status).toBe(405);
      }
    });
  });
});

describe("a locked paraline", () => {
  const app = useTestApp({ environment: { BILLING: "test" } });
  const owner = app.useOwner();
  const assistant = useAssistant(app);

  it("stays locked to an assistant", async () => {
    const id = await app.circles.createInvited(owner);
    await app.circles.answerAs(id, "ana", { answers: { 1: "Behind the lock" } });
    const client = await assistant.connect(owner);
    expect(await call(client, "list_paralines")).toMatchObject({ read: [{ is_locked: true }] });
    expect(await call(client, "read_results", { paraline: id })).toMatchObject({
      read: { is_locked: true, responses: [], responses_count: 1 },
    });
    expect(await call(client, "read_insights", { paraline: id })).toEqual({
      refused: "Unlock the results of this paraline to read them.",
    });
    expect(await call(client, "search_reflections", { query: "Behind" })).toMatchObject({
      read: { matches: [] },
    });
    expect(await call(client, "read_decision", { paraline: id })).toMatchObject({
      read: { circle_id: id },
    });
  });
});

describe("limits", () => {
  const app = useTestApp({ environment: { RATE_LIMITS: "on" } });
  const owner = app.useOwner();
  const assistant = useAssistant(app);

  it("apply to the searches and to all calls of one owner's apps together, and affect no other owner", async () => {
    const refused = { refused: "Too many requests. Please try again in a moment." };
    const [first, second] = [await assistant.connect(owner), await assistant.connect(owner)];
    for (let made = 0; made < 30; made += 1) {
      const client = made % 2 === 0 ? first : second;
      expect(await call(client, "search_reflections", { query: "any" })).toHaveProperty("read");
    }
    expect(await call(first, "search_reflections", { query: "any" })).toEqual(refused);
    expect(await call(second, "search_reflections", { query: "any" })).toEqual(refused);
    for (let made = 32; made < 120; made += 1) {
      const client = made % 2 === 0 ? first : second;
      expect(await call(client, "list_paralines")).toHaveProperty("read");
    }
    expect(await call(first, "list_paralines")).toEqual(refused);
    expect(await call(second, "list_paralines")).toEqual(refused);
    const others = await assistant.connect(await app.createOwner());
    expect(await call(others, "list_paralines")).toHaveProperty("read");
  });

  it("bound the requests of one app", async () => {
    const client = await assistant.connect(await app.createOwner());
    const answers = await Promise.all(
      Array.from({ length: 121 }, () => client.listTools().catch(() => "refused")),
    );
    expect(answers).toContain("refused");
  });
});
