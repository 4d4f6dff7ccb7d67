import type Stripe from "stripe";
import type { StripeSettings } from "#server/config.ts";
import type { CheckoutWish, PaymentProvider, StartedCheckout } from "./provider.ts";
import { createPriceFinder, findPortalConfiguration } from "./stripe/catalogue.ts";
import { isMissing, openStripe } from "./stripe/client.ts";
import { isSignatureError, toProviderEvent } from "./stripe/events.ts";
import {
  listSubscriptions,
  readCheckout,
  readPayment,
  readSubscription,
} from "./stripe/reports.ts";

/** Payments by Stripe: Checkout Sessions, its billing portal, its webhooks. */
export async function createStripeProvider(settings: StripeSettings): Promise<PaymentProvider> {
  const stripe = await openStripe(settings.secret_key, settings.api_url);
  const findPrice = createPriceFinder(stripe, settings.prices);

  return {
    name: "stripe",

    async createCustomer({ user_id, email }) {
      const customer = await stripe.customers.create(
        { email, metadata: { user_id } },
        { idempotencyKey: `paraline-customer-${user_id}` },
      );
      return customer.id;
    },

    startCheckout: async (wish) => startSession(stripe, settings, await findPrice(wish.kind), wish),

    endCheckout: (provider_id) => endSession(stripe, provider_id),

    readCheckout: (provider_id) => readCheckout(stripe, provider_id),
    readPayment: (payment_id) => readPayment(stripe, payment_id),
    readSubscription: (subscription_id) => readSubscription(stripe, subscription_id),
    listSubscriptions: (customer_id) => listSubscriptions(stripe, customer_id),

    async openPortal(customer_id, return_url) {
      const configuration = await findPortalConfiguration(stripe);
      const { url } = await stripe.billingPortal.sessions.create({
        customer: customer_id,
        return_url,
        ...(configuration !== undefined && { configuration }),
      });
      return url;
    },

    async closeCustomer(customer_id) {
      try {
        const list = stripe.checkout.sessions.list({ customer: customer_id, status: "open" });
        for await (const { id } of list) await stripe.checkout.sessions.expire(id);
        // Ends their subscriptions as well.
        await stripe.customers.del(customer_id);
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    },

    readEvent(body, headers) {
      const signature = headers.get("stripe-signature");
      if (signature === null) return undefined;
      try {
        const { webhook_secret } = settings;
        return toProviderEvent(stripe.webhooks.constructEvent(body, signature, webhook_secret));
      } catch (error) {
        if (isSignatureError(error)) return undefined;
        throw error;
      }
    },
  };
}

async function startSession(
  stripe: Stripe,
  settings: StripeSettings,
  price: string,
  wish: CheckoutWish,
): Promise<StartedCheckout> {
  const { kind, checkout_id, user_id, circle_id } = wish;
  const metadata = {
    checkout_id,
    user_id,
    kind,
    ...(kind === "single" && circle_id !== null && { circle_id }),
  };
  const session = await stripe.checkout.sessions.create(
    {
      customer: wish.customer_id,
      client_reference_id: checkout_id,
      line_items: [{ price, quantity: 1 }],
      success_url: wish.success_url,
      cancel_url: wish.cancel_url,
      metadata,
      ...(kind === "single"
        ? { mode: "payment", payment_intent_data: { metadata } }
        : { mode: "subscription", subscription_data: { metadata } }),
      ...(settings.promotion_codes && { allow_promotion_codes: true }),
      ...(settings.automatic_tax && {
        automatic_tax: { enabled: true },
        customer_update: { address: "auto" },
      }),
    },
    { idempotencyKey: `paraline-checkout-${checkout_id}` },
  );
  if (session.url === null) throw new Error("Stripe gave the checkout no address.");
  return {
    provider_id: session.id,
    url: session.url,
    expires_at: new Date(session.expires_at * 1000),
  };
}

async function endSession(stripe: Stripe, id: string): Promise<void> {
  const isOpen = async () => (await stripe.checkout.sessions.retrieve(id)).status === "open";
  if (!(await isOpen())) return;
  try {
    await stripe.checkout.sessions.expire(id);
  } catch (error) {
    // Paid or ended by somebody else in between.
    if (await isOpen()) throw error;
  }
}
