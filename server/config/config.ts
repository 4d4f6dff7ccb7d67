import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { isIP } from "node:net";
import { dirname, join, resolve } from "node:path";
import { distance } from "fastest-levenshtein";
import { z } from "zod";
import { type CaptchaProvider, captchaProviders } from "#contract/auth/captcha.ts";
import type { BillingMode } from "#contract/billing/billing.ts";
import { codeOf } from "#server/system/error-code.ts";
import { isLoopback } from "./loopback.ts";
import {
  oneOf,
  onOff,
  origin,
  parseSettings,
  type Setting,
  type Settings,
  type SettingsErrorReporter,
  type ValuesOf,
} from "./settings.ts";
import {
  chooseSignInProviders,
  type SignInProvider,
  signInProviderSettings,
} from "./sign-in-providers.ts";
import { chooseSignInServer, type SignInServer, signInServerSettings } from "./sign-in-server.ts";
import { type SigningAlgorithm, signingAlgorithms } from "./signing-algorithms.ts";

const trueFalse = oneOf("true", "false").transform((value) => value === "true");
const wholeNumber = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.coerce.number(error).int(error).min(min, error).max(max, error);
};

const appSecret = z
  .string()
  .refine((value) => Buffer.byteLength(value) >= 32, "must have at least 32 bytes")
  .optional();

const providerSchema = z.enum(["openai", "anthropic", "google", "openai-compatible"]);

/** Address and mode of the process, and its storage. */
const processSettings = {
  PORT: {
    schema: wholeNumber(1, 65_535).default(3000),
    absent: "3000",
    doc: "Port to listen on.",
  },
  HOST: {
    schema: z.string().default("127.0.0.1"),
    absent: "127.0.0.1",
    doc: "Address to listen on.",
  },
  PUBLIC_URL: {
    schema: origin.optional(),
    absent: "http://localhost:PORT",
    doc: "Origin in links and emails.",
  },
  DATA_DIR: {
    schema: z.string().default("./data"),
    absent: "./data",
    doc: "Folder of the embedded database, covers, outbox and generated keys.",
  },
  DATABASE_URL: {
    schema: z.url({ protocol: /^postgres(ql)?$/, error: "must start with postgres://" }).optional(),
    absent: "embedded database under DATA_DIR",
    doc: "PostgreSQL (15 or later) to use.",
  },
  APP_SECRET: {
    schema: appSecret,
    absent: "made once under DATA_DIR",
    doc: "Encrypts signing keys, second-step secrets and the keys that answers are encrypted with: if you lose it, they cannot be recovered. The same everywhere when processes on several machines share a database.",
  },
  APP_SECRET_PREVIOUS: {
    schema: appSecret,
    absent: "none",
    doc: "The secret before APP_SECRET, only while `npm run secret:rotate` has not been run.",
  },
  SMTP_URL: {
    schema: z
      .url({ protocol: /^smtps?$/, error: "must start with smtp:// or smtps://" })
      .optional(),
    absent: "emails are kept in the outbox under DATA_DIR, readable at /outbox on loopback",
    doc: "Mail server (SMTP) that sends the emails.",
  },
  MAIL_FROM: {
    schema: z
      .string()
      .min(3, "must be an address like Paraline <post@paraline.example>")
      .optional(),
    absent: "Paraline <paraline@the host of PUBLIC_URL>",
    doc: "Sender of every email.",
  },
} as const satisfies Settings;

const furtherSettings = {
  BILLING_RECEIPTS: {
    schema: onOff.default(false),
    absent: "off",
    doc: "Whether this server emails a receipt for each payment: on if the payment provider is not told to send receipts.",
  },
  REFUND_TERMS: {
    schema: z.string().max(600, "must have at most 600 characters").optional(),
    absent: "nothing is said about refunds",
    doc: "Your refund terms, in a few sentences of plain text: shown on /pricing and in the receipts of this server.",
  },
  INSIGHTS_MODEL: {
    schema: z
      .string()
      .regex(
        /^(?:off|(?:openai|anthropic|google|openai-compatible):\S+)$/,
        "must be off, or a provider (openai, anthropic, google, openai-compatible), a colon and a model",
      )
      .optional(),
    absent: "the local engine: nothing leaves the machine",
    doc: "Model that makes insights, as provider:model; off: no insights on this server.",
  },
  INSIGHTS_API_KEY: {
    schema: z.string().min(1).optional(),
    absent: "none",
    doc: "Key for the provider of INSIGHTS_MODEL.",
  },
  INSIGHTS_BASE_URL: {
    schema: z
      .url({ protocol: /^https?$/, error: "must be an address like https://models.example/v1" })
      .optional(),
    absent: "the provider's own",
    doc: "Where the provider of INSIGHTS_MODEL is reached; needed for openai-compatible.",
  },
  INSIGHTS_PRICE: {
    schema: z
      .string()
      .regex(/^\d+(?:\.\d+)?\/\d+(?:\.\d+)?$/, "must be two numbers with a slash between, as 3/15")
      .optional(),
    absent: "only token counts are logged",
    doc: "What a million tokens cost in US dollars, read/written (3/15), so that the log shows the cost.",
  },
  INSIGHTS_TIMEOUT_SECONDS: {
    schema: wholeNumber(10, 900).default(120),
    absent: "120",
    doc: "How long the model of INSIGHTS_MODEL may take for one answer. A model without a graphics card may need more.",
  },
  AUTH_CONFIRM_EMAIL: {
    schema: trueFalse.default(false),
    absent: "false",
    doc: "New accounts must follow an emailed link before they can sign in.",
  },
  AUTH_SIGN_UP: {
    schema: z.enum(["open", "invited", "off"], "must be open, invited or off").default("open"),
    absent: "open",
    doc: "Who may make an account: `open`, anyone; `invited`, people whom an owner has invited to a paraline or whom you name with `npm run account -- invite ADDRESS`, who then confirm their address as with AUTH_CONFIRM_EMAIL; `off`, no one.",
  },
  AUTH_SMS_URL: {
    schema: z
      .url({ protocol: /^https?$/, error: "must be an address like https://api.twilio.com" })
      .optional(),
    absent:
      "phones are offered as second steps on loopback alone, and their texts kept in the outbox",
    doc: "Where texts with codes are sent: the origin of Twilio's API, or the full address of a service that accepts the same form.",
  },
  AUTH_SMS_ACCOUNT: {
    schema: z.string().min(1).optional(),
    absent: "none",
    doc: "Account at the provider of AUTH_SMS_URL.",
  },
  AUTH_SMS_TOKEN: {
    schema: z.string().min(1).optional(),
    absent: "none",
    doc: "Token of that account.",
  },
  AUTH_SMS_FROM: {
    schema: z.string().min(1).optional(),
    absent: "none",
    doc: "Number or name that texts come from, or the id of a messaging service (MG…).",
  },
  AUTH_ACCESS_TOKEN_SECONDS: {
    schema: wholeNumber(10, 86_400).default(3600),
    absent: "3600",
    doc: "Life of an access token.",
  },
  AUTH_REFRESH_REUSE_SECONDS: {
    schema: wholeNumber(0, 3600).default(10),
    absent: "10",
    doc: "How long after a refresh an older token still gets the same successor. The tabs of a browser need a few seconds.",
  },
  AUTH_SIGNING_ALGORITHM: {
    schema: oneOf(...signingAlgorithms).default("ES256"),
    absent: "ES256",
    doc: "Algorithm that access tokens are signed with. A change makes a new key, which begins to sign within half an hour. The client library @supabase/auth-js cannot verify EdDSA by itself.",
  },
  AUTH_KEY_ROTATION_DAYS: {
    schema: wholeNumber(0, 3650).default(90),
    absent: "90",
    doc: "How many days a key signs access tokens before a new one replaces it; 0: until `npm run keys:rotate`.",
  },
  AUTH_REDIRECT_URLS: {
    schema: z
      .string()
      .transform((value) =>
        value
          .split(",")
          .map((entry) => entry.trim())
          .filter((entry) => entry !== ""),
      )
      .pipe(
        z.array(
          z.url({
            protocol: /^https?$/,
            error: "must be addresses like https://app.example/back, with commas between them",
          }),
        ),
      )
      .default([]),
    absent: "none",
    doc: "Further exact addresses that redirect_to may name, comma-separated.",
  },
  AUTH_CAPTCHA_PROVIDER: {
    schema: oneOf(...captchaProviders).optional(),
    absent: "no captcha",
    doc: "Provider of the captcha that people pass before they sign up, sign in by password, or ask for an email. Its script is loaded on /auth alone.",
  },
  AUTH_CAPTCHA_SITE_KEY: {
    schema: z
      .string()
      .regex(/^[\w.-]{1,200}$/, "must be the site key that the provider shows")
      .optional(),
    absent: "none",
    doc: "The public key of the widget.",
  },
  AUTH_CAPTCHA_SECRET: {
    schema: z.string().min(1).optional(),
    absent: "none",
    doc: "The secret key with which the server verifies the widget's tokens.",
  },
  AUTH_OAUTH_REGISTRATION: {
    schema: onOff.default(true),
    absent: "on",
    doc: "Whether apps may register themselves, so that owners can connect an assistant. off: no further apps can be connected.",
  },
  AUTH_MANUAL_LINKING: {
    schema: trueFalse.default(true),
    absent: "true",
    doc: "Whether owners can connect and disconnect accounts of sign-in providers in Settings.",
  },
  ...signInProviderSettings,
  ...signInServerSettings,
  RATE_LIMITS: {
    schema: onOff.default(true),
    absent: "on",
    doc: "off lifts every counting limit.",
  },
  TRUST_PROXY: {
    schema: wholeNumber(0, 10).default(0),
    absent: "0",
    doc: "Number of proxies in front, whose X-Forwarded-For entries are believed.",
  },
  SECURITY_CONTACT: {
    schema: z
      .string()
      .regex(
        /^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/[^\s/]\S*)$/,
        "must be an address to write to, as mailto:security@example.com or https://…",
      )
      .optional(),
    absent: "there is no /.well-known/security.txt",
    doc: "Where people report a vulnerability of this server: shown at /.well-known/security.txt.",
  },
  METRICS_TOKEN: {
    schema: z.string().min(16, "must have at least 16 characters").optional(),
    absent: "/metrics answers only on loopback, and not through a proxy",
    doc: "Bearer token for /metrics.",
  },
  LOG_LEVEL: {
    schema: oneOf("trace", "debug", "info", "warn", "error", "fatal", "silent").default("info"),
    absent: "info",
    doc: "How much is logged.",
  },
  ROLE: {
    schema: oneOf("all", "web", "worker").default("all"),
    absent: "all",
    doc: "What this process does: serve, run jobs, or both.",
  },
} as const satisfies Settings;

/** What the settings need to know about billing: the feature describes its providers, and this file names none. */
export interface BillingSettings<Opener> {
  BILLING: Setting & { schema: z.ZodType<string | undefined> };
  ofProviders: Settings;
  /**
   * The effective choice, after reporting which settings it lacks.
   * @returns what opens its provider; none for `off`
   */
  choose(given: {
    named: string | undefined;
    environment: NodeJS.ProcessEnv;
    onLoopback: boolean;
    reportError: SettingsErrorReporter;
  }): { mode: string | undefined; open: Opener | undefined };
}

/** Every setting there is, those of the providers included. `.env.example` and docs/settings.md are generated from it. */
export function listSettings({ BILLING, ofProviders }: BillingSettings<unknown>): Settings {
  return { ...processSettings, BILLING, ...ofProviders, ...furtherSettings };
}

/**
 * Settings that operators may already set but this version ignores; it reports them instead of ignoring them silently.
 */
const ignoredSettings = [
  [
    /^S3_(?:BUCKET|ENDPOINT|REGION|ACCESS_KEY_ID|SECRET_ACCESS_KEY|PUBLIC_URL)$/,
    "covers stay on disk",
  ],
] as const satisfies [RegExp, string][];

/** How texts are sent. */
export interface SmsSettings {
  url: string;
  account: string;
  token: string;
  from: string;
}

type FurtherValues = ValuesOf<typeof furtherSettings>;

export type InsightsSettings =
  | { kind: "off" }
  | { kind: "local" }
  | {
      kind: "model";
      provider: "openai" | "anthropic" | "google" | "openai-compatible";
      model: string;
      apiKey: string | undefined;
      baseUrl: string | undefined;
      /** How long one answer may take. */
      timeoutMs: number;
      /** US dollars per million tokens. */
      price?: { read: number; written: number };
    };

export interface CaptchaSettings {
  provider: CaptchaProvider;
  siteKey: string;
  secret: string;
  /** Where the server asks about a token; no setting, so that nothing else can answer for the provider. */
  verifyUrl: string;
}

export interface Config {
  port: number;
  host: string;
  /** Origin without a slash at its end. */
  publicUrl: string;
  dataDir: string;
  databaseUrl: string | undefined;
  appSecret: Buffer;
  appSecretPrevious: Buffer | undefined;
  smtpUrl: string | undefined;
  mailFrom: string;
  billing: BillingMode;
  /** Whether this server sends receipts, because the payment provider does not. */
  billingReceipts: boolean;
  refundTerms: string | undefined;
  insights: InsightsSettings;
  /** Undefined where no texts are sent. */
  sms: SmsSettings | undefined;
  authConfirmEmail: boolean;
  authSignUp: "open" | "invited" | "off";
  authAccessTokenSeconds: number;
  authRefreshReuseSeconds: number;
  authSigningAlgorithm: SigningAlgorithm;
  authKeyRotationDays: number;
  authRedirectUrls: readonly string[];
  /** What people pass before they sign up, sign in by password or ask for an email. */
  authCaptcha: CaptchaSettings | undefined;
  /** Whether apps may register themselves. */
  authOauthRegistration: boolean;
  authManualLinking: boolean;
  signInProviders: readonly SignInProvider[];
  /** The server that signs people in instead of this one; undefined where this one does. */
  signInServer: SignInServer | undefined;
  rateLimits: boolean;
  trustProxy: number;
  /** An address that begins with mailto: or https://. */
  securityContact: string | undefined;
  metricsToken: string | undefined;
  logLevel: string;
  role: "all" | "web" | "worker";
  /** Both HOST and the host of PUBLIC_URL are this machine's own. */
  onLoopback: boolean;
}

/** Everything wrong with the settings, one sentence each. */
export class ConfigError extends Error {
  readonly errors: readonly string[];

  constructor(errors: readonly string[]) {
    super(`The settings cannot be used:\n${errors.map((error) => `  - ${error}`).join("\n")}`);
    this.name = "ConfigError";
    this.errors = errors;
  }
}

/** The process's environment, completed from a `.env` file in the working directory. */
export function readEnvironment(): NodeJS.ProcessEnv {
  if (existsSync(".env")) process.loadEnvFile(".env");
  return process.env;
}

/**
 * Validates the whole environment and makes the settings from it; creates DATA_DIR and its key where missing.
 * @returns also what opens the provider that is chosen; undefined where everything is unlocked
 * @throws ConfigError with every fault at once
 */
export function loadConfig<Opener>(
  environment: NodeJS.ProcessEnv,
  billingSettings: BillingSettings<Opener>,
): {
  config: Config;
  openPayments: Opener | undefined;
  warnings: string[];
} {
  const own = { ...processSettings, BILLING: billingSettings.BILLING, ...furtherSettings };
  const { values, failed: ownFailed, errors } = parseSettings(own, environment);
  const providers = parseSettings(billingSettings.ofProviders, environment);
  errors.push(...providers.errors);
  const failed = new Set([...ownFailed, ...providers.failed]);
  const reportError: SettingsErrorReporter = (concerned, sentence) => {
    if (!concerned.some((name) => failed.has(name))) errors.push(sentence);
  };

  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`;
  const publicHost = new URL(publicUrl).hostname;
  const onLoopback = isLoopback(values.HOST) && isLoopback(publicHost);
  const { mode: billing, open: openPayments } = billingSettings.choose({
    named: values.BILLING,
    environment,
    onLoopback,
    reportError,
  });
  if (values.ROLE !== "all" && values.DATABASE_URL === undefined) {
    reportError(
      ["ROLE", "DATABASE_URL"],
      `ROLE=${values.ROLE} needs DATABASE_URL: the embedded database belongs to one process`,
    );
  }
  const insights = insightsSettings(values, reportError);
  const captcha = captchaSettings(values, reportError);
  const signInProviders = chooseSignInProviders(values, reportError);
  const signInServer = chooseSignInServer(values, { environment, reportError });
  const sms = smsSettings(values, { onLoopback, reportError });
  const dataFolder = resolve(values.DATA_DIR);
  const unusable = createDirectory(dataFolder);
  if (unusable !== undefined) errors.push(`DATA_DIR cannot be used: ${unusable}`);
  if (errors.length > 0 || billing === undefined) throw new ConfigError(errors);

  return {
    config: Object.freeze({
      port: values.PORT,
      host: values.HOST,
      publicUrl,
      dataDir: dataFolder,
      databaseUrl: values.DATABASE_URL,
      appSecret:
        values.APP_SECRET === undefined
          ? loadOrCreateSecret(dataFolder)
          : Buffer.from(values.APP_SECRET),
      appSecretPrevious:
        values.APP_SECRET_PREVIOUS === undefined
          ? undefined
          : Buffer.from(values.APP_SECRET_PREVIOUS),
      smtpUrl: values.SMTP_URL,
      mailFrom:
        values.MAIL_FROM ??
        `Paraline <paraline@${isIP(publicHost) === 0 ? publicHost : "localhost"}>`,
      billing,
      billingReceipts: values.BILLING_RECEIPTS,
      refundTerms: values.REFUND_TERMS,
      insights,
      // Answers must not tell which addresses were invited, so each gets the one that confirming gives.
      authConfirmEmail: values.AUTH_CONFIRM_EMAIL || values.AUTH_SIGN_UP === "invited",
      authSignUp: values.AUTH_SIGN_UP,
      sms,
      authAccessTokenSeconds: values.AUTH_ACCESS_TOKEN_SECONDS,
      authRefreshReuseSeconds: values.AUTH_REFRESH_REUSE_SECONDS,
      authSigningAlgorithm: values.AUTH_SIGNING_ALGORITHM,
      authKeyRotationDays: values.AUTH_KEY_ROTATION_DAYS,
      authRedirectUrls: values.AUTH_REDIRECT_URLS,
      authCaptcha: captcha,
      authOauthRegistration: values.AUTH_OAUTH_REGISTRATION,
      authManualLinking: values.AUTH_MANUAL_LINKING,
      signInProviders,
      signInServer,
      rateLimits: values.RATE_LIMITS,
      trustProxy: values.TRUST_PROXY,
      securityContact: values.SECURITY_CONTACT,
      metricsToken: values.METRICS_TOKEN,
      logLevel: values.LOG_LEVEL,
      role: values.ROLE,
      onLoopback,
    }),
    openPayments,
    warnings: [
      ...findUnused(environment),
      ...findTypos(environment, Object.keys(listSettings(billingSettings))),
    ],
  };
}

/** What makes insights; reports settings that are missing for it. */
function insightsSettings(
  {
    INSIGHTS_MODEL,
    INSIGHTS_API_KEY,
    INSIGHTS_BASE_URL,
    INSIGHTS_PRICE,
    INSIGHTS_TIMEOUT_SECONDS,
  }: FurtherValues,
  reportError: SettingsErrorReporter,
): InsightsSettings {
  if (INSIGHTS_MODEL === undefined || INSIGHTS_MODEL === "off") {
    for (const [name, value] of Object.entries({ INSIGHTS_API_KEY, INSIGHTS_BASE_URL })) {
      if (value !== undefined && INSIGHTS_MODEL === undefined) {
        reportError(["INSIGHTS_MODEL"], `INSIGHTS_MODEL is missing: needed because ${name} is set`);
      }
    }
    return { kind: INSIGHTS_MODEL === undefined ? "local" : "off" };
  }
  const colon = INSIGHTS_MODEL.indexOf(":");
  const provider = providerSchema.parse(INSIGHTS_MODEL.slice(0, colon));
  if (provider === "openai-compatible" && INSIGHTS_BASE_URL === undefined) {
    reportError(
      ["INSIGHTS_BASE_URL"],
      "INSIGHTS_BASE_URL is missing: needed because INSIGHTS_MODEL is openai-compatible",
    );
  }
  if (provider !== "openai-compatible" && INSIGHTS_API_KEY === undefined) {
    reportError(
      ["INSIGHTS_API_KEY"],
      `INSIGHTS_API_KEY is missing: needed because INSIGHTS_MODEL is ${provider}`,
    );
  }
  if (
    provider === "openai-compatible" &&
    INSIGHTS_BASE_URL !== undefined &&
    isLoopback(new URL(INSIGHTS_BASE_URL).hostname) &&
    /[:-]cloud$/i.test(INSIGHTS_MODEL)
  ) {
    reportError(
      ["INSIGHTS_MODEL"],
      `INSIGHTS_MODEL must not end in "cloud" with a server on this machine: such a model runs elsewhere, but invitees would read that their answers stay here. Choose a model that runs on this machine, or the INSIGHTS_BASE_URL of the service itself`,
    );
  }
  const [read, written] = (INSIGHTS_PRICE ?? "").split("/").map(Number);
  return {
    ...(read !== undefined && written !== undefined && { price: { read, written } }),
    kind: "model",
    provider,
    model: INSIGHTS_MODEL.slice(colon + 1),
    apiKey: INSIGHTS_API_KEY,
    baseUrl: INSIGHTS_BASE_URL,
    timeoutMs: INSIGHTS_TIMEOUT_SECONDS * 1000,
  };
}

const captchaVerifyUrls: Record<CaptchaProvider, string> = {
  turnstile: "https://challenges.cloudflare.com/turnstile/v0/siteverify",
  hcaptcha: "https://hcaptcha.com/siteverify",
};

/** The captcha; reports settings that are missing for it. */
function captchaSettings(
  { AUTH_CAPTCHA_PROVIDER, AUTH_CAPTCHA_SITE_KEY, AUTH_CAPTCHA_SECRET }: FurtherValues,
  reportError: SettingsErrorReporter,
): CaptchaSettings | undefined {
  const given = { AUTH_CAPTCHA_PROVIDER, AUTH_CAPTCHA_SITE_KEY, AUTH_CAPTCHA_SECRET };
  const [present] = Object.entries(given).find(([, value]) => value !== undefined) ?? [];
  if (present === undefined) return undefined;
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined) continue;
    reportError([name, present], `${name} is missing: needed because ${present} is set`);
  }
  if (!AUTH_CAPTCHA_PROVIDER || !AUTH_CAPTCHA_SITE_KEY || !AUTH_CAPTCHA_SECRET) return undefined;
  return {
    provider: AUTH_CAPTCHA_PROVIDER,
    siteKey: AUTH_CAPTCHA_SITE_KEY,
    secret: AUTH_CAPTCHA_SECRET,
    verifyUrl: captchaVerifyUrls[AUTH_CAPTCHA_PROVIDER],
  };
}

/** How texts are sent; reports settings that are missing for it. */
function smsSettings(
  { AUTH_SMS_URL, AUTH_SMS_ACCOUNT, AUTH_SMS_TOKEN, AUTH_SMS_FROM }: FurtherValues,
  { onLoopback, reportError }: { onLoopback: boolean; reportError: SettingsErrorReporter },
): SmsSettings | undefined {
  const given = { AUTH_SMS_URL, AUTH_SMS_ACCOUNT, AUTH_SMS_TOKEN, AUTH_SMS_FROM };
  const [set] = Object.entries(given).filter(([, value]) => value !== undefined);
  if (set === undefined) return undefined;
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined)
      reportError([name], `${name} is missing: needed because ${set[0]} is set`);
  }
  if (AUTH_SMS_URL === undefined) return undefined;
  if (new URL(AUTH_SMS_URL).protocol !== "https:" && !onLoopback) {
    reportError(["AUTH_SMS_URL"], "AUTH_SMS_URL must start with https://");
  }
  return {
    url: AUTH_SMS_URL,
    account: AUTH_SMS_ACCOUNT ?? "",
    token: AUTH_SMS_TOKEN ?? "",
    from: AUTH_SMS_FROM ?? "",
  };
}

/** Settings that have no effect yet, one sentence each. */
function findUnused(environment: NodeJS.ProcessEnv): string[] {
  return Object.keys(environment).flatMap((name) => {
    const [, consequence] = ignoredSettings.find(([pattern]) => pattern.test(name)) ?? [];
    if (consequence === undefined || !environment[name]?.trim()) return [];
    return [`${name} is set, but this version does not use it yet: ${consequence}.`];
  });
}

/** Environment names that look like misspellings of ours. */
function findTypos(environment: NodeJS.ProcessEnv, known: readonly string[]): string[] {
  return Object.keys(environment).flatMap((name) => {
    if (known.includes(name) || name.length < 4) return [];
    if (ignoredSettings.some(([pattern]) => pattern.test(name))) return [];
    const allowed = name.length < 8 ? 1 : 2;
    const meant = known.find((candidate) => distance(name, candidate) <= allowed);
    return meant === undefined ? [] : [`${name} is not a setting; did you mean ${meant}?`];
  });
}

/**
 * Why a folder can be neither created nor written to, as the end of a sentence; undefined when it exists and is
 * writable.
 */
function createDirectory(directory: string): string | undefined {
  try {
    // One by one: Node's recursive mkdir loops forever where none can be made, under /proc.
    const missing: string[] = [];
    for (let at = directory; !existsSync(at); at = dirname(at)) missing.unshift(at);
    for (const at of missing) createUnlessExists(at);
    const probe = join(directory, `.probe-${process.pid}`);
    writeFileSync(probe, "");
    rmSync(probe);
    return undefined;
  } catch (error) {
    const code = codeOf(error);
    // A full disk may have space again while the server runs, and /readyz reports it.
    if (code === "ENOSPC" && existsSync(directory)) return undefined;
    const reason = unusableReasons[code ?? ""] ?? "nothing can be written there";
    return `${directory} cannot be made or written to, because ${reason}`;
  }
}

function createUnlessExists(directory: string): void {
  try {
    mkdirSync(directory);
  } catch (error) {
    // Another process was faster.
    if (codeOf(error) !== "EEXIST") throw error;
  }
}

const unusableReasons: Record<string, string> = {
  EACCES: "this user may not write there",
  EPERM: "this user may not write there",
  EROFS: "it is read-only there",
  ENOTDIR: "a part of its path is a file",
  ENOSPC: "the disk is full",
};

/** The key of an installation that was given none: generated once, readable only by its owner. */
function loadOrCreateSecret(dataFolder: string): Buffer {
  const file = join(dataFolder, "app-secret");
  if (!existsSync(file)) {
    try {
      writeFileSync(file, randomBytes(48).toString("base64url"), { mode: 0o600, flag: "wx" });
    } catch (error) {
      // Another process was faster; its key counts.
      if (!existsSync(file)) throw error;
    }
  }
  return Buffer.from(readFileSync(file, "utf8"));
}
