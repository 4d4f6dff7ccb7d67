import type Stripe from "stripe";
import { type CheckoutKind, checkoutKinds } from "#contract/billing/billing.ts";
import { catalogue, describePrice, lookupKeys, matchesCatalogue } from "../catalogue.ts";
import { isMissing, readReferenceId } from "../client.ts";
import { describeProblem, findKeyed, listKeyedPrices } from "../prices.ts";
import type { OwnPrices, TaxBehavior } from "../settings.ts";
import { changed, found, type SetUpStep } from "./set-up-step.ts";

const productNames = {
  single: "Paraline: one paraline, unlocked for good",
  unlimited: "Paraline: unlimited paralines",
};

/**
 * "Software as a Service (SaaS) - Personal Use". Stripe finds the tax rate by this code. An operator may choose another
 * one in Stripe. Source: https://docs.stripe.com/tax/tax-codes
 */
export const taxCode = "txcd_10103000";

/**
 * Makes the products and prices that an account lacks. A price that differs from what the pages say, or that is set to
 * another tax behavior than the operator's, is replaced under its lookup key, because Stripe can change neither.
 * Existing subscribers keep their price.
 * @returns the prices that are sold now, including the operator's own
 */
export async function setUpPrices(
  stripe: Stripe,
  { given, taxBehavior }: { given: OwnPrices; taxBehavior: TaxBehavior },
): Promise<{ prices: Map<CheckoutKind, Stripe.Price>; steps: SetUpStep[] }> {
  const existing = await listKeyedPrices(stripe);
  const prices = new Map<CheckoutKind, Stripe.Price>();
  const steps: SetUpStep[] = [];
  const products = new Set<string>();
  for (const kind of checkoutKinds) {
    const named = given[kind];
    if (named !== undefined) {
      const own = await readOwnPrice(stripe, kind, named);
      steps.push(own.step);
      if (own.price !== undefined) prices.set(kind, own.price);
      continue;
    }
    const keyed = findKeyed(existing, kind);
    const { price, step } = await setUpPrice(stripe, kind, { keyed, taxBehavior });
    steps.push(step);
    prices.set(kind, price);
    products.add(readReferenceId(price.product));
  }
  for (const product of products) steps.push(await setUpProduct(stripe, product));
  return { prices, steps };
}

/** Checks the operator's own price, and leaves it as it is. */
async function readOwnPrice(
  stripe: Stripe,
  kind: CheckoutKind,
  id: string,
): Promise<{ price: Stripe.Price | undefined; step: SetUpStep }> {
  const setting = `STRIPE_PRICE_${kind.toUpperCase()}`;
  try {
    const price = await stripe.prices.retrieve(id);
    const problem = describeProblem(kind, price);
    return problem === undefined
      ? { price, step: found(`${setting}: found ${id}`) }
      : { price: undefined, step: found(`${setting}: ${problem}`) };
  } catch (error) {
    if (!isMissing(error)) throw error;
    return { price: undefined, step: found(`${setting}: Stripe has no price ${id}.`) };
  }
}

async function setUpPrice(
  stripe: Stripe,
  kind: CheckoutKind,
  { keyed, taxBehavior }: { keyed: Stripe.Price | undefined; taxBehavior: TaxBehavior },
): Promise<{ price: Stripe.Price; step: SetUpStep }> {
  const key = lookupKeys[kind];
  const fault = keyed && describeMismatch(kind, keyed, taxBehavior);
  if (keyed !== undefined && fault === undefined) {
    const { id, tax_behavior } = keyed;
    if (tax_behavior === taxBehavior) return { price: keyed, step: found(`${key}: found ${id}`) };
    return {
      price: await stripe.prices.update(id, { tax_behavior: taxBehavior }),
      step: changed(
        `${key}: set the tax behavior of ${id} to ${taxBehavior}, which Stripe never changes again`,
      ),
    };
  }
  const { product, cents, interval } = catalogue[kind];
  const price = await stripe.prices.create({
    product: await findOrCreateProduct(stripe, product),
    currency: "usd",
    unit_amount: cents,
    tax_behavior: taxBehavior,
    lookup_key: key,
    transfer_lookup_key: true,
    ...(interval !== undefined && { recurring: { interval } }),
  });
  const instead =
    keyed === undefined
      ? ""
      : `, which replaces ${keyed.id} (${fault}); who subscribed at the old one keeps it`;
  return { price, step: changed(`${key}: made ${price.id}${instead}`) };
}

/** Why a price has to be replaced; undefined if it may stay. */
function describeMismatch(
  kind: CheckoutKind,
  price: Stripe.Price,
  taxBehavior: TaxBehavior,
): string | undefined {
  if (!matchesCatalogue(kind, price)) return describePrice(price);
  const { tax_behavior } = price;
  const isSet = tax_behavior === "inclusive" || tax_behavior === "exclusive";
  return isSet && tax_behavior !== taxBehavior ? `tax ${tax_behavior}` : undefined;
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
    const { id: made } = await stripe.products.create({
      id,
      name: productNames[product],
      tax_code: taxCode,
    });
    return made;
  }
}

/** Activates a product and gives it a tax code: the operator's, else ours. */
async function setUpProduct(stripe: Stripe, id: string): Promise<SetUpStep> {
  const { active, tax_code } = await stripe.products.retrieve(id);
  const changes = {
    ...(!active && { active: true }),
    ...(!tax_code && { tax_code: taxCode }),
  };
  if (Object.keys(changes).length === 0) {
    return found(`product: found ${id}, tax code ${tax_code && readReferenceId(tax_code)}`);
  }
  await stripe.products.update(id, changes);
  const done = [
    ...(changes.active ? ["made active again"] : []),
    ...(changes.tax_code ? [`got the tax code ${taxCode}`] : []),
  ];
  return changed(`product: ${id} ${done.join(" and ")}`);
}
