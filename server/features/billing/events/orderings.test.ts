import fc from "fast-check";
import { sql } from "kysely";
import type Stripe from "stripe";
import { expect, test, vi } from "vitest";
import type { CheckoutKind } from "#contract/billing/billing.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { openStripe } from "#server/features/billing/stripe/client.ts";
import type { TestOwner } from "#server/testing/owners.ts";
import { useStripeApp } from "#server/testing/stripe/stripe-app.ts";
import { type StripeEvent, stripeKey } from "#server/testing/stripe/stripe-double.ts";
import type { Fault } from "#server/testing/stripe/stripe-requests.ts";
import type { SessionState, SubscriptionState } from "#server/testing/stripe/stripe-states.ts";
import { circleDraft } from "#server/testing/test-circles.ts";

const { app, stripe, deliver } = useStripeApp();
const { purchases } = app;

const one = <Name extends string>(...names: Name[]) => fc.constantFrom<Name>(...names);
const which = fc.nat({ max: 5 });
const who = fc.constantFrom<0 | 1>(0, 1);
const circle = fc.constantFrom<0 | 1>(0, 1);
const kind = one<CheckoutKind>("single", "single", "monthly", "annual");

/**
 * The steps that two buyers, their tabs, the operator, Stripe's deliveries, time and our jobs take, in any order, until
 * one or both erase their accounts. A step is as likely as its weight.
 */
const steps = {
  start: [
    6,
    { who, kind, circle: fc.option(circle, { nil: undefined }), clicks: fc.constantFrom(1, 2) },
  ],
  subscribe: [3, { who, kind: one<CheckoutKind>("monthly", "annual") }],
  pay: [6, { which }],
  "pay, come back and be told at once": [2, { which }],
  confirm: [2, { which }],
  expire: [1, { which }],
  refund: [2, { which }],
  dispute: [
    2,
    {
      which,
      status: one<Stripe.Dispute.Status>(
        "warning_needs_response",
        "needs_response",
        "won",
        "lost",
        "prevented",
      ),
      isResolved: fc.boolean(),
    },
  ],
  "refund former invoice": [1, { which }],
  deliver: [4, { which, times: fc.constantFrom(1, 2) }],
  lose: [2, { which }],
  "everything comes": [3, {}],
  use: [2, { who }],
  "copy circle": [1, { who, circle }],
  "delete circle": [2, { who, circle }],
  "replace price": [1, { kind }],
  "click while the price is replaced": [2, { who, kind }],
  "operator removes customer": [1, { who }],
  "Stripe fails": [
    2,
    {
      on: one(
        "POST /v1/refunds",
        "GET /v1/customers/search",
        "POST /v1/checkout/sessions",
        "POST /v1/customers",
      ),
      fault: fc.constantFrom<Fault>(429, 500, "dropped before", "dropped after"),
    },
  ],
  change: [
    4,
    {
      who,
      to: one(
        "card fails",
        "bank gives up",
        "card works",
        "cancel",
        "resume",
        "end",
        "renew",
        "other plan",
        "other product",
      ),
    },
  ],
  "pay and erase at once": [2, { who, which }],
  "click and erase at once": [1, { who, kind }],
  erase: [1, { who }],
  "time passes": [2, { hours: fc.constantFrom(1, 2, 25, 73, 24 * 32) }],
  work: [2, {}],
} satisfies Record<string, [number, Record<string, fc.Arbitrary<unknown>>]>;

type Steps = typeof steps;
type Step = {
  [Name in keyof Steps]: { do: Name } & {
    [Field in keyof Steps[Name][1]]: Steps[Name][1][Field] extends fc.Arbitrary<infer Value>
      ? Value
      : never;
  };
}[keyof Steps];

const step = fc.oneof(
  ...Object.entries(steps).map(([name, [weight, fields]]) => ({
    weight,
    arbitrary: fc.record({ do: fc.constant(name), ...fields }),
  })),
) as fc.Arbitrary<Step>;

interface Person {
  owner: TestOwner;
  circles: [string, string];
  deleted: Set<string>;
  isErased: boolean;
  /** In seconds, as Stripe counts. */
  erasedAt: number;
  sessions: Set<string>;
  /** The sessions whose purchases were known here when the account was erased. */
  delivered: Set<string>;
}

interface World {
  people: [Person, Person];
  opened: { person: Person; checkout_id: string; session_id: string }[];
  pending: StripeEvent[];
}

async function createPerson(): Promise<Person> {
  const owner = await app.createOwner();
  const answered = async () => {
    const id = await app.circles.create(owner, { people: ["ana"] });
    await app.circles.answerAs(id, "ana");
    return id;
  };
  return {
    owner,
    circles: [await answered(), await answered()],
    deleted: new Set(),
    isErased: false,
    erasedAt: 0,
    sessions: new Set(),
    delivered: new Set(),
  };
}

const at = <Item>(items: Item[], index: number): Item | undefined => items[index % items.length];

async function send(event: StripeEvent): Promise<void> {
  expect((await deliver(event)).status).toBe(200);
}

/** Returns the session of the checkout that was started, or undefined if it was refused. */
async function start(
  world: World,
  person: Person,
  wanted: CheckoutKind,
  circleId?: string,
): Promise<string | undefined> {
  const answer = await purchases.start(person.owner, wanted, circleId);
  const expected = [201, 404, 409, 503, ...(person.isErased ? [401, 403] : [])];
  expect(expected, await answer.clone().text()).toContain(answer.status);
  if (answer.status !== 201) return undefined;
  const { checkout_id, url } = JSON.parse(await answer.text());
  const sessionId = stripe.sessionAt(url).id;
  person.sessions.add(sessionId);
  world.opened.push({ person, checkout_id, session_id: sessionId });
  return sessionId;
}

const listPersonSessions = ({ sessions }: Pick<Person, "sessions">): SessionState[] =>
  [...sessions].flatMap((id) => stripe.sessions.get(id) ?? []);

const listPersonSubscriptions = (person: Person): SubscriptionState[] =>
  listPersonSessions(person).flatMap(
    ({ subscription }) => stripe.subscriptions.get(subscription ?? "") ?? [],
  );

/** Whether its buyer is charged again for what is sold here, or may be. */
const isLiving = ({ status, product, cancel_at_period_end, period_end }: SubscriptionState) =>
  status !== "canceled" &&
  product !== "prod_other" &&
  !(cancel_at_period_end && period_end * 1000 <= app.clock.now().getTime());

const isPaid = ({ payment_status }: SessionState) => payment_status === "paid";

const listPaidInvoices = (id: string) =>
  stripe.listInvoices(id).filter(({ status, amount }) => status === "paid" && amount > 0);

/** The sessions that our tables show as bought, just before those tables are emptied. */
async function deliveredTo({ owner }: Person): Promise<Set<string>> {
  const paid = await app.db
    .selectFrom("checkouts")
    .where("user_id", "=", owner.user_id)
    .where("state", "=", "paid")
    .select("provider_id")
    .execute();
  const subscriptions = await app.db
    .selectFrom("subscriptions")
    .where("user_id", "=", owner.user_id)
    .where("status", "in", ["active", "trialing", "past_due"])
    .select("provider_id")
    .execute();
  const known = new Set(subscriptions.map(({ provider_id }) => provider_id));
  const ofSubscriptions = [...stripe.sessions.values()].flatMap(({ id, subscription }) =>
    subscription !== null && known.has(subscription) ? [id] : [],
  );
  return new Set([...paid.flatMap(({ provider_id }) => provider_id ?? []), ...ofSubscriptions]);
}

async function erase(person: Person): Promise<void> {
  if (person.isErased) return;
  const { owner } = person;
  person.delivered = await deliveredTo(person);
  person.isErased = true;
  person.erasedAt = Math.floor(app.clock.now().getTime() / 1000);
  // Erasing requires a recent sign-in, so this acts as if the owner had just signed in again.
  await sql`
    update auth.sessions set created_at = ${app.clock.now()}
    where user_id = ${owner.user_id}`.execute(app.db);
  const answer = await app.as(owner, "DELETE", "/api/account", { email: owner.email });
  expect(answer.status).toBeLessThan(300);
}

async function replacePrice(wanted: CheckoutKind): Promise<void> {
  const lookup = `paraline_${wanted}`;
  const old = [...stripe.prices.values()].find(({ lookup_key }) => lookup_key === lookup);
  if (old === undefined) return;
  const client = await openStripe(stripeKey, stripe.url);
  await client.prices.create({
    product: old.product,
    currency: "usd",
    unit_amount: old.unit_amount,
    lookup_key: lookup,
    transfer_lookup_key: true,
    ...(old.interval !== null && { recurring: { interval: old.interval } }),
  });
  stripe.changePrice(old.id, { active: false });
}

async function take(world: World, taken: Step): Promise<void> {
  const { people, opened, pending } = world;
  switch (taken.do) {
    case "start": {
      const person = people[taken.who];
      const circleId = taken.circle === undefined ? undefined : person.circles[taken.circle];
      const clicks = Array.from({ length: taken.clicks });
      await Promise.all(clicks.map(() => start(world, person, taken.kind, circleId)));
      break;
    }
    case "subscribe": {
      const sessionId = await start(world, people[taken.who], taken.kind);
      if (sessionId !== undefined) stripe.pay(sessionId);
      break;
    }
    case "pay": {
      const chosen = at(opened, taken.which);
      if (chosen !== undefined) stripe.pay(chosen.session_id);
      break;
    }
    case "pay, come back and be told at once": {
      const chosen = at(opened, taken.which);
      if (chosen === undefined || chosen.person.isErased) break;
      stripe.pay(chosen.session_id);
      const confirm = () => purchases.confirm(chosen.person.owner, chosen.checkout_id);
      await Promise.all([confirm(), confirm(), ...stripe.takeEvents().map(send), app.work()]);
      break;
    }
    case "confirm": {
      const chosen = at(opened, taken.which);
      if (chosen === undefined || chosen.person.isErased) break;
      await purchases.confirm(chosen.person.owner, chosen.checkout_id);
      app.clock.advance({ seconds: 6 });
      break;
    }
    case "expire": {
      const sessions = people.flatMap(listPersonSessions).filter(({ status }) => status === "open");
      const session = at(sessions, taken.which);
      if (session !== undefined) stripe.expire(session.id);
      break;
    }
    case "refund":
    case "dispute": {
      const living = people.filter(({ isErased }) => taken.do === "refund" || !isErased);
      const session = at(living.flatMap(listPersonSessions).filter(isPaid), taken.which);
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
    case "refund former invoice": {
      const invoices = people
        .flatMap(listPersonSubscriptions)
        .flatMap(({ id }) => listPaidInvoices(id));
      const invoice = at(invoices, taken.which);
      if (invoice?.payment_intent) stripe.refundPayment(invoice.payment_intent);
      break;
    }
    case "deliver": {
      const event = at(pending, taken.which);
      if (event === undefined) break;
      pending.splice(pending.indexOf(event), 1);
      for (let time = 0; time < taken.times; time += 1) await send(event);
      break;
    }
    case "lose":
      if (pending.length > 0) pending.splice(taken.which % pending.length, 1);
      break;
    case "everything comes":
      for (const event of pending.splice(0)) await send(event);
      await app.work();
      break;
    case "use": {
      const { owner, circles } = people[taken.who];
      await Promise.all([...circles, ...circles].map((id) => purchases.use(owner, id)));
      break;
    }
    case "copy circle": {
      const { owner, circles, deleted, isErased } = people[taken.who];
      const id = circles[taken.circle];
      const answer = await app.as(owner, "POST", `/api/circles/${id}/duplicate`, {
        create_key: crypto.randomUUID(),
        with_people: true,
      });
      expect(answer.ok, await answer.text()).toBe(!isErased && !deleted.has(id));
      break;
    }
    case "delete circle": {
      const person = people[taken.who];
      const id = person.circles[taken.circle];
      const { title } = circleDraft();
      const answer = await app.as(person.owner, "DELETE", `/api/circles/${id}`, { title });
      const isThere = !person.isErased && !person.deleted.has(id);
      expect(answer.ok, await answer.text()).toBe(isThere);
      person.deleted.add(id);
      break;
    }
    case "replace price":
      await replacePrice(taken.kind);
      break;
    case "click while the price is replaced": {
      const release = stripe.hold("POST /v1/checkout/sessions");
      const clicking = start(world, people[taken.who], taken.kind);
      await replacePrice(taken.kind);
      release();
      await clicking;
      break;
    }
    case "operator removes customer": {
      const customer = listPersonSessions(people[taken.who]).at(0)?.customer;
      if (customer !== undefined && stripe.customers.has(customer)) stripe.removeCustomer(customer);
      break;
    }
    case "Stripe fails":
      stripe.fail(taken.on, taken.fault);
      break;
    case "change": {
      const living = listPersonSubscriptions(people[taken.who]).find(isLiving);
      if (living !== undefined) change(living, taken.to);
      break;
    }
    case "pay and erase at once": {
      const person = people[taken.who];
      const own = at([...person.sessions], taken.which);
      if (own !== undefined) stripe.pay(own);
      await Promise.all([erase(person), ...stripe.takeEvents().map(send)]);
      break;
    }
    case "click and erase at once": {
      const person = people[taken.who];
      await Promise.all([start(world, person, taken.kind), erase(person)]);
      break;
    }
    case "erase":
      await erase(people[taken.who]);
      break;
    case "time passes":
      app.clock.advance({ hours: taken.hours });
      break;
    case "work":
      await app.work();
  }
  pending.push(...stripe.takeEvents());
}

function change(
  { id, status, interval }: SubscriptionState,
  to: Extract<Step, { do: "change" }>["to"],
): void {
  switch (to) {
    case "card fails":
      if (status !== "unpaid") stripe.failRenewal(id);
      break;
    case "bank gives up":
      if (status === "past_due") stripe.changeSubscription(id, { status: "unpaid" });
      break;
    case "card works":
      if (status !== "active") stripe.fixCard(id);
      break;
    case "cancel":
    case "resume":
      stripe.changeSubscription(id, { cancel_at_period_end: to === "cancel" });
      break;
    case "end":
      stripe.changeSubscription(id, { status: "canceled" });
      break;
    case "renew":
      if (status === "active") stripe.renew(id);
      break;
    case "other plan":
      if (status === "active") stripe.changePlan(id, interval === "year" ? "month" : "year", 1400);
      break;
    case "other product":
      stripe.changeSubscription(id, { product: "prod_other" });
  }
}

/**
 * Delivers what is still to come, in reverse order, tries again what failed, and compares everything as the nightly job
 * does.
 */
async function settle({ people, pending }: World): Promise<void> {
  // The customers of an erased account are searched for again after an hour.
  for (let hour = 0; hour < 3; hour += 1) {
    pending.push(...stripe.takeEvents());
    for (const event of pending.splice(0).reverse()) await send(event);
    await app.work();
    app.clock.advance({ hours: 1 });
  }
  for (const { owner } of people) {
    await inTransaction(app.db, (tx) =>
      app.jobs.enqueue(tx, "reconcile_customer", { user_id: owner.user_id }),
    );
  }
  await app.work();
}

function requireErased(person: Person): void {
  const { owner, delivered, erasedAt } = person;
  for (const session of listPersonSessions(person)) {
    const { id, subscription } = session;
    expect(session.status, "no checkout is left open").not.toBe("open");
    if (subscription !== null) {
      const { status } = stripe.subscriptions.get(subscription) ?? {};
      expect(status, "none is charged for").toBe("canceled");
      for (const invoice of stripe.listInvoices(subscription)) {
        expect(["open", "uncollectible"], "none can be paid").not.toContain(invoice.status);
        if (invoice.amount === 0 || invoice.status !== "paid") continue;
        if ((invoice.paid_at ?? invoice.created) < erasedAt) continue;
        expect(stripe.isInvoiceRefundedOrDisputed(invoice), "paid while erased").toBe(true);
      }
    }
    if (!isPaid(session) || delivered.has(id)) continue;
    const isBack =
      subscription === null
        ? stripe.isRefundedOrDisputed(id)
        : listPaidInvoices(subscription).every((one) => stripe.isInvoiceRefundedOrDisputed(one));
    expect(isBack, `paid and got nothing: ${JSON.stringify(session)}`).toBe(true);
  }
  const left = [...stripe.customers.values()].filter(({ email }) => email === owner.email);
  expect(left, "no customer is left").toEqual([]);
}

async function requireNothingStored(person: Person): Promise<void> {
  const ids = listPersonSessions(person).flatMap(({ id, payment_intent, subscription }) =>
    [id, payment_intent, subscription].filter((known) => known !== null),
  );
  const kept = await app.db
    .selectFrom("billing_events")
    .where(({ or, eb }) =>
      or([eb("user_id", "=", person.owner.user_id), eb("about_id", "in", ["", ...ids])]),
    )
    .select(["id", "about_id"])
    .execute();
  expect(kept, "no event is left").toEqual([]);
  const checkouts = await app.jobs.waiting("refund_erased_checkout");
  expect(checkouts.filter(({ checkout }) => ids.includes(checkout))).toEqual([]);
  const subscriptions = await app.jobs.waiting("refund_erased_subscription");
  expect(subscriptions.filter(({ subscription }) => ids.includes(subscription))).toEqual([]);
}

async function requireDelivered(person: Person): Promise<void> {
  const { owner, deleted, circles } = person;
  const isKept = (session: SessionState) =>
    session.mode === "payment" && isPaid(session) && !stripe.isRefundedOrDisputed(session.id);
  const kept = listPersonSessions(person).filter(isKept);
  const rows = await app.db
    .selectFrom("purchases")
    .where("user_id", "=", owner.user_id)
    .where("state", "=", "paid")
    .select(["circle_id", "used_at"])
    .execute();
  expect(rows.length, "each payment is one purchase").toBe(kept.length);
  const { unlocked, credits_count, is_everything_unlocked } = await purchases.read(owner);
  const ids = unlocked.map(({ circle_id }) => circle_id);
  expect(new Set(ids).size, "none is unlocked twice").toBe(ids.length);
  expect(circles, "no copy is unlocked").toEqual(expect.arrayContaining(ids));
  const gone = rows.filter(
    ({ circle_id, used_at }) => used_at !== null && (circle_id === null || deleted.has(circle_id)),
  );
  expect(ids.length + credits_count + gone.length, "nothing lost, nothing doubled").toBe(
    kept.length,
  );
  expect(gone.length, "only what was deleted is gone").toBeLessThanOrEqual(deleted.size);

  const living = listPersonSubscriptions(person).filter(isLiving);
  for (const { id } of living) {
    const last = listPaidInvoices(id).at(-1);
    const isReversed = last !== undefined && stripe.isInvoiceRefundedOrDisputed(last);
    expect(isReversed, "what was refunded or disputed is not charged again").toBe(false);
  }
  const graceBegan = app.clock.now().getTime() / 1000 - 3 * 24 * 3600;
  const isCounting = (failedAt: number, { status }: SubscriptionState) =>
    status === "active" || (status === "past_due" && failedAt > graceBegan);
  // What failed first is known exactly only if its event was not lost.
  const opens = (id: string) =>
    stripe.listInvoices(id).flatMap(({ status, created }) => (status === "open" ? [created] : []));
  if (living.some((one) => isCounting(Math.min(...opens(one.id)), one))) {
    expect(is_everything_unlocked, "what counts unlocks").toBe(true);
  }
  if (!living.some((one) => isCounting(Math.max(...opens(one.id)), one))) {
    expect(is_everything_unlocked, "what does not count locks").toBe(false);
  }
  for (const { status, metadata } of listPersonSessions(person)) {
    if (status !== "open") continue;
    expect(is_everything_unlocked, "no checkout is left open that sells what is unlocked").toBe(
      false,
    );
    expect(ids).not.toContain(metadata.circle_id);
  }
}

test("in every ordering of clicks, payments, failures, events and erasures: what was paid and not refunded is unlocked, once, and nobody pays for nothing", async () => {
  vi.spyOn(app.deps.log, "error").mockImplementation(() => {});
  // A busy machine tries fewer orders rather than failing.
  const beginUntil = performance.now() + 120_000;
  const { numRuns } = fc.readConfigureGlobal();
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 4, maxLength: 22, size: "max" }),
      async (orderedSteps) => {
        if (performance.now() > beginUntil && numRuns === undefined) return;
        stripe.takeEvents();
        stripe.forgetFaults();
        const people: World["people"] = [await createPerson(), await createPerson()];
        const world: World = { people, opened: [], pending: [] };
        for (const taken of orderedSteps) {
          await take(world, taken);
          for (const person of people) {
            const living = new Set(listPersonSubscriptions(person).filter(isLiving));
            expect(living.size, "never two subscriptions").toBeLessThanOrEqual(1);
          }
        }
        await settle(world);
        for (const person of people) {
          if (person.isErased) {
            requireErased(person);
            await requireNothingStored(person);
          } else await requireDelivered(person);
        }
      },
    ),
    { numRuns: numRuns ?? 20 },
  );
}, 3_600_000);
