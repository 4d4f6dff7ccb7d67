import type Stripe from "stripe";
import { type CheckoutKind, checkoutKinds } from "#contract/billing/billing.ts";
import { prices } from "#contract/limits.ts";
import { idOf, isMissing } from "./client.ts";

/** By which what we made in an account is found again. */
const lookupKeys: Record<CheckoutKind, string> = {
  single: "paraline_single",
  monthly: "paraline_monthly",
  annual: "paraline_annual",
};

const portalMarker = "paraline_portal";

const catalogue: Record<
  CheckoutKind,
  { product: "single" | "unlimited"; cents: number; interval?: "month" | "year" }
> = {
  single: { product: "single", cents: prices.singleCents },
  monthly: { product: "unlimited", cents: prices.monthlyCents, interval: "month" },
  annual: { product: "unlimited", cents: prices.annualCents, interval: "year" },
};

const productNames = {
  single: "Paraline: one paraline, unlocked for good",
  unlimited: "Paraline: unlimited paralines",
};

/** The ids of the prices found by their lookup keys; a missing one is left out. */
async function findPrices(stripe: Stripe): Promise<Map<CheckoutKind, string>> {
  const { data } = await stripe.prices.list({
    lookup_keys: Object.values(lookupKeys),
    active: true,
    limit: 10,
  });
  return new Map(
    checkoutKinds.flatMap((kind) => {
      const price = data.find(({ lookup_key }) => lookup_key === lookupKeys[kind]);
      return price === undefined ? [] : [[kind, price.id] as const];
    }),
  );
}

/** Finds the price of what is sold: as given, else by its lookup key, which is asked for once. */
export function createPriceFinder(
  stripe: Stripe,
  given: { [kind in CheckoutKind]?: string | undefined },
): (kind: CheckoutKind) => Promise<string> {
  let known: Map<CheckoutKind, string> | undefined;
  return async (kind) => {
    const named = given[kind];
    if (named !== undefined) return named;
    if (known?.has(kind) !== true) known = await findPrices(stripe);
    const found = known.get(kind);
    if (found !== undefined) return found;
    throw new Error(`Stripe has no price for ${kind}: run \`npm run stripe:setup\` once.`);
  };
}

/** The portal's configuration that {@link setUpStripe} made; undefined: the account's own default. */
export async function findPortalConfiguration(stripe: Stripe): Promise<string | undefined> {
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 });
  return data.find(({ metadata }) => metadata?.made_for === portalMarker)?.id;
}

/**
 * Makes the products, prices and the portal's configuration that an account lacks, and leaves what is there. A price
 * whose amount is not ours any more is replaced under the same lookup key; who subscribed at the old one keeps it.
 * @returns a line for each thing, for people
 */
export async function setUpStripe(stripe: Stripe): Promise<string[]> {
  const lines: string[] = [];
  const { data: existing } = await stripe.prices.list({
    lookup_keys: Object.values(lookupKeys),
    active: true,
    limit: 10,
  });
  const made = new Map<CheckoutKind, Stripe.Price>();
  for (const kind of checkoutKinds) {
    const { product, cents, interval } = catalogue[kind];
    const found = existing.find(({ lookup_key }) => lookup_key === lookupKeys[kind]);
    if (found?.unit_amount === cents && found.currency === "usd") {
      made.set(kind, found);
      lines.push(`${lookupKeys[kind]}: found ${found.id}`);
      continue;
    }
    const price = await stripe.prices.create({
      product: await findOrCreateProduct(stripe, product),
      currency: "usd",
      unit_amount: cents,
      lookup_key: lookupKeys[kind],
      transfer_lookup_key: true,
      ...(interval !== undefined && { recurring: { interval } }),
    });
    made.set(kind, price);
    lines.push(`${lookupKeys[kind]}: made ${price.id}`);
  }
  lines.push(await setUpPortal(stripe, made));
  return lines;
}

async function findOrCreateProduct(
  stripe: Stripe,
  product: keyof typeof productNames,
): Promise<string> {
  const id = `paraline_${product}`;
  try {
    return (await stripe.products.retrieve(id)).id;
  } catch (error) {
    if (!isMissing(error)) throw error;
    return (await stripe.products.create({ id, name: productNames[product] })).id;
  }
}

async function setUpPortal(
  stripe: Stripe,
  made: ReadonlyMap<CheckoutKind, Stripe.Price>,
): Promise<string> {
  const found = await findPortalConfiguration(stripe);
  if (found !== undefined) return `portal: found ${found}`;
  const subscriptions = [made.get("monthly"), made.get("annual")].filter(
    (price) => price !== undefined,
  );
  const [first] = subscriptions;
  const configuration = await stripe.billingPortal.configurations.create({
    metadata: { made_for: portalMarker },
    features: {
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: true, mode: "at_period_end" },
      ...(first !== undefined && {
        subscription_update: {
          enabled: true,
          default_allowed_updates: ["price"],
          proration_behavior: "create_prorations",
          products: [
            {
              product: idOf(first.product),
              prices: subscriptions.map(({ id }) => id),
            },
          ],
        },
      }),
    },
  });
  return `portal: made ${configuration.id}`;
}

const subscribedEvents = [
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "checkout.session.expired",
  "customer.subscription.created",
  "customer.subscription.updated",
  "customer.subscription.deleted",
  "customer.subscription.paused",
  "customer.subscription.resumed",
  "invoice.paid",
  "invoice.payment_failed",
  "charge.refunded",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.closed",
  "refund.failed",
] as const satisfies Stripe.WebhookEndpointCreateParams.EnabledEvent[];

/**
 * Registers `url` as Stripe's webhook, unless it is registered; events use the API version that the library reads.
 * @returns the signing secret when it was made now: Stripe tells it this once
 */
export async function setUpWebhook(
  stripe: Stripe,
  url: string,
): Promise<{ id: string; secret: string | undefined }> {
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
  const found = data.find((endpoint) => endpoint.url === url && endpoint.status === "enabled");
  if (found !== undefined) return { id: found.id, secret: undefined };
  const { default: StripeClient } = await import("stripe");
  const { id, secret } = await stripe.webhookEndpoints.create({
    url,
    enabled_events: [...subscribedEvents],
    api_version: StripeClient.API_VERSION,
  });
  return { id, secret };
}
