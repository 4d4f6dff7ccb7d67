import { randomUUID } from "node:crypto";
import { decodeJwt } from "jose";
import { generate } from "otplib";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { SignInProvider } from "#server/config/sign-in-providers.ts";
import { createTestBrowser, type TestAuthClient, useTestAuth } from "#server/testing/auth/auth.ts";
import { useGitHubDouble } from "#server/testing/auth/github-double.ts";
import { type SentBack, useOpenIdProvider } from "#server/testing/auth/openid-provider.ts";
import { seedSecondStep } from "#server/testing/auth/seed-sign-in-methods.ts";
import { inviteAccount } from "../admission/invite-account.ts";
import { clearExpiredAuth } from "../jobs.ts";

const callback = "http://localhost:3000/auth/v1/callback";
const signInProviders: SignInProvider[] = [];
const outside = useOpenIdProvider(callback);
const github = useGitHubDouble();
beforeAll(() => {
  const clientSecret = { kind: "text", text: outside.clientSecret } as const;
  const { issuer, clientId } = outside;
  for (const [id, name] of [
    ["google", "Google"],
    ["apple", "Apple"],
    ["azure", "Microsoft"],
    ["custom:oidc", "Example"],
  ] as const) {
    signInProviders.push({ id, name, kind: "openid", issuer, clientId, clientSecret });
  }
  signInProviders.push({
    id: "github",
    name: "GitHub",
    kind: "github",
    site: github.address,
    api: github.address,
    clientId: "github-client",
    clientSecret: { kind: "text", text: "secret" },
  });
});
const auth = useTestAuth({ config: { signInProviders } });

const newEmail = () => `person-${randomUUID()}@paraline.example`;

/** Somebody whom the provider knows, with an address that it has verified. */
function verifiedPerson(email = newEmail()) {
  const hd = "paraline.example";
  return { email, subject: outside.know({ email, email_verified: true, name: "Maya Silva", hd }) };
}

/** What a browser does with the provider's answer: where it is sent, and what is in the address. */
async function goBack({ to, form }: SentBack) {
  const headers = { Accept: "text/html" };
  const response = await auth.ask(`${to.pathname}${to.search}`, {
    headers,
    ...(form && { method: "POST", body: form }),
  });
  const location = new URL(response.headers.get("location") ?? "http://nowhere.invalid");
  return {
    status: response.status,
    headers: response.headers,
    to: location,
    query: location.searchParams,
    fragment: new URLSearchParams(location.hash.slice(1)),
  };
}

type ProviderName = "google" | "apple" | "azure" | "github" | "custom:oidc";

/** Where a sign-in begins: at the server, which sends to the provider. */
async function begin(client: TestAuthClient, provider: ProviderName = "google", options = {}) {
  const { data, error } = await client.signInWithOAuth({
    provider,
    options: { redirectTo: "http://localhost:3000/circles", ...options },
  });
  if (error) throw error;
  const url = new URL(data.url ?? "");
  const answer = await auth.ask(`${url.pathname}${url.search}`);
  expect(answer.status).toBe(302);
  return answer.headers.get("location") ?? "";
}

/** The whole way, in a browser of its own. */
async function signInBy(
  subject: string,
  {
    provider = "google",
    client = auth.createClient(),
  }: {
    provider?: ProviderName;
    client?: TestAuthClient;
  } = {},
) {
  const back = await goBack(await outside.signIn(await begin(client, provider), subject));
  const code = back.query.get("code");
  if (code === null) return { client, back, session: null, user: null, error: undefined };
  const { data, error } = await client.exchangeCodeForSession(code);
  return { client, back, session: data.session, user: data.user, error };
}

async function linkBy(client: TestAuthClient, subject: string) {
  const { data, error } = await client.linkIdentity({
    provider: "google",
    options: { redirectTo: "http://localhost:3000/settings" },
  });
  if (error) return { error, back: undefined };
  const back = await goBack(await outside.signIn(data.url ?? "", subject));
  const code = back.query.get("code");
  if (code === null) return { error: undefined, back };
  return { back, ...(await client.exchangeCodeForSession(code)) };
}

const identitiesOf = async (client: TestAuthClient) => {
  const { data } = await client.getUserIdentities();
  return data?.identities.map(({ provider, identity_data }) => [provider, identity_data?.email]);
};
const countOf = async (table: "auth.users" | "auth.identities" | "auth.provider_sign_ins") => {
  const { count } = await auth.db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
};
async function addSecondStep(client: TestAuthClient) {
  const { data } = await client.mfa.enroll({ factorType: "totp", friendlyName: "Phone" });
  if (data?.type !== "totp") throw new Error("not enrolled");
  const { id: factorId, totp } = data;
  const code = await generate({
    secret: totp.secret,
    epoch: auth.clock.now().getTime() / 1000,
  });
  expect((await client.mfa.challengeAndVerify({ factorId, code })).error).toBeNull();
  return { factorId, secret: totp.secret };
}
const auditOf = async (userId: string) => {
  const rows = await auth.db
    .selectFrom("auth.audit_log")
    .where("user_id", "=", userId)
    .select(["action", "details"])
    .orderBy("id")
    .execute();
  return rows.map(({ action }) => action);
};

beforeEach(() => auth.readMails());

describe("somebody new", () => {
  it("gets a proven account, a session that began at the provider, and the provider's token", async () => {
    const { email, subject } = verifiedPerson();
    const { user, session, client } = await signInBy(subject);
    expect(user).toMatchObject({
      email,
      app_metadata: { provider: "google", providers: ["google"] },
      user_metadata: { full_name: "Maya Silva" },
      identities: [{ provider: "google", id: subject, identity_data: { email, sub: subject } }],
    });
    expect(session?.provider_token).toBeTruthy();
    expect(decodeJwt(session?.access_token ?? "")).toMatchObject({
      aal: "aal1",
      amr: [{ method: "oauth" }],
    });
    const row = await auth.userOf(user?.id ?? "");
    expect([row.email_proven_at, row.password_hash]).toEqual([auth.clock.now(), null]);
    const profile = await auth.db
      .selectFrom("profiles")
      .where("user_id", "=", row.id)
      .select("full_name")
      .executeTakeFirst();
    expect(profile).toEqual({ full_name: "Maya Silva" });
    expect(await auditOf(row.id)).toEqual(["user_signedup", "login"]);
    expect(await countOf("auth.provider_sign_ins")).toBe(0);
    expect((await client.getUser()).error).toBeNull();
  });

  it("comes back to the same account, whatever the address at the provider is by then", async () => {
    const { subject } = verifiedPerson();
    const first = await signInBy(subject);
    outside.know({ email: newEmail(), email_verified: true }, subject);
    const second = await signInBy(subject);
    expect(second.user?.id).toBe(first.user?.id);
    expect(second.user?.email).toBe(first.user?.email);
  });

  it("gets one account when two tabs sign in at once", async () => {
    const { subject } = verifiedPerson();
    const before = await countOf("auth.users");
    const both = await Promise.all([signInBy(subject), signInBy(subject), signInBy(subject)]);
    expect(new Set(both.map(({ user }) => user?.id)).size).toBe(1);
    expect(both.every(({ session }) => session !== null)).toBe(true);
    expect((await countOf("auth.users")) - before).toBe(1);
  });

  it("whose address the provider has not verified gets an account that is not proven", async () => {
    const email = newEmail();
    const { user } = await signInBy(outside.know({ email }));
    expect((await auth.userOf(user?.id ?? "")).email_proven_at).toBeNull();
  });

  it("without an address reads why", async () => {
    const { back } = await signInBy(outside.know({ name: "Nobody" }));
    expect(back.query.get("error_code")).toBe("provider_email_needs_verification");
    expect(back.query.get("error_description")).toContain("shared no email address");
  });

  it("is signed in by Apple's posted form too", async () => {
    const { email, subject } = verifiedPerson();
    const client = auth.createClient();
    const sent = await outside.signIn(await begin(client, "apple"), subject);
    expect(sent.form?.get("code")).toBeTruthy();
    sent.form?.set("user", JSON.stringify({ name: { firstName: "Maya", lastName: "Silva" } }));
    const back = await goBack(sent);
    expect(back.status).toBe(303);
    const { data } = await client.exchangeCodeForSession(back.query.get("code") ?? "");
    expect(data.user).toMatchObject({ email, app_metadata: { provider: "apple" } });
  });

  it("is signed in by GitHub with the primary address", async () => {
    const email = newEmail();
    const client = auth.createClient();
    const at = await begin(client, "github");
    const user = {
      id: 4711,
      login: "maya",
      name: "Maya",
      emails: [
        { email: "old@work.example", primary: false, verified: true },
        { email, primary: true, verified: true },
      ],
    };
    const back = await goBack({ to: github.signIn(at, user), form: undefined });
    const { data } = await client.exchangeCodeForSession(back.query.get("code") ?? "");
    expect(data.user).toMatchObject({
      email,
      identities: [{ provider: "github", id: "4711", identity_data: { user_name: "maya" } }],
    });
    expect(data.session?.provider_token).toMatch(/^gho_/);
  });

  it("reads why when GitHub refuses the code", async () => {
    const at = new URL(await begin(auth.createClient(), "github"));
    at.searchParams.set("code_challenge", "another");
    const user = { id: 1, login: "x", name: null, emails: [] };
    const back = await goBack({ to: github.signIn(at.href, user), form: undefined });
    expect(back.query.get("error_code")).toBe("bad_oauth_callback");
  });
});

describe("an address that has an account", () => {
  it("is connected if the account has proven it, and its owner reads about it", async () => {
    const person = await auth.signUp();
    await auth.prove(person.user_id);
    const { subject } = verifiedPerson(person.email);
    const { user, client } = await signInBy(subject);
    expect(user).toMatchObject({
      id: person.user_id,
      app_metadata: { provider: "email", providers: ["email", "google"] },
    });
    expect(await auth.readMail()).toMatchObject({
      to: person.email,
      subject: "An account was connected",
    });
    expect(await auditOf(person.user_id)).toContain("identity_linked");
    // Nothing else has changed: the password works, and so does the session from before.
    expect((await person.client.getUser()).error).toBeNull();
    expect((await client.signInWithPassword(person)).error).toBeNull();
  });

  it("in another spelling is the same one", async () => {
    const person = await auth.signUp();
    await auth.prove(person.user_id);
    const { subject } = verifiedPerson(person.email.toUpperCase());
    expect((await signInBy(subject)).user?.id).toBe(person.user_id);
  });

  it("that was never proven is reset for its owner: a stranger may have made the account", async () => {
    const stranger = await auth.signUp();
    await linkBy(stranger.client, verifiedPerson().subject);
    await auth.readMails();
    const { email, subject } = verifiedPerson(stranger.email);
    const { user, client } = await signInBy(subject);
    expect(user).toMatchObject({ id: stranger.user_id, email });
    expect(await identitiesOf(client)).toEqual([
      ["email", email],
      ["google", email],
    ]);
    expect((await stranger.client.getUser()).error?.name).toBe("AuthSessionMissingError");
    const again = await auth.createClient().signInWithPassword(stranger);
    expect(again.error?.code).toBe("invalid_credentials");
    expect((await auth.userOf(stranger.user_id)).email_proven_at).toEqual(auth.clock.now());
    expect(await auth.readMail()).toMatchObject({ subject: "Your account is now yours alone" });
  });

  it("is not given to someone for whom the provider has not verified it", async () => {
    for (const isProven of [true, false]) {
      const person = await auth.signUp();
      if (isProven) await auth.prove(person.user_id);
      const subject = outside.know({ email: person.email, email_verified: false });
      const { back } = await signInBy(subject, { provider: "custom:oidc" });
      expect(back.query.get("error_code")).toBe("provider_email_needs_verification");
      expect(back.query.get("error_description")).toBe(
        "Unverified email with Example. Verify the email with Example in order to sign in",
      );
      expect(await identitiesOf(person.client)).toEqual([["email", person.email]]);
    }
  });

  it("is not given by Google's word about an address that another host has", async () => {
    for (const hd of [undefined, "elsewhere.example"]) {
      const person = await auth.signUp();
      await auth.prove(person.user_id);
      const claims = { email: person.email, email_verified: true, ...(hd && { hd }) };
      const { back } = await signInBy(outside.know(claims));
      expect(back.query.get("error_code")).toBe("provider_email_needs_verification");
      expect(back.query.get("error_description")).toBe(
        "Google can't confirm that this address is yours. Sign in another way, then connect Google in Settings.",
      );
      expect(await identitiesOf(person.client)).toEqual([["email", person.email]]);
    }
    const { user } = await signInBy(outside.know({ email: newEmail(), email_verified: true }));
    expect((await auth.userOf(user?.id ?? "")).email_proven_at).toBeNull();
  });

  it("is given by Google's word about an address of its own", async () => {
    for (const domain of ["gmail.com", "googlemail.com"]) {
      const person = await auth.signUp({ email: `person-${randomUUID()}@${domain}` });
      await auth.prove(person.user_id);
      const { user } = await signInBy(outside.know({ email: person.email, email_verified: true }));
      expect(user?.id).toBe(person.user_id);
      const claims = { email: `person-${randomUUID()}@${domain}`, email_verified: false };
      const other = await signInBy(outside.know(claims));
      expect((await auth.userOf(other.user?.id ?? "")).email_proven_at).toBeNull();
    }
    await auth.readMails();
  });

  it("is not given by Microsoft's word alone, since any directory can hold any address", async () => {
    const person = await auth.signUp();
    await auth.prove(person.user_id);
    const { subject } = verifiedPerson(person.email);
    const { back } = await signInBy(subject, { provider: "azure" });
    expect(back.query.get("error_code")).toBe("provider_email_needs_verification");
  });

  it("still asks for the second step", async () => {
    const { email, subject } = verifiedPerson();
    const first = await signInBy(subject);
    await seedSecondStep(auth.db, { user_id: first.user?.id ?? "", now: auth.clock.now() });
    const { client } = await signInBy(subject);
    const { data } = await client.mfa.getAuthenticatorAssuranceLevel();
    expect([email, data?.currentLevel, data?.nextLevel]).toEqual([email, "aal1", "aal2"]);
    expect((await linkBy(client, verifiedPerson().subject)).error?.code).toBe("insufficient_aal");
  });

  it("is refused to somebody who is suspended", async () => {
    const { subject } = verifiedPerson();
    const { user } = await signInBy(subject);
    await auth.db
      .updateTable("auth.users")
      .set({ banned_until: new Date(auth.clock.now().getTime() + 60_000) })
      .where("id", "=", user?.id ?? "")
      .execute();
    const { back } = await signInBy(subject);
    expect(back.query.get("error_code")).toBe("user_banned");
  });
});

it("is somebody else at another provider in the place of the first", async () => {
  const { subject } = verifiedPerson();
  const { user } = await signInBy(subject, { provider: "custom:oidc" });
  await auth.db
    .updateTable("auth.identities")
    .set({ identity_data: JSON.stringify({ iss: "https://former.example", sub: subject }) })
    .where("user_id", "=", user?.id ?? "")
    .execute();
  const { back } = await signInBy(subject, { provider: "custom:oidc" });
  expect(back.query.get("error_description")).toContain("is not the one that is connected here");
});

describe("a callback", () => {
  it("has an effect only in the browser that began it", async () => {
    const stranger = await auth.signUp();
    const { subject } = verifiedPerson(stranger.email);
    const [before, url] = [await countOf("auth.identities"), await begin(auth.createClient())];
    const back = await goBack(await outside.signIn(url, subject));
    const code = back.query.get("code") ?? "";
    expect(code).not.toBe("");

    // The person was sent there by somebody else: nothing is reset, made or connected.
    expect(await countOf("auth.identities")).toBe(before);
    expect((await stranger.client.getUser()).error).toBeNull();
    const victim = auth.createClient();
    await victim.signInWithOAuth({ provider: "google" });
    const { error } = await victim.exchangeCodeForSession(code);
    expect(error?.code).toBe("bad_code_verifier");
    expect(await countOf("auth.identities")).toBe(before);
  });

  it("works once, and its code too", async () => {
    const { subject } = verifiedPerson();
    const client = auth.createClient();
    const sent = await outside.signIn(await begin(client), subject);
    const back = await goBack(sent);
    const again = await goBack(sent);
    expect(again.query.get("error_code")).toBe("bad_oauth_state");
    const body = {
      auth_code: back.query.get("code"),
      code_verifier: "x".repeat(43),
    };
    expect((await auth.send("POST", "/token?grant_type=pkce", body)).body.code).toBe(
      "bad_code_verifier",
    );
    expect((await auth.send("POST", "/token?grant_type=pkce", body)).body.code).toBe(
      "flow_state_not_found",
    );
  });

  it("that comes after five minutes is refused at the page that began it", async () => {
    const { subject } = verifiedPerson();
    const sent = await outside.signIn(await begin(auth.createClient()), subject);
    auth.clock.set(new Date(auth.clock.now().getTime() + 5 * 60_000 + 1));
    const back = await goBack(sent);
    expect([back.to.pathname, back.query.get("error_code"), back.fragment.get("error")]).toEqual([
      "/circles",
      "bad_oauth_state",
      "access_denied",
    ]);
  });

  it("whose code is exchanged too late is refused", async () => {
    const client = auth.createClient();
    const url = await begin(client);
    const back = await goBack(await outside.signIn(url, verifiedPerson().subject));
    auth.clock.set(new Date(auth.clock.now().getTime() + 5 * 60_000 + 1));
    const { error } = await client.exchangeCodeForSession(back.query.get("code") ?? "");
    expect(error?.code).toBe("flow_state_expired");
  });

  it("says that somebody has turned back, in words of ours", async () => {
    const back = await goBack(await outside.cancel(await begin(auth.createClient())));
    expect(Object.fromEntries(back.query)).toEqual({
      error: "access_denied",
      error_description: "The sign-in with Google was cancelled.",
    });
  });

  it("that is too large is refused", async () => {
    const body = new URLSearchParams({ state: "x".repeat(20_000) });
    const response = await auth.ask("/auth/v1/callback", { method: "POST", body });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ error_code: "request_entity_too_large" });
  });

  it("with a code that the provider does not know is refused", async () => {
    const url = new URL(await begin(auth.createClient()));
    const to = new URL(callback);
    to.searchParams.set("state", url.searchParams.get("state") ?? "");
    to.searchParams.set("code", "made-up");
    const back = await goBack({ to, form: undefined });
    expect(back.query.get("error_code")).toBe("bad_oauth_callback");
  });

  it("keeps no state, verifier, token or name in plain", async () => {
    const { email, subject } = verifiedPerson();
    const url = new URL(await begin(auth.createClient()));
    const state = url.searchParams.get("state") ?? "";
    await goBack(await outside.signIn(url.href, subject));
    const rows = await auth.db.selectFrom("auth.provider_sign_ins").selectAll().execute();
    const text = rows
      .flatMap((row) => Object.values(row))
      .map((value) => (Buffer.isBuffer(value) ? value.toString("latin1") : String(value)))
      .join(" ");
    for (const secret of [state, email, subject, "Maya", url.searchParams.get("nonce") ?? ""]) {
      expect(text).not.toContain(secret);
    }
  });

  it("is deleted when nobody has come back", async () => {
    await begin(auth.createClient());
    auth.clock.set(new Date(auth.clock.now().getTime() + 16 * 60_000));
    await clearExpiredAuth(auth.deps)({}, { attempt: 1, lastAttempt: false });
    expect(await countOf("auth.provider_sign_ins")).toBe(0);
  });

  it("leads nowhere but to the app's pages", async () => {
    const client = auth.createClient();
    const url = await begin(client, "google", { redirectTo: "https://evil.example/circles" });
    const back = await goBack(await outside.signIn(url, verifiedPerson().subject));
    expect(back.to.origin + back.to.pathname).toBe("http://localhost:3000/");
    expect(back.headers.get("referrer-policy")).toBe("no-referrer");
    expect(back.headers.get("cache-control")).toBe("no-store");
  });
});

describe("without PKCE", () => {
  it("the tokens are behind the #, with the provider's", async () => {
    const { email, subject } = verifiedPerson();
    const client = auth.createClient({ flowType: "implicit" });
    const back = await goBack(await outside.signIn(await begin(client), subject));
    expect(back.to.search).toBe("");
    expect(Object.fromEntries(back.fragment)).toMatchObject({
      token_type: "bearer",
      expires_in: "3600",
      provider_token: expect.any(String),
    });
    const { data } = await client.getUser(back.fragment.get("access_token") ?? "");
    expect(data.user?.email).toBe(email);
  });

  it("no account is reset: anyone could have sent the person there", async () => {
    const stranger = await auth.signUp();
    const { subject } = verifiedPerson(stranger.email);
    const client = auth.createClient({ flowType: "implicit" });
    const back = await goBack(await outside.signIn(await begin(client), subject));
    expect(back.fragment.get("error_code")).toBe("email_not_confirmed");
    expect((await stranger.client.getUser()).error).toBeNull();
  });

  it("no account is connected by its address: anyone could have sent the person there", async () => {
    const person = await auth.signUp();
    await auth.prove(person.user_id);
    const { subject } = verifiedPerson(person.email);
    const client = auth.createClient({ flowType: "implicit" });
    const back = await goBack(await outside.signIn(await begin(client), subject));
    expect(back.fragment.get("error_code")).toBe("validation_failed");
    expect(await identitiesOf(person.client)).toEqual([["email", person.email]]);
  });

  it("no account is connected from Settings", async () => {
    const { client } = await auth.signUp({ flowType: "implicit" });
    expect((await client.linkIdentity({ provider: "google" })).error?.code).toBe(
      "validation_failed",
    );
  });
});

describe("where a sign-in begins", () => {
  it("the provider is asked with state, nonce and PKCE, and with what only it knows", async () => {
    const url = new URL(
      await begin(auth.createClient(), "google", {
        scopes: "calendar",
        queryParams: { prompt: "select_account", client_id: "evil", state: "evil", nonce: "evil" },
      }),
    );
    const asked = Object.fromEntries(url.searchParams);
    expect(asked).toMatchObject({
      client_id: outside.clientId,
      redirect_uri: callback,
      response_type: "code",
      scope: "openid email profile calendar",
      prompt: "select_account",
      code_challenge_method: "S256",
    });
    expect([asked.state, asked.nonce]).not.toContain("evil");
    expect(asked.state?.length).toBeGreaterThan(30);
  });

  it("what the provider says of itself is asked once an hour", async () => {
    await begin(auth.createClient());
    const before = outside.discoveries;
    await begin(auth.createClient());
    expect(outside.discoveries).toBe(before);
    auth.clock.set(new Date(auth.clock.now().getTime() + 60 * 60_000));
    await begin(auth.createClient());
    expect(outside.discoveries).toBe(before + 1);
    auth.clock.set(new Date());
  });

  it("a provider that is down is said to be, where the person came from", async () => {
    auth.clock.set(new Date(auth.clock.now().getTime() + 3 * 60 * 60_000));
    await outside.setDown(true);
    try {
      const path = "/auth/v1/authorize?provider=google&redirect_to=http://localhost:3000/auth";
      const answer = await auth.ask(path);
      const to = new URL(answer.headers.get("location") ?? "");
      expect([answer.status, to.pathname, to.searchParams.get("error_code")]).toEqual([
        302,
        "/auth",
        "provider_unavailable",
      ]);
      const asJson = await auth.send("GET", "/authorize?provider=google&skip_http_redirect=true");
      expect([asJson.status, asJson.body.code]).toEqual([422, "provider_unavailable"]);
      const { client } = await auth.signUp();
      const linking = await client.linkIdentity({ provider: "google" });
      expect(linking.error).toMatchObject({ status: 422, code: "provider_unavailable" });
    } finally {
      await outside.setDown(false);
    }
    expect(await begin(auth.createClient())).toContain(outside.issuer);
    auth.clock.set(new Date());
  });

  it("only what is set up is offered", async () => {
    const { body } = await auth.send("GET", "/settings");
    expect(body.external).toMatchObject({ google: true, github: true, "custom:oidc": true });
    expect(body.providers).toContainEqual({ id: "custom:oidc", name: "Example" });
    for (const name of ["facebook", ""]) {
      const { status, body } = await auth.send("GET", `/authorize?provider=${name}`);
      expect([status, body.code, body.message]).toEqual([
        400,
        "validation_failed",
        expect.stringMatching(/^Unsupported provider: /),
      ]);
    }
  });
});

describe("an id token", () => {
  const signInWith = (token: string, nonce?: string) =>
    auth.createClient().signInWithIdToken({
      provider: "google",
      token,
      ...(nonce !== undefined && { nonce }),
    });
  const hashed = async (nonce: string) =>
    Buffer.from(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(nonce))).toString(
      "hex",
    );

  it("signs in whom it is about", async () => {
    const { email, subject } = verifiedPerson();
    const { data, error } = await signInWith(await outside.idTokenOf(subject));
    expect([error, data.user?.email]).toEqual([null, email]);
    expect(decodeJwt(data.session?.access_token ?? "").amr).toMatchObject([{ method: "oauth" }]);
  });

  it("with a nonce is good only for someone who knows it", async () => {
    const { subject } = verifiedPerson();
    const token = await outside.idTokenOf(subject, await hashed("secret"));
    expect((await signInWith(token, "guess")).error?.message).toBe("Nonces mismatch");
    expect((await signInWith(token)).error?.message).toContain("should either both exist or not");
    expect((await signInWith(token, "secret")).error).toBeNull();
    const without = await outside.idTokenOf(subject);
    expect((await signInWith(without, "secret")).error?.status).toBe(400);
  });

  it("that is changed, old, or of something else is refused", async () => {
    const token = await outside.idTokenOf(verifiedPerson().subject);
    const [head, body = "", signature] = token.split(".");
    const claims = JSON.parse(Buffer.from(body, "base64url").toString());
    const changed = Buffer.from(JSON.stringify({ ...claims, sub: "other" })).toString("base64url");
    const unsigned = Buffer.from(JSON.stringify({ alg: "none" })).toString("base64url");
    for (const bad of [`${head}.${changed}.${signature}`, `${unsigned}.${body}.`, "x", "a.b.c"]) {
      expect((await signInWith(bad)).error).toMatchObject({ status: 400, message: "Bad ID token" });
    }
    const person = await auth.signUp();
    const ours = await signInWith(await person.accessToken());
    expect(ours.error).toMatchObject({ status: 400, message: "Bad ID token" });
    auth.clock.set(new Date(auth.clock.now().getTime() + 11 * 60_000));
    expect((await signInWith(token)).error).toMatchObject({ status: 400 });
  });

  it("is taken only from a provider that makes them and is set up", async () => {
    const client = auth.createClient();
    const ask = async (provider: string) =>
      (await client.signInWithIdToken({ provider, token: "x" })).error;
    expect(await ask("github")).toMatchObject({ status: 400, code: "validation_failed" });
    expect(await ask("keycloak")).toMatchObject({ status: 400, code: "provider_disabled" });
    const none = await auth.send("POST", "/token?grant_type=id_token", { provider: "google" });
    expect(none.body.code).toBe("validation_failed");
  });

  it("connects an account from Settings, in the same session", async () => {
    const person = await auth.signUp();
    const before = decodeJwt(await person.accessToken()).session_id;
    const token = await outside.idTokenOf(verifiedPerson().subject);
    const { error } = await person.client.linkIdentity({ provider: "google", token });
    expect(error).toBeNull();
    expect(decodeJwt(await person.accessToken()).session_id).toBe(before);
    expect((await identitiesOf(person.client))?.map(([provider]) => provider)).toEqual([
      "email",
      "google",
    ]);
  });
});

describe("an owner in Settings", () => {
  it("connects an account with any address, and stays in the session", async () => {
    const person = await auth.signUp();
    const before = decodeJwt(await person.accessToken()).session_id;
    const other = verifiedPerson();
    const { error } = await linkBy(person.client, other.subject);
    expect(error).toBeNull();
    expect(decodeJwt(await person.accessToken()).session_id).toBe(before);
    expect(await identitiesOf(person.client)).toEqual([
      ["email", person.email],
      ["google", other.email],
    ]);
    expect(await auth.readMail()).toMatchObject({ subject: "An account was connected" });
    expect((await signInBy(other.subject)).user?.id).toBe(person.user_id);
    // The address of the other account proves nothing about this one's.
    expect((await auth.userOf(person.user_id)).email_proven_at).toBeNull();
  });

  it("proves the address of the account by connecting one with the same, and keeps everything", async () => {
    const person = await auth.signUp();
    const { error } = await linkBy(person.client, verifiedPerson(person.email).subject);
    expect(error).toBeNull();
    expect((await auth.userOf(person.user_id)).email_proven_at).toEqual(auth.clock.now());
    expect((await auth.createClient().signInWithPassword(person)).error).toBeNull();
  });

  it("cannot be made to connect someone else's account: a person who is sent there connects nothing", async () => {
    const attacker = await auth.signUp();
    const { data } = await attacker.client.linkIdentity({ provider: "google" });
    const victim = verifiedPerson();
    const back = await goBack(await outside.signIn(data?.url ?? "", victim.subject));
    expect(back.query.get("code")).not.toBeNull();
    // The code is in the victim's browser, the verifier in the attacker's.
    expect(await identitiesOf(attacker.client)).toHaveLength(1);
    expect((await signInBy(victim.subject)).user?.id).not.toBe(attacker.user_id);
  });

  it("is refused an account that is connected already, here or with another", async () => {
    const [one, other] = [await auth.signUp(), await auth.signUp()];
    const { subject } = verifiedPerson();
    await linkBy(one.client, subject);
    const own = await linkBy(one.client, subject);
    expect(own.back?.query.get("error_code")).toBe("identity_already_exists");
    expect(own.back?.query.get("error_description")).toBe("Identity is already linked");
    const foreign = await linkBy(other.client, subject);
    expect(foreign.back?.query.get("error_description")).toBe(
      "Identity is already linked to another user",
    );
  });

  it("connects nothing once the session has ended", async () => {
    const person = await auth.signUp();
    const { data } = await person.client.linkIdentity({ provider: "google" });
    const back = await goBack(await outside.signIn(data?.url ?? "", verifiedPerson().subject));
    await auth.send("POST", "/logout?scope=local", undefined, await person.accessToken());
    const { error } = await person.client.exchangeCodeForSession(back.query.get("code") ?? "");
    expect(error?.code).toBe("flow_state_not_found");
  });

  it("connects nothing once the session has passed a second step", async () => {
    const person = await auth.signUp();
    const { data } = await person.client.linkIdentity({ provider: "google" });
    const back = await goBack(await outside.signIn(data?.url ?? "", verifiedPerson().subject));
    await addSecondStep(person.client);
    const { error } = await person.client.exchangeCodeForSession(back.query.get("code") ?? "");
    expect(error?.code).toBe("flow_state_not_found");
    expect(await identitiesOf(person.client)).toHaveLength(1);
  });

  it("needs a fresh sign-in or the password to connect and to disconnect", async () => {
    const person = await auth.signUp();
    await linkBy(person.client, verifiedPerson().subject);
    const { data } = await person.client.getUserIdentities();
    const identity = data?.identities.find(({ provider }) => provider === "google");
    if (identity === undefined) throw new Error("not connected");
    auth.clock.set(new Date(auth.clock.now().getTime() + 11 * 60_000));
    expect((await person.client.linkIdentity({ provider: "google" })).error?.code).toBe(
      "current_password_required",
    );
    expect((await person.client.unlinkIdentity(identity)).error?.code).toBe(
      "current_password_required",
    );
    const token = await person.accessToken();
    const path = `/user/identities/authorize?provider=google&skip_http_redirect=true&code_challenge=${"x".repeat(43)}&code_challenge_method=plain`;
    const wrong = await auth.send("POST", path, { current_password: "no" }, token);
    expect(wrong.body.code).toBe("current_password_invalid");
    const right = await auth.send("POST", path, { current_password: person.password }, token);
    expect([right.status, right.body.url]).toEqual([200, expect.stringContaining(outside.issuer)]);
    const unlinked = await auth.send(
      "DELETE",
      `/user/identities/${identity.identity_id}`,
      { current_password: person.password },
      token,
    );
    expect(unlinked.status).toBe(200);
    expect(await identitiesOf(person.client)).toHaveLength(1);
    auth.clock.set(new Date());
  });

  it("without a password keeps the only sign-in method, until one is set", async () => {
    const { email, subject } = verifiedPerson();
    const { client, user } = await signInBy(subject);
    const unlink = async () => {
      const { data } = await client.getUserIdentities();
      const identity = data?.identities.find(({ provider }) => provider === "google");
      if (identity === undefined) throw new Error("not connected");
      return client.unlinkIdentity(identity);
    };
    expect((await unlink()).error?.code).toBe("single_identity_not_deletable");
    expect((await client.updateUser({ password: "a new password" })).error).toBeNull();
    expect((await unlink()).error).toBeNull();
    expect(await identitiesOf(client)).toEqual([["email", email]]);
    expect((await auth.userOf(user?.id ?? "")).app_metadata).toEqual({
      provider: "email",
      providers: ["email"],
    });
    const back = await auth
      .createClient()
      .signInWithPassword({ email, password: "a new password" });
    expect(back.error).toBeNull();
    expect(await auditOf(user?.id ?? "")).toContain("identity_unlinked");
  });
});

it("disconnecting an account ends the sessions that it began, and every other one", async () => {
  const person = await auth.signUp();
  const { subject } = verifiedPerson();
  await linkBy(person.client, subject);
  const stranger = await signInBy(subject);
  const { data } = await person.client.getUserIdentities();
  const identity = data?.identities.find(({ provider }) => provider === "google");
  if (identity === undefined) throw new Error("not connected");
  expect((await person.client.unlinkIdentity(identity)).error).toBeNull();
  expect((await stranger.client.getUser()).error).not.toBeNull();
  expect((await person.client.getUser()).error).toBeNull();
  const mails = await auth.readMails();
  expect(mails.at(-1)?.text).toContain("You were signed out everywhere else");
});

describe("a recovery by email", () => {
  it("disconnects every account, and the email says so", async () => {
    const { email, subject } = verifiedPerson();
    const { user } = await signInBy(subject);
    const client = auth.createClient();
    await client.resetPasswordForEmail(email);
    const mail = await auth.readMail();
    expect(mail.text).toContain("Connected accounts, such as Google, are disconnected");
    const { error } = await client.verifyOtp({ email, token: mail.code, type: "recovery" });
    expect(error).toBeNull();
    expect(await identitiesOf(client)).toEqual([["email", email]]);
    // The person who has the address at the provider is connected anew, and an email tells the owner.
    expect((await signInBy(subject)).user?.id).toBe(user?.id);
    expect(await auth.readMail()).toMatchObject({ subject: "An account was connected" });
  });

  it("that has passed a second step disconnects none", async () => {
    const { email, subject } = verifiedPerson();
    const { client: first } = await signInBy(subject);
    const { factorId, secret } = await addSecondStep(first);
    const client = auth.createClient();
    await client.resetPasswordForEmail(email);
    const mails = await auth.readMails();
    const code = mails.find((mail) => mail.subject === "Reset your password")?.code ?? "";
    await client.verifyOtp({ email, token: code, type: "recovery" });
    expect(await identitiesOf(client)).toEqual([["google", email]]);
    auth.clock.set(new Date(auth.clock.now().getTime() + 60_000));
    const passed = await client.mfa.challengeAndVerify({
      factorId,
      code: await generate({ secret, epoch: auth.clock.now().getTime() / 1000 }),
    });
    expect(passed.error).toBeNull();
    expect(await identitiesOf(client)).toEqual([["google", email]]);
  });
});

it("two tabs of a browser can be at providers at once", async () => {
  const browser = createTestBrowser();
  const [one, other] = [auth.createClient({ browser }), auth.createClient({ browser })];
  const { subject } = verifiedPerson();
  const first = await begin(one);
  await begin(other);
  const back = await goBack(await outside.signIn(first, subject));
  expect(back.query.get("code")).not.toBeNull();
});

// Last, because the embedded database of a file is shared: each of these replaces the signing key.
describe("where no one may sign up", () => {
  const closed = useTestAuth({ config: { signInProviders, authSignUp: "off" } });

  it("a sign-in at a provider makes no account", async () => {
    const { email, subject } = verifiedPerson();
    const token = await outside.idTokenOf(subject);
    const { error } = await closed.createClient().signInWithIdToken({ provider: "google", token });
    expect(error).toMatchObject({ status: 422, code: "signup_disabled" });
    const accounts = closed.db.selectFrom("auth.users").where("email", "=", email).select("id");
    expect(await accounts.execute()).toEqual([]);
  });
});

describe("where only invited people may sign up", () => {
  const invited = useTestAuth({
    config: { signInProviders, authSignUp: "invited", authConfirmEmail: true },
  });

  it("a sign-in at a provider uses the operator's invitation up", async () => {
    const { email, subject } = verifiedPerson();
    const token = await outside.idTokenOf(subject);
    const signIn = () => invited.createClient().signInWithIdToken({ provider: "google", token });
    expect((await signIn()).error?.code).toBe("signup_disabled");
    await inviteAccount(invited.deps, email);
    expect((await signIn()).data.user?.email).toBe(email);
    const left = invited.db
      .selectFrom("auth.invited_addresses")
      .where("email", "=", email)
      .select("email");
    expect(await left.execute()).toEqual([]);
  });
});

describe("where the operator has switched connecting off", () => {
  const fixed = useTestAuth({ config: { signInProviders, authManualLinking: false } });

  it("no account is connected in Settings", async () => {
    const { client } = await fixed.signUp();
    const token = await outside.idTokenOf(verifiedPerson().subject);
    for (const { error } of [
      await client.linkIdentity({ provider: "google" }),
      await client.linkIdentity({ provider: "google", token }),
    ]) {
      expect(error?.code).toBe("manual_linking_disabled");
    }
  });
});
