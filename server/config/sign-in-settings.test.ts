import { describe, expect, test } from "vitest";
import { useSettings } from "#server/testing/settings.ts";

const { emptyDirectory, loadConfig, listSettingsErrors } = useSettings();

describe("settings", () => {
  test("if only invited people may sign up, addresses are confirmed, so that no answer reveals who was invited", () => {
    const load = (AuthSignUp?: string) =>
      loadConfig({ DATA_DIR: emptyDirectory(), ...(AuthSignUp && { AUTH_SIGN_UP: AuthSignUp }) })
        .config;
    expect(load()).toMatchObject({ authSignUp: "open", authConfirmEmail: false });
    expect(load("off")).toMatchObject({ authSignUp: "off", authConfirmEmail: false });
    expect(load("invited")).toMatchObject({ authSignUp: "invited", authConfirmEmail: true });
  });

  test("a captcha needs its provider, its site key and its secret, or none of them", () => {
    const captcha = { AUTH_CAPTCHA_PROVIDER: "turnstile", AUTH_CAPTCHA_SITE_KEY: "0x4A_b-c.d" };
    expect(listSettingsErrors(captcha)).toEqual([
      "AUTH_CAPTCHA_SECRET is missing: needed because AUTH_CAPTCHA_PROVIDER is set",
    ]);
    const whole = { ...captcha, AUTH_CAPTCHA_SECRET: "secret" };
    expect(listSettingsErrors(whole)).toEqual([]);
    expect(listSettingsErrors({ ...whole, AUTH_CAPTCHA_SITE_KEY: '"><script>' })).toHaveLength(1);
  });

  test("a sign-in provider is set up completely or not at all", () => {
    const loadProviders = (environment: NodeJS.ProcessEnv) =>
      loadConfig({ DATA_DIR: emptyDirectory(), ...environment }).config.signInProviders.map(
        ({ id, name }) => [id, name],
      );
    expect(loadProviders({})).toEqual([]);
    const oidc = { AUTH_OIDC_CLIENT_ID: "id", AUTH_OIDC_CLIENT_SECRET: "secret" };
    expect(
      loadProviders({
        ...oidc,
        AUTH_OIDC_ISSUER: "https://id.example/realms/one",
        AUTH_GOOGLE_CLIENT_ID: "id",
        AUTH_GOOGLE_CLIENT_SECRET: "secret",
        AUTH_APPLE_CLIENT_ID: "id",
        AUTH_APPLE_TEAM_ID: "team",
        AUTH_APPLE_KEY_ID: "key",
        AUTH_APPLE_PRIVATE_KEY: "-----BEGIN PRIVATE KEY-----\\nx",
      }),
    ).toEqual([
      ["google", "Google"],
      ["apple", "Apple"],
      ["custom:oidc", "id.example"],
    ]);
    expect(listSettingsErrors({ AUTH_GITHUB_CLIENT_SECRET: "secret" })).toEqual([
      "AUTH_GITHUB_CLIENT_ID is missing: needed because AUTH_GITHUB_CLIENT_SECRET is set",
    ]);
    expect(listSettingsErrors({ AUTH_APPLE_CLIENT_ID: "id", AUTH_APPLE_KEY_ID: "key" })).toEqual([
      "AUTH_APPLE_TEAM_ID is missing: needed because AUTH_APPLE_KEY_ID is set",
      "AUTH_APPLE_PRIVATE_KEY is missing: needed because AUTH_APPLE_KEY_ID is set",
    ]);
    expect(listSettingsErrors(oidc)).toEqual([
      "AUTH_OIDC_ISSUER is missing: needed because AUTH_OIDC_CLIENT_ID is set",
    ]);
    for (const issuer of ["http://id.example", "https://id.example?x=1", "id.example"]) {
      expect(listSettingsErrors({ ...oidc, AUTH_OIDC_ISSUER: issuer })).toHaveLength(1);
    }
    expect(listSettingsErrors({ ...oidc, AUTH_OIDC_ISSUER: "http://localhost:8080" })).toEqual([]);
  });
});

test("texts need all of their settings, and an https address unless it is on loopback", () => {
  const sms = {
    AUTH_SMS_URL: "https://api.twilio.com",
    AUTH_SMS_ACCOUNT: "AC1",
    AUTH_SMS_TOKEN: "token",
    AUTH_SMS_FROM: "+12025550100",
  };
  const { config } = loadConfig({ DATA_DIR: emptyDirectory(), ...sms });
  expect(config.sms).toEqual({
    url: "https://api.twilio.com",
    account: "AC1",
    token: "token",
    from: "+12025550100",
  });
  expect(loadConfig({ DATA_DIR: emptyDirectory() }).config.sms).toBeUndefined();
  expect(listSettingsErrors({ AUTH_SMS_URL: sms.AUTH_SMS_URL, AUTH_SMS_TOKEN: "token" })).toEqual([
    "AUTH_SMS_ACCOUNT is missing: needed because AUTH_SMS_URL is set",
    "AUTH_SMS_FROM is missing: needed because AUTH_SMS_URL is set",
  ]);
  const away = { PUBLIC_URL: "https://paraline.example", BILLING: "off", ...sms };
  expect(listSettingsErrors(away)).toEqual([]);
  expect(listSettingsErrors({ ...away, AUTH_SMS_URL: "http://sms.example" })).toEqual([
    "AUTH_SMS_URL must start with https://",
  ]);
});
