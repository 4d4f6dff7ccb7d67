import type Stripe from "stripe";

/**
 * What Stripe's API answers, whole: `satisfies` holds each against the types that the library has from Stripe's published
 * description of its API, so that the double cannot drift from it unseen.
 */

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
  payment_intent: string | null;
  subscription: string | null;
  allow_promotion_codes: boolean;
  automatic_tax: boolean;
  created: number;
}

export interface PaymentState {
  id: string;
  customer: string;
  amount: number;
  status: "succeeded" | "processing" | "requires_payment_method" | "canceled";
  metadata: Record<string, string>;
  refunded: number;
  dispute: Stripe.Dispute.Status | null;
  created: number;
}

export interface SubscriptionState {
  id: string;
  customer: string;
  price: string;
  interval: "month" | "year";
  amount: number;
  status: "active" | "past_due" | "canceled" | "incomplete" | "paused" | "trialing" | "unpaid";
  cancel_at_period_end: boolean;
  period_start: number;
  period_end: number;
  created: number;
  metadata: Record<string, string>;
  invoice: InvoiceState;
}

interface InvoiceState {
  id: string;
  status: "paid" | "open";
  amount: number;
  payment_intent: string | null;
  created: number;
}

export interface PriceState {
  id: string;
  product: string;
  lookup_key: string | null;
  unit_amount: number;
  interval: "month" | "year" | null;
  created: number;
}

export function sessionObject(
  state: SessionState,
  expanded: {
    payment_intent?: Stripe.PaymentIntent | undefined;
    subscription?: Stripe.Subscription | undefined;
  } = {},
) {
  return {
    id: state.id,
    object: "checkout.session",
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: state.allow_promotion_codes || null,
    allowed_payment_method_types: null,
    amount_subtotal: state.amount_total,
    amount_total: state.amount_total,
    automatic_tax: {
      enabled: state.automatic_tax,
      liability: null,
      provider: null,
      status: null,
    },
    billing_address_collection: null,
    cancel_url: state.cancel_url,
    client_reference_id: state.client_reference_id,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: state.created,
    currency: "usd",
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: state.customer,
    customer_account: null,
    customer_creation: null,
    customer_details: null,
    customer_email: null,
    discounts: [],
    expires_at: state.created + 24 * 3600,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: null,
    managed_payments: null,
    metadata: state.metadata,
    mode: state.mode,
    origin_context: null,
    payment_intent: expanded.payment_intent ?? state.payment_intent,
    payment_link: null,
    payment_method_collection: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ["card"],
    payment_status: state.payment_status,
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: state.status,
    submit_type: null,
    subscription: expanded.subscription ?? state.subscription,
    success_url: state.success_url,
    total_details: null,
    ui_mode: "hosted_page",
    url: state.status === "open" ? `https://checkout.stripe.example/${state.id}` : null,
    wallet_options: null,
  } satisfies Stripe.Checkout.Session;
}

function chargeObject(state: PaymentState) {
  return {
    id: `ch_${state.id}`,
    object: "charge",
    amount: state.amount,
    amount_captured: state.amount,
    amount_refunded: state.refunded,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: null,
    captured: true,
    created: state.created,
    currency: "usd",
    customer: state.customer,
    description: null,
    disputed: state.dispute !== null,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: null,
    livemode: false,
    metadata: state.metadata,
    on_behalf_of: null,
    outcome: null,
    paid: true,
    payment_intent: state.id,
    payment_method: null,
    payment_method_details: null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: `https://pay.stripe.example/receipts/${state.id}`,
    refunded: state.refunded >= state.amount && state.amount > 0,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: "succeeded",
    transfer_data: null,
    transfer_group: null,
  } satisfies Stripe.Charge;
}

export function paymentObject(state: PaymentState) {
  const hasCharge = state.status === "succeeded";
  return {
    id: state.id,
    object: "payment_intent",
    allowed_payment_method_types: null,
    amount: state.amount,
    amount_capturable: 0,
    amount_received: hasCharge ? state.amount : 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic_async",
    client_secret: null,
    confirmation_method: "automatic",
    created: state.created,
    currency: "usd",
    customer: state.customer,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: hasCharge ? chargeObject(state) : null,
    livemode: false,
    managed_payments: null,
    metadata: state.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ["card"],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: state.status,
    transfer_data: null,
    transfer_group: null,
  } satisfies Stripe.PaymentIntent;
}

export function disputeObject(state: PaymentState, status: Stripe.Dispute.Status) {
  return {
    id: `du_${state.id}`,
    object: "dispute",
    amount: state.amount,
    balance_transactions: [],
    charge: `ch_${state.id}`,
    created: state.created,
    currency: "usd",
    enhanced_eligibility_types: [],
    evidence: {
      access_activity_log: null,
      billing_address: null,
      cancellation_policy: null,
      cancellation_policy_disclosure: null,
      cancellation_rebuttal: null,
      customer_communication: null,
      customer_email_address: null,
      customer_name: null,
      customer_purchase_ip: null,
      customer_signature: null,
      duplicate_charge_documentation: null,
      duplicate_charge_explanation: null,
      duplicate_charge_id: null,
      enhanced_evidence: {},
      product_description: null,
      receipt: null,
      refund_policy: null,
      refund_policy_disclosure: null,
      refund_refusal_explanation: null,
      service_date: null,
      service_documentation: null,
      shipping_address: null,
      shipping_carrier: null,
      shipping_date: null,
      shipping_documentation: null,
      shipping_tracking_number: null,
      uncategorized_file: null,
      uncategorized_text: null,
    },
    evidence_details: {
      due_by: null,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "not_submitted",
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: state.id,
    reason: "fraudulent",
    status,
  } satisfies Stripe.Dispute;
}

export function priceObject(state: PriceState) {
  return {
    id: state.id,
    object: "price",
    active: true,
    billing_scheme: "per_unit",
    created: state.created,
    currency: "usd",
    custom_unit_amount: null,
    livemode: false,
    lookup_key: state.lookup_key,
    metadata: {},
    nickname: null,
    product: state.product,
    recurring:
      state.interval === null
        ? null
        : {
            interval: state.interval,
            interval_count: 1,
            meter: null,
            trial_period_days: null,
            usage_type: "licensed",
          },
    tax_behavior: "unspecified",
    tiers_mode: null,
    transform_quantity: null,
    type: state.interval === null ? "one_time" : "recurring",
    unit_amount: state.unit_amount,
    unit_amount_decimal: null,
  } satisfies Stripe.Price;
}

export function productObject(id: string, name: string, created: number) {
  return {
    id,
    object: "product",
    active: true,
    created,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    name,
    package_dimensions: null,
    shippable: null,
    tax_code: null,
    tax_details: null,
    type: "service",
    updated: created,
    url: null,
  } satisfies Stripe.Product;
}

export function invoiceObject(subscription: SubscriptionState) {
  const { invoice, customer } = subscription;
  const isPaid = invoice.status === "paid";
  return {
    id: invoice.id,
    object: "invoice",
    account_country: "US",
    account_name: null,
    account_tax_ids: null,
    amount_due: invoice.amount,
    amount_overpaid: 0,
    amount_paid: isPaid ? invoice.amount : 0,
    amount_remaining: isPaid ? 0 : invoice.amount,
    amount_shipping: 0,
    application: null,
    attempt_count: 1,
    attempted: true,
    automatic_tax: {
      disabled_reason: null,
      enabled: false,
      liability: null,
      provider: null,
      status: null,
    },
    automatically_finalizes_at: null,
    billing_reason: "subscription_cycle",
    collection_method: "charge_automatically",
    created: invoice.created,
    currency: "usd",
    custom_fields: null,
    customer,
    customer_account: null,
    customer_address: null,
    customer_email: null,
    customer_name: null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: "none",
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: invoice.created,
    ending_balance: 0,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: `https://invoice.stripe.example/${invoice.id}`,
    issuer: { type: "self" },
    last_finalization_error: null,
    latest_revision: null,
    lines: { object: "list", data: [], has_more: false, url: `/v1/invoices/${invoice.id}/lines` },
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: "PARALINE-0001",
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: {}, subscription: subscription.id },
      type: "subscription_details",
    },
    payment_settings: {
      default_mandate: null,
      payment_method_options: null,
      payment_method_types: null,
    },
    period_end: invoice.created,
    period_start: invoice.created,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: invoice.status,
    status_transitions: {
      finalized_at: invoice.created,
      marked_uncollectible_at: null,
      paid_at: isPaid ? invoice.created : null,
      voided_at: null,
    },
    subtotal: invoice.amount,
    subtotal_excluding_tax: null,
    test_clock: null,
    total: invoice.amount,
    total_discount_amounts: [],
    total_excluding_tax: null,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: invoice.created,
  } satisfies Stripe.Invoice;
}

export function invoicePaymentObject({ invoice }: SubscriptionState, paymentIntent: string) {
  return {
    id: `inpay_${invoice.id}`,
    object: "invoice_payment",
    amount_paid: invoice.amount,
    amount_requested: invoice.amount,
    created: invoice.created,
    currency: "usd",
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { type: "payment_intent", payment_intent: paymentIntent },
    status: "paid",
    status_transitions: { canceled_at: null, paid_at: invoice.created },
  } satisfies Stripe.InvoicePayment;
}

export function subscriptionObject(state: SubscriptionState) {
  return {
    id: state.id,
    object: "subscription",
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: state.created,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: null, type: "classic" },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: state.cancel_at_period_end ? state.period_end : null,
    cancel_at_period_end: state.cancel_at_period_end,
    canceled_at: null,
    cancellation_details: null,
    collection_method: "charge_automatically",
    created: state.created,
    currency: "usd",
    customer: state.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: null,
    default_source: null,
    description: null,
    discounts: [],
    ended_at: state.status === "canceled" ? state.period_start : null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: "self" },
    },
    items: {
      object: "list",
      data: [
        {
          id: `si_${state.id}`,
          object: "subscription_item",
          billing_thresholds: null,
          created: state.created,
          current_period_end: state.period_end,
          current_period_start: state.period_start,
          current_trial: null,
          discounts: [],
          metadata: {},
          plan: planObject(state),
          price: priceObject({
            id: state.price,
            product: "paraline_unlimited",
            lookup_key: null,
            unit_amount: state.amount,
            interval: state.interval,
            created: state.created,
          }),
          quantity: 1,
          subscription: state.id,
          tax_rates: [],
        },
      ],
      has_more: false,
      url: `/v1/subscription_items?subscription=${state.id}`,
    },
    latest_invoice: invoiceObject(state),
    livemode: false,
    managed_payments: null,
    metadata: state.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: null,
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: state.created,
    status: state.status,
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: null,
    trial_start: null,
  } satisfies Stripe.Subscription;
}

function planObject(state: SubscriptionState) {
  return {
    id: state.price,
    object: "plan",
    active: true,
    amount: state.amount,
    amount_decimal: null,
    billing_scheme: "per_unit",
    created: state.created,
    currency: "usd",
    interval: state.interval,
    interval_count: 1,
    livemode: false,
    metadata: {},
    meter: null,
    nickname: null,
    product: "paraline_unlimited",
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: "licensed",
  } satisfies Stripe.Plan;
}

export function customerObject(
  id: string,
  email: string | null,
  metadata: Record<string, string>,
  created: number,
) {
  return {
    id,
    object: "customer",
    balance: 0,
    created,
    default_source: null,
    description: null,
    email,
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata,
    shipping: null,
  } satisfies Stripe.Customer;
}

export function portalSessionObject(
  customer: string,
  returnUrl: string,
  configuration: string,
  created: number,
) {
  return {
    id: "bps_1",
    object: "billing_portal.session",
    configuration,
    created,
    customer,
    customer_account: null,
    flow: null,
    livemode: false,
    locale: null,
    on_behalf_of: null,
    return_url: returnUrl,
    url: `https://billing.stripe.example/${customer}`,
  } satisfies Stripe.BillingPortal.Session;
}

export function portalConfigurationObject(
  id: string,
  metadata: Record<string, string>,
  created: number,
) {
  return {
    id,
    object: "billing_portal.configuration",
    active: true,
    application: null,
    business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
    created,
    default_return_url: null,
    features: {
      customer_update: { allowed_updates: [], enabled: false },
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true, payment_method_configuration: null },
      subscription_cancel: {
        cancellation_reason: { enabled: false, feedback_options: [], options: [] },
        enabled: true,
        mode: "at_period_end",
        proration_behavior: "none",
      },
      subscription_pause: {
        duration: { interval_options: [], type: "interval_options" },
        enabled: false,
      },
      subscription_update: {
        billing_cycle_anchor: null,
        default_allowed_updates: ["price"],
        enabled: true,
        products: null,
        proration_behavior: "create_prorations",
        schedule_at_period_end: { conditions: [] },
        trial_update_behavior: "end_trial",
      },
    },
    is_default: false,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata,
    name: null,
    updated: created,
  } satisfies Stripe.BillingPortal.Configuration;
}

export function webhookEndpointObject(
  id: string,
  url: string,
  enabledEvents: string[],
  secret: string | undefined,
) {
  return {
    id,
    object: "webhook_endpoint",
    api_version: "2026-10-28.endive",
    application: null,
    created: 0,
    description: null,
    enabled_events: enabledEvents,
    livemode: false,
    metadata: {},
    ...(secret !== undefined && { secret }),
    status: "enabled",
    url,
  } satisfies Stripe.WebhookEndpoint;
}

/** A page of a list, all of it on the first. */
export function listObject<Item>(data: Item[], url: string) {
  return { object: "list", data, has_more: false, url } satisfies Stripe.ApiList<Item>;
}

/** An event's envelope; its type and object belong together by the caller's word. */
export function eventObject(
  id: string,
  type: string,
  object: { object: string; id: string },
  created: number,
) {
  return {
    id,
    object: "event",
    api_version: "2026-10-28.endive",
    created,
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  } satisfies Omit<Stripe.Event, "data" | "type" | "account"> & {
    data: { object: { object: string; id: string } };
    type: string;
  };
}
