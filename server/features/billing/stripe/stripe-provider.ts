import type Stripe from "stripe";
import { isUuid } from "#server/db/uuid.ts";
import type { Logger } from "#server/system/log.ts";
import {
  type CheckoutRequest,
  type CompletedCheckout,
  CustomerGoneError,
  type OpenCheckout,
  type PaymentProvider,
  type ProviderDeps,
  type StartedCheckout,
} from "../provider.ts";
import { endSession, ifKnown, isMissing, isNotAllowed, openStripe } from "./client.ts";
import { readSignedEvent } from "./events.ts";
import { openStripePrices, type SoldPrice } from "./prices.ts";
import { endSubscription, refundCheckout, refundSubscription, voidInvoices } from "./refunds.ts";
import { listSubscriptions, readCheckout, readPayment, readSubscription } from "./reports.ts";
import { findPortalConfiguration } from "./set-up/set-up-portal.ts";
import type { OwnPrices, TaxBehavior } from "./settings.ts";

/** How Stripe is reached, and what it is to do for this server. */
export interface StripeSettings {
  /** The name in the rows of this provider. */
  name: string;
  secretKey: string;
  webhookSecret: string;
  prices: OwnPrices;
  promotionCodes: boolean;
  automatic_tax: boolean;
  taxBehavior: TaxBehavior;
  apiUrl: string | undefined;
}

/** Payments by Stripe: Checkout Sessions, its billing portal, its webhooks. */
export async function createStripeProvider(
  settings: StripeSettings,
  { clock, log }: ProviderDeps,
): Promise<PaymentProvider> {
  const stripe = await openStripe(settings.secretKey, settings.apiUrl);
  const prices = openStripePrices(stripe, {
    given: settings.prices,
    taxBehavior: settings.automatic_tax ? settings.taxBehavior : undefined,
    clock,
  });

  return {
    name: settings.name,
    addsTax: settings.automatic_tax && settings.taxBehavior === "exclusive",

    async createCustomer({ user_id, email, request_id }) {
      const customer = await stripe.customers.create(
        { email, metadata: { user_id } },
        { idempotencyKey: `paraline-customer-${request_id}` },
      );
      return customer.id;
    },

    listCustomers: (since) => listCustomers(stripe, since),
    async updateCustomer(customerId, { email }) {
      await ifKnown(stripe.customers.update(customerId, { email }));
    },

    async startCheckout(request) {
      const price = await prices.find(request.kind);
      try {
        return await startSession(stripe, settings, price, request);
      } catch (error) {
        if (!isAboutPrice(error)) throw error;
        const current = await prices.find(request.kind, { isStale: true });
        if (current.id === price.id) throw error;
        return startSession(stripe, settings, current, request);
      }
    },

    listCatalogueProblems: () => prices.listProblems(),
    endCheckout: (providerId) => endSession(stripe, providerId),
    listOpenCheckouts: (since) => listOpenCheckouts(stripe, since),
    readCheckout: (providerId) => readCheckout(stripe, prices, providerId),
    listCompletedCheckouts: (customer, since) => listCompletedCheckouts(stripe, customer, since),
    refundCheckout: (providerId) => refundCheckout(stripe, providerId),
    refundSubscription: (id, since) => refundSubscription(stripe, id, since),
    readPayment: (paymentId) => readPayment(stripe, paymentId),
    async readReceiptUrl(bought) {
      if ("checkout" in bought) {
        const report = await readCheckout(stripe, prices, bought.checkout);
        return report?.payment?.receipt_url ?? undefined;
      }
      const invoice = await ifKnown(stripe.invoices.retrieve(bought.payment));
      return invoice?.hosted_invoice_url ?? undefined;
    },
    readSubscription: (subscriptionId) => readSubscription(stripe, prices, subscriptionId),
    listSubscriptions: (customerId) => listSubscriptions(stripe, prices, customerId),
    endSubscription: (subscriptionId) => endSubscription(stripe, subscriptionId),

    async openPortal({ customer_id: customer, return_url }) {
      const configuration = await findPortalConfiguration(stripe);
      const opening = stripe.billingPortal.sessions.create({
        customer,
        return_url,
        ...(configuration !== undefined && { configuration }),
      });
      return (await forCustomer(opening)).url;
    },

    async closeCustomer({ customer_id, user_id }) {
      if (customer_id !== null) await deleteCustomer(stripe, customer_id, log);
      if (user_id === null) return;
      for (const id of await findStripeCustomers(stripe, { customer_id, user_id }, log)) {
        await deleteCustomer(stripe, id, log);
      }
    },

    readEvent(body, headers) {
      const signature = headers.get("stripe-signature");
      if (signature === null) return undefined;
      return readSignedEvent(() =>
        stripe.webhooks.constructEvent(body, signature, settings.webhookSecret),
      );
    },
  };
}

async function startSession(
  stripe: Stripe,
  { promotionCodes, automatic_tax }: StripeSettings,
  price: SoldPrice,
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
      line_items: [{ price: price.id, quantity: 1 }],
      // Cards and wallets are paid, or not, before the buyer returns.
      allowed_payment_method_types: ["card"],
      // The currency is the one on the pages, although the price or the account may offer buyers abroad their own.
      // Source: https://docs.stripe.com/changelog/acacia/2024-11-20/adaptive-pricing-param
      currency: "usd",
      adaptive_pricing: { enabled: false },
      success_url: request.success_url,
      cancel_url: request.cancel_url,
      expires_at: Math.floor(request.expires_at.getTime() / 1000),
      metadata,
      // Stripe puts the address and name that a buyer enters there on their later invoices.
      customer_update: { address: "auto", name: "auto" },
      ...(kind === "single"
        ? {
            mode: "payment",
            payment_intent_data: { metadata },
            // Stripe makes the invoices of subscriptions by itself.
            invoice_creation: { enabled: true, invoice_data: { metadata } },
          }
        : {
            mode: "subscription",
            // This tells what was sold, even after the server has begun to sell another product. A later change of plan
            // does not change it.
            subscription_data: { metadata: { ...metadata, product: price.product } },
          }),
      ...(promotionCodes && { allow_promotion_codes: true }),
      // A company needs its name and tax ID on the invoice, also where the operator computes the tax, or owes none.
      tax_id_collection: { enabled: true },
      ...(automatic_tax && { automatic_tax: { enabled: true } }),
    },
    // Stripe repeats its response to each key, so a request for another customer or price needs another key.
    { idempotencyKey: `paraline-checkout-${checkout_id}-${request.customer_id}-${price.id}` },
  );
  const session = await forCustomer(starting);
  if (session.url === null) throw new Error("Stripe gave the checkout no address.");
  return { provider_id: session.id, url: session.url };
}

/** Whether Stripe refused a price because it was removed or is not active any more. */
function isAboutPrice(error: unknown): boolean {
  return error instanceof Error && "param" in error && error.param === "line_items[0][price]";
}

/**
 * Awaits a request for a customer.
 * @throws CustomerGoneError if Stripe has no such customer any more
 */
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

const createdSince = (since: Date) => ({
  created: { gte: Math.floor(since.getTime() / 1000) },
  limit: 100,
});

async function listOpenCheckouts(stripe: Stripe, since: Date): Promise<OpenCheckout[]> {
  const checkouts: OpenCheckout[] = [];
  const list = stripe.checkout.sessions.list({ status: "open", ...createdSince(since) });
  for await (const { id, metadata } of list) {
    const checkoutId = metadata?.checkout_id;
    if (isUuid(checkoutId)) checkouts.push({ provider_id: id, checkout_id: checkoutId });
  }
  return checkouts;
}

/** None if the customer is deleted at Stripe. */
async function listCompletedCheckouts(
  stripe: Stripe,
  { customer_id: customer, user_id }: { customer_id: string; user_id: string },
  since: Date,
): Promise<CompletedCheckout[]> {
  const singles: CompletedCheckout[] = [];
  const list = stripe.checkout.sessions.list({
    customer,
    status: "complete",
    ...createdSince(since),
  });
  try {
    for await (const { id, metadata, created } of list) {
      const { kind, checkout_id, circle_id } = metadata ?? {};
      if (kind !== "single" || metadata?.user_id !== user_id || !isUuid(checkout_id)) continue;
      singles.push({
        provider_id: id,
        checkout_id,
        circle_id: isUuid(circle_id) ? circle_id : null,
        created_at: new Date(created * 1000),
      });
    }
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  return singles;
}

async function listCustomers(stripe: Stripe, since: Date) {
  const customers: { customer_id: string; user_id: string }[] = [];
  for await (const { id, metadata } of stripe.customers.list(createdSince(since))) {
    const { user_id } = metadata;
    if (isUuid(user_id)) customers.push({ customer_id: id, user_id });
  }
  return customers;
}

/**
 * The customers whom Stripe finds for an account; none if the key may not search, or if the Stripe account cannot,
 * which is the case in some countries.
 */
async function findStripeCustomers(
  stripe: Stripe,
  { customer_id, user_id }: { customer_id: string | null; user_id: string },
  log: Logger,
): Promise<string[]> {
  const query = `metadata["user_id"]:"${user_id}"`;
  const ids: string[] = [];
  try {
    for await (const { id } of stripe.customers.search({ query, limit: 100 })) ids.push(id);
  } catch (error) {
    if (!isNotAllowed(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    log.warn(
      { customer_id, reason },
      "Stripe refused to search for other customers of an erased account: the key needs write access to Customers",
    );
  }
  return ids;
}

/**
 * Deletes a customer after ending their open checkouts and voiding their unpaid invoices. Stripe ends the subscriptions
 * with the customer. A balance in the customer's favor cannot be used any more, and Stripe cannot pay it out by itself.
 */
async function deleteCustomer(stripe: Stripe, customerId: string, log: Logger): Promise<void> {
  try {
    const customer = await stripe.customers.retrieve(customerId);
    if (!customer.deleted && customer.balance < 0) {
      log.error(
        { customer_id: customerId, balance: customer.balance, currency: customer.currency },
        "a customer whose account is erased had a credit balance at Stripe, in the currency's smallest unit: refund one of their payments if it is owed to them",
      );
    }
    const list = stripe.checkout.sessions.list({ customer: customerId, status: "open" });
    for await (const { id } of list) await endSession(stripe, id);
    await voidInvoices(stripe, { customer: customerId });
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  await ifKnown(stripe.customers.del(customerId));
}
