import type { CheckoutKind } from "#contract/billing/billing.ts";
import type { ErrorCode } from "#contract/errors.ts";
import type { CheckoutRow } from "../checkout-queries.ts";

/** What a click asks for. */
export interface Wanted {
  kind: CheckoutKind;
  circle_id: string | null;
}

/** What an owner has, as far as it decides what may be sold or used. */
export interface Unlocks {
  /** Whether a subscription unlocks everything. */
  isSubscribed: boolean;
  /** The circle that a single is for, or that a subscription's checkout returns to; undefined if there is none. */
  circle: { isUnlocked: boolean; visibility: Visibility } | undefined;
}

type Visibility = "readable" | "none_yet" | "sealed" | "too_few";

/**
 * Why an unlock of a circle would be of no use: nothing is sold or used for a circle that has nothing to read or is
 * already unlocked. Source: docs/product.md, Paywall.
 */
export function refuseUnlock({ isSubscribed, circle }: Unlocks): ErrorCode | undefined {
  if (isSubscribed) return "already_subscribed";
  if (circle?.isUnlocked) return "already_unlocked";
  if (circle === undefined || circle.visibility === "readable") return undefined;
  return `unlock_${circle.visibility}`;
}

/** Why something is not sold; undefined if it is. */
export function refuseCheckout(
  kind: CheckoutKind,
  has: Unlocks & {
    /** Whether a subscription may be charged again, even if it unlocks nothing: both would be charged. */
    hasLiveSubscription: boolean;
    creditsCount: number;
    /** How many unused unlocks its owner knew of at the click. */
    knownCreditsCount: number;
  },
): ErrorCode | undefined {
  if (kind !== "single") {
    if (has.isSubscribed) return "already_subscribed";
    return has.hasLiveSubscription ? "subscription_past_due" : undefined;
  }
  const refusal = refuseUnlock(has);
  if (refusal !== undefined) return refusal;
  // Without a circle another unlock may be bought, but not by a click made before the last one was known to be paid.
  const usedCount = has.circle === undefined ? has.knownCreditsCount : 0;
  return has.creditsCount > usedCount ? "unlock_unused" : undefined;
}

/**
 * What a click does next about the one unfinished checkout beside which no other may start. Only one click of an owner
 * at a time creates and ends checkouts (`holdsLease`); for the same thing the others wait for it, and for another one
 * they are refused.
 */
export function chooseStep(
  wanted: Wanted,
  unfinished: Pick<CheckoutRow, "kind" | "circle_id" | "state">,
  holdsLease: boolean,
): "reopen" | "create" | "wait" | "expire_other" | "refuse" {
  const isWanted = unfinished.kind === wanted.kind && unfinished.circle_id === wanted.circle_id;
  if (isWanted && unfinished.state !== "requested") return "reopen";
  if (isWanted) return holdsLease ? "create" : "wait";
  return holdsLease ? "expire_other" : "refuse";
}
