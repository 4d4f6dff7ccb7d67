import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { CheckoutKind } from "#contract/billing/billing.ts";
import { DomainError } from "#contract/errors.ts";
import { checkoutReturnPath } from "#contract/paths.ts";
import { hourMs, minuteMs, secondMs } from "#contract/values/durations.ts";
import { AuthError } from "#server/access/auth-error.ts";
import { loadOwnedCircle } from "#server/access/owned-circle.ts";
import type { OwnerId } from "#server/access/owner.ts";
import { findOwner } from "#server/access/profiles.ts";
import type { Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { whileRenewing } from "#server/system/while-renewing.ts";
import type { BillingDeps, EnabledBillingDeps } from "../billing-deps.ts";
import {
  type CheckoutRow,
  failCheckoutRequest,
  findUnfinishedCheckout,
  insertCheckout,
  openCheckout,
} from "../checkout-queries.ts";
import { clickDeadline, waitUntil } from "../click-deadline.ts";
import {
  acquireCheckoutLease,
  type CustomerKey,
  findCustomer,
  lockCustomer,
  lockKnownCustomer,
  releaseCheckoutLease,
  renewCheckoutLease,
  storeCustomerId,
} from "../customers/customer-queries.ts";
import { updateCustomerEmail } from "../customers/update-customer-email.ts";
import { restoreSingles } from "../events/restore-singles.ts";
import {
  CheckoutUnknownError,
  syncCheckout,
  syncSubscriptions,
} from "../events/sync-with-provider.ts";
import { CustomerGoneError, type StartedCheckout } from "../provider.ts";
import { countCredits, findCredit } from "../purchase-queries.ts";
import { findLiveSubscription, findUnlockingSubscription } from "../subscription-queries.ts";
import { isObsolete } from "./expire-obsolete-checkouts.ts";
import { requireUnlockable } from "./require-unlockable.ts";

/**
 * How many steps a start may need: an old checkout has to be ended, then one that has just been paid or has expired.
 */
const maxSteps = 4;

const pollMs = 200;

/**
 * A lease is renewed while its click is under way. It is shorter than the time that clicks wait, so a killed process
 * blocks nobody.
 */
const leaseMs = 12 * secondMs;
const renewLeaseMs = 3 * secondMs;

/**
 * A request that is still unfulfilled after this time is replaced by one with a key that the provider does not know.
 */
const requestKeptMs = 10 * minuteMs;

/** Stripe allows no less than 30 minutes. */
const checkoutOpenMs = hourMs;

/** One click of a button that leads to checkout. */
interface Click {
  id: string;
  owner: OwnerId;
  wanted: { kind: CheckoutKind; circle_id: string | null };
  /** How many unused unlocks were known when the click was made. */
  creditsCount: number;
  /** When the click stops waiting. */
  waitsUntil: Date;
}

type OpenedCheckout = { checkout_id: string; url: string };

/**
 * Starts a checkout and returns its address. The request is recorded and committed before the provider is asked. Only
 * one of an owner's clicks at a time starts or ends checkouts, and the others wait for it, so that two clicks, tabs or
 * devices get the same checkout. If a checkout for the same thing is open, it is returned again, but only after the
 * provider has been asked whether it has been paid, so that nothing is paid twice. If an owner chooses a month and then
 * a year, or the other way round, the last click counts; of simultaneous clicks, the one that was recorded first.
 * @throws DomainError billing_off, circle_not_found, already_subscribed, subscription_past_due,
 * subscription_refunded_or_disputed, already_unlocked, unlock_none_yet, unlock_sealed, unlock_too_few, unlock_unused,
 * checkout_starting, checkout_slow, checkout_pending, checkout_failed
 */
export async function startCheckout(
  deps: BillingDeps,
  owner: OwnerId,
  wanted: Click["wanted"],
): Promise<OpenedCheckout> {
  const { payments, clock } = deps;
  if (payments === undefined) throw new DomainError("billing_off");
  const enabledDeps = { ...deps, payments };
  const waitsUntil = clickDeadline(clock);
  // The stored ids are in lower case, and a client may send one in capitals.
  const circleId = wanted.circle_id?.toLowerCase() ?? null;
  const click: Click = {
    id: randomUUID(),
    owner,
    wanted: { ...wanted, circle_id: circleId },
    creditsCount: await countCredits(deps.db, { user_id: owner, provider: payments.name }),
    waitsUntil,
  };
  return waitUntil(
    clock,
    { deadline: waitsUntil, late: "checkout_slow" },
    reportingProviderErrors(enabledDeps, () => findOrStart(enabledDeps, click)),
  );
}

async function findOrStart(deps: EnabledBillingDeps, click: Click): Promise<OpenedCheckout> {
  await syncFormerPurchases(deps, click);
  const key = keyOf(deps, click);
  const renew = () => renewCheckoutLease(deps.db, key, click.id, leaseUntil(deps));
  try {
    return await whileRenewing({ renew, everyMs: renewLeaseMs }, () => takeSteps(deps, click));
  } finally {
    await releaseCheckoutLease(deps.db, key, click.id);
  }
}

async function takeSteps(deps: EnabledBillingDeps, click: Click): Promise<OpenedCheckout> {
  let wasTried = false;
  for (let step = 1; step <= maxSteps; ) {
    const next = await inTransaction(deps.db, (tx) => chooseStep(deps, tx, click));
    if (next.do === "wait") {
      if (deps.clock.now() >= click.waitsUntil) throw new DomainError("checkout_slow");
      await setTimeout(pollMs);
      continue;
    }
    step += 1;
    if (next.do === "end other") {
      // If this click tried again, two clicks could go on ending each other's checkout, and neither would be opened.
      if (wasTried) break;
      await expireOtherCheckout(deps, next.checkout);
      continue;
    }
    wasTried = true;
    const opened =
      next.do === "create"
        ? await createProviderCheckout(deps, click, next.checkout)
        : await reopenCheckout(deps, next.checkout);
    if (opened !== undefined) return opened;
  }
  throw new DomainError("checkout_starting");
}

type Step = { do: "wait" } | { do: "create" | "reopen" | "end other"; checkout: CheckoutRow };

/**
 * Decides what to do next at the provider. Only one click of an owner creates and ends checkouts; the others wait for
 * it.
 */
async function chooseStep(deps: EnabledBillingDeps, tx: Tx, click: Click): Promise<Step> {
  const { wanted } = click;
  const checkout = await findOrInsertRequest(deps, tx, click);
  const isWanted = checkout.kind === wanted.kind && checkout.circle_id === wanted.circle_id;
  const isOpened = isWanted && checkout.state !== "requested";
  if (isOpened || checkout.state === "pending") return { do: "reopen", checkout };
  const now = deps.clock.now();
  const isClaimed = await acquireCheckoutLease(tx, keyOf(deps, click), click.id, {
    now,
    until: leaseUntil(deps),
  });
  if (isWanted) return isClaimed ? { do: "create", checkout } : { do: "wait" };
  if (!isClaimed) throw new DomainError("checkout_starting");
  return { do: "end other", checkout };
}

const leaseUntil = ({ clock }: EnabledBillingDeps) => new Date(clock.now().getTime() + leaseMs);

const keyOf = ({ payments }: EnabledBillingDeps, { owner }: Click): CustomerKey => ({
  user_id: owner,
  provider: payments.name,
});

/**
 * Asks the provider about former purchases before anything is sold. A subscriber may have resumed the subscription, or
 * ended the one because of which we would refuse, or may have just paid for an unlock that any circle can use, and the
 * event may be lost or delayed; or a restored backup may not know yet what was bought.
 */
async function syncFormerPurchases(deps: EnabledBillingDeps, click: Click): Promise<void> {
  const { db, clock } = deps;
  const { kind, circle_id } = click.wanted;
  const key = keyOf(deps, click);
  if ((await findUnlockingSubscription(db, key, clock.now())) !== undefined) return;
  const customer = await findCustomer(db, key);
  if (customer === undefined) return;
  await syncSubscriptions(deps, customer);
  if (kind !== "single" || circle_id === null) return;
  await restoreSingles(deps, customer);
  const unplaced = await findUnfinishedCheckout(db, key, "single", null);
  if (unplaced === undefined) return;
  try {
    await syncCheckout(deps, unplaced);
  } catch (error) {
    // It was started in another account. Whoever pays it there has two unlocks, which is no reason to sell none here.
    if (!(error instanceof CheckoutUnknownError)) throw error;
  }
}

/**
 * The checkout for what is wanted: a new one, or the unfinished one. For a subscription, the unfinished checkout may be
 * for another plan.
 */
async function findOrInsertRequest(
  deps: EnabledBillingDeps,
  tx: Tx,
  click: Click,
): Promise<CheckoutRow> {
  const { owner, wanted, creditsCount } = click;
  const { kind, circle_id } = wanted;
  const now = deps.clock.now();
  const key = keyOf(deps, click);
  await lockCustomer(tx, key, now);
  if (kind === "single" && circle_id !== null) {
    await requireUnlockable(tx, owner, key, circle_id, now);
    if ((await findCredit(tx, key)) !== undefined) throw new DomainError("unlock_unused");
  } else {
    if (circle_id !== null) await loadOwnedCircle(tx, owner, circle_id);
    if ((await findUnlockingSubscription(tx, key, now)) !== undefined) {
      throw new DomainError("already_subscribed");
    }
    // An unlock has been found paid since the click, by this click or by another one at the same time. Its owner does
    // not know of it yet, and would pay twice.
    if (kind === "single" && (await countCredits(tx, key)) > creditsCount) {
      throw new DomainError("unlock_unused");
    }
  }
  const unfinished = await findUnfinishedCheckout(tx, key, kind, circle_id);
  if (kind !== "single") {
    await refuseSecondSubscription(tx, key, { now, isPending: unfinished?.state === "pending" });
  }
  if (unfinished !== undefined) {
    const isOld =
      unfinished.state === "requested" &&
      unfinished.created_at.getTime() <= now.getTime() - requestKeptMs;
    if (!isOld) return unfinished;
    await failCheckoutRequest(tx, unfinished.id);
  }
  return insertCheckout(tx, { ...key, id: randomUUID(), kind, circle_id, created_at: now });
}

/**
 * Refuses a second subscription while a first one may be charged again, even if the first unlocks nothing now: both
 * would be charged. A second one may start only once the first has ended.
 */
async function refuseSecondSubscription(
  tx: Tx,
  key: CustomerKey,
  { now, isPending }: { now: Date; isPending: boolean },
): Promise<void> {
  const living = await findLiveSubscription(tx, key, now);
  // The first payment of this subscription is on its way.
  const isAwaited = isPending && living?.status === "unpaid" && living.unpaid_id === null;
  if (living === undefined || isAwaited) return;
  const isRefundedOrDisputed = living.status === "refunded" || living.status === "disputed";
  throw new DomainError(
    isRefundedOrDisputed ? "subscription_refunded_or_disputed" : "subscription_past_due",
  );
}

/** Ends the other checkout: two subscriptions must not be on sale at once, because both could be paid. */
async function expireOtherCheckout(deps: EnabledBillingDeps, checkout: CheckoutRow): Promise<void> {
  if (checkout.provider_id === null) await failCheckoutRequest(deps.db, checkout.id);
  else await deps.payments.endCheckout(checkout.provider_id);
  await syncCheckout(deps, checkout);
}

/**
 * Returns the address of an open checkout, or undefined if it has been paid or has expired, so that the caller has to
 * look again.
 * @throws DomainError checkout_pending while its money is on its way
 */
async function reopenCheckout(
  deps: EnabledBillingDeps,
  checkout: CheckoutRow,
): Promise<OpenedCheckout | undefined> {
  const state = await syncCheckout(deps, checkout);
  if (state === "pending") throw new DomainError("checkout_pending");
  return state === "open" && checkout.url !== null
    ? { checkout_id: checkout.id, url: checkout.url }
    : undefined;
}

async function createProviderCheckout(
  deps: EnabledBillingDeps,
  click: Click,
  checkout: CheckoutRow,
): Promise<OpenedCheckout | undefined> {
  const { db } = deps;
  try {
    const started = await startCustomerCheckout(deps, click, checkout);
    const isOpen = await inTransaction(db, async (tx) => {
      await lockKnownCustomer(tx, keyOf(deps, click));
      return openCheckout(tx, checkout.id, started);
    });
    if (isOpen) {
      // While the provider was asked, what this checkout sells may have been unlocked, or its circle deleted.
      if (await isObsolete(deps, keyOf(deps, click), { ...checkout, state: "open" })) {
        await deps.payments.endCheckout(started.provider_id);
        await syncCheckout(deps, { ...checkout, provider_id: started.provider_id });
        return undefined;
      }
      return { checkout_id: checkout.id, url: started.url };
    }
    // The request was given up in between, so nothing here would ever end the checkout that was started for it.
    await deps.payments.endCheckout(started.provider_id);
    return undefined;
  } catch (error) {
    // The checkout's address was never returned, so it cannot be paid: the next click starts afresh, with another key.
    await failCheckoutRequest(db, checkout.id);
    throw error;
  }
}

/**
 * Starts the checkout with the owner as the provider's customer. If the provider has deleted that customer, a new one
 * is created.
 */
async function startCustomerCheckout(
  deps: EnabledBillingDeps,
  click: Click,
  { id, kind, circle_id, created_at }: CheckoutRow,
): Promise<StartedCheckout> {
  const { db, payments, config } = deps;
  const { owner } = click;
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
      expires_at: new Date(created_at.getTime() + checkoutOpenMs),
    });
  const known = await findCustomer(db, keyOf(deps, click));
  const knownId = known?.provider_id ?? null;
  try {
    return await startAs(knownId ?? (await createCustomer(deps, click, null)));
  } catch (error) {
    if (knownId === null || !(error instanceof CustomerGoneError)) throw error;
    return startAs(await createCustomer(deps, click, knownId));
  }
}

async function createCustomer(
  deps: EnabledBillingDeps,
  click: Click,
  replaces: string | null,
): Promise<string> {
  const { db, payments } = deps;
  const account = await findOwner(db, click.owner);
  if (account === undefined) throw new DomainError("signed_out");
  const { user_id, email } = account;
  const createdId = await payments.createCustomer({ user_id, email, request_id: click.id });
  const customerId = await storeCustomerId(db, keyOf(deps, click), createdId, replaces);
  if (customerId === createdId) {
    // If the address changed before the customer's id was stored, the change could not reach the provider.
    if ((await findOwner(db, click.owner))?.email !== email) {
      await updateCustomerEmail(deps, click.owner);
    }
    return customerId;
  }
  // Either the account was erased in between, or a later click created another customer. This one is of no use, so it
  // does not stay at the provider.
  await payments.closeCustomer({ customer_id: createdId, user_id: null });
  if (customerId === undefined) throw new DomainError("signed_out");
  return customerId;
}

/** Reports any failure at the provider to people as one message; the log has the reason. */
async function reportingProviderErrors<Result>(
  { log, payments }: EnabledBillingDeps,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    // These are errors of the request itself, for example if its session has ended in between.
    if (error instanceof DomainError || error instanceof AuthError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ provider: payments.name, reason }, "a checkout could not be started");
    throw new DomainError("checkout_failed", { cause: error });
  }
}
