import { readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { paymentSettings } from "#server/features/billing/providers.ts";
import { useSettings } from "#server/testing/settings.ts";
import { listSettings, readEnvironment } from "./config.ts";
import { isLoopback } from "./loopback.ts";
import { envExample } from "./settings-docs.ts";

const settings = listSettings(paymentSettings);
const { emptyDirectory, loadConfig, listSettingsErrors } = useSettings();

test("a .env file in the working directory is read; variables that are already set win", () => {
  const folder = emptyDirectory();
  writeFileSync(
    join(folder, ".env"),
    `# Ours\nPORT=4100\nPUBLIC_URL="https://paraline.example"\nBILLING=off\nDATA_DIR=${folder}\n`,
  );
  const root = process.cwd();
  const before = { ...process.env };
  onTestFinished(() => {
    process.chdir(root);
    process.env = before;
  });
  process.env.PORT = "4200";
  process.chdir(folder);
  const { config } = loadConfig(readEnvironment());
  expect(config).toMatchObject({
    port: 4200,
    publicUrl: "https://paraline.example",
    billing: "off",
    dataDir: folder,
  });
});

describe("settings", () => {
  test("with an empty environment, the server runs on loopback with its own key, which is made once", () => {
    const dataDir = join(emptyDirectory(), "data");
    const { config, warnings } = loadConfig({ DATA_DIR: dataDir });
    expect(config).toMatchObject({
      port: 3000,
      host: "127.0.0.1",
      publicUrl: "http://localhost:3000",
      billing: "test",
      onLoopback: true,
      rateLimits: true,
    });
    expect(warnings).toEqual([]);
    expect(statSync(join(dataDir, "app-secret")).mode & 0o777).toBe(0o600);
    expect(config.appSecret.byteLength).toBeGreaterThanOrEqual(32);
    expect(loadConfig({ DATA_DIR: dataDir }).config.appSecret).toEqual(config.appSecret);
  });

  test("all mistakes are listed at once, each with the name of its setting", () => {
    const errors = listSettingsErrors({
      PORT: "eighty",
      PUBLIC_URL: "paraline.example",
      SMTP_URL: "http://mail",
      APP_SECRET: "short",
      RATE_LIMITS: "maybe",
    });
    expect(errors.map((error) => error.split(" ")[0]).sort()).toEqual([
      "APP_SECRET",
      "PORT",
      "PUBLIC_URL",
      "RATE_LIMITS",
      "SMTP_URL",
    ]);
  });

  test("combinations and single settings are checked together, with a sentence for each mistake", () => {
    expect(
      listSettingsErrors({
        PORT: "x",
        LOG_LEVEL: "loud",
        ROLE: "worker",
        INSIGHTS_API_KEY: "a",
        HOST: "0.0.0.0",
      }),
    ).toEqual([
      "PORT must be a whole number from 1 to 65535",
      "LOG_LEVEL must be trace, debug, info, warn, error, fatal, or silent",
      expect.stringMatching(/^BILLING is missing: choose stripe/),
      "ROLE=worker needs DATABASE_URL: the embedded database belongs to one process",
      "INSIGHTS_MODEL is missing: needed because INSIGHTS_API_KEY is set",
    ]);
  });

  test("a setting that cannot be read is not also reported as missing", () => {
    expect(listSettingsErrors({ BILLING: "stripe", STRIPE_SECRET_KEY: "pk_live_1" })).toEqual([
      "STRIPE_SECRET_KEY must begin with sk_ or rk_ and test_ or live_",
    ]);
    expect(listSettingsErrors({ ROLE: "worker", DATABASE_URL: "mysql://x" })).toEqual([
      "DATABASE_URL must start with postgres://",
    ]);
  });

  test("port 0 is refused: links would lead nowhere", () => {
    expect(listSettingsErrors({ PORT: "0" })).toEqual([
      "PORT must be a whole number from 1 to 65535",
    ]);
  });

  test("each setting's error message follows its name", () => {
    for (const [name, { schema }] of Object.entries(settings)) {
      const parsed = schema.safeParse("\u0000");
      for (const { message } of parsed.error?.issues ?? []) {
        expect(`${name} ${message}`).toMatch(/^[A-Z0-9_]+ must /);
      }
    }
  });

  test("a data folder that cannot be created or written to is refused with a sentence", () => {
    const file = join(emptyDirectory(), "a-file");
    writeFileSync(file, "");
    expect(listSettingsErrors({ DATA_DIR: join(file, "data") })).toEqual([
      `DATA_DIR cannot be used: ${join(file, "data")} cannot be made or written to, because a part of its path is a file`,
    ]);
    expect(listSettingsErrors({ DATA_DIR: file, PORT: "x" })).toHaveLength(2);
    const dangling = join(emptyDirectory(), "link");
    symlinkSync("/nowhere/at/all", dangling);
    expect(listSettingsErrors({ DATA_DIR: dangling })).toHaveLength(1);
  });

  test.skipIf(process.platform !== "linux")(
    "a data folder below /proc does not block the start",
    () => {
      expect(listSettingsErrors({ DATA_DIR: "/proc/paraline/data" })).toHaveLength(1);
    },
  );

  test("covers are stored in a bucket when the bucket and its key are named; half of that is refused", () => {
    const key = { S3_ACCESS_KEY_ID: "id", S3_SECRET_ACCESS_KEY: "secret" };
    const bucket = { S3_BUCKET: "covers", S3_REGION: "eu-central-1", ...key };
    expect(loadConfig({ DATA_DIR: emptyDirectory() }).config.bucket).toBeUndefined();
    expect(loadConfig({ DATA_DIR: emptyDirectory(), ...bucket }).config.bucket).toMatchObject({
      name: "covers",
      endpoint: undefined,
      region: "eu-central-1",
    });
    const minio = { S3_BUCKET: "covers", S3_ENDPOINT: "http://minio:9000/", ...key };
    expect(loadConfig({ DATA_DIR: emptyDirectory(), ...minio }).config.bucket).toMatchObject({
      endpoint: "http://minio:9000",
      region: "us-east-1",
    });
    expect(listSettingsErrors({ S3_BUCKET: "covers" })).toEqual([
      "S3_ACCESS_KEY_ID is missing: needed because S3_BUCKET is set",
      "S3_SECRET_ACCESS_KEY is missing: needed because S3_BUCKET is set",
      "S3_REGION is missing: needed because S3_BUCKET is set without S3_ENDPOINT",
    ]);
    expect(listSettingsErrors(key)).toEqual([
      "S3_BUCKET is missing: needed because S3_ACCESS_KEY_ID is set",
    ]);
    expect(listSettingsErrors({ ...bucket, S3_BUCKET: "My covers" })).toEqual([
      "S3_BUCKET must be the name of a bucket: 3 to 63 lower-case letters, digits, dots and hyphens",
    ]);
    expect(listSettingsErrors({ ...bucket, S3_ENDPOINT: "https://id:secret@s3.example" })).toEqual([
      "S3_ENDPOINT must hold neither a user nor a password",
    ]);
    expect(
      listSettingsErrors({
        ...bucket,
        PUBLIC_URL: "https://paraline.example",
        BILLING: "off",
        S3_PUBLIC_URL: "http://cdn.example",
      }),
    ).toEqual([
      "S3_PUBLIC_URL must begin with https://, as PUBLIC_URL does: browsers load nothing else in its pages",
    ]);
  });

  test("a public server without BILLING gets an error with its three choices", () => {
    const [error] = listSettingsErrors({ PUBLIC_URL: "https://paraline.example" });
    expect(error).toMatch(/stripe .*test .*off/);
    expect(listSettingsErrors({ PUBLIC_URL: "https://paraline.example", BILLING: "off" })).toEqual(
      [],
    );
  });

  test("billing uses Stripe when there is a key, and then a webhook secret is needed, too", () => {
    const key = { STRIPE_SECRET_KEY: "sk_test_1" };
    const all = { ...key, STRIPE_WEBHOOK_SECRET: "whsec_1", STRIPE_PRICE_ANNUAL: "price_1" };
    const { config, openPayments } = loadConfig({ DATA_DIR: emptyDirectory(), ...all });
    // What is bought with a test key does not count with a live one.
    expect(config.billing).toBe("stripe_test");
    const live = { ...all, STRIPE_SECRET_KEY: "sk_live_1" };
    expect(loadConfig({ DATA_DIR: emptyDirectory(), ...live }).config.billing).toBe("stripe");
    expect(openPayments).toBeDefined();
    expect(listSettingsErrors({ PUBLIC_URL: "https://paraline.example", ...all })).toEqual([]);
    expect(listSettingsErrors(key)).toEqual([
      "STRIPE_WEBHOOK_SECRET is missing: needed because STRIPE_SECRET_KEY is set",
    ]);
    expect(listSettingsErrors({ BILLING: "stripe" })).toEqual([
      "STRIPE_SECRET_KEY is missing: needed because BILLING is stripe",
    ]);
    expect(listSettingsErrors({ STRIPE_PRICE_SINGLE: "price_1" })).toEqual([
      "STRIPE_SECRET_KEY is missing: needed because STRIPE_PRICE_SINGLE is set",
    ]);
    expect(listSettingsErrors({ STRIPE_SECRET_KEY: "pk_live_1" })).toHaveLength(1);
    expect(listSettingsErrors({ ...all, BILLING: "off" })).toEqual([]);
  });

  test("insights are made by this server, by a model or not at all, and a model needs its address and key", () => {
    const loadInsights = (environment: NodeJS.ProcessEnv) =>
      loadConfig({ DATA_DIR: emptyDirectory(), ...environment }).config.insights;
    expect(loadInsights({})).toEqual({ kind: "local" });
    expect(loadInsights({ INSIGHTS_MODEL: "off" })).toEqual({ kind: "off" });
    expect(
      loadInsights({
        INSIGHTS_MODEL: "openai-compatible:a:b",
        INSIGHTS_BASE_URL: "http://localhost/v1",
      }),
    ).toMatchObject({
      kind: "model",
      provider: "openai-compatible",
      model: "a:b",
    });
    expect(listSettingsErrors({ INSIGHTS_MODEL: "openai:some-model" })).toEqual([
      "INSIGHTS_API_KEY is missing: needed because INSIGHTS_MODEL is openai",
    ]);
    expect(listSettingsErrors({ INSIGHTS_MODEL: "openai-compatible:some-model" })).toEqual([
      "INSIGHTS_BASE_URL is missing: needed because INSIGHTS_MODEL is openai-compatible",
    ]);
    for (const model of ["gpt-oss:120b-cloud", "glm-4.6:cloud", "glm:Cloud"]) {
      const asked = (baseUrl: string) =>
        listSettingsErrors({
          INSIGHTS_MODEL: `openai-compatible:${model}`,
          INSIGHTS_BASE_URL: baseUrl,
        });
      expect(asked("http://127.0.0.1:11434/v1")).toEqual([
        expect.stringMatching(/^INSIGHTS_MODEL must not end in "cloud" .*runs elsewhere/),
      ]);
      expect(asked("https://ollama.example/v1")).toEqual([]);
    }
    expect(listSettingsErrors({ INSIGHTS_API_KEY: "key" })).toEqual([
      "INSIGHTS_MODEL is missing: needed because INSIGHTS_API_KEY is set",
    ]);
    expect(listSettingsErrors({ INSIGHTS_MODEL: "best" })[0]).toMatch(/provider/);
  });

  test("traces are sent to a collector if one is named, and only the chosen part of them", () => {
    const loadTracing = (environment: NodeJS.ProcessEnv) =>
      loadConfig({ DATA_DIR: emptyDirectory(), ...environment }).config.tracing;
    const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector.example:4318/" };
    const endpoint = "http://collector.example:4318";
    expect(loadTracing({})).toBeUndefined();
    expect(loadTracing(collector)).toEqual({ endpoint, ratio: 1 });
    expect(loadTracing({ ...collector, OTEL_TRACES_SAMPLER: "always_off" })).toBeUndefined();
    const sampled = { OTEL_TRACES_SAMPLER: "parentbased_traceidratio" };
    expect(loadTracing({ ...collector, ...sampled, OTEL_TRACES_SAMPLER_ARG: "0.1" })).toEqual({
      endpoint,
      ratio: 0.1,
    });
    expect(listSettingsErrors({ OTEL_TRACES_SAMPLER_ARG: "0.1" })).toEqual([
      "OTEL_TRACES_SAMPLER_ARG needs OTEL_TRACES_SAMPLER=traceidratio",
    ]);
    expect(listSettingsErrors({ ...sampled, OTEL_TRACES_SAMPLER_ARG: "10%" })).toEqual([
      "OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1",
    ]);
  });

  test("a name that looks like a misspelled setting causes a warning", () => {
    const { warnings } = loadConfig({ DATA_DIR: emptyDirectory(), PUBLIC_URI: "x", HOME: "/root" });
    expect(warnings).toEqual(["PUBLIC_URI is not a setting; did you mean PUBLIC_URL?"]);
  });

  test.each([
    ["localhost", true],
    ["127.0.0.1", true],
    ["127.8.8.8", true],
    ["::1", true],
    ["[::1]", true],
    ["0.0.0.0", false],
    ["127.evil.example", false],
    ["192.168.1.4", false],
  ])("%s counts as loopback: %s", (host, expected) => {
    expect(isLoopback(host)).toBe(expected);
  });

  test(".env.example says what the code says", () => {
    expect(readFileSync(".env.example", "utf8")).toBe(envExample(settings));
  });
});
