import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { TestOwner } from "#server/testing/owners.ts";
import { useStripeApp } from "#server/testing/stripe/stripe-app.ts";
import { readError } from "#server/testing/test-purchases.ts";

const { app, stripe, open, buy, deliver, deliverAll, reconcile } = useStripeApp();
const { purchases } = app;
const buyer = app.useOwner();

const receiptUrls = () => purchases.receipts(buyer);

describe("a single purchase at Stripe", () => {
  test("has an invoice, which its receipt opens", async () => {
    const { session } = await buy(buyer, "single");
    expect(session.invoice).toMatch(/^in_/);
    expect(await receiptUrls()).toEqual([`https://invoice.stripe.example/${session.invoice}`]);
  });

  test("opens the payment's receipt until Stripe has made the invoice", async () => {
    const { session } = await open(buyer, "single");
    stripe.pay(session.id, { withoutInvoice: true });
    await deliverAll();
    expect(await receiptUrls()).toEqual([
      expect.stringContaining("https://pay.stripe.example/receipts/"),
    ]);
    stripe.makeInvoice(session.id);
    await deliverAll();
    expect(await receiptUrls()).toEqual([`https://invoice.stripe.example/${session.invoice}`]);
  });

  test("finds its invoice at night if no event reported it", async () => {
    const { session } = await open(buyer, "single");
    stripe.pay(session.id, { withoutInvoice: true });
    await deliverAll();
    stripe.makeInvoice(session.id);
    stripe.takeEvents();
    await reconcile();
    expect(await receiptUrls()).toEqual([`https://invoice.stripe.example/${session.invoice}`]);
  });

  test("is not made by an invoice's event about a checkout that was not paid, or that is nobody's", async () => {
    const { session, checkout_id } = await open(buyer, "single");
    session.invoice = "in_forged";
    for (const named of [checkout_id, crypto.randomUUID(), "not-an-id", session.id]) {
      session.invoice_metadata = { checkout_id: named };
      stripe.makeInvoice(session.id);
    }
    for (const event of stripe.takeEvents()) expect((await deliver(event)).status).toBe(200);
    await app.work();
    expect(await purchases.read(buyer)).toMatchObject({ credits_count: 0, receipts: [] });
  });

  test("opens the portal, where its buyer finds invoices and tax ID, and still does when it was refunded", async () => {
    expect((await purchases.read(buyer)).has_portal).toBe(false);
    const { session } = await open(buyer, "single");
    expect(await readError(await app.as(buyer, "POST", "/api/billing/portal"))).toEqual([
      409,
      "portal_none",
    ]);
    stripe.pay(session.id);
    await deliverAll();
    expect((await purchases.read(buyer)).has_portal).toBe(true);
    stripe.refund(session.id);
    await deliverAll();
    expect((await purchases.read(buyer)).has_portal).toBe(true);
    expect(await purchases.portal(buyer)).toBe(
      `https://billing.stripe.example/${session.customer}`,
    );
  });
});

test("the receipt of a subscription opens its invoice at an address that works, however long ago it was paid", async () => {
  const { session } = await buy(buyer, "annual");
  const [invoice] = stripe.listInvoices(session.subscription ?? "");
  const opensAt = () =>
    `https://invoice.stripe.example/${invoice?.id}/${app.clock.now().getTime() / 1000}`;
  expect(await receiptUrls()).toEqual([opensAt()]);
  app.clock.advance({ days: 300 });
  expect(await receiptUrls()).toEqual([opensAt()]);
});

test("a receipt opens for its buyer alone, and not while Stripe fails", async () => {
  const single = await buy(buyer, "single");
  await buy(buyer, "monthly");
  const { receipts } = await purchases.read(buyer);
  const openAs = async (owner: TestOwner, id: string) =>
    readError(await app.as(owner, "POST", "/api/billing/receipt", { receipt_id: id }));
  const stranger = await app.createOwner();
  for (const { id } of receipts) expect(await openAs(stranger, id)).toEqual([404, "receipt_none"]);
  for (const id of ["in_1", randomUUID(), single.checkout_id, single.session.id]) {
    expect(await openAs(buyer, id)).toEqual([404, "receipt_none"]);
  }
  for (const id of ["", "\0"]) expect(await openAs(buyer, id)).toEqual([400, "validation_failed"]);
  stripe.setUnavailable(true);
  const answers = await Promise.all(receipts.map(({ id }) => openAs(buyer, id)));
  expect(answers).toEqual(Array(2).fill([503, "receipt_failed"]));
});

test("a buyer's name and address at the checkout are on their invoices from then on", async () => {
  for (const kind of ["single", "monthly"] as const) {
    const { session } = await open(await app.createOwner(), kind);
    expect(session.customer_update).toEqual({ address: "auto", name: "auto" });
  }
});
