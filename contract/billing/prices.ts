import { prices } from "../limits.ts";

/** A price as the product writes it: "$5", "$129". US dollars. */
export function formatPrice(cents: number): string {
  return `$${cents % 100 === 0 ? cents / 100 : (cents / 100).toFixed(2)}`;
}

/** How much cheaper a year is than twelve months, in US cents. */
export const annualSavingCents = prices.monthlyCents * 12 - prices.annualCents;
