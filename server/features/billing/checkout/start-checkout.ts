import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { DomainError } from "#contract/errors.ts";
import { checkoutReturnPath } from "#contract/paths.ts";
import { hourMs, minuteMs } from "#contract/values/durations.ts";
import { AuthError } from "#server/access/auth-error.ts";
import type { OwnerId } from "#server/access/owner.ts";
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
import { withinClick } from "../click-deadline.ts";
import { asCustomer } from "../customers/create-customer.ts";
import {
  type CustomerKey,
  findCustomer,
  lockCustomer,
  lockKnownCustomer,
} from "../customers/customer-queries.ts";
import { restoreSingles } from "../events/restore-singles.ts";
import { syncCheckout, syncSubscriptions } from "../events/sync-with-provider.ts";
import { countCredits } from "../purchase-queries.ts";
import { findLiveSubscription, findUnlockingSubscription } from "../subscription-queries.ts";
import { acquireCheckoutLease, keepingCheckoutLease } from "./checkout-lease-queries.ts";
import { chooseStep, refuseCheckout, type Wanted } from "./checkout-rules.ts";
import { isObsolete } from "./expire-obsolete-checkouts.ts";
import { findUnlocks } from "./find-unlocks.ts";

/**
 * How many steps a start may need: an old checkout has to be ended, then one that has just been paid or has expired.
 */
const maxSteps = 4;

const pollMs = 200;

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
  key: CustomerKey;
  wanted: Wanted;
  /** How many unused unlocks were known when the click was made. */
  knownCreditsCount: number;
}

type OpenedCheckout = { checkout_id: string; url: string };

/**
 * Starts a checkout and returns its address. One of an owner's clicks at a time starts or ends checkouts, so that two
 * tabs get the same one; an open one is returned again once the provider says that it is not paid. Between a month and
 * a year the last click counts; of simultaneous clicks, the one that was recorded first.
 * @throws DomainError billing_off, circle_not_found, checkout_starting, checkout_slow, checkout_failed, and what
 * `refuseCheckout` says
 */
export async function startCheckout(
  deps: BillingDeps,
  owner: OwnerId,
  wanted: Wanted,
): Promise<OpenedCheckout> {
  const { db, payments } = deps;
  if (payments === undefined) throw new DomainError("billing_off");
  const enabledDeps = { ...deps, payments };
  const key: CustomerKey = { user_id: owner, provider: payments.name };
  // The stored ids are in lower case, and a client may send one in capitals.
  const circleId = wanted.circle_id?.toLowerCase() ?? null;
  const click: Click = {
    id: randomUUID(),
    owner,
    key,
    wanted: { ...wanted, circle_id: circleId },
    knownCreditsCount: await countCredits(db, key),
  };
  return withinClick("checkout_slow", (signal) =>
    reportingProviderErrors(enabledDeps, async () => {
      await syncFormerPurchases(enabledDeps, click);
      return keepingCheckoutLease(deps, key, click.id, () =>
        runCheckoutSteps(enabledDeps, click, signal),
      );
    }),
  );
}

/**
 * Asks the provider about former purchases before anything is sold. A subscriber may have resumed the subscription, or
 * ended the one because of which we would refuse, or may have just paid for an unlock that any circle can use, and the
 * event may be lost or delayed; or a restored backup may not know yet what was bought.
 */
async function syncFormerPurchases(
  deps: EnabledBillingDeps,
  { key, wanted }: Click,
): Promise<void> {
  const { db, clock } = deps;
  if ((await findUnlockingSubscription(db, key, clock.now())) !== undefined) return;
  const customer = await findCustomer(db, key);
  if (customer === undefined) return;
  await syncSubscriptions(deps, customer);
  if (wanted.kind !== "single" || wanted.circle_id === null) return;
  await restoreSingles(deps, customer);
  const unplaced = await findUnfinishedCheckout(db, key, "single", null);
  if (unplaced !== undefined) await syncCheckout(deps, unplaced);
}

async function runCheckoutSteps(
  deps: EnabledBillingDeps,
  click: Click,
  signal: AbortSignal,
): Promise<OpenedCheckout> {
  let wasTried = false;
  // Nobody waits for a click that has stopped waiting: the next one takes the next step.
  for (let step = 1; step <= maxSteps && !signal.aborted; ) {
    const next = await inTransaction(deps.db, (tx) => findNextStep(deps, tx, click));
    if (next.do === "refuse") break;
    if (next.do === "wait") {
      await setTimeout(pollMs);
      continue;
    }
    step += 1;
    if (next.do === "expire_other") {
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

/** Finds or records the checkout for what is wanted, and what to do about it. */
async function findNextStep(
  { clock }: EnabledBillingDeps,
  tx: Tx,
  click: Click,
): Promise<{ do: ReturnType<typeof chooseStep>; checkout: CheckoutRow }> {
  const { owner, key, wanted } = click;
  const { kind, circle_id } = wanted;
  const now = clock.now();
  await lockCustomer(tx, key, now);
  const refusal = refuseCheckout(kind, {
    ...(await findUnlocks(tx, owner, { key, circleId: circle_id, now })),
    hasLiveSubscription: (await findLiveSubscription(tx, key, now)) !== undefined,
    creditsCount: await countCredits(tx, key),
    knownCreditsCount: click.knownCreditsCount,
  });
  if (refusal !== undefined) throw new DomainError(refusal);
  const checkout = await findOrInsertRequest(tx, click, now);
  const isOpened = chooseStep(wanted, checkout, false) === "reopen";
  const holdsLease = !isOpened && (await acquireCheckoutLease(tx, key, click.id, clock));
  return { do: chooseStep(wanted, checkout, holdsLease), checkout };
}

/** A new request, or the unfinished checkout: for a subscription, that may be for another plan. */
async function findOrInsertRequest(
  tx: Tx,
  { key, wanted }: Click,
  now: Date,
): Promise<CheckoutRow> {
  const { kind, circle_id } = wanted;
  const unfinished = await findUnfinishedCheckout(tx, key, kind, circle_id);
  if (unfinished !== undefined) {
    const isOld = unfinished.created_at.getTime() <= now.getTime() - requestKeptMs;
    if (unfinished.state !== "requested" || !isOld) return unfinished;
    await failCheckoutRequest(tx, unfinished.id);
  }
  return insertCheckout(tx, { ...key, id: randomUUID(), kind, circle_id, created_at: now });
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
 */
async function reopenCheckout(
  deps: EnabledBillingDeps,
  checkout: CheckoutRow,
): Promise<OpenedCheckout | undefined> {
  const state = await syncCheckout(deps, checkout);
  return state === "open" && checkout.url !== null
    ? { checkout_id: checkout.id, url: checkout.url }
    : undefined;
}

async function createProviderCheckout(
  deps: EnabledBillingDeps,
  { id: requestId, key }: Click,
  checkout: CheckoutRow,
): Promise<OpenedCheckout | undefined> {
  const { db, payments, config } = deps;
  const { id, kind, circle_id, created_at } = checkout;
  const address = (checkoutId?: string) =>
    `${config.publicUrl}${checkoutReturnPath(circle_id ?? undefined, checkoutId)}`;
  try {
    const started = await asCustomer(deps, key, requestId, (customerId) =>
      payments.startCheckout({
        checkout_id: id,
        kind,
        user_id: key.user_id,
        customer_id: customerId,
        circle_id,
        success_url: address(id),
        cancel_url: address(),
        expires_at: new Date(created_at.getTime() + checkoutOpenMs),
      }),
    );
    const isOpen = await inTransaction(db, async (tx) => {
      await lockKnownCustomer(tx, key);
      return openCheckout(tx, id, started);
    });
    // While the provider was asked, what this checkout sells may have been unlocked, or its circle deleted; or the
    // request was given up, so that nothing here would ever end the checkout that was started for it.
    const isWanted = isOpen && !(await isObsolete(deps, key, { ...checkout, state: "open" }));
    if (isWanted) return { checkout_id: id, url: started.url };
    await payments.endCheckout(started.provider_id);
    if (isOpen) await syncCheckout(deps, { ...checkout, provider_id: started.provider_id });
    return undefined;
  } catch (error) {
    // The checkout's address was never returned, so it cannot be paid: the next click starts afresh, with another key.
    await failCheckoutRequest(db, id);
    throw error;
  }
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
