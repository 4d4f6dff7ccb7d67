import { expect, test } from "vitest";
import { useTestDatabase } from "#server/testing/database/db.ts";
import { useStripeApp } from "#server/testing/stripe/stripe-app.ts";
import { stripeKey } from "#server/testing/stripe/stripe-double.ts";
import { openStripe } from "./stripe/client.ts";

const { app, stripe, open, buy, deliverAll, openPayments } = useStripeApp();
/** The database of another server with the same Stripe account. */
const otherDatabase = useTestDatabase({ isSecond: true });

test("an account that is erased here leaves what another server sold to the same person", async () => {
  const owner = await app.createOwner();
  const { user_id, email } = owner;
  const { session } = await buy(owner, "monthly");
  const other = await openPayments(otherDatabase.db);
  const request = { user_id, email, request_id: crypto.randomUUID() };
  const customerId = await other.createCustomer(request);
  const started = await other.startCheckout({
    checkout_id: crypto.randomUUID(),
    kind: "annual",
    user_id,
    customer_id: customerId,
    circle_id: null,
    success_url: "https://other.example/",
    cancel_url: "https://other.example/",
    expires_at: new Date(app.clock.now().getTime() + 3600_000),
  });
  stripe.pay(started.provider_id);
  const sold = stripe.sessions.get(started.provider_id);
  // This customer was created before servers had ids.
  const client = await openStripe(stripeKey, stripe.url);
  const unmarked = await client.customers.create({
    email,
    metadata: { user_id, maker: "paraline" },
  });
  await app.as(owner, "DELETE", "/api/account", { email });
  await deliverAll();
  expect(stripe.customers.has(session.customer)).toBe(false);
  expect(stripe.customers.has(unmarked.id)).toBe(false);
  expect(stripe.customers.has(customerId)).toBe(true);
  expect(stripe.subscriptions.get(sold?.subscription ?? "")?.status).toBe("active");
  expect(stripe.isRefundedOrDisputed(started.provider_id)).toBe(false);
});

test("whatever is made at Stripe names its maker and its server, which stays the same", async () => {
  const owner = await app.createOwner();
  const { id: serverId } = await app.db
    .selectFrom("billing_server")
    .select("id")
    .executeTakeFirstOrThrow();
  await openPayments();
  const originMetadata = { maker: "paraline", server_id: serverId };
  for (const kind of ["single", "monthly"] as const) {
    const { session } = await open(owner, kind);
    expect(session.metadata).toMatchObject(originMetadata);
    expect(session.payment_metadata).toMatchObject(originMetadata);
    expect(stripe.customers.get(session.customer)).toMatchObject({ metadata: originMetadata });
  }
  await openPayments(otherDatabase.db);
  const other = await otherDatabase.db
    .selectFrom("billing_server")
    .select("id")
    .executeTakeFirstOrThrow();
  expect(other.id).not.toBe(serverId);
});
