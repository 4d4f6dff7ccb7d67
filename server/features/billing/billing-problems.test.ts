import { sql } from "kysely";
import { expect, test } from "vitest";
import { subscriptions } from "#server/commands/doctor/database-checks.ts";
import { useStripeApp } from "#server/testing/stripe/stripe-app.ts";
import { listBillingProblems } from "./billing-problems.ts";

const { app, stripe, buy, deliverAll } = useStripeApp();

test("the operator learns that Stripe goes on charging after the billing mode was changed", async () => {
  const { deps } = app;
  const problemsWith = (payments: typeof deps.payments) =>
    listBillingProblems({ ...deps, payments });
  const diagnose = (billing: typeof deps.config.billing) =>
    subscriptions.run({ ...deps, config: { ...deps.config, billing } });
  await buy(await app.createOwner(), "monthly");
  const cancelled = await buy(await app.createOwner(), "monthly");
  stripe.changeSubscription(cancelled.session.subscription ?? "", { cancel_at_period_end: true });
  await deliverAll();
  expect(await problemsWith(undefined), "in test mode no money moves").toEqual([]);
  await sql`update subscriptions set provider = 'stripe'`.execute(app.db);

  const problem = expect.stringContaining("Stripe goes on charging for 1 subscription that");
  expect(await problemsWith(undefined)).toEqual([problem]);
  expect(await diagnose("test")).toEqual({ ok: false, detail: problem });
  expect(await problemsWith(deps.payments)).toEqual([problem]);
  expect(await diagnose("stripe")).toMatchObject({ ok: true });

  await app.db.updateTable("subscriptions").set({ status: "ended" }).execute();
  expect(await problemsWith(undefined)).toEqual([]);
  expect(await diagnose("off")).toMatchObject({ ok: true });
});
