import { z } from "zod";
import { daySchema } from "./circles.ts";
import { defineEndpoint } from "./endpoint.ts";

/**
 * How results are unlocked on a server: the name of whom payments go through (`stripe`; `test`: a marked test checkout,
 * no money moves), or `off`: everything is unlocked.
 */
export const billingWaySchema = z.string();
export type BillingWay = z.output<typeof billingWaySchema>;

/** What can be bought: one paraline, or all of them by the month or the year. */
export const checkoutKinds = ["single", "monthly", "annual"] as const;
export type CheckoutKind = (typeof checkoutKinds)[number];

const subscriptionKind = z.enum(["monthly", "annual"]);
export type SubscriptionKind = z.output<typeof subscriptionKind>;

/** A subscription as its owner sees it. Days are those of the owner's time zone. */
const subscriptionSchema = z.object({
  kind: subscriptionKind,
  /**
   * `past_due`: the last payment failed; everything stays unlocked until `grace_ends_on`. The next three unlock nothing
   * until it is paid again, and live on at the provider until they are ended there. `unpaid`: it failed, and the grace is
   * over; `refunded`, `disputed`: the last payment was taken back.
   */
  status: z.enum(["active", "trialing", "past_due", "unpaid", "refunded", "disputed"]),
  /** Null when it ends instead. */
  renews_on: daySchema.nullable(),
  /** Set when it was cancelled: everything stays unlocked until then. */
  ends_on: daySchema.nullable(),
  /** Null unless the last payment failed; may be over. */
  grace_ends_on: daySchema.nullable(),
});
export type Subscription = z.output<typeof subscriptionSchema>;

/** One payment. Its receipt opens at the provider; null where there is none. */
const billingReceiptSchema = z.object({
  id: z.string(),
  kind: z.enum(checkoutKinds),
  /** The paraline it unlocked; null for a subscription, an unused unlock or a deleted paraline. */
  circle: z.object({ id: z.uuid(), title: z.string() }).nullable(),
  amount_cents: z.int().nonnegative(),
  paid_on: daySchema,
  /** `refunded` and `disputed` take the unlock back. */
  state: z.enum(["paid", "refunded", "disputed"]),
  receipt_url: z.string().nullable(),
});
export type BillingReceipt = z.output<typeof billingReceiptSchema>;

/** What an owner has. */
const billingSchema = z.object({
  way: billingWaySchema,
  /** By a subscription, or because this server has no billing. A single unlock is not everything. */
  is_everything_unlocked: z.boolean(),
  /** The one that counts now; else one that unlocks nothing and still lives at the provider; null for none or an ended one. */
  subscription: subscriptionSchema.nullable(),
  /** Paralines unlocked for ever, the last one first. */
  unlocked: z.array(z.object({ circle_id: z.uuid(), title: z.string(), unlocked_on: daySchema })),
  /** Unlocks bought without a paraline and not used yet; offered at the next paywall. */
  credits_count: z.int().nonnegative(),
  /** Whether there is anything to manage at the provider (POST /api/billing/portal). */
  has_portal: z.boolean(),
  /** The last one first. */
  receipts: z.array(billingReceiptSchema),
});
export type Billing = z.output<typeof billingSchema>;

/** What the owner has: subscription, unlocked paralines, unused unlocks, receipts. Asks no provider. */
export const readBilling = defineEndpoint({
  method: "GET",
  path: "/api/billing",
  summary: "Reads what the owner has bought and what it unlocks",
  access: "owner",
  output: billingSchema,
  errors: [],
});

/**
 * The same after asking the provider how everything stands, for who comes back from there: its events may still
 * be on their way. A provider that cannot be reached, or was asked too often, leaves what is known. Source:
 * docs/product.md, Paywall.
 */
export const refreshBilling = defineEndpoint({
  method: "POST",
  path: "/api/billing/refresh",
  summary: "Asks the provider what the owner has, and reads it",
  access: "owner",
  output: billingSchema,
  errors: [],
});

/** Why a paraline is not unlocked one by one. */
const unlockErrors = [
  "billing_off",
  "circle_not_found",
  "already_subscribed",
  "already_unlocked",
  "unlock_none_yet",
  "unlock_waiting",
  "unlock_too_few",
] as const;

const checkoutErrors = [
  ...unlockErrors,
  "subscription_past_due",
  "subscription_taken_back",
  "checkout_starting",
  "checkout_pending",
  "checkout_failed",
] as const;

/**
 * Starts a checkout and says where it is paid; a checkout of the same thing that is still open is answered
 * again. A `single` with a `circle_id` unlocks that paraline, without one it is kept as an unused unlock (a
 * credit). With the other kinds `circle_id` only says where to return to. After payment the browser lands on
 * `/results?circle={circle_id}&checkout={checkout_id}`, without a circle on `/pricing?checkout={checkout_id}`,
 * and calls confirmCheckout; cancelling leads to the same addresses without `checkout`. Nothing is sold that
 * cannot be read or is unlocked already. Source: docs/product.md, Paywall.
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
 * What became of a checkout. Asks the provider where it is not known yet, at most every few seconds however often this
 * is called, so that a page may call it until the answer is not `pending`. `open`: not paid so far. `failed`: the
 * payment failed or the checkout was given up; nothing was charged.
 */
export const confirmCheckout = defineEndpoint({
  method: "POST",
  path: "/api/billing/confirm",
  summary: "Reads what became of a checkout",
  access: "owner",
  body: z.object({ checkout_id: z.uuid() }),
  output: z.object({
    state: z.enum(["open", "pending", "paid", "failed"]),
    kind: z.enum(checkoutKinds),
    /** Paid: the paraline that is unlocked by it; null for a subscription or an unused unlock. */
    unlocked_circle_id: z.uuid().nullable(),
  }),
  errors: ["checkout_not_found"],
});

/** Says where the subscription is managed at the provider: cancel, resume, change the card, invoices. */
export const openPortal = defineEndpoint({
  method: "POST",
  path: "/api/billing/portal",
  summary: "Opens the provider's page for managing the subscription",
  access: "owner",
  output: z.object({ url: z.string() }),
  errors: ["billing_off", "portal_none", "portal_failed"],
});

/** Unlocks a paraline by an unused unlock. Refused, and nothing used, where nothing can be read or all is unlocked. */
export const useCredit = defineEndpoint({
  method: "POST",
  path: "/api/billing/credits/use",
  summary: "Unlocks a paraline by an unlock bought before",
  access: "owner",
  body: z.object({ circle_id: z.uuid() }),
  output: z.object({ credits_count: z.int().nonnegative() }),
  errors: [...unlockErrors, "credits_none"],
});

/**
 * The function check-subscription: `subscribed`, plus what unlocks what. True too where this server has no
 * billing.
 */
export const checkSubscription = defineEndpoint({
  method: "POST",
  path: "/functions/v1/check-subscription",
  summary: "Says whether everything is unlocked, called as the specification does",
  access: "owner",
  output: z.object({
    subscribed: z.boolean(),
    /** What unlocks everything; null: nothing does. */
    unlocked_by: z.enum(["subscription", "off"]).nullable(),
    unlocked_circle_ids: z.array(z.uuid()),
    credits_count: z.int().nonnegative(),
  }),
  errors: [],
});

const checkoutAddress = z.object({ url: z.string() });

/** The function for one paraline; without `circleId` (or a body) what is bought is an unused unlock. */
export const createCheckoutSingle = defineEndpoint({
  method: "POST",
  path: "/functions/v1/create-checkout-single",
  summary: "Starts the checkout of one unlock, called as the specification does",
  access: "owner",
  body: z.object({ circleId: z.string().optional() }).optional(),
  output: checkoutAddress,
  errors: checkoutErrors,
});

/** The function for the month: {@link startCheckout} of `monthly`, answering with its address alone. */
export const createCheckoutMonthly = defineEndpoint({
  method: "POST",
  path: "/functions/v1/create-checkout-monthly",
  summary: "Starts the checkout of a monthly subscription, called as the specification does",
  access: "owner",
  output: checkoutAddress,
  errors: checkoutErrors,
});

/** The function for the year: {@link startCheckout} of `annual`, answering with its address alone. */
export const createCheckoutAnnual = defineEndpoint({
  method: "POST",
  path: "/functions/v1/create-checkout-annual",
  summary: "Starts the checkout of an annual subscription, called as the specification does",
  access: "owner",
  output: checkoutAddress,
  errors: checkoutErrors,
});
