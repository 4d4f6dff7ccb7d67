import type { Config } from "#server/config/config.ts";
import { type Check, fine } from "#server/system/check.ts";
import type { Clock } from "#server/system/clock.ts";
import type { BillingChoice } from "./billing-choices.ts";

/** What `npm run doctor` asks about payments: the checks of the provider that is chosen. */
export function paymentChecks(
  choices: readonly BillingChoice<unknown>[],
  {
    environment,
    config: { billing, publicUrl, onLoopback },
    clock,
  }: {
    environment: NodeJS.ProcessEnv;
    config: Pick<Config, "billing" | "publicUrl" | "onLoopback">;
    clock: Clock;
  },
): Check[] {
  const chosen = choices.find((choice) => choice.modeOf(environment) === billing);
  return (
    chosen?.listChecks(environment, { publicUrl, onLoopback, clock }) ?? [
      { name: "payments", run: async () => fine("off: everything is unlocked") },
    ]
  );
}
