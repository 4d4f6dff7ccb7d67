import type { CheckoutReport, PaymentProvider, ProviderDeps } from "../provider.ts";
import {
  expireTestCheckout,
  findTestCheckout,
  findTestSubscription,
  insertTestCheckout,
  listTestSubscriptions,
  type TestCheckout,
} from "./queries.ts";
import { amountOf, customerOf, reportPayment, reportSubscription, userOf } from "./reports.ts";
import { readEvent, writePortalKey } from "./signed.ts";

const checkout_open_ms = 24 * 60 * 60_000;

/** Where the test provider's own pages are; no money moves there. */
export const test_paths = { checkout: "/test-checkout", portal: "/test-portal" } as const;

/** A stand-in for a payment provider, inside the product: everything is as with a real one, except that no money moves. */
export function createTestProvider({ db, clock, secrets, config }: ProviderDeps): PaymentProvider {
  async function load(provider_id: string): Promise<TestCheckout> {
    const checkout = await findTestCheckout(db, provider_id);
    if (checkout === undefined) throw new Error("The test provider has no such checkout.");
    return checkout;
  }

  const readSubscription = async (id: string) => {
    const subscription = await findTestSubscription(db, id);
    if (subscription === undefined) throw new Error("The test provider has no such subscription.");
    return reportSubscription(subscription, clock.now());
  };

  return {
    name: "test",
    createCustomer: async ({ user_id }) => customerOf(user_id),
    // It writes to no one.
    async updateCustomer() {},

    async startCheckout({ checkout_id, kind, user_id, success_url, cancel_url }) {
      // The same request gets the same checkout; its address cannot be guessed.
      const id = `test_${secrets.signFor("test checkout", user_id, checkout_id).toString("base64url")}`;
      const created_at = clock.now();
      const expires_at = new Date(created_at.getTime() + checkout_open_ms);
      await insertTestCheckout(db, {
        id,
        user_id,
        kind,
        success_url,
        cancel_url,
        created_at,
        expires_at,
      });
      return {
        provider_id: id,
        url: `${config.public_url}${test_paths.checkout}/${id}`,
        expires_at,
      };
    },

    endCheckout: (provider_id) => expireTestCheckout(db, provider_id),

    async readCheckout(provider_id): Promise<CheckoutReport> {
      const checkout = await load(provider_id);
      const { kind, state, paid_at, subscription_id } = checkout;
      const is_over = state === "expired" || checkout.expires_at <= clock.now();
      return {
        state: state === "paid" ? "paid" : is_over ? "failed" : "open",
        amount_cents: amountOf(kind),
        paid_at: paid_at ?? checkout.created_at,
        payment: state === "paid" && kind === "single" ? reportPayment(checkout) : undefined,
        subscription:
          subscription_id === null ? undefined : await readSubscription(subscription_id),
      };
    },

    readPayment: async (payment_id) => reportPayment(await load(payment_id)),
    readSubscription,
    listSubscriptions: async (customer_id) =>
      (await listTestSubscriptions(db, userOf(customer_id))).map((subscription) =>
        reportSubscription(subscription, clock.now()),
      ),

    openPortal: async (customer_id) =>
      `${config.public_url}${test_paths.portal}/${writePortalKey(secrets, userOf(customer_id), clock.now())}`,

    // Its books are rows of the account and go with it.
    async closeCustomer() {},

    readEvent: (body, headers) => readEvent(secrets, body, headers),
  };
}
