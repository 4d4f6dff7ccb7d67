/**
 * What the owner of an anonymous paraline reads wherever they decide on a closing. It is the rule, not the
 * case: before the closing nothing may show how many answers wait. Source: docs/product.md, Anonymity.
 */
export const final_closing =
  "If closing shows one or two answers, it is final: the paraline can't be reopened.";

/** What they read once a closing was final. */
export const closed_for_good = "Its closing showed one or two answers, so it can't be reopened.";
