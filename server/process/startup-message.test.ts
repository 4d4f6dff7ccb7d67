import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { loadConfig } from "#server/config/config.ts";
import { paymentProviders, paymentSettings } from "#server/features/billing/providers.ts";
import { describeStartup } from "./startup-message.ts";

const dataDir = mkdtempSync(join(tmpdir(), "paraline-announcement-"));

afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** The lines of the message for an environment. */
function listMessageLines(environment: Record<string, string>): string[] {
  const { config } = loadConfig({ DATA_DIR: dataDir, ...environment }, paymentSettings);
  return describeStartup(config, paymentProviders)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

test("a start without settings says where to open the product, and that every part has its default", () => {
  expect(listMessageLines({ PORT: "4321" })).toEqual([
    "Paraline is ready: http://localhost:4321",
    `database: embedded, in ${dataDir}`,
    "mail: kept in the outbox, to be read at http://localhost:4321/outbox",
    "covers: on disk",
    expect.stringMatching(/^payments: .*no money moves/),
    "insights: made on this machine",
  ]);
});

test("a part that was chosen is not among the defaults", () => {
  expect(
    listMessageLines({
      PUBLIC_URL: "https://paraline.example",
      DATABASE_URL: "postgres://maya:saturdays@db.example/paraline",
      SMTP_URL: "smtp://mail.example",
      S3_BUCKET: "covers",
      S3_REGION: "eu-central-1",
      S3_ACCESS_KEY_ID: "id",
      S3_SECRET_ACCESS_KEY: "secret",
      BILLING: "off",
      INSIGHTS_MODEL: "off",
    }),
  ).toEqual(["Paraline is ready: https://paraline.example"]);
});

test("a public server that sends no emails says so", () => {
  expect(listMessageLines({ PUBLIC_URL: "https://paraline.example", BILLING: "off" })).toContain(
    "mail: kept in the outbox folder; nothing is sent until SMTP_URL is set",
  );
});
