import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { useTestAuth } from "#server/testing/auth/auth.ts";
import {
  createTestCaller,
  listAuthRoutes,
  type TestCaller,
} from "#server/testing/auth/auth-callers.ts";
import { readRows } from "#server/testing/database/rows.ts";

/**
 * Malformed and hostile calls of every kind. `npm run bench:auth` makes ten thousand of them. The seed is fixed;
 * `FUZZ_SEED=random` draws another one.
 */
const auth = useTestAuth();
const runs = Number(process.env.FUZZ_RUNS ?? 400);

let routes: string[];
let victim: TestCaller;
beforeAll(async () => {
  routes = listAuthRoutes(auth.deps);
  victim = await createTestCaller(auth.deps);
});

/** Every field that some call reads. Any call may get any of them with a value of the wrong type. */
const fieldNames = [
  ...["email", "phone", "password", "current_password", "data", "nonce", "type", "token"],
  ...["token_hash", "refresh_token", "auth_code", "code_verifier", "code_challenge"],
  ...["code_challenge_method", "provider", "id_token", "factor_type", "friendly_name", "issuer"],
  ...["challenge_id", "code", "webauthn", "channel", "create_user", "gotrue_meta_security"],
  ...["captcha_token", "action", "client_id", "client_secret", "redirect_uris", "grant_type"],
  ...["redirect_uri", "scope", "role", "aud", "app_metadata", "id", "user_id", "__proto__"],
  ...["constructor", "toString"],
];
const parameterNames = [
  ...["grant_type", "redirect_to", "type", "token", "provider", "scope", "state", "code"],
  ...["skip_http_redirect", "client_id", "response_type", "code_challenge", "error"],
];

/** Texts that have broken servers before. */
const badTexts = [
  ...["", " ", "\0", "a\0b", "\ud800", "\udc00x", "null", "undefined", "true", "0", "-1", "1e999"],
  ...["NaN", "[object Object]", "../..", "..%2f..", "%00", "%", "%zz", "' or 1=1 --", "$1", "{}"],
  ...["__proto__", "<script>", "javascript:alert(1)", "//evil.example", "\\\\evil.example"],
  ...[
    "http://localhost:3000@evil.example",
    "a@b",
    "a@b.example\r\nBcc: x@y.example",
    "@",
    "é@ü.example",
  ],
  ...["a".repeat(300), "😀".repeat(300), "\u202e", "s256", "plain", "totp", "recovery", "signup"],
  ...["email_change", "password", "pkce", "refresh_token", "id_token", "google", "local", "others"],
  ...["2024-01-01", "00000000-0000-0000-0000-000000000000", "x".repeat(70_000)],
];

const text = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...badTexts) },
  { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 60 }) },
  { weight: 1, arbitrary: fc.uuid() },
  { weight: 1, arbitrary: fc.emailAddress() },
  { weight: 1, arbitrary: fc.string({ minLength: 43, maxLength: 128 }) },
);
const deep = fc.integer({ min: 1, max: 3000 }).map((levels) => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = { data: value };
  return value;
});
const value = fc.oneof(
  { weight: 5, arbitrary: text },
  { weight: 3, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  { weight: 1, arbitrary: deep },
);
const fields = fc.dictionary(fc.constantFrom(...fieldNames), value, { maxKeys: 6 });

const address = fc.nat().map((number) => `someone-${number}@paraline.example`);

/**
 * Fields that every call accepts, so that a wrong field reaches the code that runs after the other fields were read.
 */
const acceptable = fc
  .record({ email: address, challenge_id: fc.uuid(), factor_type: fc.constant("totp") })
  .map((some) => ({
    ...some,
    password: "correct horse",
    type: "recovery",
    token_hash: "x".repeat(40),
    refresh_token: "x".repeat(40),
    auth_code: "x".repeat(40),
    code_verifier: "x".repeat(50),
    code: "123456",
  }));
const spoilt = fc
  .tuple(acceptable, fc.dictionary(fc.constantFrom(...fieldNames), value, { maxKeys: 2 }))
  .map(([whole, wrong]) => JSON.stringify({ ...whole, ...wrong }));

const body = fc.oneof(
  { weight: 6, arbitrary: spoilt },
  { weight: 4, arbitrary: fields.map((given) => JSON.stringify(given)) },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: fields.map((given) => JSON.stringify(given).slice(0, -1)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => new Uint8Array(bytes)) },
  { weight: 1, arbitrary: text.map((given) => new URLSearchParams({ token: given }).toString()) },
  { weight: 1, arbitrary: fc.constant(undefined) },
);

const contentType = fc.oneof(
  { weight: 8, arbitrary: fc.constant("application/json;charset=UTF-8") },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      "application/x-www-form-urlencoded",
      "text/plain",
      "multipart/form-data; boundary=x",
      "application/json; charset=utf-16",
      "",
    ),
  },
);

const call = fc.record({
  route: fc.nat(),
  /** Undefined stands for the route's own method. */
  method: fc.oneof(
    { weight: 9, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS") },
  ),
  id: fc.oneof(fc.constantFrom("own", "foreign"), text.map(encodeText)),
  /** The property of the other account that the call names in its texts. */
  names: fc.constantFrom(undefined, "email", "user_id", "factor_id", "identity_id", "session_id"),
  query: fc.dictionary(fc.constantFrom(...parameterNames), text, { maxKeys: 3 }),
  grantType: fc.constantFrom(undefined, "password", "refresh_token", "pkce", "id_token"),
  body,
  contentType,
  token: fc.constantFrom("own", "own", "own", "none", "broken"),
  apiVersion: fc.constantFrom(undefined, "2024-01-01", "2099-99-99", "x"),
});
type Call = typeof call extends fc.Arbitrary<infer Value> ? Value : never;

it(
  `answers whatever is sent to it: no failure of its own, JSON where JSON is promised, and nothing about another account (seed ${fc.readConfigureGlobal()?.seed})`,
  async () => {
    const before = await readState(victim);
    await fc.assert(
      fc.asyncProperty(call, async (given) => {
        const caller = await createTestCaller(auth.deps);
        const { response, sent, path } = await make(given, caller);
        const answer = await response.text();

        expect(response.status).toBeLessThan(500);
        if (answer !== "") {
          const isPage = path.startsWith("/verify") && response.status === 200;
          const type = response.headers.get("content-type") ?? "";
          if (!isPage || !type.startsWith("text/html")) {
            expect(type).toMatch(/^application\/json/);
            expect(() => JSON.parse(answer)).not.toThrow();
          }
        }
        for (const secret of listSecrets(victim)) {
          // The answer may repeat what the call itself has sent.
          if (!sent.includes(secret)) expect(answer).not.toContain(secret);
        }
        expect(answer).not.toMatch(/\bat .+\.(?:ts|js):\d+|select .+ from |password_hash/i);
      }),
      { numRuns: runs },
    );
    expect(await readState(victim)).toEqual(before);
    expect((await ask("GET", "/user", victim.access_token)).status).toBe(200);
  },
  60_000 + runs * 100,
);

async function make(given: Call, caller: TestCaller) {
  const route = routes[given.route % routes.length] ?? "";
  const [method = "", pattern = ""] = route.split(" ");
  const named = given.names === undefined ? undefined : victim[given.names];
  const path = pattern.replace(/:\w+(?:\{[^}]*\})?/, () => fillId(given.id, pattern, caller));
  const query = new URLSearchParams(given.query);
  if (named !== undefined) query.set("email", named);
  if (given.grantType !== undefined) query.set("grant_type", given.grantType);
  const search = query.size === 0 ? "" : `?${query}`;
  const withNames = named === undefined ? given.body : nameIn(given.body, named);
  const verb = given.method ?? method;
  const hasBody = withNames !== undefined && verb !== "GET";
  const token = { own: caller.access_token, none: undefined, broken: "a.b.c" }[given.token];
  const response = await auth.ask(`/auth/v1${path}${search}`, {
    method: verb,
    headers: {
      ...(given.contentType !== "" && { "Content-Type": given.contentType }),
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(given.apiVersion !== undefined && { "X-Supabase-Api-Version": given.apiVersion }),
    },
    ...(hasBody && { body: withNames }),
  });
  const sent = `${path}${search} ${named ?? ""} ${typeof withNames === "string" ? withNames : ""}`;
  return { response, sent, path };
}

/** Puts the other account's email address or id where a call would have its own. */
function nameIn(given: Call["body"], named: string): Call["body"] {
  if (typeof given !== "string" || !given.startsWith("{")) return given;
  try {
    return JSON.stringify({ ...JSON.parse(given), email: named, user_id: named, id: named });
  } catch {
    return given;
  }
}

function fillId(id: string, pattern: string, caller: TestCaller): string {
  if (id !== "own" && id !== "foreign") return id;
  const owner = id === "own" ? caller : victim;
  return pattern.includes("identities") ? owner.identity_id : owner.factor_id;
}

/** A text as a part of an address; characters that cannot be encoded are replaced. */
function encodeText(given: string): string {
  return encodeURIComponent(given.toWellFormed()).slice(0, 2000) || randomUUID();
}

function ask(method: string, path: string, token: string): Promise<Response> {
  return auth.ask(`/auth/v1${path}`, { method, headers: { Authorization: `Bearer ${token}` } });
}

const listSecrets = ({ email, user_id, session_id, factor_id, identity_id }: TestCaller) => [
  ...[email, user_id, session_id, factor_id, identity_id],
];

/** The data of an account that no one else may change. */
async function readState({ user_id }: TestCaller) {
  const { db } = auth;
  return {
    user: await db
      .selectFrom("auth.users")
      .select(["email", "password_hash", "new_email", "user_metadata", "app_metadata"])
      .where("id", "=", user_id)
      .executeTakeFirst(),
    sessions: await readRows(db, "auth.sessions", { user_id }, ["id", "aal"]),
    factors: await readRows(db, "auth.mfa_factors", { user_id }, ["id", "status"]),
    identities: await readRows(db, "auth.identities", { user_id }, ["id"]),
  };
}
