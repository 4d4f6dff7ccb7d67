import type Stripe from "stripe";
import type { CheckoutKind } from "#contract/billing.ts";
import type { StripeSettings } from "#server/config.ts";
import type {
  CheckoutReport,
  PaymentProvider,
  PaymentReport,
  ProviderEvent,
  SubscriptionReport,
} from "./provider.ts";
import { findPortalConfiguration, findPrices, idOf, isMissing } from "./stripe-catalogue.ts";
import { openStripe } from "./stripe-client.ts";

/** A dispute in one of these has taken the money; the other states are a question, or were won. */
const lost_disputes = new Set([
  "needs_response",
  "under_review",
  "appeal_needs_response",
  "appeal_under_review",
  "lost",
]);

/** Payments by Stripe: Checkout Sessions, its billing portal, its webhooks. */
export async function createStripeProvider(settings: StripeSettings): Promise<PaymentProvider> {
  const stripe = await openStripe(settings.secret_key, settings.api_url);

  let known_prices: Map<CheckoutKind, string> | undefined;
  async function findPrice(kind: CheckoutKind): Promise<string> {
    const given = settings.prices[kind];
    if (given !== undefined) return given;
    if (known_prices?.has(kind) !== true) known_prices = await findPrices(stripe);
    const found = known_prices.get(kind);
    if (found !== undefined) return found;
    throw new Error(`Stripe has no price for ${kind}: run \`npm run stripe:setup\` once.`);
  }

  async function reportPayment(payment: Stripe.PaymentIntent): Promise<PaymentReport> {
    const charge = typeof payment.latest_charge === "string" ? null : payment.latest_charge;
    return {
      payment_id: payment.id,
      customer_id: payment.customer === null ? null : idOf(payment.customer),
      checkout_id: payment.metadata.checkout_id,
      state: charge?.refunded ? "refunded" : (await isTakenBack(charge)) ? "disputed" : "paid",
      receipt_url: charge?.receipt_url ?? null,
    };
  }

  async function isTakenBack(charge: Stripe.Charge | null): Promise<boolean> {
    if (!charge?.disputed) return false;
    const { data } = await stripe.disputes.list({ charge: charge.id, limit: 10 });
    return data.some(({ status }) => lost_disputes.has(status));
  }

  const readPayment = async (payment_id: string) =>
    reportPayment(await stripe.paymentIntents.retrieve(payment_id, { expand: ["latest_charge"] }));

  async function reportSubscription(
    subscription: Stripe.Subscription,
  ): Promise<SubscriptionReport> {
    const [item] = subscription.items.data;
    const period_end = item === undefined ? null : instant(item.current_period_end);
    const ends_at =
      instant(subscription.cancel_at) ?? (subscription.cancel_at_period_end ? period_end : null);
    const invoice =
      typeof subscription.latest_invoice === "string" ? null : subscription.latest_invoice;
    const paid = await findLastPaid(subscription, invoice);
    const payment_state = paid === undefined ? "paid" : await readInvoiceState(paid);
    const status = payment_state === "paid" ? statusOf(subscription.status) : "ended";
    return {
      subscription_id: subscription.id,
      customer_id: idOf(subscription.customer),
      kind: item?.price.recurring?.interval === "year" ? "annual" : "monthly",
      status,
      renews_at: ends_at === null ? period_end : null,
      ends_at,
      past_due_since:
        status === "past_due"
          ? instant(
              invoice?.status_transitions.finalized_at ?? invoice?.created ?? subscription.created,
            )
          : null,
      started_at: new Date(subscription.start_date * 1000),
      last_payment: paid && {
        payment_id: paid.id,
        amount_cents: paid.amount_paid,
        paid_at: new Date((paid.status_transitions.paid_at ?? paid.created) * 1000),
        state: payment_state,
        receipt_url: paid.hosted_invoice_url ?? null,
      },
    };
  }

  /**
   * The last invoice that took money. A later one that took none (a change of plan that a credit paid for, a renewal
   * that is not paid yet) does not make up for one that was taken back.
   */
  async function findLastPaid(
    { id, status }: Stripe.Subscription,
    latest: Stripe.Invoice | null,
  ): Promise<Stripe.Invoice | undefined> {
    if (latest?.status === "paid" && latest.amount_paid > 0) return latest;
    if (statusOf(status) === "ended") return undefined;
    const { data } = await stripe.invoices.list({ subscription: id, status: "paid", limit: 100 });
    return data.find(({ amount_paid }) => amount_paid > 0);
  }

  /** How a paid invoice stands. */
  async function readInvoiceState(invoice: Stripe.Invoice): Promise<PaymentReport["state"]> {
    const { data } = await stripe.invoicePayments.list({ invoice: invoice.id, limit: 10 });
    const payments = await Promise.all(
      data.flatMap(({ payment }) =>
        payment.payment_intent === undefined ? [] : [readPayment(idOf(payment.payment_intent))],
      ),
    );
    return payments.find(({ state }) => state !== "paid")?.state ?? "paid";
  }

  async function reportCheckout(session: Stripe.Checkout.Session): Promise<CheckoutReport> {
    const payment = typeof session.payment_intent === "string" ? null : session.payment_intent;
    const subscription = typeof session.subscription === "string" ? null : session.subscription;
    const state = checkoutState(session, payment, subscription);
    const charge = typeof payment?.latest_charge === "string" ? null : payment?.latest_charge;
    return {
      state,
      amount_cents: session.amount_total ?? 0,
      paid_at: new Date((charge?.created ?? session.created) * 1000),
      payment: state === "paid" && payment !== null ? await reportPayment(payment) : undefined,
      subscription: subscription === null ? undefined : await reportSubscription(subscription),
    };
  }

  return {
    name: "stripe",

    async createCustomer({ user_id, email }) {
      const customer = await stripe.customers.create(
        { email, metadata: { user_id } },
        { idempotencyKey: `paraline-customer-${user_id}` },
      );
      return customer.id;
    },

    async startCheckout(wish) {
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
          line_items: [{ price: await findPrice(kind), quantity: 1 }],
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
    },

    async endCheckout(provider_id) {
      const isOpen = async () =>
        (await stripe.checkout.sessions.retrieve(provider_id)).status === "open";
      if (!(await isOpen())) return;
      try {
        await stripe.checkout.sessions.expire(provider_id);
      } catch (error) {
        // Paid or ended by somebody else in between.
        if (await isOpen()) throw error;
      }
    },

    async readCheckout(provider_id) {
      return reportCheckout(
        await stripe.checkout.sessions.retrieve(provider_id, {
          expand: ["payment_intent.latest_charge", "subscription.latest_invoice"],
        }),
      );
    },

    readPayment,

    async readSubscription(subscription_id) {
      return reportSubscription(
        await stripe.subscriptions.retrieve(subscription_id, { expand: ["latest_invoice"] }),
      );
    },

    async listSubscriptions(customer_id) {
      const reports: SubscriptionReport[] = [];
      const list = stripe.subscriptions.list({
        customer: customer_id,
        status: "all",
        limit: 100,
        expand: ["data.latest_invoice"],
      });
      for await (const subscription of list) reports.push(await reportSubscription(subscription));
      return reports;
    },

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

function isSignatureError(error: unknown): boolean {
  return (
    error instanceof Error && "type" in error && error.type === "StripeSignatureVerificationError"
  );
}

function toProviderEvent(event: Stripe.Event): ProviderEvent {
  const { id, type } = event;
  const { object } = event.data;
  switch (object.object) {
    case "checkout.session":
      return {
        id,
        type,
        about: { kind: "checkout", id: object.id },
        customer_id: idIn(object.customer),
      };
    case "subscription":
      return {
        id,
        type,
        about: { kind: "subscription", id: object.id },
        customer_id: idIn(object.customer),
      };
    case "invoice": {
      const subscription = idIn(object.parent?.subscription_details?.subscription);
      return {
        id,
        type,
        about: subscription === undefined ? undefined : { kind: "subscription", id: subscription },
        customer_id: idIn(object.customer),
      };
    }
    case "charge":
      return {
        id,
        type,
        about: aboutPayment(object.payment_intent),
        customer_id: idIn(object.customer),
      };
    case "refund":
    case "dispute":
      return { id, type, about: aboutPayment(object.payment_intent), customer_id: undefined };
    default:
      return { id, type, about: undefined, customer_id: undefined };
  }
}

function aboutPayment(payment: string | { id: string } | null): ProviderEvent["about"] {
  return payment === null ? undefined : { kind: "payment", id: idOf(payment) };
}

function idIn(reference: string | { id: string } | null | undefined): string | undefined {
  return reference === null || reference === undefined ? undefined : idOf(reference);
}

function instant(seconds: number | null): Date | null {
  return seconds === null ? null : new Date(seconds * 1000);
}

function statusOf(status: Stripe.Subscription.Status): SubscriptionReport["status"] {
  // The others: never begun, given up, paused or cancelled.
  const counting = (["active", "trialing", "past_due"] as const).find((known) => known === status);
  return counting ?? "ended";
}

function checkoutState(
  session: Stripe.Checkout.Session,
  payment: Stripe.PaymentIntent | null,
  subscription: Stripe.Subscription | null,
): CheckoutReport["state"] {
  if (session.status === "open") return "open";
  if (session.status !== "complete") return "failed";
  if (session.payment_status !== "unpaid") return "paid";
  const has_failed =
    payment?.status === "canceled" ||
    payment?.status === "requires_payment_method" ||
    subscription?.status === "incomplete_expired" ||
    subscription?.status === "canceled";
  return has_failed ? "failed" : "pending";
}
