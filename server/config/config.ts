import { existsSync } from "node:fs";
import { isIP } from "node:net";
import { join, resolve } from "node:path";
import { distance } from "fastest-levenshtein";
import { z } from "zod";
import { bucketSettings, chooseBucket } from "./bucket.ts";
import { captchaSettings, chooseCaptcha } from "./captcha.ts";
import { createDirectory, loadOrCreateSecret } from "./data-folder.ts";
import { chooseInsightsEngine, insightsSettings } from "./insights-engine.ts";
import { isLoopback } from "./loopback.ts";
import {
  choiceSchema,
  onOff,
  origin,
  parseSettings,
  type Setting,
  type Settings,
  type SettingsErrorReporter,
  wholeNumber,
} from "./settings.ts";
import { chooseSignInProviders, signInProviderSettings } from "./sign-in-providers.ts";
import { accountSettings, connectionSettings, tokenSettings } from "./sign-in-rules.ts";
import { chooseTexts, textSettings } from "./text-messages.ts";
import { chooseTracing, tracingSettings } from "./tracing.ts";

const appSecret = z
  .string()
  .refine((value) => Buffer.byteLength(value) >= 32, "must have at least 32 bytes")
  .optional();

const processSettings = {
  PORT: {
    schema: wholeNumber(1, 65_535).default(3000),
    default: "3000",
    doc: "Port to listen on.",
  },
  HOST: {
    schema: z.string().default("127.0.0.1"),
    default: "127.0.0.1",
    doc: "Address to listen on.",
  },
  PUBLIC_URL: {
    schema: origin.optional(),
    default: "http://localhost:PORT",
    doc: "Origin in links and emails.",
  },
  DATA_DIR: {
    schema: z.string().default("./data"),
    default: "./data",
    doc: "Folder of the embedded database, covers, outbox and generated keys.",
  },
  DATABASE_URL: {
    schema: z.url({ protocol: /^postgres(ql)?$/, error: "must start with postgres://" }).optional(),
    default: "embedded database under DATA_DIR",
    doc: "PostgreSQL (15 or later) to use.",
  },
  DATABASE_DIRECT_URL: {
    schema: z.url({ protocol: /^postgres(ql)?$/, error: "must start with postgres://" }).optional(),
    default: "DATABASE_URL leads to the server itself",
    doc: "The same database without a connection pooler. Needed when DATABASE_URL leads through one in transaction mode (PgBouncer): migrations, locks between processes and the removal of deleted data from the disk use it.",
  },
  APP_SECRET: {
    schema: appSecret,
    default: "made once under DATA_DIR",
    doc: "Encrypts signing keys, second-step secrets and the keys that answers are encrypted with: if you lose it, they cannot be recovered. The same everywhere when processes on several machines share a database.",
  },
  APP_SECRET_PREVIOUS: {
    schema: appSecret,
    default: "none",
    doc: "The secret before APP_SECRET, only while `npm run secret:rotate` has not been run.",
  },
  SMTP_URL: {
    schema: z
      .url({ protocol: /^smtps?$/, error: "must start with smtp:// or smtps://" })
      .optional(),
    default: "emails are kept in the outbox under DATA_DIR, readable at /outbox on loopback",
    doc: "Mail server (SMTP) that sends the emails.",
  },
  MAIL_FROM: {
    schema: z
      .string()
      .min(3, "must be an address like Paraline <post@paraline.example>")
      .optional(),
    default: "Paraline <paraline@the host of PUBLIC_URL>",
    doc: "Sender of every email.",
  },
  ...bucketSettings,
} as const satisfies Settings;

const furtherSettings = {
  BILLING_RECEIPTS: {
    schema: onOff.default(false),
    default: "off",
    doc: "Whether this server emails a receipt for each payment: set it to on if the payment provider sends no receipts.",
  },
  REFUND_TERMS: {
    schema: z.string().max(600, "must have at most 600 characters").optional(),
    default: "nothing is said about refunds",
    doc: "Your refund terms, in a few sentences of plain text: shown on /pricing and in the receipts of this server.",
  },
  ...insightsSettings,
  ...accountSettings,
  ...textSettings,
  ...tokenSettings,
  ...captchaSettings,
  ...connectionSettings,
  ...signInProviderSettings,
  RATE_LIMITS: {
    schema: onOff.default(true),
    default: "on",
    doc: "off: calls, emails and other things that are counted over time are not limited.",
  },
  TRUST_PROXY: {
    schema: wholeNumber(0, 10).default(0),
    default: "0",
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
    default: "there is no /.well-known/security.txt",
    doc: "Where people report a vulnerability of this server: shown at /.well-known/security.txt.",
  },
  METRICS_TOKEN: {
    schema: z.string().min(16, "must have at least 16 characters").optional(),
    default: "/metrics answers only on loopback, and not through a proxy",
    doc: "Bearer token for /metrics.",
  },
  ...tracingSettings,
  BACKUP_RECIPIENT: {
    schema: z
      .string()
      .regex(/^age1[\da-z]+$/, "must be a public key of age, beginning with age1")
      .optional(),
    default: "none",
    doc: "Public key (age) that `npm run backup` encrypts for: whoever reads this setting can make backups, but not read them.",
  },
  BACKUP_PASSPHRASE_FILE: {
    schema: z.string().min(1).optional(),
    default: "none",
    doc: "File with the passphrase that `npm run backup` encrypts with, and that `npm run restore` reads; in place of BACKUP_RECIPIENT.",
  },
  ERASURES_DIR: {
    schema: z.string().min(1).optional(),
    default: "`erasures` under DATA_DIR",
    doc: "Folder to which each process writes the list of erasures, without which no backup is restored. Best on another disk than the database. With S3_BUCKET the list is in the bucket too.",
  },
  ERASURES_KEPT_DAYS: {
    schema: wholeNumber(1, 3650).default(90),
    default: "90",
    doc: "How many days the list of erasures goes back: longer than the oldest backup that you may restore.",
  },
  LOG_LEVEL: {
    schema: choiceSchema("trace", "debug", "info", "warn", "error", "fatal", "silent").default(
      "info",
    ),
    default: "info",
    doc: "How much is logged.",
  },
  ROLE: {
    schema: choiceSchema("all", "web", "worker").default("all"),
    default: "all",
    doc: "What this process does: serve, run jobs, or both.",
  },
  DRAIN_SECONDS: {
    schema: wholeNumber(0, 600).default(0),
    default: "0",
    doc: "How long a stopping process keeps serving while /readyz answers 503, so that proxies send requests elsewhere.",
  },
} as const satisfies Settings;

/** What the settings need to know about billing. The billing feature describes the providers. */
export interface BillingSettings<Opener> {
  BILLING: Setting & { schema: z.ZodType<string | undefined> };
  ofProviders: Settings;
  /** @returns also what opens its provider; nothing for `off` */
  choose(given: {
    named: string | undefined;
    environment: NodeJS.ProcessEnv;
    onLoopback: boolean;
    reportError: SettingsErrorReporter;
  }): { mode: string | undefined; open: Opener | undefined };
}

/** All settings, including those of the providers. `.env.example` is generated from them. */
export function listSettings({ BILLING, ofProviders }: BillingSettings<unknown>): Settings {
  return { ...processSettings, BILLING, ...ofProviders, ...furtherSettings };
}

export type Config = ReturnType<typeof loadConfig>["config"];

export class ConfigError extends Error {
  readonly errors: readonly string[];

  constructor(errors: readonly string[]) {
    super(`The settings cannot be used:\n${errors.map((error) => `  - ${error}`).join("\n")}`);
    this.name = "ConfigError";
    this.errors = errors;
  }
}

/** The environment of the process, supplemented by a `.env` file in the working directory. */
export function readEnvironment(): NodeJS.ProcessEnv {
  if (existsSync(".env")) process.loadEnvFile(".env");
  return process.env;
}

/** Creates DATA_DIR and the key in it if they are missing. @throws ConfigError with all mistakes at once */
export function loadConfig<Opener>(
  environment: NodeJS.ProcessEnv,
  billingSettings: BillingSettings<Opener>,
) {
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
  if (values.DATABASE_DIRECT_URL !== undefined && values.DATABASE_URL === undefined) {
    reportError(
      ["DATABASE_DIRECT_URL", "DATABASE_URL"],
      "DATABASE_DIRECT_URL needs DATABASE_URL, which leads through the pooler",
    );
  }
  const bucket = chooseBucket(values, { publicUrl, reportError });
  const insights = chooseInsightsEngine(values, reportError);
  const captcha = chooseCaptcha(values, reportError);
  const signInProviders = chooseSignInProviders(values, reportError);
  const sms = chooseTexts(values, { onLoopback, reportError });
  const tracing = chooseTracing(values, reportError);
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
      /** The address of the same database without a pooler, if `databaseUrl` leads through one. */
      databaseDirectUrl: values.DATABASE_DIRECT_URL,
      appSecret:
        values.APP_SECRET === undefined
          ? loadOrCreateSecret(dataFolder)
          : Buffer.from(values.APP_SECRET),
      appSecretPrevious:
        values.APP_SECRET_PREVIOUS === undefined
          ? undefined
          : Buffer.from(values.APP_SECRET_PREVIOUS),
      bucket,
      smtpUrl: values.SMTP_URL,
      mailFrom:
        values.MAIL_FROM ??
        `Paraline <paraline@${isIP(publicHost) === 0 ? publicHost : "localhost"}>`,
      billing,
      /** Whether this server sends receipts, because the payment provider does not. */
      billingReceipts: values.BILLING_RECEIPTS,
      refundTerms: values.REFUND_TERMS,
      insights,
      // Sign-up must not reveal which addresses were invited. If addresses have to be confirmed, it answers every
      // address in the same way.
      authConfirmEmail: values.AUTH_CONFIRM_EMAIL || values.AUTH_SIGN_UP === "invited",
      authSignUp: values.AUTH_SIGN_UP,
      /** Addresses whose accounts may open the operator's page, in the form in which accounts have them. */
      adminEmails: values.ADMIN_EMAILS,
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
      rateLimits: values.RATE_LIMITS,
      trustProxy: values.TRUST_PROXY,
      securityContact: values.SECURITY_CONTACT,
      metricsToken: values.METRICS_TOKEN,
      tracing,
      backupRecipient: values.BACKUP_RECIPIENT,
      backupPassphraseFile: values.BACKUP_PASSPHRASE_FILE,
      erasuresDir: resolve(values.ERASURES_DIR ?? join(dataFolder, "erasures")),
      erasuresKeptDays: values.ERASURES_KEPT_DAYS,
      logLevel: values.LOG_LEVEL,
      role: values.ROLE,
      drainSeconds: values.DRAIN_SECONDS,
      /** Whether both HOST and the host of PUBLIC_URL are loopback addresses. */
      onLoopback,
    }),
    openPayments,
    warnings: findWarnings(environment, billingSettings),
  };
}

/** What looks like a mistake in an environment, one sentence each, whether or not its settings are valid. */
export function findWarnings(
  environment: NodeJS.ProcessEnv,
  billingSettings: BillingSettings<unknown>,
): string[] {
  return findTypos(environment, Object.keys(listSettings(billingSettings)));
}

function findTypos(environment: NodeJS.ProcessEnv, known: readonly string[]): string[] {
  return Object.keys(environment).flatMap((name) => {
    if (known.includes(name) || name.length < 4) return [];
    const allowed = name.length < 8 ? 1 : 2;
    const meant = known.find((candidate) => distance(name, candidate) <= allowed);
    return meant === undefined ? [] : [`${name} is not a setting; did you mean ${meant}?`];
  });
}
