/**
 * What the owner of an anonymous paraline is told wherever a closing is decided on. It is the rule, not the case: nothing
 * may tell before the closing how many answers wait. Source: product decisions 4.
 */
export const final_closing =
  "If closing shows one or two answers, it is final: the paraline can't be reopened.";

/** What they are told once it was. */
export const closed_for_good = "Its closing showed one or two answers, so it can't be reopened.";
