import type { Hono } from "hono";
import type { CheckoutKind, SubscriptionKind } from "#contract/billing/billing.ts";
import type {
  EventSubject,
  ProviderName,
  StoredDiscount,
  SubscriptionsTable,
} from "#server/db/billing-tables.ts";
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
  /** What a single is for; says nothing to the other kinds. */
  circle_id: string | null;
  success_url: string;
  cancel_url: string;
  /** When it expires if it is not paid. */
  expires_at: Date;
}

export interface StartedCheckout {
  provider_id: string;
  url: string;
}

/** A checkout of a single that was completed, as its provider remembers it; `checkout_id` is ours. */
export interface CompletedSingle {
  provider_id: string;
  checkout_id: string;
  circle_id: string | null;
  created_at: Date;
  /** Its money may still be on its way. */
  isUnpaid: boolean;
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

/** A payment of a subscription. */
export interface SubscriptionPaymentReport {
  /** Under which it is kept. */
  id: string;
  /** By which its events name it; null where none does. */
  payment_id: string | null;
  amount_cents: number;
  /** As "usd". */
  currency: string;
  paid_at: Date;
  /** It was paid when its period, or the subscription, had ended, and unlocked nothing. */
  isLate: boolean;
  state: PaymentReport["state"];
  receipt_url: string | null;
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
  /** When it ended there; null for one that has not, or never began. */
  ended_at: Date | null;
  /** Whether it has ended, and its last invoice can still be paid. */
  is_payable_after_end: boolean;
  /**
   * What it costs each period before discounts and tax, in the currency's smallest unit; null where that is not known.
   */
  price_cents: number | null;
  /** In lower case: "usd". */
  currency: string;
  /** What is taken off the price now, in the order in which it is. */
  discounts: StoredDiscount[];
  /** To which it changes by itself, as after a downgrade that begins when the paid period ends. */
  next_plan: { kind: SubscriptionKind; price_cents: number | null; starts_at: Date } | undefined;
  /** The last invoice that could not be charged and is still owed. */
  unpaid:
    | {
        id: string;
        cents: number;
        url: string | null;
        needs_confirmation: boolean;
        /** The provider cannot ask for it before its operator has corrected something there. */
        needsOperator: boolean;
      }
    | undefined;
  last_payment: SubscriptionPaymentReport | undefined;
  /** What was paid since the invoice of the last payment was made, for earlier periods that were over by then. */
  late_payments: SubscriptionPaymentReport[];
}

/** What became of money that is refunded; `refunded`: now or before; `not refundable`: it is disputed, and may be lost anyway. */
export type RefundOutcome = "nothing paid" | "pending" | "refunded" | "not refundable";

/** Something that happened at the provider: only what to ask about, never what to believe. */
export interface ProviderEvent {
  id: string;
  type: string;
  /** The provider's id. For a checkout it may be our own id instead. */
  about: { kind: EventSubject; id: string } | undefined;
  customer_id: string | undefined;
}

/** The provider has no such customer any more, as when its operator removed them there. */
export class CustomerGoneError extends Error {
  override name = "CustomerGoneError";
}

/** An event that is signed and cannot be read, as one without its data. */
export class UnreadableEventError extends Error {
  override name = "UnreadableEventError";
}

/**
 * A payment provider. Every query returns the current state, so the content and order of events do not matter.
 * Rejects when the provider cannot be reached or refuses; never called inside a transaction.
 */
export interface PaymentProvider {
  readonly name: ProviderName;
  /** Whether its checkout adds tax to the prices. */
  readonly addsTax: boolean;
  /** Creates a customer; asking twice with the same `request_id` creates one. */
  createCustomer(owner: { user_id: string; email: string; request_id: string }): Promise<string>;
  /** The customers that this server created since an instant, the last one first. */
  listCustomers(since: Date): Promise<{ customer_id: string; user_id: string }[]>;
  /** Changes a customer's email address; does nothing for a customer that no longer exists there. */
  updateCustomer(customerId: string, changes: { email: string }): Promise<void>;
  /** @throws CustomerGoneError */
  startCheckout(request: CheckoutRequest): Promise<StartedCheckout>;
  /**
   * A sentence for each price at the provider that is not what the pages say. Nothing is sold at another amount,
   * currency or interval.
   */
  listCatalogueProblems(): Promise<string[]>;
  /** The account that sells, as the provider names it; null where that cannot be read. */
  readAccountId(): Promise<string | null>;
  /**
   * Whether a subscription was bought in the account that sells now, as far as that can be known: of another account's, the
   * provider says that there is none.
   */
  isBoughtHere(bought: { account_id: string | null; customer_id: string | null }): Promise<boolean>;
  /** Expires a checkout; one that was paid or has ended stays as it is. */
  endCheckout(providerId: string): Promise<void>;
  /** Undefined when the provider knows no such checkout (any more). */
  readCheckout(providerId: string): Promise<CheckoutReport | undefined>;
  /** The singles that this server has sold to an owner's customer since an instant. */
  listCompletedSingles(
    customer: { customer_id: string; user_id: string },
    since: Date,
  ): Promise<CompletedSingle[]>;
  /** Undefined when the provider knows no such payment (any more). */
  readPayment(paymentId: string): Promise<PaymentReport | undefined>;
  /**
   * Ends a checkout, and gives back all that was paid by it: refunds its payment, or ends its subscription and refunds
   * what was paid for that. Asked twice, it gives back once.
   * @returns `pending` while the money is on its way
   */
  refundCheckout(providerId: string): Promise<RefundOutcome>;
  /** Ends a subscription, and gives back what was paid for it since an instant. Asked twice, it gives back once. */
  refundSubscription(subscriptionId: string, since: Date): Promise<RefundOutcome>;
  /** Undefined when the provider knows no such subscription (any more), or it is to something that we do not sell. */
  readSubscription(subscriptionId: string): Promise<SubscriptionReport | undefined>;
  listSubscriptions(customerId: string): Promise<SubscriptionReport[]>;
  /** Lets no invoice of a subscription that has ended be paid any more, unless it is for what was unlocked. */
  voidInvoices(subscriptionId: string): Promise<void>;
  /**
   * Where a customer finds their invoices, and manages their subscription, payment methods and tax IDs.
   * `changesPlanOf`: the subscription whose plan is to be changed first.
   * @throws CustomerGoneError
   */
  openPortal(request: {
    customer_id: string;
    return_url: string;
    changesPlanOf: string | undefined;
  }): Promise<string>;
  /**
   * Ends everything a customer could still be charged for, and forgets them: the one with this id, and those that the
   * provider finds for the account (one that was created just before a process ended has an id that we do not know).
   * Where the provider does not let them be looked for, the log says so.
   * @param customer.isKept whether one that was found is of an account that was made again with the same id: asked just
   *   before each is forgotten
   */
  closeCustomer(customer: {
    customer_id: string | null;
    user_id: string | null;
    isKept?(customerId: string): Promise<boolean>;
  }): Promise<void>;
  /**
   * Reads an event from the body of a request; undefined when its signature is wrong.
   * @throws UnreadableEventError
   */
  readEvent(body: Buffer, headers: Headers): ProviderEvent | undefined;
  /** Adds pages of its own, if it is built in; events there are posted to the webhook, as from outside. */
  addPages?(app: Hono<AppEnv>, webhookPath: string): void;
}

export interface ProviderDeps {
  db: Db;
  clock: Clock;
  log: Logger;
  secrets: Secrets;
  config: { publicUrl: string };
}

export type OpenPayments = (deps: ProviderDeps) => Promise<PaymentProvider>;
