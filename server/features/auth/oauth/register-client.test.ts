import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { useTestAuth } from "#server/testing/auth/auth.ts";
import { issuer, redirectUri } from "#server/testing/auth/oauth-app.ts";
import { readRow } from "#server/testing/database/rows.ts";

const auth = useTestAuth();

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
  it("stores only the hash of a secret", async () => {
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
    const row = await readRow(auth.db, "auth.oauth_clients", { id: client_id ?? "" });
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
