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
    listCatalogueProblems: async () => {
      const outcome = outcomes.shift();
      if (outcome) throw outcome;
      return ["a price is wrong"];
    },
    readEvent: () => undefined,
  } as Partial<PaymentProvider> as PaymentProvider;
  const observed = observePayments(double, metrics);
  expect(await observed?.listCatalogueProblems()).toEqual(["a price is wrong"]);
  await expect(observed?.listCatalogueProblems()).rejects.toBeInstanceOf(CustomerGoneError);
  await expect(observed?.listCatalogueProblems()).rejects.toThrow("does not answer");
  expect(observed?.readEvent(Buffer.from(""), new Headers())).toBeUndefined();
  expect(observed?.name).toBe("stripe");
  const calls = [...(await recorders.write()).matchAll(/^paraline_payment_calls_total(.+)$/gm)];
  expect(calls.map(([, series]) => series)).toEqual([
    '{call="listCatalogueProblems",outcome="done"} 2',
    '{call="listCatalogueProblems",outcome="failed"} 1',
  ]);
});
