import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { useTestAuth } from "#server/testing/auth.ts";
import {
  createTestCaller,
  listAuthRoutes,
  passSecondStep,
  type TestCaller,
} from "#server/testing/auth-callers.ts";

/**
 * Who may do what: every call of `/auth/v1`, by everyone who may try it. A call that is added needs a row here.
 */
const auth = useTestAuth();

/** An answer: its status and, of a refusal, its code. */
type Answer = `${number}` | `${number} ${string}`;

type Call = {
  query?: string;
  /** What `:id` and `:rest` of the path are. */
  id?: (owner: TestCaller) => string;
  body?: object;
};

/** For a call that needs no sign-in: everyone gets the same answer, and a token that does not count changes nothing. */
type OpenRow = Call & { anyone: Answer };

/** For a call that needs somebody: no token, a wrong one and one whose session is gone are always refused alike. */
type SignedInRow = Call & {
  /** Of an account without a second step. */
  aal1: Answer;
  /** Of an account whose second step this session has not passed. */
  lacking: Answer;
  aal2: Answer;
  /** Somebody else's `:id`. */
  foreign?: Answer;
};

const openRows: Record<string, OpenRow> = {
  "GET /health": { anyone: "200" },
  "GET /settings": { anyone: "200" },
  "GET /.well-known/jwks.json": { anyone: "200" },
  "POST /signup": { body: { email: "" }, anyone: "422 anonymous_provider_disabled" },
  "POST /token": { query: "?grant_type=none", anyone: "400 validation_failed" },
  "POST /recover": { body: { email: "nobody@paraline.example" }, anyone: "200" },
  "POST /resend": { body: { type: "signup", email: "nobody@paraline.example" }, anyone: "200" },
  "GET /verify": { query: "?type=recovery&token=unknown", anyone: "200" },
  "POST /verify": { body: { type: "recovery", token_hash: "unknown" }, anyone: "403 otp_expired" },
  "GET /authorize": { query: "?provider=google", anyone: "400 validation_failed" },
  "GET /callback": { query: "?state=unknown", anyone: "400 bad_oauth_state" },
  "POST /callback": { query: "?state=unknown", anyone: "400 bad_oauth_state" },
  "POST /oauth/token": { anyone: "400" },
  "POST /otp": { body: { email: "nobody@paraline.example" }, anyone: "200" },
  "POST /sso": { anyone: "404 saml_provider_disabled" },
  "POST /passkeys/authentication/options": { body: {}, anyone: "200" },
  "POST /passkeys/authentication/verify": {
    body: { challenge_id: randomUUID(), credential: { id: "unknown" } },
    anyone: "400 webauthn_challenge_not_found",
  },
  "GET /oauth/authorize": { anyone: "400 oauth_client_not_found" },
  "POST /oauth/clients/register": { body: { redirect_uris: [] }, anyone: "400 validation_failed" },
  "POST /oauth/revoke": { anyone: "400" },
  "GET /.well-known/oauth-authorization-server": { anyone: "200" },
  "GET /.well-known/openid-configuration": { anyone: "200" },
  "OPTIONS /.well-known/jwks.json": { anyone: "204" },
  "OPTIONS /.well-known/oauth-authorization-server": { anyone: "204" },
  "OPTIONS /.well-known/openid-configuration": { anyone: "204" },
  "OPTIONS /oauth/clients/register": { anyone: "204" },
  "OPTIONS /oauth/token": { anyone: "204" },
  "OPTIONS /oauth/userinfo": { anyone: "204" },
};

const notOffered = (code: string): SignedInRow => ({
  aal1: `404 ${code}`,
  lacking: `404 ${code}`,
  aal2: `404 ${code}`,
});

const unknownPasskey = randomUUID();

/** An app's request that no one made. */
const unknownRequest: SignedInRow = {
  aal1: "404 oauth_authorization_not_found",
  lacking: "403 insufficient_aal",
  aal2: "404 oauth_authorization_not_found",
};

const signedInRows: Record<string, SignedInRow> = {
  "GET /user": { aal1: "200", lacking: "200", aal2: "200" },
  "PUT /user": { body: { data: {} }, aal1: "200", lacking: "401 insufficient_aal", aal2: "200" },
  "POST /logout": {
    query: "?scope=others",
    aal1: "204",
    lacking: "422 insufficient_aal",
    aal2: "204",
  },
  "GET /user/identities/authorize": {
    query: "?provider=google",
    aal1: "400 validation_failed",
    lacking: "400 validation_failed",
    aal2: "400 validation_failed",
  },
  "DELETE /user/identities/:id": {
    id: ({ identity_id }) => identity_id,
    aal1: "422 single_identity_not_deletable",
    lacking: "403 insufficient_aal",
    aal2: "422 single_identity_not_deletable",
    foreign: "422 identity_not_found",
  },
  "POST /factors": {
    body: { factor_type: "totp", friendly_name: "new" },
    aal1: "200",
    lacking: "403 insufficient_aal",
    aal2: "200",
  },
  "POST /factors/:id/challenge": {
    id: ({ factor_id }) => factor_id,
    body: {},
    aal1: "200",
    lacking: "200",
    aal2: "200",
    foreign: "404 mfa_factor_not_found",
  },
  "POST /factors/:id/verify": {
    id: ({ factor_id }) => factor_id,
    body: { challenge_id: randomUUID(), code: "123456" },
    aal1: "422 mfa_factor_not_found",
    lacking: "422 mfa_factor_not_found",
    aal2: "422 mfa_factor_not_found",
    foreign: "404 mfa_factor_not_found",
  },
  "DELETE /factors/:id": {
    id: ({ factor_id }) => factor_id,
    aal1: "200",
    lacking: "422 insufficient_aal",
    aal2: "200",
    foreign: "404 mfa_factor_not_found",
  },
  "GET /reauthenticate": { aal1: "200", lacking: "403 insufficient_aal", aal2: "200" },
  "POST /user/identities/authorize": {
    query: "?provider=google",
    body: {},
    aal1: "400 validation_failed",
    lacking: "400 validation_failed",
    aal2: "400 validation_failed",
  },
  "GET /passkeys": { aal1: "200", lacking: "403 insufficient_aal", aal2: "200" },
  "POST /passkeys/registration/options": {
    body: {},
    aal1: "200",
    lacking: "403 insufficient_aal",
    aal2: "200",
  },
  "POST /passkeys/registration/verify": {
    body: { challenge_id: randomUUID(), credential: { id: "unknown" } },
    aal1: "400 webauthn_challenge_not_found",
    lacking: "403 insufficient_aal",
    aal2: "400 webauthn_challenge_not_found",
  },
  "PATCH /passkeys/:id": {
    id: () => unknownPasskey,
    body: { friendly_name: "new" },
    aal1: "404 passkey_not_found",
    lacking: "403 insufficient_aal",
    aal2: "404 passkey_not_found",
  },
  "DELETE /passkeys/:id": {
    id: () => unknownPasskey,
    aal1: "404 passkey_not_found",
    lacking: "403 insufficient_aal",
    aal2: "404 passkey_not_found",
  },
  "GET /factors/recovery-codes": notOffered("mfa_factor_not_found"),
  "POST /factors/recovery-codes": {
    body: {},
    aal1: "422 mfa_recovery_codes_sole_factor",
    lacking: "403 insufficient_aal",
    aal2: "200",
  },
  "DELETE /factors/recovery-codes": {
    aal1: "404 mfa_factor_not_found",
    lacking: "403 insufficient_aal",
    aal2: "404 mfa_factor_not_found",
  },
  "POST /factors/recovery-codes/verify": {
    body: { code: "wrong" },
    ...notOffered("mfa_factor_not_found"),
  },
  "POST /factors/recovery-codes/regenerate": {
    body: {},
    aal1: "404 mfa_factor_not_found",
    lacking: "403 insufficient_aal",
    aal2: "404 mfa_factor_not_found",
  },
  "GET /user/oauth/grants": { aal1: "200", lacking: "403 insufficient_aal", aal2: "200" },
  "DELETE /user/oauth/grants": {
    query: `?client_id=${randomUUID()}`,
    aal1: "404 oauth_consent_not_found",
    lacking: "403 insufficient_aal",
    aal2: "404 oauth_consent_not_found",
  },
  "GET /oauth/userinfo": { aal1: "200", lacking: "403 insufficient_aal", aal2: "200" },
  "GET /oauth/authorizations/:id": {
    id: () => "x".repeat(43),
    ...unknownRequest,
  },
  "POST /oauth/authorizations/:id/consent": {
    id: () => "x".repeat(43),
    body: { action: "deny" },
    ...unknownRequest,
  },
};

/** Tokens that count for nothing, and what a call that needs somebody says to them. */
const worthless = {
  "no token": [async () => undefined, "401 no_authorization"],
  "a token that is none": [async () => "not.a.token", "403 bad_jwt"],
  "an expired token": [
    (owner: TestCaller) => owner.sign({ exp: Math.floor(auth.clock.now().getTime() / 1000) - 1 }),
    "403 bad_jwt",
  ],
  "a token that another key signed": [
    async ({ access_token }: TestCaller) => `${access_token.slice(0, -8)}AAAAAAAA`,
    "403 bad_jwt",
  ],
  "a token for another audience": [
    (owner: TestCaller) => owner.sign({ aud: "somebody" }),
    "403 bad_jwt",
  ],
  "a token of a session that has ended": [
    async (owner: TestCaller) => {
      await auth.db.deleteFrom("auth.sessions").where("id", "=", owner.session_id).execute();
      return owner.access_token;
    },
    "403 session_not_found",
  ],
  "a token of somebody else's session": [
    (owner: TestCaller) => owner.sign({ sub: randomUUID() }),
    "403 session_not_found",
  ],
  "a token of an account that is suspended": [
    async (owner: TestCaller) => {
      await auth.db
        .updateTable("auth.users")
        .set({ banned_until: new Date(auth.clock.now().getTime() + 60_000) })
        .where("id", "=", owner.user_id)
        .execute();
      return owner.access_token;
    },
    "403 user_banned",
  ],
} as const satisfies Record<
  string,
  readonly [(owner: TestCaller) => Promise<string | undefined>, Answer]
>;

const open = Object.entries(openRows);
const signedIn = Object.entries(signedInRows);
let cells = 0;
afterAll(() => expect(cells).toBeGreaterThan(open.length * 9 + signedIn.length * 11));

async function answer(
  route: string,
  { query = "", id, body }: Call,
  { token, idOf }: { token: string | undefined; idOf: TestCaller },
): Promise<string> {
  cells += 1;
  const [method = "", path = ""] = route.split(" ");
  const named = path.replace(/:\w+(?:\{[^}]*\})?/, id?.(idOf) ?? "");
  const response = await auth.send(method, `${named}${query}`, body, token).catch(() => undefined);
  if (response === undefined) {
    // A page: the only answers that are no JSON.
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

describe.each(open)("%s needs no one", (route, row) => {
  it.each(Object.entries(worthless))("and %s changes nothing", async (_, [tokenOf]) => {
    const owner = await createTestCaller(auth.deps);
    const token = await tokenOf(owner);
    expect(await answer(route, row, { token, idOf: owner })).toBe(row.anyone);
  });

  it("nor does being signed in", async () => {
    const owner = await createTestCaller(auth.deps);
    const token = owner.access_token;
    expect(await answer(route, row, { token, idOf: owner })).toBe(row.anyone);
  });
});

describe.each(signedIn)("%s needs somebody", (route, row) => {
  it.each(Object.entries(worthless))("%s is refused", async (_, [tokenOf, refusal]) => {
    const owner = await createTestCaller(auth.deps);
    const token = await tokenOf(owner);
    expect(await answer(route, row, { token, idOf: owner })).toBe(refusal);
  });

  it("an account without a second step", async () => {
    const owner = await createTestCaller(auth.deps);
    const token = owner.access_token;
    expect(await answer(route, row, { token, idOf: owner })).toBe(row.aal1);
  });

  it("a session that has not passed the second step, also if its token says so", async () => {
    for (const claims of [{}, { aal: "aal2" }]) {
      const owner = await createTestCaller(auth.deps, { factor: "verified" });
      const token = await owner.sign(claims);
      expect(await answer(route, row, { token, idOf: owner })).toBe(row.lacking);
    }
  });

  it("a session that has passed it", async () => {
    const owner = await createTestCaller(auth.deps, { factor: "verified" });
    const token = await passSecondStep(auth.deps, owner);
    expect(await answer(route, row, { token, idOf: owner })).toBe(row.aal2);
  });

  if (row.foreign === undefined) return;
  it("somebody else's id is answered like an unknown one", async () => {
    const owner = await createTestCaller(auth.deps);
    const token = owner.access_token;
    const other = await createTestCaller(auth.deps);
    const unknown = { ...other, factor_id: randomUUID(), identity_id: randomUUID() };
    expect(await answer(route, row, { token, idOf: other })).toBe(row.foreign);
    expect(await answer(route, row, { token, idOf: unknown })).toBe(row.foreign);
  });
});
