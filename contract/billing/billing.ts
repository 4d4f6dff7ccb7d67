import { z } from "zod";
import { daySchema } from "../circles/circles.ts";
import { defineEndpoint } from "../endpoint.ts";

/**
 * How results are unlocked on a server: the payment provider's name (`stripe`, or `test` for a test checkout, which is
 * marked as such and moves no money), or `off` if everything is unlocked.
 */
export const billingModeSchema = z.string();
export type BillingMode = z.output<typeof billingModeSchema>;

/** What can be bought: one circle, or all of them by the month or the year. */
export const checkoutKinds = ["single", "monthly", "annual"] as const;
export type CheckoutKind = (typeof checkoutKinds)[number];

const subscriptionKind = z.enum(["monthly", "annual"]);
export type SubscriptionKind = z.output<typeof subscriptionKind>;

/** A subscription as its owner sees it. Days are in the owner's time zone. */
const subscriptionSchema = z.object({
  kind: subscriptionKind,
  /**
   * `past_due`: the last payment failed; everything stays unlocked until `grace_ends_on`. `unpaid`: the grace period is
   * over, so nothing is unlocked until a payment succeeds, and the subscription still exists at the provider.
   */
  status: z.enum(["active", "trialing", "past_due", "unpaid"]),
  /** Null when it ends instead. */
  renews_on: daySchema.nullable(),
  /** Set when it was cancelled: everything stays unlocked until then. It may renew before. */
  ends_on: daySchema.nullable(),
  /** Null unless the last payment failed; may be in the past. */
  grace_ends_on: daySchema.nullable(),
  /** This subscriber's price for a month or a year in `currency`, without tax; null if not known. */
  price_cents: z.int().nonnegative().nullable(),
  /** In lower case: "usd". */
  currency: z.string(),
  /** Whether tax is added to this price, which may differ from what is sold now; null if that is not known. */
  adds_tax: z.boolean().nullable(),
  /** Where a failed payment can be made; null if none failed, or the provider has no such page. */
  pay_url: z.string().nullable(),
});
export type Subscription = z.output<typeof subscriptionSchema>;

/** One payment. */
const billingReceiptSchema = z.object({
  id: z.string(),
  kind: z.enum(checkoutKinds),
  /** The circle that it unlocked; null for a subscription, an unused unlock or a deleted circle. */
  circle: z.object({ id: z.uuid(), title: z.string() }).nullable(),
  amount_cents: z.int().nonnegative(),
  /** In lower case: "usd". */
  currency: z.string(),
  paid_on: daySchema,
  /** `refunded` and `disputed` revoke the unlock. */
  state: z.enum(["paid", "refunded", "disputed"]),
  /** Whether it has an invoice or a receipt at the provider (POST /api/billing/receipt). */
  has_receipt: z.boolean(),
});
export type BillingReceipt = z.output<typeof billingReceiptSchema>;

/** The owner's subscription, unlocks and receipts. */
const billingSchema = z.object({
  mode: billingModeSchema,
  /** True with a subscription, or if this server has no billing. A single unlock does not count. */
  is_everything_unlocked: z.boolean(),
  /**
   * The subscription that counts now, or else one that unlocks nothing but still exists at the provider; null if there
   * is none, or it has ended.
   */
  subscription: subscriptionSchema.nullable(),
  /** Circles unlocked permanently, newest first. */
  unlocked: z.array(z.object({ circle_id: z.uuid(), title: z.string(), unlocked_on: daySchema })),
  /** How many unlocks were bought without a circle and have not been used. They are offered at the next paywall. */
  credits_count: z.int().nonnegative(),
  /** Whether anything was bought, so that there are invoices at the provider (POST /api/billing/portal). */
  has_portal: z.boolean(),
  /** Newest first. */
  receipts: z.array(billingReceiptSchema),
  /** Whether checkout adds tax to the prices. */
  adds_tax: z.boolean(),
});
export type Billing = z.output<typeof billingSchema>;

/** The owner's subscription, unlocked circles, unused unlocks and receipts. Does not call the provider. */
export const readBilling = defineEndpoint({
  method: "GET",
  path: "/api/billing",
  summary: "Reads what the owner has bought and what it unlocks",
  access: "owner",
  output: billingSchema,
  errors: [],
});

/**
 * Like readBilling, but asks the provider for the current state first. It is for owners who return from there, because
 * the provider's events may not have arrived yet. If the provider cannot be reached or was asked too often, the stored
 * state is returned. Source: docs/product.md, Paywall.
 */
export const refreshBilling = defineEndpoint({
  method: "POST",
  path: "/api/billing/refresh",
  summary: "Refreshes what the owner has bought from the provider, and reads it",
  access: "owner",
  output: billingSchema,
  errors: [],
});

/** Why a circle cannot be unlocked individually. */
const unlockErrors = [
  "billing_off",
  "circle_not_found",
  "already_subscribed",
  "already_unlocked",
  "unlock_none_yet",
  "unlock_sealed",
  "unlock_too_few",
] as const;

const checkoutErrors = [
  ...unlockErrors,
  "unlock_unused",
  "subscription_past_due",
  "checkout_starting",
  "checkout_slow",
  "checkout_failed",
] as const;

/**
 * Starts a checkout and returns the address to pay at; an open checkout for the same thing is returned again. A
 * `single` with a `circle_id` unlocks that circle; without one it is kept as an unused unlock (a credit). For
 * the other kinds, `circle_id` only says where to return to. After payment the browser returns to
 * `/results?circle={circle_id}&checkout={checkout_id}`, or `/pricing?checkout={checkout_id}` without a circle,
 * and calls confirmCheckout; cancelling leads to the same addresses without `checkout`. Refused for results
 * that cannot be read, are already unlocked, or could be unlocked with a credit. Source: docs/product.md, Paywall.
 */
export const startCheckout = defineEndpoint({
  method: "POST",
  path: "/api/billing/checkout",
  summary: "Starts a checkout",
  access: "owner",
  body: z.object({ kind: z.enum(checkoutKinds), circle_id: z.uuid().optional() }),
  status: 201,
  output: z.object({ checkout_id: z.uuid(), url: z.string() }),
  errors: checkoutErrors,
});

/**
 * The outcome of a checkout. Asks the provider while the outcome is unknown, but at most every few seconds, so a page
 * may poll until it is not `open`, which means not paid yet. `failed`: the checkout was abandoned, and nothing was
 * charged.
 */
export const confirmCheckout = defineEndpoint({
  method: "POST",
  path: "/api/billing/confirm",
  summary: "Reads what became of a checkout",
  access: "owner",
  body: z.object({ checkout_id: z.uuid() }),
  output: z.object({
    state: z.enum(["open", "paid", "failed"]),
    kind: z.enum(checkoutKinds),
    /** If it is paid, the circle that it unlocked; null for a subscription or an unused unlock. */
    unlocked_circle_id: z.uuid().nullable(),
  }),
  errors: ["checkout_not_found"],
});

/**
 * Returns the provider's address where an owner who bought anything finds their invoices and tax ID, and manages the
 * subscription: change, cancel, resume, change the card.
 */
export const openPortal = defineEndpoint({
  method: "POST",
  path: "/api/billing/portal",
  summary: "Opens the provider's page for invoices and the subscription",
  access: "owner",
  output: z.object({ url: z.string() }),
  errors: ["billing_off", "portal_none", "portal_failed"],
});

/**
 * Returns the provider's address of a payment's invoice, or of its receipt where there is no invoice. The provider is
 * asked each time, because its addresses expire.
 */
export const openReceipt = defineEndpoint({
  method: "POST",
  path: "/api/billing/receipt",
  summary: "Opens the provider's page for the invoice of a payment",
  access: "owner",
  body: z.object({ receipt_id: z.string().regex(/^[\w-]{1,255}$/) }),
  output: z.object({ url: z.string() }),
  errors: ["billing_off", "receipt_none", "receipt_failed"],
});

/**
 * Unlocks a circle with an unused unlock. Refused, without using it, if there is nothing to read or everything is
 * unlocked.
 */
export const redeemCredit = defineEndpoint({
  method: "POST",
  path: "/api/billing/credits/use",
  summary: "Unlocks a paraline with an unlock bought earlier",
  access: "owner",
  body: z.object({ circle_id: z.uuid() }),
  output: z.object({ credits_count: z.int().nonnegative() }),
  errors: [...unlockErrors, "credits_none"],
});

/**
 * The function check-subscription: `subscribed`, and what unlocks what. `subscribed` is also true if this server has no
 * billing.
 */
export const checkSubscription = defineEndpoint({
  method: "POST",
  path: "/functions/v1/check-subscription",
  summary: "Says whether everything is unlocked, called as a function",
  access: "owner",
  output: z.object({
    subscribed: z.boolean(),
    /** What unlocks everything; null if nothing does. */
    unlocked_by: z.enum(["subscription", "off"]).nullable(),
    unlocked_circle_ids: z.array(z.uuid()),
    credits_count: z.int().nonnegative(),
  }),
  errors: [],
});

const checkoutAddress = z.object({ url: z.string() });

/** The function for one circle. Without `circleId` (or a body) it buys an unused unlock. */
export const createCheckoutSingle = defineEndpoint({
  method: "POST",
  path: "/functions/v1/create-checkout-single",
  summary: "Starts the checkout for one unlock, called as a function",
  access: "owner",
  body: z.object({ circleId: z.string().optional() }).optional(),
  output: checkoutAddress,
  errors: checkoutErrors,
});

/** The function for the monthly plan: {@link startCheckout} for `monthly`, which returns only the address. */
export const createCheckoutMonthly = defineEndpoint({
  method: "POST",
  path: "/functions/v1/create-checkout-monthly",
  summary: "Starts the checkout for a monthly subscription, called as a function",
  access: "owner",
  output: checkoutAddress,
  errors: checkoutErrors,
});

/** The function for the annual plan: {@link startCheckout} for `annual`, which returns only the address. */
export const createCheckoutAnnual = defineEndpoint({
  method: "POST",
  path: "/functions/v1/create-checkout-annual",
  summary: "Starts the checkout for an annual subscription, called as a function",
  access: "owner",
  output: checkoutAddress,
  errors: checkoutErrors,
});
