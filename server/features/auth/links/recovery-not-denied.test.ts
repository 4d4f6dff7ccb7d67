import { describe, expect, it } from "vitest";
import { testPassword, useTestAuth, type WireAnswer } from "#server/testing/auth/auth.ts";
import { generateCode } from "#server/testing/auth/authenticator-app.ts";
import { removeAllFactors } from "../factors/remove-all-factors.ts";

const auth = useTestAuth({
  config: { onLoopback: false, publicUrl: "https://paraline.example" },
});

const { prove, readUser } = auth;

const signIn = (email: string, password: string = testPassword) =>
  auth.send("POST", "/token?grant_type=password", { email, password });

const putUser = (accessToken: string, changes: Record<string, unknown>) =>
  auth.send("PUT", "/user", changes, accessToken);

const isSignedIn = async (accessToken: string) =>
  (await auth.send("GET", "/user", undefined, accessToken)).status === 200;

const emailAbout = async (subject: string, to: string) => {
  const emails = await auth.readEmails();
  const mail = emails.find((sent) => sent.subject === subject && sent.to === to);
  if (!mail) throw new Error(`No email "${subject}" to ${to}.`);
  return mail;
};

/** Sets up an authenticator app, whose first code the caller types with {@link passStep}. */
const addApp = async (accessToken: string) => {
  const factor = { factor_type: "totp", friendly_name: crypto.randomUUID() };
  const { body } = await auth.send("POST", "/factors", factor, accessToken);
  return { id: String(body.id), secret: (body.totp as { secret: string }).secret };
};

/** Types the code that an app shows. @returns the access token of the raised session */
const passStep = async (accessToken: string, { id, secret }: { id: string; secret: string }) => {
  // An app's code works once.
  auth.clock.advance({ seconds: 30 });
  const challenge = await auth.send("POST", `/factors/${id}/challenge`, {}, accessToken);
  const typed = { challenge_id: challenge.body.id, code: generateCode(auth.clock, secret) };
  const { status, body } = await auth.send("POST", `/factors/${id}/verify`, typed, accessToken);
  expect(status).toBe(200);
  return body.access_token;
};

const askToRecover = (email: string) => auth.send("POST", "/recover", { email });
const recoveryEmail = async (email: string) => {
  expect((await askToRecover(email)).status).toBe(200);
  return emailAbout("Reset your password", email);
};
const typeCode = (email: string, { code }: { code: string }, type = "recovery") =>
  auth.send("POST", "/verify", { type, email, token: code });

/** Someone whose address is proven. */
const signUpProven = async () => {
  const person = await auth.signUp();
  await prove(person.user_id);
  await auth.readEmails();
  return person;
};

/** Someone whose address is proven, with an authenticator app and a session that has passed it. */
const signUpWithApp = async () => {
  const person = await signUpProven();
  const first = await person.accessToken();
  const app = await addApp(first);
  const token = await passStep(first, app);
  await auth.readEmails();
  return { ...person, app, token };
};

describe("a password that somebody else changes first", () => {
  it.each([
    ["an address that was never proven", false],
    ["a proven address", true],
  ])(
    "prevents neither the link nor the code of a recovery from working: %s",
    async (_, isProven) => {
      const { email, user_id, accessToken } = await auth.signUp();
      if (isProven) await prove(user_id);
      await auth.readEmails();
      const first = await recoveryEmail(email);
      expect((await putUser(await accessToken(), { password: "thief one" })).status).toBe(200);
      expect((await auth.followLink(first)).fragment.get("access_token")).toEqual(
        expect.any(String),
      );

      const thief = await signUpProven();
      await askToRecover(thief.email);
      expect((await putUser(await thief.accessToken(), { password: "thief two" })).status).toBe(
        200,
      );
      const queued = await emailAbout("Reset your password", thief.email);
      expect((await typeCode(thief.email, queued)).status).toBe(200);
    },
  );

  it("a password that somebody else changes first does not deny the link that confirms the sign-up", async () => {
    const { email, accessToken } = await auth.signUp();
    const mail = await emailAbout("Confirm your address", email);
    await putUser(await accessToken(), { password: "thief one" });
    const { query, fragment } = await auth.followLink(mail);
    expect([query.get("error_code"), fragment.get("type")]).toEqual([null, "recovery"]);
  });

  it("a password that somebody else changes first denies no recovery, not even in a session that began by an email to another address", async () => {
    const thief = await signUpProven();
    const own = await typeCode(thief.email, await recoveryEmail(thief.email));
    const token = own.body.access_token;
    const email = `vera-${crypto.randomUUID()}@paraline.example`;
    expect((await putUser(token, { email })).status).toBe(200);
    const emails = await auth.readEmails();
    for (const mail of emails) await auth.followLink(mail);
    expect(await readUser(thief.user_id)).toMatchObject({ email, email_proven_at: null });

    const mail = await recoveryEmail(email);
    expect((await putUser(token, { password: "thief one" })).status).toBe(200);
    expect((await typeCode(email, mail)).status).toBe(200);
    expect(await isSignedIn(token)).toBe(false);
  });
});

describe("an account whose address was never proven", () => {
  it("does not move to another address while a recovery link to the present one works", async () => {
    const { email, user_id, accessToken } = await auth.signUp();
    const other = `thief-${crypto.randomUUID()}@paraline.example`;
    await auth.readEmails();
    await putUser(await accessToken(), { email: other });
    const change = await emailAbout("Confirm your new address", other);
    const recovery = await recoveryEmail(email);
    const page = await auth.ask(`${change.link.pathname}${change.link.search}`);
    expect(await page.text()).not.toContain("<form");
    expect((await auth.followLink(change)).fragment.get("error_code")).toBe("otp_expired");
    expect((await typeCode(other, change, "email_change")).body.code).toBe("otp_expired");
    expect(await readUser(user_id)).toMatchObject({ email, new_email: other });
    expect((await typeCode(email, recovery)).status).toBe(200);
  });

  it("an account whose address was never proven is not denied while a sign-in link works that was asked for there, before the account was made or since", async () => {
    const email = `vera-${crypto.randomUUID()}@paraline.example`;
    await auth.send("POST", "/otp", { email });
    await auth.readEmails();
    const stranger = await auth.signUp({ email });
    for (const { email: address, user_id, accessToken } of [stranger, await auth.signUp()]) {
      if (address !== email) await auth.send("POST", "/otp", { email: address });
      await auth.readEmails();
      const other = `thief-${crypto.randomUUID()}@paraline.example`;
      await putUser(await accessToken(), { email: other });
      const change = await emailAbout("Confirm your new address", other);
      expect((await auth.followLink(change)).fragment.get("error_code")).toBe("otp_expired");
      expect(await readUser(user_id)).toMatchObject({ email: address, new_email: other });
    }
  });

  it("moves once that link has expired", async () => {
    const { email, user_id, accessToken } = await auth.signUp();
    const other = `own-${crypto.randomUUID()}@paraline.example`;
    await auth.readEmails();
    await putUser(await accessToken(), { email: other });
    const change = await emailAbout("Confirm your new address", other);
    await recoveryEmail(email);
    auth.clock.advance({ minutes: 60 });
    await auth.followLink(change);
    expect(await readUser(user_id)).toMatchObject({ email: other });
  });

  it("does not show when a recovery email was sent", async () => {
    const { email, user_id, accessToken } = await auth.signUp();
    await auth.readEmails();
    await recoveryEmail(email);
    const shown = async () =>
      (await auth.send("GET", "/user", undefined, await accessToken())).body.recovery_sent_at;
    expect(await shown()).toBeUndefined();
    await prove(user_id);
    expect(await shown()).toEqual(expect.any(String));
  });
});

describe("using a recovery email", () => {
  const recover = async (email: string, flowType: "implicit" | "pkce") => {
    const browser = auth.createClient({ flowType });
    await browser.resetPasswordForEmail(email);
    return { browser, ...(await auth.followLink(await emailAbout("Reset your password", email))) };
  };
  it.each<[string, (email: string) => Promise<unknown>]>([
    [
      "by the code",
      async (email) => {
        const { body } = await typeCode(email, await recoveryEmail(email));
        return body.access_token;
      },
    ],
    [
      "by the link without PKCE",
      async (email) => (await recover(email, "implicit")).fragment.get("access_token"),
    ],
    [
      "by the link in the browser that asked",
      async (email) => {
        const { browser, query } = await recover(email, "pkce");
        const { data } = await browser.exchangeCodeForSession(query.get("code") ?? "");
        return data.session?.access_token;
      },
    ],
    [
      "by the link in any other browser",
      async (email) => {
        const { fragment } = await recover(email, "pkce");
        const tokenHash = fragment.get("token_hash");
        const { body } = await auth.send("POST", "/verify", {
          type: "recovery",
          token_hash: tokenHash,
        });
        return body.access_token;
      },
    ],
  ])("ends every other session and the password, %s", async (_, recover) => {
    const { email, user_id, accessToken } = await signUpProven();
    const thief = await accessToken();
    const waiting = `thief-${crypto.randomUUID()}@paraline.example`;
    expect((await putUser(thief, { email: waiting })).status).toBe(200);
    await auth.readEmails();

    const token = String(await recover(email));
    expect([await isSignedIn(thief), await isSignedIn(token)]).toEqual([false, true]);
    expect(await readUser(user_id)).toMatchObject({ password_hash: null, new_email: null });
    const refused = await signIn(email);
    expect([refused.status, refused.body.code]).toEqual([400, "invalid_credentials"]);
    expect((await putUser(token, { password: "owners own" })).status).toBe(200);
    expect((await signIn(email, "owners own")).status).toBe(200);
    expect(await auth.listAudit(user_id, "account_recovered")).toHaveLength(1);
  });

  it("does so no sooner than somebody is signed in by it: clicking the button of a link that a stranger asked for does nothing", async () => {
    const { email, user_id, accessToken } = await signUpProven();
    await recover(email, "pkce");
    expect(await isSignedIn(await accessToken())).toBe(true);
    expect((await readUser(user_id)).password_hash).not.toBeNull();
  });

  it("does so on an account with a second step once that step is passed, and only once", async () => {
    const { email, user_id, app, token: before } = await signUpWithApp();
    const recovered = await typeCode(email, await recoveryEmail(email));
    const weak = recovered.body.access_token;
    expect((await putUser(weak, { password: "owners own" })).body.code).toBe("insufficient_aal");
    expect(await isSignedIn(before)).toBe(true);
    expect((await readUser(user_id)).password_hash).not.toBeNull();

    const token = await passStep(weak, app);
    expect([await isSignedIn(before), await isSignedIn(token)]).toEqual([false, true]);
    expect((await signIn(email)).body.code).toBe("invalid_credentials");
    expect((await putUser(token, { password: "owners own" })).status).toBe(200);

    const again = await passStep(token, await addApp(token));
    expect(await isSignedIn(again)).toBe(true);
    expect((await signIn(email, "owners own")).status).toBe(200);
  });
});

it("an operator who removes lost apps leaves the password if a recovery would reset the account or its email would not arrive", async () => {
  const proven = await signUpWithApp();
  const unproven = await auth.signUp();
  const token = await unproven.accessToken();
  await passStep(token, await addApp(token));
  const remove = (email: string, canRecover: boolean) =>
    removeAllFactors(auth.deps, { email, canRecover });
  const left = { removedCount: 1, keepsWaysIn: true, removedPasskeys: false };
  expect(await remove(unproven.email, true)).toEqual(left);
  expect(await remove(proven.email, false)).toEqual(left);
  expect((await signIn(unproven.email)).status).toBe(200);
  expect((await signIn(proven.email)).status).toBe(200);
});

describe("a session that began by a recovery", () => {
  it("is ended like any other one once the recovery has taken effect", async () => {
    const { email } = await signUpProven();
    const recovered = (await typeCode(email, await recoveryEmail(email))).body.access_token;
    expect((await putUser(recovered, { password: "owners own" })).status).toBe(200);
    const { body } = await signIn(email, "owners own");
    await auth.send("POST", "/logout?scope=others", undefined, body.access_token);
    expect(await isSignedIn(recovered)).toBe(false);
  });

  it("ends when the second step that it waits for is removed", async () => {
    const { email, app, token } = await signUpWithApp();
    const weak = (await typeCode(email, await recoveryEmail(email))).body.access_token;
    const removed = await auth.send("DELETE", `/factors/${app.id}`, undefined, token);
    expect(removed.status).toBe(200);
    expect(await isSignedIn(weak)).toBe(false);
  });

  it("lapses an hour after it began if the second step was not passed by then", async () => {
    const { email, user_id } = await signUpWithApp();
    const { body } = await typeCode(email, await recoveryEmail(email));
    auth.clock.advance({ minutes: 61 });
    const refreshed = await auth.send("POST", "/token?grant_type=refresh_token", {
      refresh_token: body.refresh_token,
    });
    expect(refreshed.body.code).toBe("session_expired");
    expect((await readUser(user_id)).password_hash).not.toBeNull();
  });
});

describe("a session that began by a recovery moments ago", () => {
  // The thief has a token that has passed the second step, and knows the password.
  const ways: [string, (thief: string) => Promise<WireAnswer>][] = [
    [
      "signing out all others",
      (thief) => auth.send("POST", "/logout?scope=others", undefined, thief),
    ],
    [
      "signing out everywhere",
      (thief) => auth.send("POST", "/logout?scope=global", undefined, thief),
    ],
    [
      "another password",
      (thief) => putUser(thief, { password: "thief one", current_password: testPassword }),
    ],
  ];
  it.each(ways)("is not ended from another one by %s", async (_, end) => {
    const { email, app, token: thief } = await signUpWithApp();
    const { body } = await typeCode(email, await recoveryEmail(email));
    expect([200, 204]).toContain((await end(thief)).status);
    const token = await passStep(body.access_token, app);
    expect(await isSignedIn(thief)).toBe(false);
    expect((await putUser(token, { password: "owners own" })).status).toBe(200);
  });

  it("a session that began by a recovery moments ago is not ended by another app that is added there", async () => {
    const { email, app, token: thief } = await signUpWithApp();
    const { body } = await typeCode(email, await recoveryEmail(email));
    await passStep(thief, await addApp(thief));
    const token = await passStep(body.access_token, app);
    expect((await putUser(token, { password: "owners own" })).status).toBe(200);
  });

  it("can be ended after ten minutes, and by itself and a newer recovery at any time", async () => {
    const { email, app, token: owner } = await signUpWithApp();
    const recover = async () =>
      (await typeCode(email, await recoveryEmail(email))).body.access_token;
    const old = await recover();
    auth.clock.advance({ minutes: 10 });
    const own = await recover();
    const stays = await recover();
    await auth.send("POST", "/logout?scope=others", undefined, owner);
    expect(await Promise.all([old, own, stays].map(isSignedIn))).toEqual([false, true, true]);
    await auth.send("POST", "/logout?scope=local", undefined, own);
    expect(await isSignedIn(own)).toBe(false);
    await passStep(await recover(), app);
    expect(await isSignedIn(stays)).toBe(false);
  });
});
