import { randomUUID } from "node:crypto";
import { decodeJwt } from "jose";
import { beforeEach, describe, expect, it } from "vitest";
import { useTestAuth } from "#server/testing/auth/auth.ts";
import { useProviderSignIns, useSignInProviders } from "#server/testing/auth/provider-sign-ins.ts";
import { seedSecondStep } from "#server/testing/auth/seed-sign-in-methods.ts";
import { inviteAccount } from "../admission/account-admission.ts";

const { signInProviders, outside, github } = useSignInProviders();

const auth = useTestAuth({ config: { signInProviders } });

const {
  newEmail,
  verifiedPerson,
  goBack,
  begin,
  signInBy,
  linkBy,
  listIdentities,
  countRows,
  listAudit,
} = useProviderSignIns(auth, outside);

beforeEach(() => auth.readEmails());

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
    const row = await auth.readUser(user?.id ?? "");
    expect([row.email_proven_at, row.password_hash]).toEqual([auth.clock.now(), null]);
    const profile = await auth.db
      .selectFrom("profiles")
      .where("user_id", "=", row.id)
      .select("full_name")
      .executeTakeFirst();
    expect(profile).toEqual({ full_name: "Maya Silva" });
    expect(await listAudit(row.id)).toEqual(["user_signedup", "login"]);
    expect(await countRows("auth.provider_sign_ins")).toBe(0);
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
    const before = await countRows("auth.users");
    const both = await Promise.all([signInBy(subject), signInBy(subject), signInBy(subject)]);
    expect(new Set(both.map(({ user }) => user?.id)).size).toBe(1);
    expect(both.every(({ session }) => session !== null)).toBe(true);
    expect((await countRows("auth.users")) - before).toBe(1);
  });

  it("somebody new whose address the provider has not verified gets an account that is not proven", async () => {
    const email = newEmail();
    const { user } = await signInBy(outside.know({ email }));
    expect((await auth.readUser(user?.id ?? "")).email_proven_at).toBeNull();
  });

  it("somebody new without an address reads why", async () => {
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
    expect(await auth.readEmail()).toMatchObject({
      to: person.email,
      subject: "An account was connected",
    });
    expect(await listAudit(person.user_id)).toContain("identity_linked");
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

  it("an account that was never proven is reset for the owner of its address: a stranger may have created it", async () => {
    const stranger = await auth.signUp();
    await linkBy(stranger.client, verifiedPerson().subject);
    await auth.readEmails();
    const { email, subject } = verifiedPerson(stranger.email);
    const { user, client } = await signInBy(subject);
    expect(user).toMatchObject({ id: stranger.user_id, email });
    expect(await listIdentities(client)).toEqual([
      ["email", email],
      ["google", email],
    ]);
    expect((await stranger.client.getUser()).error?.name).toBe("AuthSessionMissingError");
    const again = await auth.createClient().signInWithPassword(stranger);
    expect(again.error?.code).toBe("invalid_credentials");
    expect((await auth.readUser(stranger.user_id)).email_proven_at).toEqual(auth.clock.now());
    expect(await auth.readEmail()).toMatchObject({
      subject: "Everyone else was signed out of your account",
    });
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
      expect(await listIdentities(person.client)).toEqual([["email", person.email]]);
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
      expect(await listIdentities(person.client)).toEqual([["email", person.email]]);
    }
    const { user } = await signInBy(outside.know({ email: newEmail(), email_verified: true }));
    expect((await auth.readUser(user?.id ?? "")).email_proven_at).toBeNull();
  });

  it("is given by Google's word about an address of its own", async () => {
    for (const domain of ["gmail.com", "googlemail.com"]) {
      const person = await auth.signUp({ email: `person-${randomUUID()}@${domain}` });
      await auth.prove(person.user_id);
      const { user } = await signInBy(outside.know({ email: person.email, email_verified: true }));
      expect(user?.id).toBe(person.user_id);
      const claims = { email: `person-${randomUUID()}@${domain}`, email_verified: false };
      const other = await signInBy(outside.know(claims));
      expect((await auth.readUser(other.user?.id ?? "")).email_proven_at).toBeNull();
    }
    await auth.readEmails();
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
    await auth.suspend(user?.id ?? "");
    const { back } = await signInBy(subject);
    expect(back.query.get("error_code")).toBe("user_banned");
  });
});

it("a provider that replaces another one signs nobody in to accounts connected with the former", async () => {
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

  it("signs in the person whom it names", async () => {
    const { email, subject } = verifiedPerson();
    const { data, error } = await signInWith(await outside.createIdToken(subject));
    expect([error, data.user?.email]).toEqual([null, email]);
    expect(decodeJwt(data.session?.access_token ?? "").amr).toMatchObject([{ method: "oauth" }]);
  });

  it("an id token with a nonce is good only for someone who knows it", async () => {
    const { subject } = verifiedPerson();
    const token = await outside.createIdToken(subject, await hashed("secret"));
    expect((await signInWith(token, "guess")).error?.message).toBe("Nonces mismatch");
    expect((await signInWith(token)).error?.message).toContain("should either both exist or not");
    expect((await signInWith(token, "secret")).error).toBeNull();
    const without = await outside.createIdToken(subject);
    expect((await signInWith(without, "secret")).error?.status).toBe(400);
  });

  it("an id token that is changed, old, or of something else is refused", async () => {
    const token = await outside.createIdToken(verifiedPerson().subject);
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

  it("is accepted only from a provider that makes them and is set up", async () => {
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
    const token = await outside.createIdToken(verifiedPerson().subject);
    const { error } = await person.client.linkIdentity({ provider: "google", token });
    expect(error).toBeNull();
    expect(decodeJwt(await person.accessToken()).session_id).toBe(before);
    expect((await listIdentities(person.client))?.map(([provider]) => provider)).toEqual([
      "email",
      "google",
    ]);
  });
});

// These tests come last because they replace the signing key in the embedded database that all tests of the file share.
describe("where no one may sign up", () => {
  const closed = useTestAuth({ config: { signInProviders, authSignUp: "off" } });

  it("a sign-in at a provider makes no account", async () => {
    const { email, subject } = verifiedPerson();
    const token = await outside.createIdToken(subject);
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
    const token = await outside.createIdToken(subject);
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
