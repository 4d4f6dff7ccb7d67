import type Stripe from "stripe";
import { type CheckoutKind, checkoutKinds } from "#contract/billing/billing.ts";
import { formatPrice } from "#contract/billing/prices.ts";
import { minuteMs } from "#contract/values/durations.ts";
import type { Clock } from "#server/system/clock.ts";
import {
  catalogue,
  describePrice,
  lookupKeys,
  matchesCatalogue,
  unlimitedProduct,
} from "./catalogue.ts";
import { isMissing, readReferenceId } from "./client.ts";
import type { OwnPrices, TaxBehavior } from "./settings.ts";

/** How long a price may still be sold after it was replaced at Stripe. */
const knownMs = 10 * minuteMs;

export interface SoldPrice {
  id: string;
  product: string;
}

/** What Stripe has under our lookup keys and the operator's own ids. */
export interface StripePrices {
  /**
   * The price of what is sold, and its product; `isStale`: the last price was refused, so it is looked up again.
   * @throws if Stripe has no price, or one that differs from what the pages say
   */
  find(kind: CheckoutKind, options?: { isStale: boolean }): Promise<SoldPrice>;
  /** Whether a price belongs to a product that is sold here now. */
  isOurs(price: Pick<Stripe.Price, "product">): Promise<boolean>;
  /**
   * Returns a sentence for each price that cannot be sold, or whose tax behavior differs from the operator's setting.
   */
  listProblems(): Promise<string[]>;
}

export function openStripePrices(
  stripe: Stripe,
  {
    given,
    taxBehavior,
    clock,
  }: {
    given: OwnPrices;
    /** Undefined if no tax is computed. */
    taxBehavior: TaxBehavior | undefined;
    clock: Clock;
  },
): StripePrices {
  let known: { prices: FoundPrices; since: number } | undefined;

  async function load(isStale = false): Promise<FoundPrices> {
    const now = clock.now().getTime();
    // Compared with both ends, because the clock may have been set back.
    const isKnown = known !== undefined && now >= known.since && now < known.since + knownMs;
    if (known !== undefined && isKnown && !isStale) return known.prices;
    const prices = await findPrices(stripe, given);
    known = { prices, since: now };
    return prices;
  }

  const findProblem = (kind: CheckoutKind, found: Found | undefined): string | undefined =>
    found instanceof Error
      ? describeFailure(kind, given[kind], found)
      : describeProblem(kind, found);

  return {
    async find(kind, { isStale } = { isStale: false }) {
      let found = (await load(isStale)).get(kind);
      // A price that was missing or wrong a minute ago may have been corrected since.
      if (findProblem(kind, found) !== undefined) found = (await load(true)).get(kind);
      const problem = findProblem(kind, found);
      if (found === undefined || found instanceof Error || problem !== undefined) {
        throw new Error(problem, { cause: found });
      }
      return { id: found.id, product: readReferenceId(found.product) };
    },
    async isOurs({ product }) {
      const found = [...(await load()).values()];
      const prices = found.filter((one): one is Stripe.Price => !(one instanceof Error));
      const own = [unlimitedProduct, ...prices.map((price) => readReferenceId(price.product))];
      if (own.includes(readReferenceId(product))) return true;
      // The product may belong to a price that could not be read.
      const failure = found.find((one) => one instanceof Error && !isMissing(one));
      if (failure !== undefined) throw failure;
      return false;
    },
    async listProblems() {
      const prices = await load();
      return checkoutKinds.flatMap((kind) => {
        const found = prices.get(kind);
        const problem = findProblem(kind, found);
        if (problem !== undefined || found instanceof Error) return problem ?? [];
        return describeTaxProblem(kind, found, taxBehavior) ?? [];
      });
    },
  };
}

/** A price, or the error that occurred when it was read. */
type Found = Stripe.Price | Error;
type FoundPrices = Map<CheckoutKind, Found>;

/**
 * For each kind, the price that the operator's settings name, else the active one with the lookup key; a missing one is
 * left out. If one cannot be read, the others are read all the same.
 */
async function findPrices(stripe: Stripe, given: OwnPrices): Promise<FoundPrices> {
  const withKeys = orError(listKeyedPrices(stripe));
  const find = async (kind: CheckoutKind): Promise<Found | undefined> => {
    const named = given[kind];
    if (named !== undefined) return orError(stripe.prices.retrieve(named));
    const list = await withKeys;
    if (list instanceof Error) return list;
    return findKeyed(list, kind);
  };
  const found = await Promise.all(
    checkoutKinds.map(async (kind) => [kind, await find(kind)] as const),
  );
  return new Map(found.flatMap(([kind, one]) => (one === undefined ? [] : [[kind, one] as const])));
}

/** The active prices under our lookup keys. */
export async function listKeyedPrices(stripe: Stripe): Promise<Stripe.Price[]> {
  const { data } = await stripe.prices.list({
    lookup_keys: Object.values(lookupKeys),
    active: true,
    limit: 10,
  });
  return data;
}

/** The one of these prices that has the lookup key of a kind. */
export function findKeyed(
  prices: readonly Stripe.Price[],
  kind: CheckoutKind,
): Stripe.Price | undefined {
  return prices.find(({ lookup_key }) => lookup_key === lookupKeys[kind]);
}

async function orError<Answer>(asking: Promise<Answer>): Promise<Answer | Error> {
  try {
    return await asking;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function describeFailure(
  kind: CheckoutKind,
  named: string | undefined,
  { message }: Error,
): string {
  const price =
    named === undefined
      ? `The Stripe price for ${kind}`
      : `${named}, the Stripe price for ${kind},`;
  return `${price} could not be read, so nothing is sold at it: ${message}`;
}

/** Describes how a price differs from what the pages say; undefined if it does not. */
export function describeProblem(
  kind: CheckoutKind,
  price: Stripe.Price | undefined,
): string | undefined {
  if (price === undefined) {
    return `Stripe has no price for ${kind}: run \`npm run stripe:setup\`.`;
  }
  if (!price.active) return `${price.id}, the Stripe price for ${kind}, is not active.`;
  if (matchesCatalogue(kind, price)) return undefined;
  return `${price.id}, the Stripe price for ${kind}, is ${describePrice(price)}, but ${formatPrice(catalogue[kind].cents)} is what the pages say: nothing is sold at it. Run \`npm run stripe:setup\`, or name another price.`;
}

/**
 * Describes a tax behavior that differs from the setting. The price is sold all the same: the checkout shows the amount
 * to pay.
 */
function describeTaxProblem(
  kind: CheckoutKind,
  price: Stripe.Price | undefined,
  wanted: TaxBehavior | undefined,
): string | undefined {
  if (price === undefined || wanted === undefined || price.tax_behavior === wanted)
    return undefined;
  return `${price.id}, the Stripe price for ${kind}, has the tax behavior ${price.tax_behavior}, but STRIPE_TAX_BEHAVIOR says ${wanted}. Run \`npm run stripe:setup\`, or correct the setting.`;
}
