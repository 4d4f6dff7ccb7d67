import { z } from "zod";
import type { CheckoutKind } from "#contract/billing/billing.ts";
import {
  choiceSchema,
  onOff,
  origin,
  type Settings,
  type SettingsValues,
} from "#server/config/settings.ts";

const ownPrice = z
  .string()
  .regex(/^price_\w+$/, "must begin with price_")
  .optional();

export const stripeSettings = {
  STRIPE_SECRET_KEY: {
    schema: z
      .string()
      .regex(/^[sr]k_(?:test|live)_\w+$/, "must begin with sk_ or rk_ and test_ or live_")
      .optional(),
    default: "none",
    doc: "Key of the Stripe account that is paid.",
  },
  STRIPE_WEBHOOK_SECRET: {
    schema: z
      .string()
      .regex(/^whsec_\S+$/, "must begin with whsec_")
      .optional(),
    default: "none",
    doc: "Signing secret of the webhook at PUBLIC_URL/api/billing/webhook; needed with STRIPE_SECRET_KEY.",
  },
  STRIPE_PRICE_SINGLE: {
    schema: ownPrice,
    default: "found by its lookup key, see npm run stripe:setup",
    doc: "Stripe price of one paraline.",
  },
  STRIPE_PRICE_MONTHLY: {
    schema: ownPrice,
    default: "found by its lookup key, see npm run stripe:setup",
    doc: "Stripe price of the monthly subscription.",
  },
  STRIPE_PRICE_ANNUAL: {
    schema: ownPrice,
    default: "found by its lookup key, see npm run stripe:setup",
    doc: "Stripe price of the annual subscription.",
  },
  STRIPE_PROMOTION_CODES: {
    schema: onOff.default(false),
    default: "off",
    doc: "Whether the checkout takes promotion codes (on or off).",
  },
  STRIPE_AUTOMATIC_TAX: {
    schema: onOff.default(false),
    default: "off",
    doc: "Whether Stripe computes tax by the buyer's address (on or off).",
  },
  STRIPE_TAX_BEHAVIOR: {
    schema: choiceSchema("inclusive", "exclusive").default("inclusive"),
    default: "inclusive",
    doc: "Whether the prices include the tax, or it is added to them: inclusive or exclusive. npm run stripe:setup gives it to the prices it makes.",
  },
  STRIPE_API_URL: {
    schema: origin.optional(),
    default: "Stripe's own",
    doc: "Where Stripe's API is reached; only for a proxy or a test double.",
  },
} as const satisfies Settings;

/** The operator's own prices; those that are absent are found by their lookup keys. */
export type OwnPrices = { readonly [kind in CheckoutKind]?: string | undefined };

export function listOwnPrices(
  values: Pick<
    SettingsValues<typeof stripeSettings>,
    "STRIPE_PRICE_SINGLE" | "STRIPE_PRICE_MONTHLY" | "STRIPE_PRICE_ANNUAL"
  >,
): OwnPrices {
  return {
    single: values.STRIPE_PRICE_SINGLE,
    monthly: values.STRIPE_PRICE_MONTHLY,
    annual: values.STRIPE_PRICE_ANNUAL,
  };
}

/** Whether a price includes its tax. */
export type TaxBehavior = SettingsValues<typeof stripeSettings>["STRIPE_TAX_BEHAVIOR"];
