import type Stripe from "stripe";
import type { CheckoutKind } from "#contract/billing/billing.ts";
import { readReferenceId } from "../client.ts";
import { changed, found, type SetUpStep } from "./set-up-step.ts";

const portalMarker = "paraline_portal";

type PortalFeatures = Stripe.BillingPortal.ConfigurationCreateParams.Features;

/** The portal configuration that {@link setUpPortal} made; undefined: the account's own default is used. */
export async function findPortalConfiguration(stripe: Stripe): Promise<string | undefined> {
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 });
  return data.find(({ metadata }) => metadata?.made_for === portalMarker)?.id;
}

/** Makes the portal configuration, or adds what it lacks. Stripe's dashboard cannot change this configuration. */
export async function setUpPortal(
  stripe: Stripe,
  prices: ReadonlyMap<CheckoutKind, Stripe.Price>,
): Promise<SetUpStep> {
  const wanted = portalFeatures(prices);
  const id = await findPortalConfiguration(stripe);
  if (id === undefined) {
    const configuration = await stripe.billingPortal.configurations.create({
      metadata: { made_for: portalMarker },
      features: wanted,
    });
    return changed(`portal: made ${configuration.id}`);
  }
  const { features } = await stripe.billingPortal.configurations.retrieve(id, {
    expand: ["features.subscription_update.products"],
  });
  const current = new Map<string, unknown>(Object.entries(features));
  const differing = Object.entries(wanted).filter(
    ([name, feature]) => !covers(current.get(name), feature),
  );
  if (differing.length === 0) return found(`portal: found ${id}`);
  await stripe.billingPortal.configurations.update(id, {
    features: Object.fromEntries(differing),
  });
  return changed(`portal: changed ${differing.map(([name]) => name).join(", ")} of ${id}`);
}

/**
 * What customers may do in the portal. An upgrade begins and is paid at once; a downgrade begins when the paid period
 * ends.
 */
function portalFeatures(prices: ReadonlyMap<CheckoutKind, Stripe.Price>): PortalFeatures {
  const offered = new Map<string, string[]>();
  for (const price of [prices.get("monthly"), prices.get("annual")]) {
    if (price === undefined) continue;
    const product = readReferenceId(price.product);
    offered.set(product, [...(offered.get(product) ?? []), price.id]);
  }
  return {
    customer_update: { enabled: true, allowed_updates: ["name", "address", "tax_id"] },
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
    subscription_cancel: { enabled: true, mode: "at_period_end" },
    ...(offered.size > 0 && {
      subscription_update: {
        enabled: true,
        default_allowed_updates: ["price"],
        proration_behavior: "always_invoice",
        schedule_at_period_end: {
          conditions: [{ type: "shortening_interval" }, { type: "decreasing_item_amount" }],
        },
        products: [...offered].map(([product, ids]) => ({ product, prices: ids })),
      },
    }),
  };
}

/**
 * Whether a value contains everything that is wanted: an object may have more fields, and a list may be in another
 * order.
 */
function covers(value: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(value) &&
      value.length === wanted.length &&
      wanted.every((item) => value.some((other) => covers(other, item)))
    );
  }
  if (typeof wanted !== "object" || wanted === null) return value === wanted;
  if (typeof value !== "object" || value === null) return false;
  const entries = new Map<string, unknown>(Object.entries(value));
  return Object.entries(wanted).every(([name, item]) => covers(entries.get(name), item));
}
