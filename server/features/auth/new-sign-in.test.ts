import { describe, expect, it } from "vitest";
import { type TestPerson, testPassword, useTestAuth } from "#server/testing/auth/auth.ts";
import { createAuthenticator } from "#server/testing/auth/authenticator.ts";
import { addApp } from "#server/testing/auth/authenticator-app.ts";
import { seedIdentity } from "#server/testing/auth/seed-sign-in-methods.ts";

const auth = useTestAuth();

const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";
const chrome =
  "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36";

const from = (ip: string, agent = firefox) => ({ "X-Forwarded-For": ip, "User-Agent": agent });
const home = from("203.0.113.7");
const elsewhere = from("198.51.100.9", chrome);

const signInFrom = async (
  { email, password }: { email: string; password: string },
  headers: Record<string, string>,
) => {
  const path = "/token?grant_type=password";
  return auth.send("POST", path, { email, password }, undefined, headers);
};

/** Somebody who signed up from their home network and has proven the address. */
const owner = async () => {
  const email = `person-${crypto.randomUUID()}@paraline.example`;
  const body = { email, password: testPassword };
  const { body: answer } = await auth.send("POST", "/signup", body, undefined, home);
  const userId = String(answer.user.id);
  await auth.prove(userId);
  await auth.readEmails();
  return { email, password: testPassword, user_id: userId, token: answer.access_token };
};

const readNotices = async () =>
  (await auth.readEmails()).filter(({ subject }) => subject === "New sign-in to Paraline");

/** Opens the link of the email and clicks the button of its page. */
const disown = async () => {
  const person = await owner();
  const { body } = await signInFrom(person, elsewhere);
  const [mail] = await readNotices();
  if (!mail) throw new Error("No email came.");
  return { ...person, strangers: body.access_token, mail };
};

const isSignedIn = async (token: string) =>
  (await auth.send("GET", "/user", undefined, token)).status === 200;

describe("a sign-in from a new network or kind of device", () => {
  it("is emailed to the owner with when, which device and which network, and a known one is not", async () => {
    const person = await owner();
    await signInFrom(person, home);
    expect(await readNotices()).toEqual([]);
    await signInFrom(person, elsewhere);
    const [mail, ...more] = await readNotices();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to: person.email, code: "" });
    expect(mail?.text).toContain("Chrome on Android");
    expect(mail?.text).toContain("198.51.100.*");
    expect(mail?.text).not.toContain("198.51.100.9");
    await signInFrom(person, elsewhere);
    expect(await readNotices()).toEqual([]);
    await signInFrom(person, from("203.0.113.200", chrome));
    expect(await readNotices()).toEqual([]);
    await signInFrom(person, from("192.0.2.1"));
    await signInFrom(person, from("203.0.113.7", "curl/8"));
    expect(await readNotices()).toHaveLength(2);
  });

  it("is emailed if it was by a code, which its reader may have been tricked into passing on", async () => {
    const person = await owner();
    const { email } = person;
    await auth.send("POST", "/otp", { email });
    const { code: token } = await auth.readEmail();
    const typed = { type: "email", email, token };
    const { status } = await auth.send("POST", "/verify", typed, undefined, elsewhere);
    expect([status, (await readNotices()).length]).toEqual([200, 1]);
  });

  it("a sign-in from a place that was used before the password was changed is new again", async () => {
    const person = await owner();
    await signInFrom(person, elsewhere);
    await readNotices();
    const changed = { password: "another horse" };
    await auth.send("PUT", "/user", changed, person.token, home);
    await auth.readEmails();
    await signInFrom({ ...person, ...changed }, home);
    expect(await readNotices()).toEqual([]);
    await signInFrom({ ...person, ...changed }, elsewhere);
    expect(await readNotices()).toHaveLength(1);
  });

  it("is new again after 90 days", async () => {
    const person = await owner();
    auth.clock.advance({ days: 91 });
    await signInFrom(person, home);
    expect(await readNotices()).toHaveLength(1);
  });

  it("is not emailed for the first sign-in, nor for one by an emailed link or a recovery", async () => {
    const { email } = await owner();
    expect(await readNotices()).toEqual([]);
    const verify = async (body: Record<string, unknown>) => {
      const { status } = await auth.send("POST", "/verify", body, undefined, elsewhere);
      expect(status).toBe(200);
      expect(await readNotices()).toEqual([]);
    };
    const redirectTo = encodeURIComponent("https://app.example/welcome");
    await auth.send("POST", `/otp?redirect_to=${redirectTo}`, { email });
    const { link } = await auth.readEmail();
    await verify({ type: "magiclink", token_hash: link.searchParams.get("token") });
    await auth.send("POST", "/recover", { email });
    const { code } = await auth.readEmail();
    await verify({ type: "recovery", email, token: code });
  });

  it("is emailed five times an hour at most, whatever somebody with the password does", async () => {
    const person = await owner();
    for (let place = 1; place <= 7; place += 1) {
      await signInFrom(person, from(`192.0.${place}.1`));
    }
    expect(await readNotices()).toHaveLength(5);
  });

  it("leaves no device in the database that could be read", async () => {
    const { user_id } = await owner();
    const other = await owner();
    const rows = await auth.db
      .selectFrom("auth.known_devices")
      .where("user_id", "in", [user_id, other.user_id])
      .select("device_hash")
      .execute();
    const hashes = rows.map(({ device_hash }) => device_hash.toString("hex"));
    expect(new Set(hashes).size).toBe(2);
  });
});

describe("“This wasn't me”", () => {
  it("opens a page that changes nothing, whose button signs everyone out and ends the password", async () => {
    const { email, user_id, token, strangers, mail } = await disown();
    for (const _ of [1, 2]) {
      const page = await auth.ask(`${mail.link.pathname}${mail.link.search}`);
      expect(await page.text()).toContain(`Sign everyone out of ${email}`);
    }
    expect([await isSignedIn(token), await isSignedIn(strangers)]).toEqual([true, true]);

    const { status, to, fragment } = await auth.followLink(mail);
    expect([status, to.pathname + to.search, [...fragment]]).toEqual([
      303,
      "/auth?mode=signed-out",
      [],
    ]);
    expect([await isSignedIn(token), await isSignedIn(strangers)]).toEqual([false, false]);
    expect((await auth.readUser(user_id)).password_hash).toBeNull();
    const known = await signInFrom({ email, password: testPassword }, home);
    expect(known.body.code).toBe("invalid_credentials");
    expect((await auth.readEmail()).subject).toBe("You were signed out everywhere");
  });

  it("works once, and the next sign-in needs a recovery email", async () => {
    const { email, mail } = await disown();
    await auth.followLink(mail);
    await auth.readEmails();
    const again = await auth.followLink(mail);
    expect(again.fragment.get("error_code")).toBe("otp_expired");
    const page = await auth.ask(`${mail.link.pathname}${mail.link.search}`);
    expect(await page.text()).toContain("Choose a new password");
    const client = await auth.recover({ email });
    expect((await client.updateUser({ password: "another horse" })).error).toBeNull();
    await auth.readEmails();
  });

  it("works for 7 days, also once the stranger's session has ended or the password was changed there", async () => {
    const { user_id, strangers, mail } = await disown();
    const changed = await auth.send("PUT", "/user", { password: "a thief's" }, strangers);
    expect(changed.status).toBe(200);
    await auth.send("POST", "/logout?scope=local", undefined, strangers);
    auth.clock.advance({ days: 6 });
    await auth.followLink(mail);
    expect((await auth.readUser(user_id)).password_hash).toBeNull();

    const late = await disown();
    auth.clock.advance({ days: 8 });
    expect((await auth.followLink(late.mail)).fragment.get("error_code")).toBe("otp_expired");
    expect((await auth.readUser(late.user_id)).password_hash).not.toBeNull();
    await auth.readEmails();
  });

  it("lets no one in: neither its token nor its address is a sign-in", async () => {
    const { email, mail } = await disown();
    const tokenHash = mail.link.searchParams.get("token") ?? "";
    for (const type of ["not_me", "email", "magiclink", "recovery", "signup"]) {
      const { status, body } = await auth.send("POST", "/verify", { type, token_hash: tokenHash });
      expect([status, body.access_token]).toEqual([type === "not_me" ? 400 : 403, undefined]);
    }
    const posted = await auth.ask("/auth/v1/verify", {
      method: "POST",
      body: new URLSearchParams({ token: tokenHash, type: "magiclink" }),
    });
    expect(posted.headers.get("location")).toContain("otp_expired");
    expect(email).toBeTruthy();
  });

  it("ends with a recovery, so that an old copy of the email does not sign the owner out again", async () => {
    const { email, mail } = await disown();
    const client = await auth.recover({ email });
    expect((await auth.followLink(mail)).fragment.get("error_code")).toBe("otp_expired");
    expect((await client.getUser()).error).toBeNull();
  });

  it("keeps out a stranger who signed in by a passkey or a connected account, and says so", async () => {
    const person = await auth.signUp();
    await auth.prove(person.user_id);
    const authenticator = createAuthenticator("http://localhost:3000");
    const started = await person.client.passkey.startRegistration();
    if (!started.data) throw started.error;
    await person.client.passkey.verifyRegistration({
      challengeId: started.data.challenge_id,
      credential: authenticator.create(started.data.options),
    });
    const now = auth.clock.now();
    await seedIdentity(auth.db, { user_id: person.user_id, now, sub: "the-stranger" });
    await auth.readEmails();
    await signInFrom(person, elsewhere);
    const [mail] = await readNotices();
    if (!mail) throw new Error("No email came.");
    expect(mail.text).toContain("removes your password, passkeys and connected accounts");
    await auth.followLink(mail);

    const stranger = auth.createClient();
    const asked = await stranger.passkey.startAuthentication();
    if (!asked.data) throw asked.error;
    const { error } = await stranger.passkey.verifyAuthentication({
      challengeId: asked.data.challenge_id,
      credential: authenticator.get(asked.data.options),
    });
    expect(error?.code).toBe("webauthn_credential_not_found");
    const left = auth.db
      .selectFrom("auth.identities")
      .where("user_id", "=", person.user_id)
      .select("provider");
    expect(await left.execute()).toEqual([{ provider: "email" }]);
    expect((await auth.readUser(person.user_id)).app_metadata).toMatchObject({
      providers: ["email"],
    });
    expect((await auth.readEmail()).text).toContain("your passkeys and connected accounts");
  });

  it("leaves the second steps", async () => {
    const person = await auth.signUp();
    await auth.prove(person.user_id);
    await addSecondStep(person);
    await signInFrom(person, elsewhere);
    const [mail] = await readNotices();
    if (!mail) throw new Error("No email came.");
    await auth.followLink(mail);
    await auth.readEmails();
    const client = await auth.recover(person);
    const level = await client.mfa.getAuthenticatorAssuranceLevel();
    expect(level.data).toMatchObject({ currentLevel: "aal1", nextLevel: "aal2" });
  });

  it("forgets the stranger's network and device, so that they are new the next time", async () => {
    const { user_id, mail } = await disown();
    await auth.followLink(mail);
    for (const table of ["auth.known_networks", "auth.known_devices"] as const) {
      const rows = auth.db.selectFrom(table).where("user_id", "=", user_id).select("user_id");
      expect(await rows.execute()).toEqual([]);
    }
    await auth.readEmails();
  });
});

const addSecondStep = async ({ client }: TestPerson) => {
  await addApp(auth.clock, client);
  await auth.readEmails();
};
