import fc from "fast-check";
import type Stripe from "stripe";
import { expect, test } from "vitest";
import type { CheckoutKind } from "#contract/billing/billing.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { TestOwner } from "#server/testing/owners.ts";
import { useStripeApp } from "#server/testing/stripe/stripe-app.ts";
import type { StripeEvent } from "#server/testing/stripe/stripe-double.ts";
import type { Fault } from "#server/testing/stripe/stripe-requests.ts";
import type { SessionState, SubscriptionState } from "#server/testing/stripe/stripe-states.ts";

const { app, stripe, deliver } = useStripeApp();
const { purchases } = app;

/**
 * The steps that a buyer, their tabs, their bank, the operator, Stripe's deliveries, time and our jobs take, in any
 * order.
 */
type Step =
  | { do: "start"; kind: CheckoutKind; circle: 0 | 1 | undefined; clicks: 1 | 2 }
  | { do: "pay" | "pay later" | "confirm" | "expire"; which: number }
  | { do: "bank speaks"; which: number; hasCome: boolean }
  | { do: "refund"; which: number }
  | { do: "dispute"; which: number; status: Stripe.Dispute.Status; isResolved: boolean }
  | { do: "change plan"; interval: "month" | "year"; cents: number; isWithinPeriod: boolean }
  | { do: "refund former invoice"; which: number }
  | { do: "operator removes customer" }
  | { do: "Stripe fails"; on: string; fault: Fault }
  | { do: "deliver" | "deliver twice" | "lose"; which: number }
  | { do: "everything comes" }
  | { do: "subscribe"; kind: CheckoutKind }
  | { do: "use"; circle: 0 | 1 }
  | { do: "pay, come back and be told at once"; which: number }
  | { do: Change }
  | { do: "time passes"; hours: number }
  | { do: "work" };

const changes = [
  "card fails",
  "bank gives up",
  "card works",
  "cancel",
  "resume",
  "end subscription",
  "sell something else",
] as const;
type Change = (typeof changes)[number];

const which = fc.nat({ max: 5 });
const circle = fc.constantFrom<0 | 1>(0, 1);
const one = <Name extends string>(...names: Name[]) => fc.constantFrom<Name>(...names);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: one("start"),
      kind: one<CheckoutKind>("single", "single", "monthly", "annual"),
      circle: fc.option(circle, { nil: undefined }),
      clicks: fc.constantFrom<1 | 2>(1, 2),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: one("pay"), which }) },
  { weight: 2, arbitrary: fc.record({ do: one("pay, come back and be told at once"), which }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: one("confirm", "refund", "pay later", "expire"), which }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: one("bank speaks"), which, hasCome: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: one("dispute"),
      which,
      status: one("warning_needs_response", "needs_response", "won", "lost", "prevented"),
      isResolved: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: one("change plan"),
      interval: one<"month" | "year">("month", "year"),
      // The change costs nothing, a dollar, 14 dollars, or nearly the whole price.
      cents: fc.constantFrom(0, 100, 1400, 11_400),
      isWithinPeriod: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: one("refund former invoice"), which }) },
  { weight: 1, arbitrary: fc.record({ do: one("operator removes customer") }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: one("Stripe fails"),
      on: one("POST /v1/customers", "POST /v1/checkout/sessions"),
      fault: fc.constantFrom<Fault>(429, 500, "dropped before", "dropped after"),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: one("deliver", "deliver twice", "lose"), which }) },
  { weight: 4, arbitrary: fc.record({ do: one("everything comes") }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: one("subscribe"),
      kind: one<CheckoutKind>("monthly", "annual"),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: one("use"), circle }) },
  { weight: 2, arbitrary: fc.record({ do: one("work") }) },
  { weight: 4, arbitrary: fc.record({ do: one(...changes) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: one("time passes"), hours: fc.constantFrom(1, 25, 73, 24 * 32) }),
  },
);

interface World {
  buyer: TestOwner;
  circles: [string, string];
  /** Checkouts that were opened, with their sessions. */
  opened: { checkout_id: string; session_id: string }[];
  pending: StripeEvent[];
  hasLost: boolean;
  /** Whether a click may find that Stripe failed. */
  hasFailed: boolean;
}

async function createWorld(): Promise<World> {
  stripe.takeEvents();
  stripe.forgetFaults();
  const buyer = await app.createOwner();
  const answered = async () => {
    const id = await app.circles.create(buyer, { people: ["ana"] });
    await app.circles.answer((await app.circles.person(id, "ana")).invite_token);
    return id;
  };
  return {
    buyer,
    circles: [await answered(), await answered()],
    opened: [],
    pending: [],
    hasLost: false,
    hasFailed: false,
  };
}

const at = <Item>(items: Item[], index: number): Item | undefined => items[index % items.length];

async function send(event: StripeEvent): Promise<void> {
  expect((await deliver(event)).status).toBe(200);
}

/** Returns the session of the checkout that was started, or undefined if it was refused. */
async function start(
  { buyer, opened, hasFailed }: World,
  kind: CheckoutKind,
  circleId: string | undefined,
): Promise<string | undefined> {
  const answer = await purchases.start(buyer, kind, circleId);
  expect([201, 409, ...(hasFailed ? [503] : [])]).toContain(answer.status);
  if (answer.status !== 201) return undefined;
  const { checkout_id, url } = JSON.parse(await answer.text());
  const sessionId = stripe.sessionAt(url).id;
  if (!opened.some((one) => one.session_id === sessionId)) {
    opened.push({ checkout_id, session_id: sessionId });
  }
  return sessionId;
}

async function take(world: World, taken: Step): Promise<void> {
  const { buyer, circles, opened, pending } = world;
  switch (taken.do) {
    case "start": {
      const circleId = taken.circle === undefined ? undefined : circles[taken.circle];
      await Promise.all(
        Array.from({ length: taken.clicks }, () => start(world, taken.kind, circleId)),
      );
      break;
    }
    case "subscribe": {
      const sessionId = await start(world, taken.kind, undefined);
      if (sessionId !== undefined) stripe.pay(sessionId);
      break;
    }
    case "pay":
    case "pay later": {
      const paid = at(opened, taken.which);
      if (paid !== undefined) stripe.pay(paid.session_id, { later: taken.do === "pay later" });
      break;
    }
    case "bank speaks": {
      const session = at(
        sessionsOf(world).filter(
          ({ status, payment_status }) => status === "complete" && payment_status === "unpaid",
        ),
        taken.which,
      );
      if (session !== undefined) stripe.settle(session.id, taken.hasCome);
      break;
    }
    case "expire": {
      const session = at(
        sessionsOf(world).filter(({ status }) => status === "open"),
        taken.which,
      );
      if (session !== undefined) stripe.expire(session.id);
      break;
    }
    case "pay, come back and be told at once": {
      const chosen = at(opened, taken.which);
      if (chosen === undefined) break;
      stripe.pay(chosen.session_id);
      await Promise.all([
        purchases.confirm(buyer, chosen.checkout_id),
        purchases.confirm(buyer, chosen.checkout_id),
        ...stripe.takeEvents().map(send),
        app.work(),
      ]);
      break;
    }
    case "confirm": {
      const chosen = at(opened, taken.which);
      if (chosen !== undefined) await purchases.confirm(buyer, chosen.checkout_id);
      app.clock.advance({ seconds: 3 });
      break;
    }
    case "refund":
    case "dispute": {
      const session = at(sessionsOf(world).filter(isPaid), taken.which);
      if (session === undefined) break;
      const { id, subscription } = session;
      if (taken.do === "refund") {
        if (subscription === null) stripe.refund(id);
        else stripe.refundSubscription(subscription);
        break;
      }
      const how = { isResolved: taken.status === "prevented" && taken.isResolved };
      if (subscription === null) stripe.dispute(id, taken.status, how);
      else stripe.disputeSubscription(subscription, taken.status, how);
      break;
    }
    case "change plan": {
      const living = subscriptionsOf(world).find(
        (one) => isLiving(one) && one.status === "active" && !one.cancel_at_period_end,
      );
      if (living === undefined) break;
      const { interval, cents, isWithinPeriod } = taken;
      stripe.changePlan(living.id, interval, cents, { isWithinPeriod });
      break;
    }
    case "refund former invoice": {
      const invoices = subscriptionsOf(world).flatMap(({ id }) => stripe.invoicesOf(id));
      const paid = at(
        invoices.filter(({ status, amount }) => status === "paid" && amount > 0),
        taken.which,
      );
      if (paid?.payment_intent) stripe.refundPayment(paid.payment_intent);
      break;
    }
    case "operator removes customer": {
      const customer = at(sessionsOf(world), 0)?.customer;
      if (customer !== undefined && stripe.customers.has(customer)) stripe.removeCustomer(customer);
      break;
    }
    case "Stripe fails":
      stripe.fail(taken.on, taken.fault);
      world.hasFailed = true;
      break;
    case "deliver":
    case "deliver twice": {
      const event = at(pending, taken.which);
      if (event === undefined) break;
      await send(event);
      if (taken.do === "deliver twice") await send(event);
      pending.splice(pending.indexOf(event), 1);
      break;
    }
    case "everything comes":
      for (const event of pending.splice(0)) await send(event);
      await app.work();
      break;
    case "lose":
      if (pending.length > 0) {
        pending.splice(taken.which % pending.length, 1);
        world.hasLost = true;
      }
      break;
    case "use":
      await purchases.use(buyer, circles[taken.circle]);
      break;
    case "work":
      await app.work();
      break;
    case "time passes":
      app.clock.advance({ hours: taken.hours });
      break;
    case "card fails":
    case "bank gives up":
    case "card works":
    case "cancel":
    case "resume":
    case "end subscription":
    case "sell something else":
      changeLiving(world, taken.do);
      break;
  }
  pending.push(...stripe.takeEvents());
}

function changeLiving(world: World, change: Change): void {
  const living = subscriptionsOf(world).find(isLiving);
  if (living === undefined) return;
  const { id } = living;
  switch (change) {
    case "card fails":
      if (living.status !== "unpaid") stripe.failRenewal(id);
      break;
    case "bank gives up":
      if (living.status === "past_due") stripe.changeSubscription(id, { status: "unpaid" });
      break;
    case "card works":
      if (living.status !== "active") stripe.fixCard(id);
      break;
    case "cancel":
      stripe.changeSubscription(id, { cancel_at_period_end: true });
      break;
    case "resume":
      stripe.changeSubscription(id, { cancel_at_period_end: false });
      break;
    case "end subscription":
      stripe.changeSubscription(id, { status: "canceled" });
      break;
    case "sell something else":
      stripe.changeSubscription(id, { product: "prod_other" });
  }
}

/**
 * Whether the subscription's buyer is charged for it again, or may be, and it has not become a subscription to
 * something else in the same account.
 */
const isLiving = ({ status, product, cancel_at_period_end, period_end }: SubscriptionState) =>
  product !== "prod_other" &&
  (status === "active" || status === "past_due" || status === "unpaid") &&
  !(cancel_at_period_end && period_end * 1000 <= app.clock.now().getTime());

const isPaid = ({ payment_status }: SessionState) => payment_status === "paid";

/** Whether a subscription should unlock everything, derived again from Stripe's own state. */
function unlocks(subscription: SubscriptionState): boolean {
  const invoices = stripe.invoicesOf(subscription.id);
  const unpaid = invoices.find(({ status }) => status === "open");
  const paid = invoices.findLast(
    ({ status, lines }) =>
      status === "paid" &&
      (lines?.some(({ amount, proration }) => !proration && amount > 0) ?? true),
  );
  const now = app.clock.now().getTime();
  // Once Stripe has given up a renewal, only the period that was already paid counts.
  const hasGrace =
    subscription.status === "unpaid"
      ? (paid?.period_end ?? 0) * 1000 > now
      : unpaid === undefined || (unpaid.created + 3 * 24 * 3600) * 1000 > now;
  return isLiving(subscription) && hasGrace && isPaidFor(subscription.id);
}

/**
 * Whether money that nobody got back pays for the subscription: for its last period, and for earlier periods whose
 * credit paid for that one.
 */
function isPaidFor(id: string): boolean {
  const paid = stripe.invoicesOf(id).filter(({ status }) => status === "paid");
  for (const invoice of paid.toReversed()) {
    if (stripe.isInvoiceRefundedOrDisputed(invoice)) return false;
    const [change = { amount: 0 }, period = change] = invoice.lines ?? [{ amount: invoice.amount }];
    const price = Math.max(period.amount, 0) + (period === change ? 0 : Math.max(change.amount, 0));
    if (!period.proration && 2 * invoice.amount >= price) return true;
  }
  return false;
}

function sessionsOf({ opened }: World) {
  return opened.flatMap(({ session_id }) => stripe.sessions.get(session_id) ?? []);
}

function subscriptionsOf(world: World) {
  const ids = new Set(sessionsOf(world).map(({ subscription }) => subscription));
  return [...stripe.subscriptions.values()].filter(({ id }) => ids.has(id));
}

/** Delivers all outstanding events in reverse order; the nightly comparison makes up for lost ones. */
async function settle(world: World): Promise<void> {
  const { pending } = world;
  do {
    for (const event of pending.splice(0).reverse()) await send(event);
    await app.work();
    pending.push(...stripe.takeEvents());
  } while (pending.length > 0);
  if (!world.hasLost) return;
  const userId = world.buyer.user_id;
  await inTransaction(app.db, (tx) =>
    app.jobs.enqueue(tx, "reconcile_customer", { user_id: userId }),
  );
  await app.work();
}

async function readUnlocks({ buyer }: World) {
  const { unlocked, credits_count, is_everything_unlocked } = await purchases.read(buyer);
  return {
    unlocked: unlocked.map(({ circle_id }) => circle_id).toSorted(),
    credits_count,
    is_everything_unlocked,
  };
}

test("whatever arrives first, twice, late or never: what was paid and not refunded is unlocked", async () => {
  // A busy machine tries fewer orders rather than failing.
  const beginUntil = performance.now() + 120_000;
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 3, maxLength: 22, size: "max" }),
      async (steps) => {
        if (performance.now() > beginUntil) return;
        const world = await createWorld();
        for (const taken of steps) {
          await take(world, taken);
          const living = subscriptionsOf(world).filter(isLiving);
          expect(living.length, "never two subscriptions").toBeLessThanOrEqual(1);
        }
        await settle(world);
        const found = await readUnlocks(world);

        const kept = sessionsOf(world).filter(
          (session) =>
            session.mode === "payment" &&
            isPaid(session) &&
            !stripe.isRefundedOrDisputed(session.id),
        );
        expect(found.unlocked.length + found.credits_count, "nothing lost, nothing doubled").toBe(
          kept.length,
        );
        // A purchase for a circle that another unlock already held is kept unused, even if that other unlock is
        // revoked.
        const isAnyRevoked = sessionsOf(world).some(
          (session) =>
            session.mode === "payment" &&
            isPaid(session) &&
            stripe.isRefundedOrDisputed(session.id),
        );
        for (const { metadata } of kept) {
          if (metadata.circle_id === undefined || found.unlocked.includes(metadata.circle_id)) {
            continue;
          }
          expect(isAnyRevoked && found.credits_count > 0).toBe(true);
        }
        const counting = subscriptionsOf(world).filter((one) => unlocks(one));
        expect(found.is_everything_unlocked).toBe(counting.length > 0);
        for (const { status, created, metadata } of sessionsOf(world)) {
          if (status !== "open" || created + 24 * 3600 <= app.clock.now().getTime() / 1000)
            continue;
          expect(counting, "no checkout is left open that sells what is unlocked").toEqual([]);
          expect(found.unlocked).not.toContain(metadata.circle_id);
        }

        // When every event arrives again, nothing changes.
        world.hasLost = true;
        await settle(world);
        expect(await readUnlocks(world)).toEqual(found);
      },
    ),
    { numRuns: fc.readConfigureGlobal().numRuns ?? 20 },
  );
}, 180_000);
