import type { ColumnType } from "kysely";
import type { CheckoutKind, SubscriptionKind } from "#contract/billing/billing.ts";

type Fixed<T> = ColumnType<T, T, never>;

/** The payment provider, as BILLING names it. Only sales by the provider that this server uses now count. */
export type ProviderName = string;

export interface BillingCustomersTable {
  user_id: Fixed<string>;
  provider: Fixed<ProviderName>;
  /** The provider's id of the owner; null until one was requested. */
  provider_id: ColumnType<string | null, undefined, string>;
  /** Counts the queries about this owner, so that their answers are applied in order. */
  tickets: ColumnType<number, undefined, number>;
  /** The press of a button that may currently start or end checkouts at the provider, and until when. */
  asking_press: ColumnType<string | null, undefined, string | null>;
  asking_until: ColumnType<Date | null, undefined, Date | null>;
  created_at: Fixed<Date>;
}

export interface CheckoutsTable {
  /** Also the idempotency key for the provider, so that asking twice starts one checkout. */
  id: Fixed<string>;
  user_id: Fixed<string>;
  provider: Fixed<ProviderName>;
  kind: Fixed<CheckoutKind>;
  /** The circle that a single unlocks, or that a subscription's checkout returns to. It may have been deleted. */
  circle_id: Fixed<string | null>;
  /** `requested`: the provider has not been asked yet. */
  state: "requested" | "open" | "paid" | "failed";
  provider_id: ColumnType<string | null, string | undefined, string>;
  url: ColumnType<string | null, undefined, string>;
  /** When the provider was last asked because the buyer returned from paying. */
  asked_at: ColumnType<Date | null, undefined, Date>;
  created_at: Fixed<Date>;
}

/** A paid single: the unlock of its circle, or a credit while it is unused. */
export interface PurchasesTable {
  id: Fixed<string>;
  user_id: Fixed<string>;
  provider: Fixed<ProviderName>;
  checkout_id: Fixed<string>;
  /** Null if nothing had to be paid. */
  payment_id: string | null;
  amount_cents: number;
  state: "paid" | "refunded" | "disputed";
  circle_id: string | null;
  /** Null for a credit. It stays set when the circle is deleted. */
  used_at: Date | null;
  bought_at: Fixed<Date>;
  receipt_url: string | null;
  ticket: number;
}

export interface SubscriptionsTable {
  provider_id: Fixed<string>;
  user_id: Fixed<string>;
  provider: Fixed<ProviderName>;
  /** The customer who bought it there. */
  customer_id: string | null;
  kind: SubscriptionKind;
  /**
   * The provider's word. All but `ended` may be charged again. `unpaid`: collecting the last payment was abandoned, or
   * the provider waits for a card.
   */
  status: "active" | "trialing" | "past_due" | "unpaid" | "ended";
  renews_at: Date | null;
  /** Set if it is cancelled: until when it counts. */
  ends_at: Date | null;
  past_due_since: Date | null;
  started_at: Date;
  /** When this server learned that it had ended; null until then. */
  ended_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** What a period costs, before tax, in the currency's smallest unit; null if that is not known. */
  price_cents: number | null;
  /** Null if it is not known. */
  currency: string | null;
  /** Whether tax is added to the price; null if it is not known. */
  adds_tax: ColumnType<boolean | null, boolean | null | undefined, boolean | null>;
  /** The invoice that could not be charged; null if there is none. The next three fields are about it. */
  unpaid_id: string | null;
  unpaid_cents: number | null;
  /** Where it can be paid; null if the provider has no such page. */
  unpaid_url: string | null;
  /** Whether the bank wants the buyer to confirm the payment. */
  unpaid_needs_confirmation: boolean | null;
  ticket: number;
}

export interface SubscriptionPaymentsTable {
  provider_id: Fixed<string>;
  /** The id in refunds and disputes; null if the provider has no separate one. */
  payment_id: string | null;
  user_id: Fixed<string>;
  provider: Fixed<ProviderName>;
  kind: SubscriptionKind;
  amount_cents: number;
  /** Such as "usd"; null means US dollars. */
  currency: string | null;
  paid_at: Date;
  state: PurchasesTable["state"];
  receipt_url: string | null;
  ticket: number;
}

/** What an event concerns. */
export type EventSubject = "checkout" | "payment" | "subscription";

export interface BillingEventsTable {
  id: Fixed<string>;
  provider: Fixed<ProviderName>;
  type: Fixed<string>;
  /** What to ask the provider about; null if the event does not matter here. */
  about: Fixed<EventSubject | null>;
  about_id: Fixed<string | null>;
  /** Null if the owner is not known yet, or is not an owner of this server. */
  user_id: ColumnType<string | null, string | null, string>;
  state: "received" | "worked" | "ignored";
  received_at: Fixed<Date>;
  worked_at: ColumnType<Date | null, undefined, Date>;
}

/** The test provider's own records. */
export interface TestCheckoutsTable {
  id: Fixed<string>;
  user_id: Fixed<string>;
  kind: Fixed<CheckoutKind>;
  success_url: Fixed<string>;
  cancel_url: Fixed<string>;
  state: "open" | "paid" | "expired";
  subscription_id: ColumnType<string | null, undefined, string>;
  created_at: Fixed<Date>;
  expires_at: Fixed<Date>;
  paid_at: ColumnType<Date | null, undefined, Date>;
}

export interface TestSubscriptionsTable {
  id: Fixed<string>;
  user_id: Fixed<string>;
  kind: SubscriptionKind;
  cancels_at: ColumnType<Date | null, undefined, Date | null>;
  past_due_since: ColumnType<Date | null, undefined, Date | null>;
  started_at: Fixed<Date>;
  ended_at: ColumnType<Date | null, undefined, Date>;
}

export interface BillingTables {
  billing_customers: BillingCustomersTable;
  checkouts: CheckoutsTable;
  purchases: PurchasesTable;
  subscriptions: SubscriptionsTable;
  subscription_payments: SubscriptionPaymentsTable;
  billing_events: BillingEventsTable;
  test_checkouts: TestCheckoutsTable;
  test_subscriptions: TestSubscriptionsTable;
}
