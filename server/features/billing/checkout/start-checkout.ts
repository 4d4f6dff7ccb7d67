import { randomUUID } from "node:crypto";
import type { CheckoutKind } from "#contract/billing/billing.ts";
import { DomainError } from "#contract/errors.ts";
import { checkoutReturnPath } from "#contract/paths.ts";
import { minuteMs } from "#contract/values/durations.ts";
import { loadOwnedCircle } from "#server/access/owned-circle.ts";
import type { OwnerId } from "#server/access/owner.ts";
import { findOwner } from "#server/access/profiles.ts";
import type { Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { BillingDeps, EnabledBillingDeps } from "../billing-deps.ts";
import {
  type CheckoutRow,
  failCheckoutRequest,
  findUnfinishedCheckout,
  insertCheckout,
  openCheckout,
} from "../checkout-queries.ts";
import {
  type CustomerKey,
  findCustomer,
  lockCustomer,
  storeCustomerId,
} from "../customer-queries.ts";
import { syncCheckout, syncSubscriptions } from "../events/sync-with-provider.ts";
import { CustomerGoneError, type StartedCheckout } from "../provider.ts";
import {
  findCountingSubscription,
  findLiveSubscription,
  knowsSubscription,
} from "../subscription-queries.ts";
import { updateCustomerEmail } from "../update-customer-email.ts";
import { requireUnlockable } from "./require-unlockable.ts";

/** What may come between: an old checkout to end, then one that has just been paid or has run out. */
const triesAtMost = 4;

/** Longer than the provider may take to start a checkout: one that is still not open then never will be. */
const startingAtMostMs = 2 * minuteMs;

/**
 * Starts a checkout and returns its address. The request is recorded and committed before the provider is asked, under
 * its own id, so that two clicks, tabs or devices get the same checkout. An open one for the same thing is returned
 * again; before that the provider is asked whether it has been paid, so that nothing is paid twice. Between a month and
 * a year the last press counts, and of simultaneous presses the request recorded first.
 * @throws DomainError billing_off, circle_not_found, already_subscribed, subscription_past_due,
 * subscription_refunded_or_disputed, already_unlocked, unlock_none_yet, unlock_waiting, unlock_too_few, checkout_starting,
 * checkout_pending, checkout_failed
 */
export async function startCheckout(
  deps: BillingDeps,
  owner: OwnerId,
  wanted: { kind: CheckoutKind; circle_id: string | null },
): Promise<{ checkout_id: string; url: string }> {
  const { payments } = deps;
  if (payments === undefined) throw new DomainError("billing_off");
  const enabledDeps = { ...deps, payments };
  if (wanted.kind !== "single") {
    await reportingProviderErrors(enabledDeps, () => syncFormerSubscriptions(enabledDeps, owner));
  }
  let wasTried = false;
  for (let attempt = 1; attempt <= triesAtMost; attempt += 1) {
    const checkout = await inTransaction(deps.db, (tx) =>
      createCheckoutRequest(enabledDeps, tx, owner, wanted),
    );
    if (checkout.kind === wanted.kind && checkout.circle_id === wanted.circle_id) {
      wasTried = true;
      const opened = await reportingProviderErrors(enabledDeps, () =>
        continueCheckout(enabledDeps, owner, checkout),
      );
      if (opened !== undefined) return opened;
    } else {
      // Ending what another press is opening, each would end the other's and neither would be opened.
      if (wasTried || isStarting(checkout, deps.clock.now())) {
        throw new DomainError("checkout_starting");
      }
      await reportingProviderErrors(enabledDeps, () => expireOtherCheckout(enabledDeps, checkout));
    }
  }
  throw new DomainError("checkout_starting");
}

/** Whether another press may still be waiting for the provider's answer about it. */
function isStarting({ state, created_at }: CheckoutRow, now: Date): boolean {
  return state === "wished" && now.getTime() - created_at.getTime() < startingAtMostMs;
}

/**
 * A subscriber may have resumed the subscription, or ended the one we would refuse for, and the event is lost
 * or delayed: the provider is asked before another one is sold.
 */
async function syncFormerSubscriptions(deps: EnabledBillingDeps, owner: OwnerId): Promise<void> {
  const { db, clock, payments } = deps;
  const key: CustomerKey = { user_id: owner, provider: payments.name };
  if (!(await knowsSubscription(db, key))) return;
  if ((await findCountingSubscription(db, key, clock.now())) !== undefined) return;
  const customer = await findCustomer(db, key);
  if (customer !== undefined) await syncSubscriptions(deps, customer);
}

/** The checkout for the request, a new one or the unfinished one; for a subscription, possibly a different one's. */
async function createCheckoutRequest(
  { clock, payments }: EnabledBillingDeps,
  tx: Tx,
  owner: OwnerId,
  { kind, circle_id }: { kind: CheckoutKind; circle_id: string | null },
): Promise<CheckoutRow> {
  const now = clock.now();
  const key: CustomerKey = { user_id: owner, provider: payments.name };
  await lockCustomer(tx, key, now);
  if (kind === "single" && circle_id !== null) {
    await requireUnlockable(tx, owner, key, circle_id, now);
  } else {
    if (circle_id !== null) await loadOwnedCircle(tx, owner, circle_id);
    if ((await findCountingSubscription(tx, key, now)) !== undefined) {
      throw new DomainError("already_subscribed");
    }
    if (kind !== "single") await refuseSecondSubscription(tx, key, now);
  }
  const unfinished = await findUnfinishedCheckout(tx, key, kind, circle_id);
  if (unfinished?.state === "pending") throw new DomainError("checkout_pending");
  if (unfinished !== undefined) return unfinished;
  return insertCheckout(tx, { ...key, id: randomUUID(), kind, circle_id, created_at: now });
}

/**
 * One that unlocks nothing now may be charged again, and then both would be: another may start only once it has ended.
 */
async function refuseSecondSubscription(tx: Tx, key: CustomerKey, now: Date): Promise<void> {
  const living = await findLiveSubscription(tx, key, now);
  if (living === undefined) return;
  const isRefundedOrDisputed = living.status === "refunded" || living.status === "disputed";
  throw new DomainError(
    isRefundedOrDisputed ? "subscription_refunded_or_disputed" : "subscription_past_due",
  );
}

/** Two subscriptions must not be open at once: both could be paid. */
async function expireOtherCheckout(deps: EnabledBillingDeps, checkout: CheckoutRow): Promise<void> {
  if (checkout.provider_id === null) await failCheckoutRequest(deps.db, checkout.id);
  else await deps.payments.endCheckout(checkout.provider_id);
  await syncCheckout(deps, checkout);
}

/** One step towards an open checkout of what is wanted; undefined: things have changed, look again. */
async function continueCheckout(
  deps: EnabledBillingDeps,
  owner: OwnerId,
  checkout: CheckoutRow,
): Promise<{ checkout_id: string; url: string } | undefined> {
  if (checkout.state === "wished") return createProviderCheckout(deps, owner, checkout);
  const state = await syncCheckout(deps, checkout);
  return state === "open" && checkout.url !== null
    ? { checkout_id: checkout.id, url: checkout.url }
    : undefined;
}

async function createProviderCheckout(
  deps: EnabledBillingDeps,
  owner: OwnerId,
  checkout: CheckoutRow,
): Promise<{ checkout_id: string; url: string } | undefined> {
  const { db } = deps;
  try {
    const started = await startCustomerCheckout(deps, owner, checkout);
    if (await openCheckout(db, checkout.id, started)) {
      return { checkout_id: checkout.id, url: started.url };
    }
    // The request was given up in between, so nothing here would ever end what was started for it.
    await deps.payments.endCheckout(started.provider_id);
    return undefined;
  } catch (error) {
    // Its address was never returned, so it cannot be paid: the next click starts afresh.
    await failCheckoutRequest(db, checkout.id);
    throw error;
  }
}

/** Starts it for the owner as the provider's customer, who is created again if the provider has deleted them. */
async function startCustomerCheckout(
  deps: EnabledBillingDeps,
  owner: OwnerId,
  { id, kind, circle_id }: CheckoutRow,
): Promise<StartedCheckout> {
  const { db, payments, config } = deps;
  const address = (checkoutId?: string) =>
    `${config.publicUrl}${checkoutReturnPath(circle_id ?? undefined, checkoutId)}`;
  const startAs = (customerId: string) =>
    payments.startCheckout({
      checkout_id: id,
      kind,
      user_id: owner,
      customer_id: customerId,
      circle_id,
      success_url: address(id),
      cancel_url: address(),
    });
  const known = await findCustomer(db, { user_id: owner, provider: payments.name });
  const knownId = known?.provider_id ?? null;
  try {
    return await startAs(knownId ?? (await createCustomer(deps, owner, null)));
  } catch (error) {
    if (knownId === null || !(error instanceof CustomerGoneError)) throw error;
    return startAs(await createCustomer(deps, owner, knownId));
  }
}

async function createCustomer(
  deps: EnabledBillingDeps,
  owner: OwnerId,
  replaces: string | null,
): Promise<string> {
  const { db, payments } = deps;
  const account = await findOwner(db, owner);
  if (account === undefined) throw new DomainError("signed_out");
  const { user_id, email } = account;
  const createdId = await payments.createCustomer({ user_id, email, replaces });
  const key: CustomerKey = { user_id, provider: payments.name };
  const customerId = await storeCustomerId(db, key, createdId, replaces);
  if (customerId !== undefined) {
    // If the address changed in between, the provider would not get the new one: there was no customer to update.
    if ((await findOwner(db, owner))?.email !== email) await updateCustomerEmail(deps, owner);
    return customerId;
  }
  // Erased in between: nothing of theirs stays at the provider.
  await payments.closeCustomer(createdId);
  throw new DomainError("signed_out");
}

/** Any failure at the provider is one message to people; the log has the reason. */
async function reportingProviderErrors<Result>(
  { log, payments }: EnabledBillingDeps,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DomainError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ provider: payments.name, reason }, "a checkout could not be started");
    throw new DomainError("checkout_failed", { cause: error });
  }
}
