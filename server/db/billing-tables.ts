import type { ColumnType } from "kysely";
import type { CheckoutKind, SubscriptionKind } from "#contract/billing.ts";

type Fixed<T> = ColumnType<T, T, never>;

/** Who sold something, as BILLING calls them; only what the provider in force sold counts. */
export type ProviderName = string;

export interface BillingCustomersTable {
  user_id: Fixed<string>;
  provider: Fixed<ProviderName>;
  /** The provider's id of the owner; null until it was asked for one. */
  provider_id: ColumnType<string | null, undefined, string>;
  /** Counts the questions asked about this owner, so that answers are kept in their order. */
  tickets: ColumnType<number, undefined, number>;
  created_at: Fixed<Date>;
}

export interface CheckoutsTable {
  /** Also the key under which the provider is asked, so that asking twice starts one. */
  id: Fixed<string>;
  user_id: Fixed<string>;
  provider: Fixed<ProviderName>;
  kind: Fixed<CheckoutKind>;
  /** What a single is for, or where a subscription's returns to. The paraline may be gone. */
  circle_id: Fixed<string | null>;
  /** `wished`: the provider was not asked yet. `pending`: finished, the money is on its way. */
  state: "wished" | "open" | "pending" | "paid" | "failed";
  provider_id: ColumnType<string | null, undefined, string>;
  url: ColumnType<string | null, undefined, string>;
  expires_at: ColumnType<Date | null, undefined, Date>;
  /** When somebody who came back from paying last made us ask the provider. */
  asked_at: ColumnType<Date | null, undefined, Date>;
  created_at: Fixed<Date>;
}

/** A single that was paid: the unlock of its paraline, or a credit while nobody has used it. */
export interface PurchasesTable {
  id: Fixed<string>;
  user_id: Fixed<string>;
  provider: Fixed<ProviderName>;
  checkout_id: Fixed<string>;
  /** Null where nothing had to be paid. */
  payment_id: string | null;
  amount_cents: number;
  state: "paid" | "refunded" | "disputed";
  circle_id: string | null;
  /** Null: a credit. Stays when the paraline is deleted. */
  used_at: Date | null;
  bought_at: Fixed<Date>;
  receipt_url: string | null;
  ticket: number;
}

export interface SubscriptionsTable {
  provider_id: Fixed<string>;
  user_id: Fixed<string>;
  provider: Fixed<ProviderName>;
  kind: SubscriptionKind;
  /**
   * All but `ended` live on at the provider, and may take money again. `unpaid`: it was given up to collect the last
   * payment; `refunded` and `disputed`: that payment was taken back.
   */
  status: "active" | "trialing" | "past_due" | "unpaid" | "refunded" | "disputed" | "ended";
  renews_at: Date | null;
  /** Cancelled: until then it counts. */
  ends_at: Date | null;
  past_due_since: Date | null;
  started_at: Date;
  ticket: number;
}

export interface SubscriptionPaymentsTable {
  provider_id: Fixed<string>;
  /** By which refunds and disputes name it; null where the provider has no other name for it. */
  payment_id: string | null;
  user_id: Fixed<string>;
  provider: Fixed<ProviderName>;
  kind: SubscriptionKind;
  amount_cents: number;
  paid_at: Date;
  state: PurchasesTable["state"];
  receipt_url: string | null;
  ticket: number;
}

/** What an event is about. */
export type EventSubject = "checkout" | "payment" | "subscription";

export interface BillingEventsTable {
  id: Fixed<string>;
  provider: Fixed<ProviderName>;
  type: Fixed<string>;
  /** What to ask the provider about; null where an event says nothing that matters here. */
  about: Fixed<EventSubject | null>;
  about_id: Fixed<string | null>;
  /** Null: about nobody of ours. */
  user_id: Fixed<string | null>;
  /** As it came; null when it is about nobody of ours. */
  body: Fixed<string | null>;
  state: "received" | "worked" | "ignored";
  received_at: Fixed<Date>;
  worked_at: ColumnType<Date | null, undefined, Date>;
}

/** The test provider's own books. */
export interface TestCheckoutsTable {
  id: Fixed<string>;
  user_id: Fixed<string>;
  kind: Fixed<CheckoutKind>;
  success_url: Fixed<string>;
  cancel_url: Fixed<string>;
  state: "open" | "paid" | "expired";
  subscription_id: ColumnType<string | null, undefined, string>;
  is_refunded: ColumnType<boolean, undefined, boolean>;
  created_at: Fixed<Date>;
  expires_at: Fixed<Date>;
  paid_at: ColumnType<Date | null, undefined, Date>;
}

export interface TestSubscriptionsTable {
  id: Fixed<string>;
  user_id: Fixed<string>;
  kind: Fixed<SubscriptionKind>;
  cancels_at: ColumnType<Date | null, undefined, Date | null>;
  is_refunded: ColumnType<boolean, undefined, boolean>;
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
