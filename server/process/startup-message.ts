import type { Config } from "#server/config/config.ts";
import type { BillingChoice } from "#server/features/billing/billing-choices.ts";

export function describeStartup(
  config: Config,
  choices: readonly BillingChoice<unknown>[],
): string {
  const payments = choices.find(({ name }) => name === config.billing);
  const defaults = [
    config.databaseUrl === undefined && `database: embedded, in ${config.dataDir}`,
    config.smtpUrl === undefined &&
      (config.onLoopback
        ? `mail: kept in the outbox, to be read at ${config.publicUrl}/outbox`
        : "mail: kept in the outbox folder; nothing is sent until SMTP_URL is set"),
    config.bucket === undefined && "covers: on disk",
    payments?.isBuiltIn === true && `payments: ${payments.doc}`,
    config.insights.kind === "local" && "insights: made on this machine",
  ].filter((line) => line !== false);
  return `\n  Paraline is ready: ${config.publicUrl}\n\n${defaults.map((line) => `    ${line}\n`).join("")}\n`;
}
