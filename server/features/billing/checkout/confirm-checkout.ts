import type { z } from "zod";
import type { confirmCheckout as confirmCheckoutEndpoint } from "#contract/billing/billing.ts";
import { DomainError } from "#contract/errors.ts";
import type { OwnerId } from "#server/access/owner.ts";
import type { BillingDeps } from "../billing-deps.ts";
import { type CheckoutRow, claimProviderRequest, findCheckout } from "../checkout-queries.ts";
import { syncCheckout } from "../events/sync-with-provider.ts";
import { findPurchase } from "../purchase-queries.ts";

/** A waiting page asks every second or two; the provider is asked less often. */
const minRequestIntervalMs = 5000;

/**
 * Returns the outcome of a checkout. While the outcome is unknown, the provider is asked, at most every few seconds. If
 * the provider cannot be reached, the stored state is returned.
 * @throws DomainError checkout_not_found
 */
export async function confirmCheckout(
  deps: BillingDeps,
  owner: OwnerId,
  checkoutId: string,
): Promise<z.input<typeof confirmCheckoutEndpoint.output>> {
  const { db } = deps;
  const checkout = await findCheckout(db, checkoutId);
  if (checkout?.user_id !== owner) throw new DomainError("checkout_not_found");
  await syncUnlessRecent(deps, checkout);
  const { kind, state } = (await findCheckout(db, checkoutId)) ?? checkout;
  const purchase = await findPurchase(db, checkoutId);
  return {
    state: state === "requested" ? "open" : state,
    kind,
    unlocked_circle_id: purchase?.state === "paid" ? purchase.circle_id : null,
  };
}

async function syncUnlessRecent(deps: BillingDeps, checkout: CheckoutRow): Promise<void> {
  const { db, clock, log, payments } = deps;
  if (checkout.state !== "open" || payments?.name !== checkout.provider) return;
  const now = clock.now();
  const askedBefore = new Date(now.getTime() - minRequestIntervalMs);
  if (!(await claimProviderRequest(db, checkout.id, { now, askedBefore }))) return;
  try {
    await syncCheckout({ ...deps, payments }, checkout);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ provider: payments.name, reason }, "a payment could not be confirmed yet");
  }
}
