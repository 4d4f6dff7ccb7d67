import type { Config } from "#server/config/config.ts";
import { type Check, passed } from "#server/system/check.ts";
import type { Clock } from "#server/system/clock.ts";
import type { BillingChoice } from "./billing-choices.ts";

/** The checks of payments that `npm run doctor` makes: those of the chosen provider. */
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
  const chosen = choices.find((choice) => choice.findMode(environment) === billing);
  return (
    chosen?.listChecks(environment, { publicUrl, onLoopback, clock }) ?? [
      { name: "payments", run: async () => passed("off: everything is unlocked") },
    ]
  );
}
