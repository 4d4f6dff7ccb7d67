import { describe, expect, it } from "vitest";
import { useTestAuth } from "#server/testing/auth/auth.ts";

const auth = useTestAuth();

const post = (path: string, body: RequestInit["body"], headers: Record<string, string> = {}) =>
  auth.ask(`/auth/v1${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json;charset=UTF-8", ...headers },
    ...(body ? { body } : {}),
  });
const readErrorCode = async (answer: Response) => {
  const body = (await answer.json()) as { error_code: string };
  return [answer.status, body.error_code];
};

describe("the error dialect", () => {
  it("is chosen by the date in the version header", async () => {
    const message = "Invalid login credentials";
    const body = JSON.stringify({ email: "nobody@paraline.example", password: "secret" });
    const ask = async (version?: string) => {
      const headers: Record<string, string> =
        version === undefined ? {} : { "X-Supabase-Api-Version": version };
      const answer = await post("/token?grant_type=password", body, headers);
      return [answer.status, answer.headers.get("X-Supabase-Api-Version"), await answer.json()];
    };
    const present = [400, "2024-01-01", { code: "invalid_credentials", message }];
    const older = [400, null, { code: 400, error_code: "invalid_credentials", msg: message }];
    expect(await ask("2024-01-01")).toEqual(present);
    expect(await ask("2031-12-31")).toEqual(present);
    expect(await ask()).toEqual(older);
    for (const version of ["2023-12-31", "yesterday", "2024-13-01", "2024-02-31", "2024-1-1", ""]) {
      expect(await ask(version)).toEqual(older);
    }
  });

  it("says why a password is weak in both", async () => {
    const body = JSON.stringify({ email: "a@b.example", password: "x" });
    const older: Record<string, string> = {};
    for (const headers of [older, { "X-Supabase-Api-Version": "2024-01-01" }]) {
      const answer = await post("/signup", body, headers);
      expect(await answer.json()).toMatchObject({ weak_password: { reasons: ["length"] } });
    }
  });

  it("is JSON and is cached nowhere", async () => {
    const answer = await post("/signup", "");
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });
});

describe("a body", () => {
  it.each([
    "",
    "{",
    "[]",
    '"text"',
    "null",
    "7",
    "email=a%40b.example",
    `{"email":"a@b.example"}{}`,
  ])("a body that is %j is refused as not a JSON object", async (body) => {
    for (const path of ["/signup", "/token?grant_type=password", "/recover", "/verify"]) {
      expect(await readErrorCode(await post(path, body))).toEqual([400, "bad_json"]);
    }
  });

  it("a body that is missing, or not UTF-8, is refused too", async () => {
    expect(await readErrorCode(await post("/signup", undefined))).toEqual([400, "bad_json"]);
    const bytes = new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]);
    expect(await readErrorCode(await post("/signup", bytes))).toEqual([400, "bad_json"]);
  });

  it("a body of another type is not read", async () => {
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/jsonx"]) {
      const answer = await post("/signup", "{}", { "Content-Type": type });
      expect(await readErrorCode(answer)).toEqual([400, "bad_json"]);
    }
  });

  it("over 64 KB is refused while it is read, whatever length it announces", async () => {
    const large = JSON.stringify({ email: "a@b.example", password: "x".repeat(64 * 1024) });
    expect(await readErrorCode(await post("/signup", large))).toEqual([
      413,
      "request_entity_too_large",
    ]);

    let handedOver = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        handedOver += 1;
        controller.enqueue(new Uint8Array(16 * 1024).fill(0x20));
      },
    });
    const init = {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: endless,
      duplex: "half" as const,
    };
    expect(await readErrorCode(await auth.ask("/auth/v1/signup", init))).toEqual([
      413,
      "request_entity_too_large",
    ]);
    expect(handedOver).toBeLessThan(10);
  });

  it("a body of exactly 64 KB is read", async () => {
    const empty = JSON.stringify({ email: "a@b.example", padding: "" });
    const padding = "x".repeat(64 * 1024 - empty.length);
    const body = JSON.stringify({ email: "a@b.example", padding });
    expect(await readErrorCode(await post("/signup", body))).toEqual([400, "validation_failed"]);
  });

  it("nested ten thousand deep does no harm", async () => {
    const deep = `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`;
    const body = `{"email":"a@b.example","password":"secret","data":${deep}}`;
    expect(await readErrorCode(await post("/signup", body))).toEqual([400, "validation_failed"]);
  });

  it("a body with a prototype in it changes nothing", async () => {
    const email = `${crypto.randomUUID()}@paraline.example`;
    const body = `{"email":"${email}","password":"secret","data":{"__proto__":{"polluted":true}}}`;
    expect((await post("/signup", body)).status).toBe(200);
    expect("polluted" in {}).toBe(false);
  });
});

describe("addresses", () => {
  it("addresses that do not exist answer 404 as JSON", async () => {
    for (const path of ["", "/", "/nothing", "/admins", "/signup/", "/user/x"]) {
      expect(await readErrorCode(await auth.ask(`/auth/v1${path}`))).toEqual([404, "not_found"]);
    }
  });

  it("asked with the wrong method answer 405 and say which are right", async () => {
    for (const [method, path, allow] of [
      ["GET", "/signup", "POST"],
      ["DELETE", "/user", "GET, PUT"],
      ["OPTIONS", "/token", "POST"],
      ["PATCH", `/factors/${crypto.randomUUID()}`, "DELETE"],
    ] as const) {
      const answer = await auth.ask(`/auth/v1${path}`, { method });
      expect(answer.headers.get("allow")).toBe(allow);
      expect(await readErrorCode(answer)).toEqual([405, "method_not_allowed"]);
    }
  });

  it("allow no other origin", async () => {
    const answer = await auth.ask("/auth/v1/settings", {
      headers: { Origin: "https://evil.example" },
    });
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
  });
});

describe("what is not offered", () => {
  it.each([
    ["POST", "/otp", 400, "validation_failed"],
    ["POST", "/sso", 404, "saml_provider_disabled"],
    ["POST", "/token?grant_type=web3", 422, "web3_provider_disabled"],
    ["POST", "/token?grant_type=magic", 400, "validation_failed"],
    ["POST", "/token", 400, "validation_failed"],
    ["GET", "/authorize?provider=google", 400, "validation_failed"],
    ["GET", "/authorize", 400, "validation_failed"],
    ["GET", "/callback", 400, "bad_oauth_callback"],
    ["POST", "/callback?state=x", 400, "bad_oauth_state"],
    ["GET", "/reauthenticate", 401, "no_authorization"],
  ])("%s %s answers %i %s", async (method, path, status, code) => {
    const answer = await auth.send(method, path, method === "POST" ? {} : undefined);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });
});

describe("what anybody may know", () => {
  it("is which sign-in methods there are", async () => {
    const { body } = await auth.send("GET", "/settings");
    expect(body).toEqual({
      external: {
        email: true,
        phone: false,
        google: false,
        github: false,
        apple: false,
        azure: false,
        "custom:oidc": false,
        anonymous_users: false,
      },
      disable_signup: false,
      mailer_autoconfirm: true,
      phone_autoconfirm: false,
      sms_provider: "",
      saml_enabled: false,
      passkeys_enabled: true,
      captcha: null,
      providers: [],
      manual_linking: true,
    });
  });

  it("is that it is there", async () => {
    const { status, body } = await auth.send("GET", "/health");
    expect([status, Object.keys(body)]).toEqual([200, ["name", "version", "description"]]);
  });

  it("is the public half of the signing key, with which a browser verifies by itself", async () => {
    const answer = await auth.ask("/auth/v1/.well-known/jwks.json");
    expect(answer.headers.get("cache-control")).toBe("public, max-age=600");
    const { keys } = (await answer.json()) as { keys: Record<string, unknown>[] };
    expect(keys).toEqual([
      {
        kty: "EC",
        crv: "P-256",
        x: expect.any(String),
        y: expect.any(String),
        alg: "ES256",
        use: "sig",
        key_ops: ["verify"],
        kid: expect.any(String),
      },
    ]);
    const { client, user_id } = await auth.signUp();
    const { data, error } = await client.getClaims();
    expect(error).toBeNull();
    expect(data?.claims.sub).toBe(user_id);
  });
});

it("answers 503 with JSON when the database is lost, and the client tries again later", async () => {
  const { accessToken } = await auth.signUp();
  const token = await accessToken();
  const { authRoutes } = await import("./routes.ts");
  const lost = Object.assign(new Error("terminating connection"), { code: "57P01" });
  const app = authRoutes({
    ...auth.deps,
    sessions: { ...auth.deps.sessions, authenticate: () => Promise.reject(lost) },
  });
  const answer = await app.request("/user", { headers: { Authorization: `Bearer ${token}` } });
  expect(answer.headers.get("retry-after")).toBe("5");
  expect(await readErrorCode(answer)).toEqual([503, "service_unavailable"]);
});

it("reveals nothing about an internal failure", async () => {
  const { authRoutes } = await import("./routes.ts");
  const app = authRoutes({
    ...auth.deps,
    sessions: {
      ...auth.deps.sessions,
      authenticate: () => Promise.reject(new Error("select secret from auth.users")),
    },
  });
  const answer = await app.request("/user");
  expect(answer.status).toBe(500);
  expect(await answer.json()).toEqual({
    code: 500,
    error_code: "unexpected_failure",
    msg: "Something went wrong on our side. Please try again.",
  });
});
