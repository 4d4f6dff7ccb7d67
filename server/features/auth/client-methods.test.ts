import { createHash, randomBytes, randomUUID } from "node:crypto";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { SignInProvider } from "#server/config/sign-in-providers.ts";
import { type TestAuthClient, type TestPerson, useTestAuth } from "#server/testing/auth/auth.ts";
import { createTestCaller } from "#server/testing/auth/auth-callers.ts";
import { createAuthenticator } from "#server/testing/auth/authenticator.ts";
import { enrolApp, generateCode } from "#server/testing/auth/authenticator-app.ts";
import { connectTestApp } from "#server/testing/auth/connected-apps.ts";
import { useOpenIdProvider } from "#server/testing/auth/openid-provider.ts";

/*
 * Every method of the client library is called against this server, which serves it or refuses it with upstream's code.
 * A version of the library that brings a new method needs a row here.
 */

const origin = "http://localhost:3000";
const signInProviders: SignInProvider[] = [];
const outside = useOpenIdProvider(`${origin}/auth/v1/callback`);
beforeAll(() => {
  const { issuer, clientId } = outside;
  const clientSecret = { kind: "text", text: outside.clientSecret } as const;
  signInProviders.push({
    id: "google",
    name: "Google",
    kind: "openid",
    issuer,
    clientId,
    clientSecret,
  });
});
const auth = useTestAuth({ config: { signInProviders } });

/** Calls a method for a person who has just signed up, or for nobody, and checks the result. */
type Row = (person: TestPerson) => Promise<void>;
type Answer = { data?: unknown; error: unknown };

const uuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);

const session = {
  access_token: expect.any(String),
  token_type: "bearer",
  expires_in: 3600,
  expires_at: expect.any(Number),
  refresh_token: expect.any(String),
  user: expect.objectContaining({ id: uuid, aud: "authenticated", role: "authenticated" }),
};

function expectServed({ data, error }: Answer, shape: unknown): void {
  expect(error).toBeNull();
  expect(data).toEqual(shape);
}

function expectRefused({ error }: Answer, status: number, code: string, message?: string): void {
  expect(error).toMatchObject({ status, code, ...(message !== undefined && { message }) });
}

async function expectEnded(accessToken: string): Promise<void> {
  const { status, body } = await auth.send("GET", "/user", undefined, accessToken);
  expect([status, body.code]).toEqual([403, "session_not_found"]);
}

const newEmail = () => `person-${randomUUID()}@paraline.example`;

const addApp = async ({ client }: TestPerson) => {
  const { factorId, secret } = await enrolApp(client);
  return { factorId, codeNow: () => generateCode(auth.clock, secret) };
};

const passApp = async (person: TestPerson) => {
  const { factorId, codeNow } = await addApp(person);
  const { error } = await person.client.mfa.challengeAndVerify({ factorId, code: codeNow() });
  if (error) throw error;
  return { factorId, codeNow };
};

const addPasskey = async ({ client }: TestPerson) => {
  const authenticator = createAuthenticator(origin);
  const { data: started } = await client.passkey.startRegistration();
  if (!started) throw new Error("no challenge");
  const { data } = await client.passkey.verifyRegistration({
    challengeId: started.challenge_id,
    credential: authenticator.create(started.options),
  });
  return { authenticator, passkeyId: data?.id ?? "" };
};

const addKey = async ({ client }: TestPerson) => {
  const key = createAuthenticator(origin);
  useBrowser(key);
  const { data, error } = await client.mfa.webauthn.register({
    friendlyName: "Key",
  });
  if (error) throw error;
  const { data: factors } = await client.mfa.listFactors();
  return { key, factorId: factors?.webauthn[0]?.id ?? "", session: data };
};

/** Gives the library what it needs of a browser with this authenticator. */
function useBrowser(authenticator: ReturnType<typeof createAuthenticator>): void {
  type Asked = { publicKey: Parameters<typeof authenticator.create>[0] };
  const credentials = {
    create: async ({ publicKey }: Asked) => authenticator.create(publicKey),
    get: async ({ publicKey }: Asked) => authenticator.get(publicKey),
  };
  const PublicKeyCredential = { [Symbol.hasInstance]: () => true };
  vi.stubGlobal("PublicKeyCredential", PublicKeyCredential);
  vi.stubGlobal("navigator", { credentials });
  vi.stubGlobal("document", {});
  vi.stubGlobal("window", { PublicKeyCredential, location: new URL(origin) });
}
afterEach(() => {
  vi.unstubAllGlobals();
});

/** An app's request that waits for an answer. */
const requestConsent = async () => {
  const redirectUri = "https://assistant.example/callback";
  const { body: app } = await auth.send("POST", "/oauth/clients/register", {
    client_name: "Assistant",
    redirect_uris: [redirectUri],
    token_endpoint_auth_method: "none",
  });
  const query = new URLSearchParams({
    response_type: "code",
    client_id: String(app.client_id),
    redirect_uri: redirectUri,
    scope: "openid email",
    state: "state",
    code_challenge: createHash("sha256").update(randomBytes(32)).digest("base64url"),
    code_challenge_method: "S256",
  });
  const { headers } = await auth.ask(`/auth/v1/oauth/authorize?${query}`);
  const location = new URL(headers.get("location") ?? "");
  return { client_id: app.client_id, id: location.searchParams.get("authorization_id") ?? "" };
};

const account: Record<string, Row> = {
  async initialize({ client }) {
    expect(await client.initialize()).toEqual({ error: null });
  },
  async signUp() {
    const email = newEmail();
    const answer = await auth.createClient().signUp({ email, password: "correct horse" });
    expectServed(answer, { user: expect.objectContaining({ email }), session });
  },
  async signInAnonymously() {
    const answer = await auth.createClient().signInAnonymously();
    expectRefused(answer, 422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled");
  },
  async signInWithPassword(person) {
    const answer = await auth.createClient().signInWithPassword(person);
    expectServed(answer, { user: expect.objectContaining({ id: person.user_id }), session });
    const phone = { phone: "+351912345678", password: "correct horse" };
    const byPhone = await auth.createClient().signInWithPassword(phone);
    expectRefused(byPhone, 400, "phone_provider_disabled", "Phone logins are disabled");
  },
  async signInWithOAuth() {
    const { data, error } = await auth.createClient().signInWithOAuth({
      provider: "google",
      options: { redirectTo: `${origin}/circles`, scopes: "profile" },
    });
    expect([data.provider, error]).toEqual(["google", null]);
    const url = new URL(data.url ?? "");
    const answer = await auth.ask(`${url.pathname}${url.search}`);
    expect(answer.status).toBe(302);
    expect(answer.headers.get("location")).toMatch(new RegExp(`^${outside.issuer}/auth\\?`));
  },
  async exchangeCodeForSession({ email }) {
    const client = auth.createClient();
    await client.resetPasswordForEmail(email);
    const { query } = await auth.followLink(await auth.readEmail());
    const answer = await client.exchangeCodeForSession(query.get("code") ?? "");
    expectServed(answer, { user: session.user, session, redirectType: "recovery" });
  },
  async signInWithWeb3() {
    const client = auth.createClient();
    for (const chain of ["ethereum", "solana"] as const) {
      const signed = { chain, message: "message", signature: new Uint8Array(64) };
      // biome-ignore lint/suspicious/noExplicitAny: one shape for both chains
      const answer = await client.signInWithWeb3(signed as any);
      expectRefused(answer, 422, "web3_provider_disabled", "Web3 provider is disabled");
    }
  },
  async signInWithIdToken() {
    const subject = outside.know({ email: `${randomUUID()}@gmail.com`, email_verified: true });
    const token = await outside.createIdToken(subject);
    const answer = await auth.createClient().signInWithIdToken({ provider: "google", token });
    expectServed(answer, { user: session.user, session });
    const broken = await auth.createClient().signInWithIdToken({ provider: "apple", token });
    expectRefused(broken, 400, "provider_disabled");
  },
  async signInWithOtp({ email }) {
    const client = auth.createClient();
    expectServed(await client.signInWithOtp({ email }), { user: null, session: null });
    expect((await auth.readEmail()).to).toBe(email);
    const byPhone = await client.signInWithOtp({ phone: "+351912345678" });
    expectRefused(byPhone, 400, "phone_provider_disabled", "Phone logins are disabled");
  },
  async verifyOtp({ email, user_id }) {
    const client = auth.createClient();
    await client.signInWithOtp({ email });
    const { code: token } = await auth.readEmail();
    const wrong = await client.verifyOtp({ email, token: "wrong!", type: "email" });
    expectRefused(wrong, 403, "otp_expired", "Token has expired or is invalid");
    const answer = await client.verifyOtp({ email, token, type: "email" });
    expectServed(answer, { user: expect.objectContaining({ id: user_id }), session });
  },
  async signInWithSSO() {
    const answer = await auth.createClient().signInWithSSO({ domain: "paraline.example" });
    expectRefused(answer, 404, "saml_provider_disabled", "SAML 2.0 is disabled");
  },
  async reauthenticate({ client, email }) {
    expectServed(await client.reauthenticate(), { user: null, session: null });
    expect((await auth.readEmail()).to).toBe(email);
  },
  async resend({ client, email }) {
    const answer = await client.resend({ type: "signup", email });
    expectServed(answer, { user: null, session: null });
    expect((await auth.readEmail()).to).toBe(email);
    const sms = await client.resend({ type: "sms", phone: "+351912345678" });
    expectRefused(sms, 400, "phone_provider_disabled", "Phone logins are disabled");
  },
  async getSession({ client }) {
    expectServed(await client.getSession(), { session });
  },
  async getUser({ client, user_id, email }) {
    expectServed(await client.getUser(), {
      user: {
        id: user_id,
        aud: "authenticated",
        role: "authenticated",
        email,
        phone: "",
        email_confirmed_at: time,
        confirmed_at: time,
        last_sign_in_at: time,
        app_metadata: { provider: "email", providers: ["email"] },
        user_metadata: {},
        identities: [
          {
            identity_id: uuid,
            id: user_id,
            user_id,
            provider: "email",
            identity_data: {
              sub: user_id,
              email,
              email_verified: false,
              phone_verified: false,
            },
            email,
            last_sign_in_at: time,
            created_at: time,
            updated_at: time,
          },
        ],
        is_anonymous: false,
        created_at: time,
        updated_at: time,
      },
    });
  },
  async updateUser({ client }) {
    const answer = await client.updateUser({ data: { name: "Ana" } });
    expectServed(answer, {
      user: expect.objectContaining({ user_metadata: { name: "Ana" } }),
    });
  },
  async setSession({ accessToken, refreshToken, user_id }) {
    const given = { access_token: await accessToken(), refresh_token: await refreshToken() };
    const answer = await auth.createClient().setSession(given);
    expectServed(answer, {
      user: expect.objectContaining({ id: user_id }),
      session: expect.objectContaining(given),
    });
  },
  async refreshSession({ client, refreshToken }) {
    const before = await refreshToken();
    expectServed(await client.refreshSession(), { user: session.user, session });
    expect(await refreshToken()).not.toBe(before);
  },
  async signOut({ client, accessToken }) {
    const token = await accessToken();
    expect(await client.signOut()).toEqual({ error: null });
    await expectEnded(token);
  },
  /** This method signs out by a token, so everyone may call it. */
  async "admin.signOut"({ client, accessToken }) {
    const token = await accessToken();
    expect(await client.admin.signOut(token, "global")).toEqual({ data: null, error: null });
    await expectEnded(token);
  },
  async onAuthStateChange(person) {
    const client = auth.createClient();
    const events: string[] = [];
    const { data } = client.onAuthStateChange((event) => {
      events.push(event);
    });
    await client.signInWithPassword(person);
    await client.refreshSession();
    await client.updateUser({ data: {} });
    await client.signOut();
    data.subscription.unsubscribe();
    expect(events).toEqual([
      "INITIAL_SESSION",
      "SIGNED_IN",
      "TOKEN_REFRESHED",
      "USER_UPDATED",
      "SIGNED_OUT",
    ]);
  },
  async resetPasswordForEmail({ email }) {
    const client = auth.createClient();
    for (const address of [email, newEmail()]) {
      expectServed(await client.resetPasswordForEmail(address), {});
    }
    expect((await auth.readEmail()).to).toBe(email);
  },
  async getUserIdentities({ client, user_id }) {
    const answer = await client.getUserIdentities();
    expectServed(answer, { identities: [expect.objectContaining({ user_id })] });
    // The library reads it as another id than the account's.
    expect(answer.data?.identities[0]?.identity_id).not.toBe(user_id);
  },
  async linkIdentity({ client }) {
    const begun = await client.linkIdentity({ provider: "google" });
    expect([begun.error, begun.data.url?.startsWith(outside.issuer)]).toEqual([null, true]);
    const subject = outside.know({ email: `${randomUUID()}@gmail.com`, email_verified: true });
    const token = await outside.createIdToken(subject);
    const linked = await client.linkIdentity({ provider: "google", token });
    expectServed(linked, { user: session.user, session });
  },
  async unlinkIdentity({ client }) {
    const { data } = await client.getUserIdentities();
    const [only] = data?.identities ?? [];
    if (!only) throw new Error("no identity");
    expectRefused(
      await client.unlinkIdentity(only),
      422,
      "single_identity_not_deletable",
      "User must have at least 1 identity after unlinking",
    );
    const subject = outside.know({ email: `${randomUUID()}@gmail.com`, email_verified: true });
    const token = await outside.createIdToken(subject);
    await client.linkIdentity({ provider: "google", token });
    const both = (await client.getUserIdentities()).data?.identities ?? [];
    const linked = both.find(({ provider }) => provider === "google");
    if (!linked) throw new Error("nothing was linked");
    expectServed(await client.unlinkIdentity(linked), {});
  },
  async startAutoRefresh(person) {
    await refreshesWhile(person, (client) => client.startAutoRefresh());
  },
  async stopAutoRefresh({ client }) {
    await client.startAutoRefresh();
    expect(await client.stopAutoRefresh()).toBeUndefined();
  },
  async dispose(person) {
    await refreshesWhile(person, (client) => client.startAutoRefresh());
    expect(await person.client.dispose()).toBeUndefined();
  },
  async getClaims({ client, user_id, email }) {
    const { data, error } = await client.getClaims();
    expect(error).toBeNull();
    expect(data?.header).toEqual({ alg: "ES256", kid: expect.any(String), typ: "JWT" });
    expect(data?.claims).toMatchObject({
      iss: `${origin}/auth/v1`,
      sub: user_id,
      aud: "authenticated",
      session_id: uuid,
      role: "authenticated",
      email,
      phone: "",
      app_metadata: { provider: "email", providers: ["email"] },
      user_metadata: {},
      aal: "aal1",
      amr: [{ method: "password", timestamp: expect.any(Number) }],
      is_anonymous: false,
    });
    expect(Number(data?.claims.exp) - Number(data?.claims.iat)).toBe(3600);
  },
  async registerPasskey({ client }) {
    useBrowser(createAuthenticator(origin));
    expectServed(await client.registerPasskey(), { id: uuid, created_at: time });
  },
  async signInWithPasskey(person) {
    const { authenticator } = await addPasskey(person);
    const client = auth.createClient();
    useBrowser(authenticator);
    const answer = await client.signInWithPasskey();
    expectServed(answer, { user: session.user, session });
  },
};

/** Has the library keep a session that is about to expire, and waits until it has refreshed it. */
async function refreshesWhile(
  { client, refreshToken }: TestPerson,
  begin: (client: TestAuthClient) => Promise<void>,
): Promise<void> {
  const before = await refreshToken();
  vi.spyOn(Date, "now").mockReturnValue(Date.now() + 3550_000);
  try {
    const refreshed = new Promise<void>((resolve) => {
      client.onAuthStateChange((event) => {
        if (event === "TOKEN_REFRESHED") resolve();
      });
    });
    await begin(client);
    await refreshed;
  } finally {
    vi.restoreAllMocks();
    await client.stopAutoRefresh();
  }
  expect(await refreshToken()).not.toBe(before);
}

const mfa: Record<string, Row> = {
  async "mfa.enroll"({ client, email }) {
    const given = { factorType: "totp", friendlyName: "Phone", issuer: "Paraline" } as const;
    expectServed(await client.mfa.enroll(given), {
      id: uuid,
      type: "totp",
      friendly_name: "Phone",
      totp: {
        qr_code: expect.stringMatching(/^data:image\/svg\+xml;utf-8,<svg [^#%]*$/),
        secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
        uri: expect.stringContaining(`otpauth://totp/Paraline:${encodeURIComponent(email)}?`),
      },
    });
    expectRefused(
      await client.mfa.enroll(given),
      422,
      "mfa_factor_name_conflict",
      'A factor with the friendly name "Phone" for this user already exists',
    );
    const byPhone = await client.mfa.enroll({ factorType: "phone", phone: "+351912345678" });
    expectRefused(byPhone, 422, "mfa_phone_enroll_not_enabled", "MFA enroll is disabled for Phone");
  },
  async "mfa.challenge"(person) {
    const { factorId } = await addApp(person);
    const answer = await person.client.mfa.challenge({ factorId });
    expectServed(answer, { id: uuid, type: "totp", expires_at: expect.any(Number) });
    const unknown = await person.client.mfa.challenge({ factorId: randomUUID() });
    expectRefused(unknown, 404, "mfa_factor_not_found", "Factor not found");
  },
  async "mfa.verify"(person) {
    const { factorId, codeNow } = await addApp(person);
    const { client } = person;
    const { data } = await client.mfa.challenge({ factorId });
    const challengeId = data?.id ?? "";
    const wrong = await client.mfa.verify({ factorId, challengeId, code: "wrong!" });
    expectRefused(wrong, 422, "mfa_verification_failed", "Invalid TOTP code entered");
    const unknown = { factorId, challengeId: randomUUID(), code: codeNow() };
    expectRefused(
      await client.mfa.verify(unknown),
      422,
      "mfa_factor_not_found",
      "MFA factor with the provided challenge ID not found",
    );
    const answer = await client.mfa.verify({ factorId, challengeId, code: codeNow() });
    expectServed(answer, session);
  },
  async "mfa.challengeAndVerify"(person) {
    const { factorId, codeNow } = await addApp(person);
    const answer = await person.client.mfa.challengeAndVerify({ factorId, code: codeNow() });
    expectServed(answer, session);
  },
  async "mfa.unenroll"(person) {
    const { factorId } = await passApp(person);
    expectServed(await person.client.mfa.unenroll({ factorId }), { id: factorId });
  },
  async "mfa.listFactors"(person) {
    const { factorId } = await passApp(person);
    const factor = {
      id: factorId,
      factor_type: "totp",
      status: "verified",
      last_challenged_at: time,
      created_at: time,
      updated_at: time,
    };
    expectServed(await person.client.mfa.listFactors(), {
      all: [factor],
      totp: [factor],
      phone: [],
      webauthn: [],
      recovery_code: [],
    });
  },
  async "mfa.getAuthenticatorAssuranceLevel"(person) {
    await passApp(person);
    const { data, error } = await person.client.mfa.getAuthenticatorAssuranceLevel();
    expect(error).toBeNull();
    expect(data).toMatchObject({
      currentLevel: "aal2",
      nextLevel: "aal2",
      currentAuthenticationMethods: [{ method: "totp" }, { method: "password" }],
    });
  },
  async "mfa.webauthn.enroll"({ client }) {
    const answer = await client.mfa.webauthn.enroll({ friendlyName: "Key" });
    expectServed(answer, { id: uuid, type: "webauthn", friendly_name: "Key" });
  },
  async "mfa.webauthn.challenge"({ client }) {
    const { data: factor } = await client.mfa.webauthn.enroll({ friendlyName: "Key" });
    useBrowser(createAuthenticator(origin));
    const factorId = factor?.id ?? "";
    const answer = await client.mfa.webauthn.challenge({
      factorId,
      webauthn: { rpId: "localhost" },
    });
    expect(answer.error).toBeNull();
    expect(answer.data).toMatchObject({ factorId, challengeId: uuid });
  },
  async "mfa.webauthn.verify"({ client }) {
    const { data: factor } = await client.mfa.webauthn.enroll({ friendlyName: "Key" });
    useBrowser(createAuthenticator(origin));
    const { data } = await client.mfa.webauthn.challenge({
      factorId: factor?.id ?? "",
      webauthn: { rpId: "localhost" },
    });
    if (!data) throw new Error("no challenge");
    const { factorId, challengeId, webauthn } = data;
    const answer = await client.mfa.webauthn.verify({
      factorId,
      challengeId,
      // biome-ignore lint/suspicious/noExplicitAny: the library's types do not accept what its own challenge gives
      webauthn: { ...webauthn, rpId: "localhost" } as any,
    });
    expectServed(answer, session);
  },
  async "mfa.webauthn.register"(person) {
    expect((await addKey(person)).session).toEqual(session);
  },
  async "mfa.webauthn.authenticate"(person) {
    const { key, factorId } = await addKey(person);
    vi.unstubAllGlobals();
    const client = await auth.signIn(person);
    useBrowser(key);
    const answer = await client.mfa.webauthn.authenticate({ factorId });
    expectServed(answer, session);
  },
  async "mfa.recoveryCodes.generate"(person) {
    const { client } = person;
    expectRefused(await client.mfa.recoveryCodes.generate(), 422, "mfa_recovery_codes_sole_factor");
    await passApp(person);
    expectServed(await client.mfa.recoveryCodes.generate({ friendlyName: "Paper" }), {
      id: uuid,
      type: "recovery_code",
      friendly_name: "Paper",
      total: 10,
      codes: Array.from({ length: 10 }, () => expect.any(String)),
    });
  },
  async "mfa.recoveryCodes.getStatus"(person) {
    const { client } = person;
    await passApp(person);
    const none = await client.mfa.recoveryCodes.getStatus();
    expectRefused(none, 404, "mfa_factor_not_found");
    await client.mfa.recoveryCodes.generate();
    expectServed(await client.mfa.recoveryCodes.getStatus(), {
      id: uuid,
      type: "recovery_code",
      total: 10,
      remaining: 10,
    });
  },
  async "mfa.recoveryCodes.verify"(person) {
    await passApp(person);
    const { data } = await person.client.mfa.recoveryCodes.generate();
    const client = await auth.signIn(person);
    const answer = await client.mfa.recoveryCodes.verify({ code: data?.codes[0] ?? "" });
    expectServed(answer, session);
  },
  async "mfa.recoveryCodes.regenerate"(person) {
    const { client } = person;
    await passApp(person);
    const { data: first } = await client.mfa.recoveryCodes.generate();
    const { data, error } = await client.mfa.recoveryCodes.regenerate();
    expect([error, data?.id, data?.codes.length]).toEqual([null, first?.id, 10]);
  },
  async "mfa.recoveryCodes.unenroll"(person) {
    const { client } = person;
    await passApp(person);
    const { data } = await client.mfa.recoveryCodes.generate();
    expectServed(await client.mfa.recoveryCodes.unenroll(), { id: data?.id });
  },
};

const appsAndPasskeys: Record<string, Row> = {
  async "oauth.getAuthorizationDetails"({ client, user_id, email }) {
    const { client_id, id } = await requestConsent();
    expectServed(await client.oauth.getAuthorizationDetails(id), {
      authorization_id: id,
      redirect_uri: "https://assistant.example/callback",
      client: { id: client_id, name: "Assistant", uri: "", logo_uri: "" },
      user: { id: user_id, email },
      scope: "openid email",
    });
    const unknown = await client.oauth.getAuthorizationDetails("x".repeat(43));
    expectRefused(unknown, 404, "oauth_authorization_not_found");
  },
  async "oauth.approveAuthorization"({ client }) {
    const { id } = await requestConsent();
    await client.oauth.getAuthorizationDetails(id);
    const answer = await client.oauth.approveAuthorization(id, { skipBrowserRedirect: true });
    expectServed(answer, { redirect_url: expect.stringMatching(/[?&]code=.+&state=state/) });
  },
  async "oauth.denyAuthorization"({ client }) {
    const { id } = await requestConsent();
    await client.oauth.getAuthorizationDetails(id);
    const answer = await client.oauth.denyAuthorization(id, { skipBrowserRedirect: true });
    expectServed(answer, { redirect_url: expect.stringContaining("error=access_denied") });
  },
  async "oauth.listGrants"({ client, user_id }) {
    const { client_id } = await connectTestApp(auth.deps, user_id, { scopes: ["openid"] });
    expectServed(await client.oauth.listGrants(), [
      expect.objectContaining({
        client: { id: client_id, name: "A test assistant", uri: "", logo_uri: "" },
        scopes: ["openid"],
        granted_at: time,
      }),
    ]);
  },
  async "oauth.revokeGrant"({ client, user_id }) {
    const { client_id: clientId } = await connectTestApp(auth.deps, user_id);
    expectServed(await client.oauth.revokeGrant({ clientId }), {});
    const again = await client.oauth.revokeGrant({ clientId });
    expectRefused(again, 404, "oauth_consent_not_found");
  },
  async "passkey.startRegistration"({ client }) {
    expectServed(await client.passkey.startRegistration(), {
      challenge_id: uuid,
      expires_at: expect.any(Number),
      options: expect.objectContaining({ challenge: expect.anything() }),
    });
  },
  async "passkey.verifyRegistration"(person) {
    expect(await addPasskey(person)).toMatchObject({ passkeyId: uuid });
  },
  async "passkey.startAuthentication"() {
    expectServed(await auth.createClient().passkey.startAuthentication(), {
      challenge_id: uuid,
      expires_at: expect.any(Number),
      options: expect.objectContaining({ challenge: expect.anything(), rpId: "localhost" }),
    });
  },
  async "passkey.verifyAuthentication"(person) {
    const { authenticator } = await addPasskey(person);
    const client = auth.createClient();
    const { data } = await client.passkey.startAuthentication();
    if (!data) throw new Error("no challenge");
    const answer = await client.passkey.verifyAuthentication({
      challengeId: data.challenge_id,
      credential: authenticator.get(data.options),
    });
    expectServed(answer, { user: session.user, session });
  },
  async "passkey.list"(person) {
    const { passkeyId } = await addPasskey(person);
    expectServed(await person.client.passkey.list(), [{ id: passkeyId, created_at: time }]);
  },
  async "passkey.update"(person) {
    const { passkeyId } = await addPasskey(person);
    const answer = await person.client.passkey.update({ passkeyId, friendlyName: "Laptop" });
    expectServed(answer, { id: passkeyId, friendly_name: "Laptop", created_at: time });
  },
  async "passkey.delete"(person) {
    const { passkeyId } = await addPasskey(person);
    expectServed(await person.client.passkey.delete({ passkeyId }), null);
    const again = await person.client.passkey.delete({ passkeyId });
    expectRefused(again, 404, "passkey_not_found");
  },
};

type Admin = TestAuthClient["admin"];
const id = randomUUID();

/** No caller is an administrator: operators use commands on the server instead. */
const adminCalls: Record<string, (admin: Admin) => Promise<{ error: unknown }>> = {
  "admin.createUser": (admin) => admin.createUser({ email: newEmail() }),
  "admin.deleteUser": (admin) => admin.deleteUser(id),
  "admin.generateLink": (admin) => admin.generateLink({ type: "magiclink", email: newEmail() }),
  "admin.getUserById": (admin) => admin.getUserById(id),
  "admin.inviteUserByEmail": (admin) => admin.inviteUserByEmail(newEmail()),
  "admin.listUsers": (admin) => admin.listUsers(),
  "admin.updateUserById": (admin) => admin.updateUserById(id, { role: "admin" }),
  "admin.mfa.listFactors": (admin) => admin.mfa.listFactors({ userId: id }),
  "admin.mfa.deleteFactor": (admin) => admin.mfa.deleteFactor({ userId: id, id }),
  "admin.oauth.listClients": (admin) => admin.oauth.listClients(),
  "admin.oauth.createClient": (admin) =>
    admin.oauth.createClient({ client_name: "App", redirect_uris: [origin] }),
  "admin.oauth.getClient": (admin) => admin.oauth.getClient(id),
  "admin.oauth.updateClient": (admin) => admin.oauth.updateClient(id, {}),
  "admin.oauth.deleteClient": (admin) => admin.oauth.deleteClient(id),
  "admin.oauth.regenerateClientSecret": (admin) => admin.oauth.regenerateClientSecret(id),
  "admin.customProviders.listProviders": (admin) => admin.customProviders.listProviders(),
  "admin.customProviders.createProvider": (admin) =>
    admin.customProviders.createProvider({
      provider_type: "oidc",
      identifier: "custom:other",
      name: "Other",
      client_id: "other",
      client_secret: "secret",
      issuer: "https://other.example",
    }),
  "admin.customProviders.getProvider": (admin) => admin.customProviders.getProvider("custom:x"),
  "admin.customProviders.updateProvider": (admin) =>
    admin.customProviders.updateProvider("custom:x", { name: "Other" }),
  "admin.customProviders.deleteProvider": (admin) =>
    admin.customProviders.deleteProvider("custom:x"),
  "admin.passkey.listPasskeys": (admin) => admin.passkey.listPasskeys({ userId: id }),
  "admin.passkey.deletePasskey": (admin) =>
    admin.passkey.deletePasskey({ userId: id, passkeyId: id }),
};

/** Methods that the library's types hide from callers. They are called by public methods, which have rows. */
const internal = new Set([
  "fetch",
  "fetchJwk",
  "isThrowOnErrorEnabled",
  "linkIdentityIdToken",
  "linkIdentityOAuth",
  "logger",
  "signInWithEthereum",
  "signInWithSolana",
  "admin.fetch",
]);
/** Properties that contain no methods of the library. */
const state = new Set([
  "experimental",
  "headers",
  "initializePromise",
  "jwks",
  "memoryStorage",
  "pendingInLock",
  "stateChangeEmitters",
  "storage",
  "admin.experimental",
  "admin.headers",
  "mfa.webauthn.client",
]);

function listMethods(of: object, prefix = ""): string[] {
  const names = new Set<string>();
  for (let at = of; at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    for (const name of Object.getOwnPropertyNames(at)) names.add(name);
  }
  return [...names].flatMap((name) => {
    if (name === "constructor" || name.startsWith("_")) return [];
    const member: unknown = Reflect.get(of, name);
    const path = `${prefix}${name}`;
    if (typeof member === "function") return internal.has(path) ? [] : [path];
    const isGroup = typeof member === "object" && member !== null && !state.has(path);
    return isGroup ? listMethods(member, `${path}.`) : [];
  });
}

const rows = { ...account, ...mfa, ...appsAndPasskeys };

it("every method of the client library has a row, and no other", () => {
  const listed = [...Object.keys(rows), ...Object.keys(adminCalls)].toSorted();
  expect(listed).toEqual(listMethods(auth.createClient()).toSorted());
});

describe("the client library's method", () => {
  it.each(Object.entries(rows))("%s is answered as it expects", async (_, row) => {
    const person = await auth.signUp();
    await row(person);
  });
});

it.each(Object.entries(adminCalls))("%s is refused to everyone", async (_, call) => {
  const { access_token } = await createTestCaller(auth.deps);
  const headers = { Authorization: `Bearer ${access_token}` };
  const signedIn = await call(auth.createClient({ headers }).admin);
  expectRefused(signedIn, 403, "not_admin", "User not allowed");
  const signedOut = await call(auth.createClient().admin);
  const message = "This endpoint requires a valid Bearer token";
  expectRefused(signedOut, 401, "no_authorization", message);
});
