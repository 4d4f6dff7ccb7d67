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
  /** By which kinds it may be paid. */
  allowed: string[];
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
  status: "succeeded" | "requires_action" | "canceled";
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
  /** Absent: one. */
  quantity?: number;
  amount: number;
  /** Of its price. */
  tax_behavior: PriceState["tax_behavior"];
  automatic_tax: boolean;
  status: "active" | "past_due" | "canceled" | "incomplete" | "paused" | "trialing" | "unpaid";
  cancel_at_period_end: boolean;
  /** The day that its operator has chosen for its end. */
  cancel_at?: number | undefined;
  period_start: number;
  period_end: number;
  created: number;
  metadata: Record<string, string>;
  /** The latest one. */
  invoice: InvoiceState;
}

export interface InvoiceState {
  id: string;
  status: "open" | "paid" | "uncollectible" | "void";
  amount: number;
  payment_intent: string | null;
  created: number;
  /** Absent: when it was created. */
  paid_at?: number;
  /** When the period that it covers ends. */
  period_end: number;
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
