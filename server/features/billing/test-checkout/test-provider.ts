import {
  type CheckoutReport,
  CustomerGoneError,
  type PaymentProvider,
  type ProviderDeps,
} from "../provider.ts";
import { readEvent } from "./events.ts";
import {
  expireTestCheckout,
  findPaidTestCheckout,
  findTestCheckout,
  findTestSubscription,
  insertTestCheckout,
  listTestSubscriptions,
  type TestCheckout,
} from "./queries.ts";
import {
  createCustomerId,
  findAmount,
  readUserId,
  reportPayment,
  reportSubscription,
} from "./reports.ts";

const checkoutIdForm = /^test_[\w-]{43}$/;

/** Whether a text has the form of a checkout's id; a text of any other form cannot be looked up. */
export function isTestCheckoutId(text: string): boolean {
  return checkoutIdForm.test(text);
}

/** The path of the test provider's own page; no money moves there. */
export const testPagePath = "/test-checkout";

/**
 * A stand-in for a payment provider inside the product. Everything is as with a real one, except that no money moves.
 */
export function createTestProvider({ db, clock, secrets, config }: ProviderDeps): PaymentProvider {
  async function load(providerId: string): Promise<TestCheckout> {
    const checkout = await findTestCheckout(db, providerId);
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
    addsTax: false,
    createCustomer: async ({ user_id }) => createCustomerId(user_id),
    // The test provider writes to no one.
    async updateCustomer() {},

    async startCheckout({ checkout_id, kind, user_id, success_url, cancel_url, expires_at }) {
      // The same request gets the same checkout; its address cannot be guessed.
      const id = `test_${secrets.signFor("test checkout", user_id, checkout_id).toString("base64url")}`;
      await insertTestCheckout(db, {
        id,
        user_id,
        kind,
        success_url,
        cancel_url,
        created_at: clock.now(),
        expires_at,
      });
      return {
        provider_id: id,
        url: `${config.publicUrl}${testPagePath}/${id}`,
      };
    },

    listCatalogueProblems: async () => [],

    endCheckout: (providerId) => expireTestCheckout(db, providerId),

    async readCheckout(providerId): Promise<CheckoutReport> {
      const checkout = await load(providerId);
      const { kind, state, paid_at, subscription_id } = checkout;
      const isOver = state === "expired" || checkout.expires_at <= clock.now();
      return {
        state: state === "paid" ? "paid" : isOver ? "failed" : "open",
        amount_cents: findAmount(kind),
        paid_at: paid_at ?? checkout.created_at,
        payment: state === "paid" && kind === "single" ? reportPayment(checkout) : undefined,
        subscription:
          subscription_id === null ? undefined : await readSubscription(subscription_id),
      };
    },

    // The test provider's records are in the same database and are restored with it.
    listCustomers: async () => [],
    listOpenCheckouts: async () => [],
    listCompletedCheckouts: async () => [],
    // The test provider's records are rows of the account and are deleted with it.
    refundCheckout: async () => "nothing paid",
    refundSubscription: async () => "nothing paid",
    readPayment: async (paymentId) => reportPayment(await load(paymentId)),
    // The test provider has no receipts.
    readReceiptUrl: async () => undefined,
    readSubscription,
    listSubscriptions: async (customerId) =>
      (await listTestSubscriptions(db, readUserId(customerId))).map((subscription) =>
        reportSubscription(subscription, clock.now()),
      ),
    // Nothing is refunded or disputed there.
    async endSubscription() {},

    async openPortal({ customer_id }) {
      const checkout = await findPaidTestCheckout(db, readUserId(customer_id));
      if (checkout === undefined) throw new CustomerGoneError("Nothing was bought.");
      return `${config.publicUrl}${testPagePath}/${checkout.id}`;
    },

    // The test provider's records are deleted with the account.
    async closeCustomer() {},

    readEvent: (body, headers) => readEvent(secrets, body, headers),
  };
}
