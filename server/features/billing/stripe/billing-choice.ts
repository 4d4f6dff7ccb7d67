import type Stripe from "stripe";
import { z } from "zod";
import type { SettingsErrorReporter, ValuesOf } from "#server/config/settings.ts";
import { isUuid } from "#server/db/uuid.ts";
import type { Logger } from "#server/system/log.ts";
import { defineBillingChoice } from "../billing-choices.ts";
import {
  type CheckoutRequest,
  CustomerGoneError,
  type OpenPayments,
  type PaymentProvider,
  type ProviderDeps,
  type ProviderEvent,
  type StartedCheckout,
  UnreadableEventError,
} from "../provider.ts";
import { loadServerId } from "../server-id-queries.ts";
import { createStripeAccounts } from "./accounts.ts";
import { stripeChecks } from "./check-stripe-account.ts";
import { ifKnown, isMissing, isNotAllowed, isSignatureError, openStripe } from "./client.ts";
import { listCompletedCheckouts } from "./completed-checkouts.ts";
import { endSession } from "./end-session.ts";
import { voidInvoices } from "./invoices/void-invoices.ts";
import { listOpenCheckouts } from "./open-checkouts.ts";
import { isFromThisServer, type OriginMetadata } from "./origin-metadata.ts";
import { readPayment } from "./payments.ts";
import { openStripePortal } from "./portal.ts";
import { openStripePrices, type SoldPrice } from "./prices.ts";
import { refundCheckout, refundSubscription } from "./refunds.ts";
import { listSubscriptions, readCheckout, readSubscription } from "./reports.ts";
import { type OwnPrices, ownPricesOf, stripeSettings, type TaxBehavior } from "./settings.ts";
import { toProviderEvent } from "./to-provider-event.ts";

/** How Stripe is reached, and what it is to do for this server. */
interface StripeSettings {
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

export const stripeBilling = defineBillingChoice({
  name: "stripe",
  doc: "payments by Stripe",
  settings: stripeSettings,
  modeOf,
  chosenBy: "STRIPE_SECRET_KEY",
  configure,
  listChecks: stripeChecks,
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
  const stripe: StripeSettings = {
    name: modeOf(values),
    secretKey,
    webhookSecret,
    prices: ownPricesOf(values),
    promotionCodes: values.STRIPE_PROMOTION_CODES,
    automatic_tax: values.STRIPE_AUTOMATIC_TAX,
    taxBehavior: values.STRIPE_TAX_BEHAVIOR,
    apiUrl: values.STRIPE_API_URL,
  };
  return (deps) => createStripeProvider(stripe, deps);
}

/**
 * Purchases in test mode do not count on a server that takes money, and purchases with money do not count in test mode.
 */
function modeOf({ STRIPE_SECRET_KEY }: ValuesOf<typeof stripeSettings>): string {
  return STRIPE_SECRET_KEY?.includes("_test_") ? "stripe_test" : "stripe";
}

/** Payments by Stripe: Checkout Sessions, its billing portal, its webhooks. */
async function createStripeProvider(
  settings: StripeSettings,
  { db, clock, log }: ProviderDeps,
): Promise<PaymentProvider> {
  const originMetadata: OriginMetadata = { maker: "paraline", server_id: await loadServerId(db) };
  const stripe = await openStripe(settings.secretKey, settings.apiUrl);
  const prices = openStripePrices(stripe, {
    given: settings.prices,
    taxBehavior: settings.automatic_tax ? settings.taxBehavior : undefined,
    clock,
  });

  const accounts = createStripeAccounts(stripe);

  return {
    name: settings.name,
    addsTax: settings.automatic_tax && settings.taxBehavior === "exclusive",

    async createCustomer({ user_id, email, request_id }) {
      const customer = await stripe.customers.create(
        { email, metadata: { user_id, ...originMetadata } },
        { idempotencyKey: `paraline-customer-${request_id}` },
      );
      return customer.id;
    },

    listCustomers: (since) => listCustomers(stripe, originMetadata, since),

    async updateCustomer(customerId, { email }) {
      try {
        await stripe.customers.update(customerId, { email });
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    },

    async startCheckout(request) {
      const price = await prices.find(request.kind);
      try {
        return await startSession(stripe, { ...settings, originMetadata }, price, request);
      } catch (error) {
        if (!isAboutPrice(error)) throw error;
        const current = await prices.find(request.kind, { isStale: true });
        if (current.id === price.id) throw error;
        return startSession(stripe, { ...settings, originMetadata }, current, request);
      }
    },

    readAccountId: () => accounts.readId(),
    isBoughtHere: (bought) => accounts.isBoughtHere(bought),

    listCatalogueProblems: () => prices.listProblems(),

    endCheckout: (providerId) => endSession(stripe, providerId),

    listOpenCheckouts: (since) => listOpenCheckouts(stripe, originMetadata, since),
    readCheckout: (providerId) => readCheckout(stripe, prices, providerId),
    listCompletedCheckouts: (customer, since) =>
      listCompletedCheckouts(stripe, { ...customer, originMetadata }, since),
    refundCheckout: (providerId) => refundCheckout(stripe, providerId, log),
    refundSubscription: (id, since) => refundSubscription(stripe, id, since, log),
    readPayment: (paymentId) => ifKnown(readPayment(stripe, paymentId)),
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
    voidInvoices: (subscription) =>
      voidInvoices(stripe, { subscription }, log, { keepsDebts: true }),

    openPortal: (request) => forCustomer(openStripePortal(stripe, request)),

    async closeCustomer({ customer_id, user_id }) {
      if (customer_id !== null) await deleteCustomer(stripe, customer_id, log);
      if (user_id === null) return;
      for (const id of await findCustomersOf(
        stripe,
        { customer_id, user_id, originMetadata },
        log,
      )) {
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

/** The library verifies the signature first, so anything else that it throws is about the content that was signed. */
function readSignedEvent(construct: () => Stripe.Event): ProviderEvent | undefined {
  let event: unknown;
  try {
    event = construct();
  } catch (error) {
    if (isSignatureError(error)) return undefined;
    throw new UnreadableEventError("Not an event as JSON.", { cause: error });
  }
  if (!isSnapshotEvent(event)) throw new UnreadableEventError("An event without its data.");
  return toProviderEvent(event);
}

const wholeEvent = z.object({
  id: z.string(),
  type: z.string(),
  data: z.object({ object: z.object({ object: z.string() }) }),
});

/** A thin event has no data. */
function isSnapshotEvent(event: unknown): event is Stripe.Event {
  return wholeEvent.safeParse(event).success;
}

async function startSession(
  stripe: Stripe,
  settings: StripeSettings & { originMetadata: OriginMetadata },
  price: SoldPrice,
  request: CheckoutRequest,
): Promise<StartedCheckout> {
  const { kind, checkout_id, user_id, circle_id } = request;
  const metadata = {
    checkout_id,
    user_id,
    kind,
    ...(kind === "single" && circle_id !== null && { circle_id }),
    ...settings.originMetadata,
  };
  const starting = stripe.checkout.sessions.create(
    {
      customer: request.customer_id,
      client_reference_id: checkout_id,
      line_items: [{ price: price.id, quantity: 1 }],
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
      ...(settings.promotionCodes && { allow_promotion_codes: true }),
      // A company needs its name and tax ID on the invoice, also where the operator computes the tax, or owes none.
      tax_id_collection: { enabled: true },
      ...(settings.automatic_tax && { automatic_tax: { enabled: true } }),
    },
    // Stripe repeats its response to each key, so a request for another customer or price needs another key.
    { idempotencyKey: `paraline-checkout-${checkout_id}-${request.customer_id}-${price.id}` },
  );
  const session = await forCustomer(starting);
  if (session.url === null) throw new Error("Stripe gave the checkout no address.");
  return {
    provider_id: session.id,
    url: session.url,
  };
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

/**
 * The customers whom Stripe finds for an account of this server; none if the key may not search, or if the Stripe
 * account cannot, which is the case in some countries.
 */
async function findCustomersOf(
  stripe: Stripe,
  {
    customer_id,
    user_id,
    originMetadata,
  }: { customer_id: string | null; user_id: string; originMetadata: OriginMetadata },
  log: Logger,
): Promise<string[]> {
  const query = `metadata["user_id"]:"${user_id}"`;
  const ids: string[] = [];
  try {
    for await (const { id, metadata } of stripe.customers.search({ query, limit: 100 })) {
      if (isFromThisServer(metadata, originMetadata)) ids.push(id);
    }
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

/** The customers that this server has created since an instant, the latest one first. */
async function listCustomers(stripe: Stripe, originMetadata: OriginMetadata, since: Date) {
  const customers: { customer_id: string; user_id: string }[] = [];
  const created = { gte: Math.floor(since.getTime() / 1000) };
  for await (const { id, metadata } of stripe.customers.list({ created, limit: 100 })) {
    const { user_id } = metadata;
    if (isFromThisServer(metadata, originMetadata) && isUuid(user_id))
      customers.push({ customer_id: id, user_id });
  }
  return customers;
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
    await voidInvoices(stripe, { customer: customerId }, log);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  try {
    await stripe.customers.del(customerId);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}
