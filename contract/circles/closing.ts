/**
 * What the owner of an anonymous circle reads wherever they decide on a closing. It states the rule, not the present
 * case: before the closing, nothing may reveal how many answers wait. Source: docs/product.md, Anonymity.
 */
export const finalClosing =
  "If closing shows one or two answers, it is final: the paraline can't be reopened.";

/** What the owner reads after a final closing. */
export const finalClosingReason = "Its closing showed one or two answers, so it can't be reopened.";
