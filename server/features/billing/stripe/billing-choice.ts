import type Stripe from "stripe";
import type { CheckoutKind } from "#contract/billing/billing.ts";
import type { SettingsErrorReporter, ValuesOf } from "#server/config/settings.ts";
import { defineBillingChoice } from "../billing-choices.ts";
import {
  type CheckoutRequest,
  CustomerGoneError,
  type OpenPayments,
  type PaymentProvider,
  type StartedCheckout,
} from "../provider.ts";
import { createPriceFinder, findPortalConfiguration } from "./catalogue.ts";
import { isMissing, isSignatureError, openStripe } from "./client.ts";
import { listSubscriptions, readCheckout, readPayment, readSubscription } from "./reports.ts";
import { stripeSettings } from "./settings.ts";
import { toProviderEvent } from "./to-provider-event.ts";

/** How Stripe is reached, and what it is to do. */
interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  /** Absent ones are found by their lookup keys. */
  prices: { [kind in CheckoutKind]?: string | undefined };
  promotionCodes: boolean;
  automatic_tax: boolean;
  apiUrl: string | undefined;
}

export const stripeBilling = defineBillingChoice({
  name: "stripe",
  doc: "payments by Stripe",
  settings: stripeSettings,
  chosenBy: "STRIPE_SECRET_KEY",
  configure,
});

function configure(
  values: ValuesOf<typeof stripeSettings>,
  reportError: SettingsErrorReporter,
): OpenPayments | undefined {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = values;
  if (secretKey === undefined) {
    reportError(
      ["STRIPE_SECRET_KEY"],
      "STRIPE_SECRET_KEY is missing: needed because BILLING is stripe",
    );
    return undefined;
  }
  if (webhookSecret === undefined) {
    reportError(
      ["STRIPE_WEBHOOK_SECRET"],
      "STRIPE_WEBHOOK_SECRET is missing: needed because STRIPE_SECRET_KEY is set",
    );
    return undefined;
  }
  return () =>
    createStripeProvider({
      secretKey,
      webhookSecret,
      prices: {
        single: values.STRIPE_PRICE_SINGLE,
        monthly: values.STRIPE_PRICE_MONTHLY,
        annual: values.STRIPE_PRICE_ANNUAL,
      },
      promotionCodes: values.STRIPE_PROMOTION_CODES,
      automatic_tax: values.STRIPE_AUTOMATIC_TAX,
      apiUrl: values.STRIPE_API_URL,
    });
}

/** Payments by Stripe: Checkout Sessions, its billing portal, its webhooks. */
async function createStripeProvider(settings: StripeSettings): Promise<PaymentProvider> {
  const stripe = await openStripe(settings.secretKey, settings.apiUrl);
  const findPrice = createPriceFinder(stripe, settings.prices);

  return {
    name: "stripe",

    async createCustomer({ user_id, email, replaces }) {
      const after = replaces === null ? "" : `-after-${replaces}`;
      const customer = await stripe.customers.create(
        { email, metadata: { user_id } },
        { idempotencyKey: `paraline-customer-${user_id}${after}` },
      );
      return customer.id;
    },

    async updateCustomer(customerId, { email }) {
      try {
        await stripe.customers.update(customerId, { email });
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    },

    startCheckout: async (request) =>
      startSession(stripe, settings, await findPrice(request.kind), request),

    endCheckout: (providerId) => endSession(stripe, providerId),

    readCheckout: (providerId) => readCheckout(stripe, providerId),
    readPayment: (paymentId) => readPayment(stripe, paymentId),
    readSubscription: (subscriptionId) => readSubscription(stripe, subscriptionId),
    listSubscriptions: (customerId) => listSubscriptions(stripe, customerId),

    async openPortal(customerId, returnUrl) {
      const configuration = await findPortalConfiguration(stripe);
      const opening = stripe.billingPortal.sessions.create({
        customer: customerId,
        return_url: returnUrl,
        ...(configuration !== undefined && { configuration }),
      });
      return (await forCustomer(opening)).url;
    },

    async closeCustomer(customerId) {
      try {
        const list = stripe.checkout.sessions.list({ customer: customerId, status: "open" });
        for await (const { id } of list) await stripe.checkout.sessions.expire(id);
        // Ends their subscriptions as well.
        await stripe.customers.del(customerId);
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    },

    readEvent(body, headers) {
      const signature = headers.get("stripe-signature");
      if (signature === null) return undefined;
      try {
        const { webhookSecret } = settings;
        return toProviderEvent(stripe.webhooks.constructEvent(body, signature, webhookSecret));
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
  request: CheckoutRequest,
): Promise<StartedCheckout> {
  const { kind, checkout_id, user_id, circle_id } = request;
  const metadata = {
    checkout_id,
    user_id,
    kind,
    ...(kind === "single" && circle_id !== null && { circle_id }),
  };
  const starting = stripe.checkout.sessions.create(
    {
      customer: request.customer_id,
      client_reference_id: checkout_id,
      line_items: [{ price, quantity: 1 }],
      success_url: request.success_url,
      cancel_url: request.cancel_url,
      metadata,
      ...(kind === "single"
        ? { mode: "payment", payment_intent_data: { metadata } }
        : { mode: "subscription", subscription_data: { metadata } }),
      ...(settings.promotionCodes && { allow_promotion_codes: true }),
      ...(settings.automatic_tax && {
        automatic_tax: { enabled: true },
        customer_update: { address: "auto" },
      }),
    },
    // Another customer is another question: the answer to this one may be remembered.
    { idempotencyKey: `paraline-checkout-${checkout_id}-${request.customer_id}` },
  );
  const session = await forCustomer(starting);
  if (session.url === null) throw new Error("Stripe gave the checkout no address.");
  return {
    provider_id: session.id,
    url: session.url,
    expires_at: new Date(session.expires_at * 1000),
  };
}

/** The answer to what was asked for a customer. */
async function forCustomer<Answer>(asking: Promise<Answer>): Promise<Answer> {
  try {
    return await asking;
  } catch (error) {
    if (isMissing(error, "customer")) {
      throw new CustomerGoneError("Stripe has no such customer any more.", { cause: error });
    }
    throw error;
  }
}

async function endSession(stripe: Stripe, id: string): Promise<void> {
  const isOpen = async () => (await stripe.checkout.sessions.retrieve(id)).status === "open";
  if (!(await isOpen())) return;
  try {
    await stripe.checkout.sessions.expire(id);
  } catch (error) {
    // Paid or ended by someone else in between.
    if (await isOpen()) throw error;
  }
}
