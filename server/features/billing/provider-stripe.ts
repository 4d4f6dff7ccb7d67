import type Stripe from "stripe";
import { z } from "zod";
import type { CheckoutKind } from "#contract/billing.ts";
import { defineBillingChoice } from "#server/billing-choices.ts";
import { type Judge, onOff, origin, type Settings, type ValuesOf } from "#server/settings.ts";
import type { CheckoutWish, OpenPayments, PaymentProvider, StartedCheckout } from "./provider.ts";
import { createPriceFinder, findPortalConfiguration } from "./stripe/catalogue.ts";
import { isMissing, openStripe } from "./stripe/client.ts";
import { isSignatureError, toProviderEvent } from "./stripe/events.ts";
import {
  listSubscriptions,
  readCheckout,
  readPayment,
  readSubscription,
} from "./stripe/reports.ts";

const ownPrice = z
  .string()
  .regex(/^price_\w+$/, "must begin with price_")
  .optional();

const settings = {
  STRIPE_SECRET_KEY: {
    schema: z
      .string()
      .regex(/^[sr]k_(?:test|live)_\w+$/, "must begin with sk_ or rk_ and test_ or live_")
      .optional(),
    absent: "none",
    doc: "Key of the Stripe account that is paid.",
  },
  STRIPE_WEBHOOK_SECRET: {
    schema: z
      .string()
      .regex(/^whsec_\S+$/, "must begin with whsec_")
      .optional(),
    absent: "none",
    doc: "Signing secret of the webhook at PUBLIC_URL/api/billing/webhook; needed with STRIPE_SECRET_KEY.",
  },
  STRIPE_PRICE_SINGLE: {
    schema: ownPrice,
    absent: "found by its lookup key, see npm run stripe:setup",
    doc: "Stripe price of one paraline.",
  },
  STRIPE_PRICE_MONTHLY: {
    schema: ownPrice,
    absent: "found by its lookup key, see npm run stripe:setup",
    doc: "Stripe price of the monthly subscription.",
  },
  STRIPE_PRICE_ANNUAL: {
    schema: ownPrice,
    absent: "found by its lookup key, see npm run stripe:setup",
    doc: "Stripe price of the annual subscription.",
  },
  STRIPE_PROMOTION_CODES: {
    schema: onOff.default(false),
    absent: "off",
    doc: "Whether the checkout takes promotion codes (on or off).",
  },
  STRIPE_AUTOMATIC_TAX: {
    schema: onOff.default(false),
    absent: "off",
    doc: "Whether Stripe adds tax by the buyer's address (on or off).",
  },
  STRIPE_API_URL: {
    schema: origin.optional(),
    absent: "Stripe's own",
    doc: "Where Stripe's API is reached; only for a proxy or a test double.",
  },
} as const satisfies Settings;

/** How Stripe is reached, and what it is to do. */
export interface StripeSettings {
  secret_key: string;
  webhook_secret: string;
  /** Absent ones are found by their lookup keys. */
  prices: { [kind in CheckoutKind]?: string | undefined };
  promotion_codes: boolean;
  automatic_tax: boolean;
  api_url: string | undefined;
}

export const stripe_billing = defineBillingChoice({
  name: "stripe",
  doc: "payments by Stripe",
  settings,
  chosen_by: "STRIPE_SECRET_KEY",
  configure,
});

function configure(values: ValuesOf<typeof settings>, judge: Judge): OpenPayments | undefined {
  const { STRIPE_SECRET_KEY: secret_key, STRIPE_WEBHOOK_SECRET: webhook_secret } = values;
  if (secret_key === undefined) {
    judge(["STRIPE_SECRET_KEY"], "STRIPE_SECRET_KEY is missing: needed because BILLING is stripe");
    return undefined;
  }
  if (webhook_secret === undefined) {
    judge(
      ["STRIPE_WEBHOOK_SECRET"],
      "STRIPE_WEBHOOK_SECRET is missing: needed because STRIPE_SECRET_KEY is set",
    );
    return undefined;
  }
  return () =>
    createStripeProvider({
      secret_key,
      webhook_secret,
      prices: {
        single: values.STRIPE_PRICE_SINGLE,
        monthly: values.STRIPE_PRICE_MONTHLY,
        annual: values.STRIPE_PRICE_ANNUAL,
      },
      promotion_codes: values.STRIPE_PROMOTION_CODES,
      automatic_tax: values.STRIPE_AUTOMATIC_TAX,
      api_url: values.STRIPE_API_URL,
    });
}

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
