import { decodeJwt } from "jose";
import { generate } from "otplib";
import { beforeEach, describe, expect, it } from "vitest";
import { useTestAuth } from "#server/testing/auth/auth.ts";
import { useProviderSignIns, useSignInProviders } from "#server/testing/auth/provider-sign-ins.ts";

const { signInProviders, outside } = useSignInProviders();

const auth = useTestAuth({ config: { signInProviders } });

const { verifiedPerson, goBack, signInBy, linkBy, listIdentities, addSecondStep, listAudit } =
  useProviderSignIns(auth, outside);

beforeEach(() => auth.readEmails());

describe("an owner in Settings", () => {
  it("connects an account with any address, and stays in the session", async () => {
    const person = await auth.signUp();
    const before = decodeJwt(await person.accessToken()).session_id;
    const other = verifiedPerson();
    const { error } = await linkBy(person.client, other.subject);
    expect(error).toBeNull();
    expect(decodeJwt(await person.accessToken()).session_id).toBe(before);
    expect(await listIdentities(person.client)).toEqual([
      ["email", person.email],
      ["google", other.email],
    ]);
    expect(await auth.readEmail()).toMatchObject({ subject: "An account was connected" });
    expect((await signInBy(other.subject)).user?.id).toBe(person.user_id);
    // The address of the other account proves nothing about this one's.
    expect((await auth.readUser(person.user_id)).email_proven_at).toBeNull();
  });

  it("proves the address of the account by connecting one with the same, and keeps everything", async () => {
    const person = await auth.signUp();
    const { error } = await linkBy(person.client, verifiedPerson(person.email).subject);
    expect(error).toBeNull();
    expect((await auth.readUser(person.user_id)).email_proven_at).toEqual(auth.clock.now());
    await auth.signIn(person);
  });

  it("cannot be made to connect someone else's account: a person who is sent there connects nothing", async () => {
    const attacker = await auth.signUp();
    const { data } = await attacker.client.linkIdentity({ provider: "google" });
    const victim = verifiedPerson();
    const back = await goBack(await outside.signIn(data?.url ?? "", victim.subject));
    expect(back.query.get("code")).not.toBeNull();
    // The victim's browser has the code, and the attacker's has the verifier.
    expect(await listIdentities(attacker.client)).toHaveLength(1);
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
    expect(await listIdentities(person.client)).toHaveLength(1);
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
    expect(await listIdentities(person.client)).toHaveLength(1);
    auth.clock.set(new Date());
  });

  it("an owner in Settings without a password keeps the only sign-in method, until one is set", async () => {
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
    expect(await listIdentities(client)).toEqual([["email", email]]);
    expect((await auth.readUser(user?.id ?? "")).app_metadata).toEqual({
      provider: "email",
      providers: ["email"],
    });
    await auth.signIn({ email, password: "a new password" });
    expect(await listAudit(user?.id ?? "")).toContain("identity_unlinked");
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
  const emails = await auth.readEmails();
  expect(emails.at(-1)?.text).toContain("You were signed out everywhere else");
});

describe("a recovery by email", () => {
  it("disconnects every account, and the email says so", async () => {
    const { email, subject } = verifiedPerson();
    const { user } = await signInBy(subject);
    const client = auth.createClient();
    await client.resetPasswordForEmail(email);
    const mail = await auth.readEmail();
    expect(mail.text).toContain("Connected accounts, such as Google, are disconnected");
    const { error } = await client.verifyOtp({ email, token: mail.code, type: "recovery" });
    expect(error).toBeNull();
    expect(await listIdentities(client)).toEqual([["email", email]]);
    // The provider's person with the same address is connected again, and an email tells the owner.
    expect((await signInBy(subject)).user?.id).toBe(user?.id);
    expect(await auth.readEmail()).toMatchObject({ subject: "An account was connected" });
  });

  it("a recovery by email that has passed a second step disconnects none", async () => {
    const { email, subject } = verifiedPerson();
    const { client: first } = await signInBy(subject);
    const { factorId, secret } = await addSecondStep(first);
    const client = auth.createClient();
    await client.resetPasswordForEmail(email);
    const emails = await auth.readEmails();
    const code = emails.find((mail) => mail.subject === "Reset your password")?.code ?? "";
    await client.verifyOtp({ email, token: code, type: "recovery" });
    expect(await listIdentities(client)).toEqual([["google", email]]);
    auth.clock.set(new Date(auth.clock.now().getTime() + 60_000));
    const passed = await client.mfa.challengeAndVerify({
      factorId,
      code: await generate({ secret, epoch: auth.clock.now().getTime() / 1000 }),
    });
    expect(passed.error).toBeNull();
    expect(await listIdentities(client)).toEqual([["google", email]]);
  });
});

// This test comes last because it replaces the signing key in the embedded database that all tests of the file share.
describe("where the operator has turned connecting off", () => {
  const fixed = useTestAuth({ config: { signInProviders, authManualLinking: false } });

  it("no account is connected in Settings", async () => {
    const { client } = await fixed.signUp();
    const token = await outside.createIdToken(verifiedPerson().subject);
    for (const { error } of [
      await client.linkIdentity({ provider: "google" }),
      await client.linkIdentity({ provider: "google", token }),
    ]) {
      expect(error?.code).toBe("manual_linking_disabled");
    }
  });
});
