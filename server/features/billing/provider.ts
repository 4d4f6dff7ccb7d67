import type { Hono } from "hono";
import type { CheckoutKind, SubscriptionKind } from "#contract/billing/billing.ts";
import type { EventSubject, ProviderName, SubscriptionsTable } from "#server/db/billing-tables.ts";
import type { Db } from "#server/db/tables.ts";
import type { AppEnv } from "#server/http/request-context.ts";
import type { Clock } from "#server/system/clock.ts";
import type { Logger } from "#server/system/log.ts";
import type { Secrets } from "#server/system/secrets.ts";

export interface CheckoutRequest {
  /** Asking twice with the same id starts one checkout. */
  checkout_id: string;
  kind: CheckoutKind;
  user_id: string;
  customer_id: string;
  /** What a single is for; it has no meaning for the other kinds. */
  circle_id: string | null;
  success_url: string;
  cancel_url: string;
  /** When the checkout expires if it is not paid. */
  expires_at: Date;
}

export interface StartedCheckout {
  provider_id: string;
  url: string;
}

/** A checkout that can still be paid; `checkout_id` is ours. */
export interface OpenCheckout {
  provider_id: string;
  checkout_id: string;
}

/** A checkout of a single that was completed, as its provider remembers it; `checkout_id` is ours. */
export interface CompletedCheckout extends OpenCheckout {
  circle_id: string | null;
  created_at: Date;
}

/** The current state of a payment; `disputed` until a dispute is won. */
export interface PaymentReport {
  payment_id: string;
  customer_id: string | null;
  /** Our id of its checkout; undefined for the payment of a subscription. */
  checkout_id: string | undefined;
  state: "paid" | "refunded" | "disputed";
  receipt_url: string | null;
}

/** The current state of a checkout; `failed`: it expired, or its provider says that it was not paid. */
export interface CheckoutReport {
  state: "open" | "paid" | "failed";
  amount_cents: number;
  paid_at: Date;
  /** The payment of a single; undefined also if nothing had to be paid. */
  payment: PaymentReport | undefined;
  subscription: SubscriptionReport | undefined;
}

/** A payment of a subscription. */
export interface SubscriptionPaymentReport {
  /** The id under which the payment is stored. */
  id: string;
  /** The id by which the provider's events name the payment; null if none does. */
  payment_id: string | null;
  /** The plan that it paid for. */
  kind: SubscriptionKind;
  amount_cents: number;
  /** In lower case: "usd". */
  currency: string;
  paid_at: Date;
  /** Undefined for all but the latest payment: the provider was not asked about each of them. */
  state: PaymentReport["state"] | undefined;
  receipt_url: string | null;
}

/** The current state of a subscription, in the provider's own words; `ended` also if it never began. */
export interface SubscriptionReport {
  subscription_id: string;
  customer_id: string;
  kind: SubscriptionKind;
  status: SubscriptionsTable["status"];
  /** Null if it ends instead. */
  renews_at: Date | null;
  /** When it ends, if it was cancelled; it may renew before. */
  ends_at: Date | null;
  past_due_since: Date | null;
  started_at: Date;
  /** What it costs each period before tax, in the currency's smallest unit; null if that is not known. */
  price_cents: number | null;
  /** In lower case: "usd". */
  currency: string;
  /** Whether tax is added to the price, which may differ from what is sold now; null if that is not known. */
  adds_tax: boolean | null;
  /** The latest invoice, if it could not be charged. */
  unpaid:
    | { id: string; cents: number; url: string | null; needs_confirmation: boolean }
    | undefined;
  /** The latest first. */
  payments: SubscriptionPaymentReport[];
}

/** The outcome of a refund. `refunded`: now or before; `not refundable`: it is disputed, and may be lost anyway. */
export type RefundOutcome = "nothing paid" | "refunded" | "not refundable";

/** Something that happened at the provider. It tells what to ask the provider about; nothing else in it is trusted. */
export interface ProviderEvent {
  id: string;
  type: string;
  /** The provider's id. For a checkout it may be our own id instead. */
  about: { kind: EventSubject; id: string } | undefined;
  customer_id: string | undefined;
}

/** The provider no longer has such a customer, for example because its operator removed them there. */
export class CustomerGoneError extends Error {
  override name = "CustomerGoneError";
}

/** An event that is signed but cannot be read, for example because it has no data. */
export class UnreadableEventError extends Error {
  override name = "UnreadableEventError";
}

/**
 * A payment provider. Every query returns the current state, so the content and order of events do not matter. A call
 * rejects if the provider cannot be reached or refuses; it is never made inside a transaction.
 */
export interface PaymentProvider {
  readonly name: ProviderName;
  /** Whether the provider's checkout adds tax to the prices. */
  readonly addsTax: boolean;
  /** Creates a customer; asking twice with the same `request_id` creates one. */
  createCustomer(owner: { user_id: string; email: string; request_id: string }): Promise<string>;
  /** The customers created since an instant, the last one first. */
  listCustomers(since: Date): Promise<{ customer_id: string; user_id: string }[]>;
  /** Changes a customer's email address; does nothing for a customer that no longer exists there. */
  updateCustomer(customerId: string, changes: { email: string }): Promise<void>;
  /** @throws CustomerGoneError */
  startCheckout(request: CheckoutRequest): Promise<StartedCheckout>;
  /**
   * Returns a sentence for each price at the provider that differs from what the pages say. Nothing is sold at another
   * amount, currency or interval.
   */
  listCatalogueProblems(): Promise<string[]>;
  /** Expires a checkout; one that was paid or has ended stays as it is. */
  endCheckout(providerId: string): Promise<void>;
  /** The checkouts started since an instant that can still be paid. */
  listOpenCheckouts(since: Date): Promise<OpenCheckout[]>;
  /** Undefined if the provider does not know such a checkout (any more). */
  readCheckout(providerId: string): Promise<CheckoutReport | undefined>;
  /** The completed checkouts of singles that an owner's customer has bought since an instant. */
  listCompletedCheckouts(
    customer: { customer_id: string; user_id: string },
    since: Date,
  ): Promise<CompletedCheckout[]>;
  /** Undefined if the provider does not know such a payment (any more). */
  readPayment(paymentId: string): Promise<PaymentReport | undefined>;
  /**
   * The present address of the invoice, or of the receipt where there is no invoice, of the checkout of a single or of a
   * subscription's payment; undefined if there is none (any more).
   */
  readReceiptUrl(bought: { checkout: string } | { payment: string }): Promise<string | undefined>;
  /**
   * Ends a checkout and gives back everything that was paid with it: refunds its payment, or ends its subscription and
   * refunds what was paid for that. Doing it twice gives the money back once.
   */
  refundCheckout(providerId: string): Promise<RefundOutcome>;
  /**
   * Ends a subscription and gives back what was paid for it since an instant. Doing it twice gives the money back once.
   */
  refundSubscription(subscriptionId: string, since: Date): Promise<RefundOutcome>;
  /**
   * Undefined if the provider does not know such a subscription (any more), or if it is to something that we do not
   * sell.
   */
  readSubscription(subscriptionId: string): Promise<SubscriptionReport | undefined>;
  listSubscriptions(customerId: string): Promise<SubscriptionReport[]>;
  /** Ends a subscription at once, so that nothing more is charged for it; does nothing if it has ended. */
  endSubscription(subscriptionId: string): Promise<void>;
  /**
   * Returns the address at which a customer finds their invoices, and manages their subscription, payment methods and
   * tax IDs.
   * @throws CustomerGoneError
   */
  openPortal(request: { customer_id: string; return_url: string }): Promise<string>;
  /**
   * Ends everything for which a customer could still be charged, and deletes the customer: the one with this id, and
   * those that the provider finds for the account, because a customer who was created just before a process ended has
   * an id that we do not know. If the provider does not allow the search, the log says so.
   */
  closeCustomer(customer: { customer_id: string | null; user_id: string | null }): Promise<void>;
  /**
   * Reads an event from the body of a request; undefined if its signature is wrong.
   * @throws UnreadableEventError
   */
  readEvent(body: Buffer, headers: Headers): ProviderEvent | undefined;
  /** Adds the provider's own pages, if it is built in; their events are posted to the webhook, as if from outside. */
  addPages?(app: Hono<AppEnv>, webhookPath: string): void;
}

/**
 * For how long after something has ended or failed the provider is still asked about it, because it may only have
 * seemed so, as with a wrong key: a month, and a few days more.
 */
export const endedSyncDays = 35;

export interface ProviderDeps {
  db: Db;
  clock: Clock;
  log: Logger;
  secrets: Secrets;
  config: { publicUrl: string };
}

export type OpenPayments = (deps: ProviderDeps) => Promise<PaymentProvider>;
