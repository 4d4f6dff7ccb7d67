import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { loadConfig } from "#server/config/config.ts";
import { paymentProviders, paymentSettings } from "#server/features/billing/providers.ts";
import { describeStartup } from "./startup-message.ts";

const dataDir = mkdtempSync(join(tmpdir(), "paraline-announcement-"));

afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Its lines, by what a start is given. */
function linesOf(environment: Record<string, string>): string[] {
  const { config } = loadConfig({ DATA_DIR: dataDir, ...environment }, paymentSettings);
  return describeStartup(config, paymentProviders)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

test("a start that was given nothing says where to open it, and that every part is on its default", () => {
  expect(linesOf({ PORT: "4321" })).toEqual([
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
    linesOf({
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

test("a public server whose mail goes nowhere says so", () => {
  expect(linesOf({ PUBLIC_URL: "https://paraline.example", BILLING: "off" })).toContain(
    "mail: kept in the outbox folder; nothing is sent until SMTP_URL is set",
  );
});
