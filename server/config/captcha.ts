import { z } from "zod";
import { type CaptchaProvider, captchaProviders } from "#contract/auth/captcha.ts";
import {
  choiceSchema,
  requireTogether,
  type Settings,
  type SettingsErrorReporter,
  type SettingsValues,
} from "./settings.ts";

export interface CaptchaSettings {
  provider: CaptchaProvider;
  siteKey: string;
  secret: string;
  /** Where the server verifies a token. It is not a setting, so that nothing else can answer for the provider. */
  verifyUrl: string;
}

export const captchaSettings = {
  AUTH_CAPTCHA_PROVIDER: {
    schema: choiceSchema(...captchaProviders).optional(),
    default: "no captcha",
    doc: "Provider of the captcha that people pass before they sign up, sign in by password, or ask for an email. Its script is loaded only on /auth.",
  },
  AUTH_CAPTCHA_SITE_KEY: {
    schema: z
      .string()
      .regex(/^[\w.-]{1,200}$/, "must be the site key that the provider shows")
      .optional(),
    default: "none",
    doc: "The public key of the widget.",
  },
  AUTH_CAPTCHA_SECRET: {
    schema: z.string().min(1).optional(),
    default: "none",
    doc: "The secret key with which the server verifies the widget's tokens.",
  },
} as const satisfies Settings;

const captchaVerifyUrls: Record<CaptchaProvider, string> = {
  turnstile: "https://challenges.cloudflare.com/turnstile/v0/siteverify",
  hcaptcha: "https://hcaptcha.com/siteverify",
};

export function chooseCaptcha(
  {
    AUTH_CAPTCHA_PROVIDER,
    AUTH_CAPTCHA_SITE_KEY,
    AUTH_CAPTCHA_SECRET,
  }: SettingsValues<typeof captchaSettings>,
  reportError: SettingsErrorReporter,
): CaptchaSettings | undefined {
  requireTogether(
    { AUTH_CAPTCHA_PROVIDER, AUTH_CAPTCHA_SITE_KEY, AUTH_CAPTCHA_SECRET },
    reportError,
  );
  if (!AUTH_CAPTCHA_PROVIDER || !AUTH_CAPTCHA_SITE_KEY || !AUTH_CAPTCHA_SECRET) return undefined;
  return {
    provider: AUTH_CAPTCHA_PROVIDER,
    siteKey: AUTH_CAPTCHA_SITE_KEY,
    secret: AUTH_CAPTCHA_SECRET,
    verifyUrl: captchaVerifyUrls[AUTH_CAPTCHA_PROVIDER],
  };
}
