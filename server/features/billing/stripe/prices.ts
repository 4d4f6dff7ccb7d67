import type Stripe from "stripe";
import { type CheckoutKind, checkoutKinds } from "#contract/billing/billing.ts";
import { formatPrice } from "#contract/billing/prices.ts";
import { minuteMs } from "#contract/values/durations.ts";
import type { Clock } from "#server/system/clock.ts";
import { catalogue, describePrice, isAsSold, lookupKeys, unlimitedProduct } from "./catalogue.ts";
import { idOf } from "./client.ts";
import type { TaxBehavior } from "./settings.ts";

/** A price that was replaced at Stripe is sold no longer than this. */
const knownMs = 10 * minuteMs;

/** What Stripe has under our lookup keys and the operator's own ids. */
export interface StripePrices {
  /**
   * The price of what is sold; `isStale`: the last one was refused, so it is looked up again.
   * @throws when Stripe has none, or one that is not what the pages say
   */
  find(kind: CheckoutKind, options?: { isStale: boolean }): Promise<string>;
  /** Whether a subscription to a price unlocks anything here: it is to a product that we sell. */
  isOurs(price: Pick<Stripe.Price, "product">): Promise<boolean>;
  /** A sentence for each price that cannot be sold, or whose tax is not as the operator's setting says. */
  listProblems(): Promise<string[]>;
}

export function openStripePrices(
  stripe: Stripe,
  {
    given,
    taxBehavior,
    clock,
  }: {
    given: { [kind in CheckoutKind]?: string | undefined };
    /** Undefined where no tax is computed. */
    taxBehavior: TaxBehavior | undefined;
    clock: Clock;
  },
): StripePrices {
  let known: { prices: Map<CheckoutKind, Stripe.Price>; since: number } | undefined;

  async function load(isStale = false): Promise<Map<CheckoutKind, Stripe.Price>> {
    const now = clock.now().getTime();
    // A clock may be set back.
    const isKnown = known !== undefined && now >= known.since && now < known.since + knownMs;
    if (known !== undefined && isKnown && !isStale) return known.prices;
    const prices = await findPrices(stripe, given);
    known = { prices, since: now };
    return prices;
  }

  return {
    async find(kind, { isStale } = { isStale: false }) {
      let price = (await load(isStale)).get(kind);
      // What was missing or wrong a minute ago may have been corrected since.
      if (describeProblem(kind, price) !== undefined) price = (await load(true)).get(kind);
      const problem = describeProblem(kind, price);
      if (price === undefined || problem !== undefined) throw new Error(problem);
      return price.id;
    },
    async isOurs({ product }) {
      const own = [...(await load()).values()].map((price) => idOf(price.product));
      return [unlimitedProduct, ...own].includes(idOf(product));
    },
    async listProblems() {
      const prices = await load();
      return checkoutKinds.flatMap((kind) => {
        const price = prices.get(kind);
        return describeProblem(kind, price) ?? describeTaxProblem(kind, price, taxBehavior) ?? [];
      });
    },
  };
}

/** As given, else the active one with the lookup key; a missing one is left out. */
async function findPrices(
  stripe: Stripe,
  given: { [kind in CheckoutKind]?: string | undefined },
): Promise<Map<CheckoutKind, Stripe.Price>> {
  const { data } = await stripe.prices.list({
    lookup_keys: Object.values(lookupKeys),
    active: true,
    limit: 10,
  });
  const found = await Promise.all(
    checkoutKinds.map(async (kind) => {
      const named = given[kind];
      return named === undefined
        ? data.find(({ lookup_key }) => lookup_key === lookupKeys[kind])
        : stripe.prices.retrieve(named);
    }),
  );
  return new Map(
    checkoutKinds.flatMap((kind, index) => {
      const price = found[index];
      return price === undefined ? [] : [[kind, price] as const];
    }),
  );
}

/** What is wrong with a price, compared with what the pages say; undefined: nothing is. */
export function describeProblem(
  kind: CheckoutKind,
  price: Stripe.Price | undefined,
): string | undefined {
  if (price === undefined) {
    return `Stripe has no price for ${kind}: run \`npm run stripe:setup\`.`;
  }
  if (!price.active) return `${price.id}, the Stripe price for ${kind}, is not active.`;
  if (isAsSold(kind, price)) return undefined;
  return `${price.id}, the Stripe price for ${kind}, is ${describePrice(price)}, but ${formatPrice(catalogue[kind].cents)} is what the pages say: nothing is sold at it. Run \`npm run stripe:setup\`, or name another price.`;
}

/** It is sold all the same: the checkout says what there is to pay. */
function describeTaxProblem(
  kind: CheckoutKind,
  price: Stripe.Price | undefined,
  wanted: TaxBehavior | undefined,
): string | undefined {
  if (price === undefined || wanted === undefined || price.tax_behavior === wanted)
    return undefined;
  return `${price.id}, the Stripe price for ${kind}, has the tax behavior ${price.tax_behavior}, but STRIPE_TAX_BEHAVIOR says ${wanted}. Run \`npm run stripe:setup\`, or correct the setting.`;
}
