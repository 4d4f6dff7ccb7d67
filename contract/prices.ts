import { prices } from "./limits.ts";

/** A price the way the product says it: "$5", "$129". US dollars. */
export function formatPrice(cents: number): string {
  return `$${cents % 100 === 0 ? cents / 100 : (cents / 100).toFixed(2)}`;
}

/** What a year costs less than twelve months, in US cents. */
export const annual_saving_cents = prices.monthly_cents * 12 - prices.annual_cents;
