import { prices } from "../limits.ts";

/** A price in US dollars as the product writes it: "$5", "$129". */
export function formatPrice(cents: number): string {
  return `$${cents % 100 === 0 ? cents / 100 : (cents / 100).toFixed(2)}`;
}

/** What someone pays: "$12.50", "€9". */
export function formatAmount(cents: number, currency: string): string {
  if (currency === "usd") return formatPrice(cents);
  const format = new Intl.NumberFormat("en", {
    style: "currency",
    currency,
    trailingZeroDisplay: "stripIfInteger",
  });
  return format.format(cents / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** How much cheaper a year is than twelve months, in US cents. */
export const annualSavingCents = prices.monthlyCents * 12 - prices.annualCents;
