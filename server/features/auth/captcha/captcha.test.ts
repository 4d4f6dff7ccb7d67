import { describe, expect, it } from "vitest";
import type { CaptchaSettings } from "#server/config/captcha.ts";
import { useTestAuth } from "#server/testing/auth/auth.ts";
import { useCaptchaDouble } from "#server/testing/auth/captcha-double.ts";

const provider = useCaptchaDouble();
const captcha: CaptchaSettings = {
  provider: "turnstile",
  siteKey: "1x00000000000000000000AA",
  secret: "the server's own",
  get verifyUrl() {
    return provider.url;
  },
};
const auth = useTestAuth({ config: { authCaptcha: captcha } });

const password = "correct horse";
let people = 0;
const newEmail = () => `captcha-${people++}@paraline.example`;
const passed = { captchaToken: "shown by the widget" };

/** Every call of the client library that needs the captcha's token, each with a new address. */
const calls = {
  "signing up": (options = {}) =>
    auth.createClient().signUp({ email: newEmail(), password, options }),
  "signing in by password": (options = {}) =>
    auth.createClient().signInWithPassword({ email: newEmail(), password, options }),
  "asking for a new password": (options = {}) =>
    auth.createClient().resetPasswordForEmail(newEmail(), options),
  "asking for a sign-in link": (options = {}) =>
    auth.createClient().signInWithOtp({ email: newEmail(), options }),
  "asking for an email again": (options = {}) =>
    auth.createClient().resend({ type: "signup", email: newEmail(), options }),
  "signing in with an id token": (options = {}) =>
    auth.createClient().signInWithIdToken({ provider: "google", token: "a token", options }),
};
const each = Object.entries(calls);

describe.each(each)("%s", (name, call) => {
  it("needs a token, which the provider is asked about", async () => {
    expect((await call()).error).toMatchObject({ status: 400, code: "captcha_failed" });
    expect(provider.asked).toEqual([]);
    const { error } = await call(passed);
    if (name === "signing in by password") expect(error?.code).toBe("invalid_credentials");
    else if (name === "signing in with an id token") expect(error?.code).toBe("provider_disabled");
    else expect(error).toBeNull();
    expect(provider.asked).toEqual([
      { secret: captcha.secret, response: passed.captchaToken, remoteip: "203.0.113.7" },
    ]);
  });

  it("is refused with a token that the provider does not know", async () => {
    provider.answer({ body: { success: false, "error-codes": ["timeout-or-duplicate", "<b>"] } });
    expect((await call(passed)).error).toMatchObject({
      status: 400,
      code: "captcha_failed",
      message: "captcha protection: request disallowed (timeout-or-duplicate)",
    });
  });

  it("is refused with a token of another site", async () => {
    for (const hostname of ["evil.example", "localhost.evil.example", undefined]) {
      provider.answer({ body: { success: true, hostname } });
      expect((await call(passed)).error).toMatchObject({ status: 400, code: "captcha_failed" });
    }
  });

  it("is refused for the moment when the provider fails, or our secret is wrong", async () => {
    for (const verdict of [
      { status: 500, body: "<html>" },
      { body: { success: "true" } },
      { body: [] },
      { body: { success: false, "error-codes": ["internal-error"] } },
      { body: { success: false, "error-codes": ["invalid-input-secret"] } },
    ]) {
      provider.answer(verdict);
      expect((await call(passed)).error).toMatchObject({ status: 503 });
    }
  });
});

it("a call does not wait for the captcha's provider longer than five seconds", {
  timeout: 15_000,
}, async () => {
  provider.answer("silence");
  const { error } = await calls["asking for a new password"](passed);
  expect(error).toMatchObject({ status: 503 });
});

it("changes nothing before the token was checked", async () => {
  const email = newEmail();
  const { error } = await auth.createClient().signUp({ email, password });
  expect(error?.code).toBe("captcha_failed");
  const user = await auth.db
    .selectFrom("auth.users")
    .where("email", "=", email)
    .select("id")
    .executeTakeFirst();
  expect(user).toBeUndefined();
});

it("a captcha is asked neither for what only somebody signed in can do nor for a refresh", async () => {
  const client = auth.createClient();
  const email = newEmail();
  const { data } = await client.signUp({ email, password, options: passed });
  expect(data.session).not.toBeNull();
  const token = data.session?.access_token;
  expect((await client.refreshSession()).error).toBeNull();
  expect((await client.updateUser({ data: { some: "thing" } })).error).toBeNull();
  const resent = await auth.send("POST", "/resend", { type: "signup", email }, token);
  expect(resent.status).toBe(200);
  // For another address, the call counts as one of a signed-out person.
  const other = await auth.send("POST", "/resend", { type: "signup", email: newEmail() }, token);
  expect([other.status, other.body.code]).toEqual([400, "captcha_failed"]);
  expect(provider.asked).toHaveLength(1);
});

it.each([null, 7, "token", [], {}, { captcha_token: 5 }, { captcha_token: "x".repeat(9000) }])(
  "treats what is not a token as none: %j",
  async (gotrueMetaSecurity) => {
    const body = { email: newEmail(), gotrue_meta_security: gotrueMetaSecurity };
    const answer = await auth.send("POST", "/recover", body);
    expect([answer.status, answer.body.code]).toEqual([400, "captcha_failed"]);
  },
);

it("shows its site key to anyone who builds a form, and its secret to no one", async () => {
  const { body, text } = await auth.send("GET", "/settings");
  expect(body.captcha).toEqual({ provider: "turnstile", site_key: captcha.siteKey });
  expect(text).not.toContain(captcha.secret);
});
