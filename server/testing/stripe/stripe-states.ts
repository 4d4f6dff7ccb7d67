import type Stripe from "stripe";

/**
 * What Stripe's API answers, as far as the product reads it: `satisfies` holds each against the types that the library has
 * from Stripe's published description of its API, so that the double cannot drift from it unseen.
 */
export type Part<T> = T extends (infer Item)[]
  ? Part<Item>[]
  : T extends object
    ? { [Name in keyof T]?: Part<T[Name]> }
    : T;

export interface CustomerState {
  email: string | null;
  metadata: Record<string, string>;
  created: number;
  /** Of a coupon that its operator has put on the customer. */
  discount?: DiscountState;
  /** Below zero: what it has to its credit. */
  balance?: number;
}

export interface SessionState {
  id: string;
  customer: string;
  mode: "payment" | "subscription";
  status: "open" | "complete" | "expired";
  payment_status: "paid" | "unpaid" | "no_payment_required";
  amount_total: number;
  success_url: string;
  cancel_url: string;
  client_reference_id: string | null;
  metadata: Record<string, string>;
  payment_metadata: Record<string, string>;
  price: string;
  currency: string;
  payment_intent: string | null;
  subscription: string | null;
  /** Whether a buyer abroad may pay in their own currency, at a rate of Stripe's. */
  adaptive_pricing: boolean;
  allow_promotion_codes: boolean;
  automatic_tax: boolean;
  tax_id_collection: boolean;
  customer_update: Record<string, string>;
  /** What its invoice says about itself; undefined: none is made. */
  invoice_metadata: Record<string, string> | undefined;
  invoice: string | null;
  created: number;
  expires_at: number;
}

export interface PaymentState {
  id: string;
  customer: string;
  amount: number;
  status: "succeeded" | "processing" | "requires_payment_method" | "requires_action" | "canceled";
  metadata: Record<string, string>;
  refunded: number;
  dispute: Stripe.Dispute.Status | null;
  /** A prevented dispute was settled by giving the money back. */
  isResolved?: boolean;
  created: number;
}

export interface SubscriptionState {
  id: string;
  customer: string;
  price: string;
  product: string;
  interval: "month" | "year";
  /** Absent: one. */
  interval_count?: number;
  /** Of one; absent: there is one. */
  quantity?: number;
  amount: number;
  /** Of its price. */
  tax_behavior: PriceState["tax_behavior"];
  automatic_tax: boolean;
  /** Of tax rates that its operator has set by hand: whether the price includes them. */
  taxRates?: { inclusive: boolean }[];
  status: "active" | "past_due" | "canceled" | "incomplete" | "paused" | "trialing" | "unpaid";
  cancel_at_period_end: boolean;
  /** The day that its operator has chosen for its end. */
  cancel_at?: number | undefined;
  period_start: number;
  period_end: number;
  created: number;
  /** Absent: it has not ended. */
  ended_at?: number;
  /** Why Stripe itself cancelled it: after the last attempt to charge, or because a payment was disputed. */
  cancelledFor?: "payment_failed" | "payment_disputed";
  metadata: Record<string, string>;
  discounts: DiscountState[];
  /** Of coupons that its operator has put on its item. */
  itemDiscounts?: DiscountState[];
  /** Its operator gives it for free for a time. */
  isCollectionPaused?: boolean;
  /** The price to which it changes at the end of the period, by a schedule of the portal. */
  nextPrice?: string | undefined;
  invoice: InvoiceState;
}

/** A coupon that is redeemed. */
export interface DiscountState {
  percent_off?: number;
  amount_off?: number;
  /** Absent: it does not end. */
  end?: number;
  duration: Stripe.Coupon.Duration;
}

export interface InvoiceState {
  id: string;
  status: "draft" | "open" | "paid" | "uncollectible" | "void";
  amount: number;
  payment_intent: string | null;
  created: number;
  /** Absent: when it was created. */
  paid_at?: number;
  /** Absent: of a period. */
  isForChange?: boolean;
  /** Its operator bills something else by hand. */
  isByHand?: boolean;
  /** When it is to be paid, where its operator sends it; absent: it is charged. */
  due_date?: number;
  /** What it is for; absent: one period at its amount. */
  lines?: LineState[];
  /** When the period that it covers ends. */
  period_end: number;
  /** Stripe tried in vain to finalize it, as without an address by which its tax is known. */
  isRefused?: boolean;
  /** Why nobody collects it any more. */
  uncollectible?: "max_payment_attempts" | "subscription_paused";
}

export interface LineState {
  amount: number;
  /** For what is left of a period. */
  proration?: boolean;
  discount?: number;
}

export interface PriceState {
  id: string;
  product: string;
  lookup_key: string | null;
  unit_amount: number;
  currency: string;
  /** What it is in other currencies, in their smallest units; buyers abroad are asked for theirs. */
  currency_options?: Record<string, number>;
  active: boolean;
  interval: "month" | "year" | null;
  tax_behavior: "exclusive" | "inclusive" | "unspecified";
  created: number;
}

export interface ProductState {
  id: string;
  name: string;
  tax_code: string | null;
  active: boolean;
  created: number;
}

export interface EndpointState {
  id: string;
  url: string;
  enabled_events: string[];
  /** Null: the account's default. */
  api_version: string | null;
  status: "enabled" | "disabled";
}

export interface ConfigurationState {
  id: string;
  metadata: Record<string, string>;
  features: Part<Stripe.BillingPortal.Configuration.Features>;
}
