import type { Hono } from "hono";
import type { CheckoutKind, SubscriptionKind } from "#contract/billing/billing.ts";
import type { EventSubject, ProviderName, SubscriptionsTable } from "#server/db/billing-tables.ts";
import type { Db } from "#server/db/tables.ts";
import type { AppEnv } from "#server/http/request-context.ts";
import type { Clock } from "#server/system/clock.ts";
import type { Secrets } from "#server/system/secrets.ts";

export interface CheckoutRequest {
  /** Asking twice with the same id starts one checkout. */
  checkout_id: string;
  kind: CheckoutKind;
  user_id: string;
  customer_id: string;
  /** What a single is for; says nothing to the other kinds. */
  circle_id: string | null;
  success_url: string;
  cancel_url: string;
}

export interface StartedCheckout {
  provider_id: string;
  url: string;
  expires_at: Date;
}

/** The current state of a payment; `disputed` until a dispute is won. */
export interface PaymentReport {
  payment_id: string;
  customer_id: string | null;
  /** Ours; undefined for the payment of a subscription. */
  checkout_id: string | undefined;
  state: "paid" | "refunded" | "disputed";
  receipt_url: string | null;
}

/** The current state of a checkout. `pending`: completed, the money is on its way; `failed`: it will never be paid. */
export interface CheckoutReport {
  state: "open" | "pending" | "paid" | "failed";
  amount_cents: number;
  paid_at: Date;
  /** Of a single; undefined too where nothing had to be paid. */
  payment: PaymentReport | undefined;
  subscription: SubscriptionReport | undefined;
}

/**
 * The current state of a subscription; `ended` also when it never began. One whose last payment was refunded or
 * disputed may remain active.
 */
export interface SubscriptionReport {
  subscription_id: string;
  customer_id: string;
  kind: SubscriptionKind;
  status: SubscriptionsTable["status"];
  renews_at: Date | null;
  ends_at: Date | null;
  past_due_since: Date | null;
  started_at: Date;
  last_payment:
    | {
        /** Under which it is kept. */
        id: string;
        /** By which its events name it; null where none does. */
        payment_id: string | null;
        amount_cents: number;
        paid_at: Date;
        state: PaymentReport["state"];
        receipt_url: string | null;
      }
    | undefined;
}

/** Something that happened at the provider: only what to ask about, never what to believe. */
export interface ProviderEvent {
  id: string;
  type: string;
  about: { kind: EventSubject; id: string } | undefined;
  customer_id: string | undefined;
}

/** The provider has no such customer any more, as when its operator removed them there. */
export class CustomerGoneError extends Error {
  override name = "CustomerGoneError";
}

/**
 * A payment provider. Every query returns the current state, so the content and order of events do not matter.
 * Rejects when the provider cannot be reached or refuses; never called inside a transaction.
 */
export interface PaymentProvider {
  readonly name: ProviderName;
  /** Asking twice for the same owner creates one; `replaces` is one that no longer exists there. */
  createCustomer(owner: {
    user_id: string;
    email: string;
    replaces: string | null;
  }): Promise<string>;
  /** Changes a customer's email address; does nothing for a customer that no longer exists there. */
  updateCustomer(customerId: string, changes: { email: string }): Promise<void>;
  /** @throws CustomerGoneError */
  startCheckout(request: CheckoutRequest): Promise<StartedCheckout>;
  /** Expires a checkout; one that was paid or has ended stays as it is. */
  endCheckout(providerId: string): Promise<void>;
  readCheckout(providerId: string): Promise<CheckoutReport>;
  readPayment(paymentId: string): Promise<PaymentReport>;
  readSubscription(subscriptionId: string): Promise<SubscriptionReport>;
  listSubscriptions(customerId: string): Promise<SubscriptionReport[]>;
  /**
   * Where a customer manages their subscription.
   * @throws CustomerGoneError
   */
  openPortal(customerId: string, returnUrl: string): Promise<string>;
  /** Ends everything a customer could still be charged for, and forgets them. */
  closeCustomer(customerId: string): Promise<void>;
  /** Reads an event from the body of a request; undefined when its signature is wrong. */
  readEvent(body: Buffer, headers: Headers): ProviderEvent | undefined;
  /** Adds pages of its own, if it is built in; events there are posted to the webhook, as from outside. */
  addPages?(app: Hono<AppEnv>, webhookPath: string): void;
}

export interface ProviderDeps {
  db: Db;
  clock: Clock;
  secrets: Secrets;
  config: { publicUrl: string };
}

export type OpenPayments = (deps: ProviderDeps) => Promise<PaymentProvider>;
