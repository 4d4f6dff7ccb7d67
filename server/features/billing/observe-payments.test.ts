import { expect, test } from "vitest";
import { systemClock } from "#server/system/clock.ts";
import { createMetrics } from "#server/telemetry/metrics.ts";
import { observePayments } from "./observe-payments.ts";
import { CustomerGoneError, type PaymentProvider } from "./provider.ts";

test("calls to the payment provider are counted, and that a customer is gone counts as an answer", async () => {
  const metrics = createMetrics(systemClock);
  const recorders = await metrics.start();
  const outcomes: (Error | undefined)[] = [
    undefined,
    new CustomerGoneError("gone"),
    new Error("the provider does not answer"),
  ];
  const double = {
    name: "stripe",
    readAccountId: async () => {
      const outcome = outcomes.shift();
      if (outcome) throw outcome;
      return "acct_1";
    },
    readEvent: () => undefined,
  } as Partial<PaymentProvider> as PaymentProvider;
  const observed = observePayments(double, metrics);
  expect(await observed?.readAccountId()).toBe("acct_1");
  await expect(observed?.readAccountId()).rejects.toBeInstanceOf(CustomerGoneError);
  await expect(observed?.readAccountId()).rejects.toThrow("does not answer");
  expect(observed?.readEvent(Buffer.from(""), new Headers())).toBeUndefined();
  expect(observed?.name).toBe("stripe");
  const calls = [...(await recorders.write()).matchAll(/^paraline_payment_calls_total(.+)$/gm)];
  expect(calls.map(([, series]) => series)).toEqual([
    '{call="readAccountId",outcome="done"} 2',
    '{call="readAccountId",outcome="failed"} 1',
  ]);
});
