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
import type { SessionState } from "#server/testing/stripe/stripe-states.ts";
import { circleDraft } from "#server/testing/test-circles.ts";

const { app, stripe, deliver } = useStripeApp();
const { purchases } = app;

/**
 * The steps that two buyers, their tabs, banks, the operator, Stripe and time take until one or both erase their
 * accounts.
 */
type Step =
  | { do: "start" | "start twice"; who: 0 | 1; kind: CheckoutKind; circle: 0 | 1 | undefined }
  | { do: "pay" | "pay later" | "confirm"; which: number }
  | { do: "bank speaks"; which: number; hasCome: boolean }
  | { do: "refund"; which: number }
  | { do: "dispute"; which: number; status: Stripe.Dispute.Status }
  | { do: "copy circle"; who: 0 | 1; circle: 0 | 1 }
  | { do: "deliver"; which: number }
  | { do: "everything comes" }
  | { do: "delete circle"; who: 0 | 1; circle: 0 | 1 }
  | { do: "use in both circles at once"; who: 0 | 1 }
  | { do: "replace price"; kind: CheckoutKind }
  | { do: "click while the price is replaced"; who: 0 | 1; kind: CheckoutKind }
  | { do: "Stripe fails"; on: string; fault: Fault }
  | { do: "pay and erase at once"; who: 0 | 1; which: number }
  | { do: "click and erase at once"; who: 0 | 1; kind: CheckoutKind }
  | { do: "erase"; who: 0 | 1 }
  | { do: "cancel" | "resume" | "card fails" | "card works" | "renew"; who: 0 | 1 }
  | { do: "change plan"; who: 0 | 1; interval: "month" | "year" }
  | { do: "time passes"; hours: number }
  | { do: "work" };

const one = <Name extends string>(...names: Name[]) => fc.constantFrom<Name>(...names);
const which = fc.nat({ max: 5 });
const who = fc.constantFrom<0 | 1>(0, 1);
const circle = fc.constantFrom<0 | 1>(0, 1);
const kind = one<CheckoutKind>("single", "single", "monthly", "annual");
const failing = one(
  "POST /v1/refunds",
  "GET /v1/customers/search",
  "POST /v1/checkout/sessions",
  "POST /v1/customers",
  "GET /v1/account",
);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: one("start", "start", "start twice"),
      who,
      kind,
      circle: fc.option(circle, { nil: undefined }),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: one("pay", "pay", "pay later", "confirm"), which }) },
  { weight: 2, arbitrary: fc.record({ do: one("bank speaks"), which, hasCome: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: one("refund"), which }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: one("dispute"),
      which,
      status: one("warning_needs_response", "needs_response", "won", "lost"),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: one("copy circle"), who, circle }) },
  { weight: 4, arbitrary: fc.record({ do: one("deliver"), which }) },
  { weight: 2, arbitrary: fc.record({ do: one("everything comes") }) },
  { weight: 2, arbitrary: fc.record({ do: one("delete circle"), who, circle }) },
  { weight: 2, arbitrary: fc.record({ do: one("use in both circles at once"), who }) },
  { weight: 1, arbitrary: fc.record({ do: one("replace price"), kind }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: one("click while the price is replaced"), who, kind }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: one("Stripe fails"),
      on: failing,
      fault: fc.constantFrom<Fault>(429, 500, "dropped before", "dropped after"),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: one("pay and erase at once"), who, which }) },
  { weight: 1, arbitrary: fc.record({ do: one("click and erase at once"), who, kind }) },
  { weight: 2, arbitrary: fc.record({ do: one("erase"), who }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: one("cancel", "resume", "card fails", "card works", "renew"),
      who,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: one("change plan"),
      who,
      interval: one<"month" | "year">("month", "year"),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: one("time passes"), hours: fc.constantFrom(1, 2, 25, 73) }),
  },
  { weight: 2, arbitrary: fc.record({ do: one("work") }) },
);

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
  /** Sessions whose bank has reported the final outcome. */
  settled: Set<string>;
}

/** Sessions whose money is on its way. */
function listAwaited({ opened, settled }: World): string[] {
  const ids = new Set(opened.map(({ session_id }) => session_id));
  return [...ids].filter((id) => {
    const { status, payment_status } = stripe.sessions.get(id) ?? {};
    return status === "complete" && payment_status === "unpaid" && !settled.has(id);
  });
}

function reportBankOutcome({ settled }: World, sessionId: string, hasCome: boolean): void {
  settled.add(sessionId);
  stripe.settle(sessionId, hasCome);
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

async function start(
  world: World,
  person: Person,
  wanted: CheckoutKind,
  circleId: string | undefined,
): Promise<void> {
  const answer = await purchases.start(person.owner, wanted, circleId);
  const expected = [201, 404, 409, 503, ...(person.isErased ? [401, 403] : [])];
  expect(expected, await answer.clone().text()).toContain(answer.status);
  if (answer.status !== 201) return;
  const { checkout_id, url } = JSON.parse(await answer.text());
  const sessionId = stripe.sessionAt(url).id;
  person.sessions.add(sessionId);
  world.opened.push({ person, checkout_id, session_id: sessionId });
}

const sessionsOf = ({ sessions }: Person): SessionState[] =>
  [...sessions].flatMap((id) => stripe.sessions.get(id) ?? []);

const livingOf = (person: Person) =>
  sessionsOf(person)
    .flatMap(({ subscription }) => stripe.subscriptions.get(subscription ?? "") ?? [])
    .filter(({ status }) => status !== "canceled");

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
    case "start":
    case "start twice": {
      const person = people[taken.who];
      const circleId = taken.circle === undefined ? undefined : person.circles[taken.circle];
      const times = taken.do === "start" ? 1 : 2;
      await Promise.all(
        Array.from({ length: times }, () => start(world, person, taken.kind, circleId)),
      );
      break;
    }
    case "pay":
    case "pay later": {
      const chosen = at(opened, taken.which);
      if (chosen) stripe.pay(chosen.session_id, { later: taken.do === "pay later" });
      break;
    }
    case "confirm": {
      const chosen = at(opened, taken.which);
      if (chosen && !chosen.person.isErased) {
        await purchases.confirm(chosen.person.owner, chosen.checkout_id).catch(() => {});
        app.clock.advance({ seconds: 6 });
      }
      break;
    }
    case "bank speaks": {
      const chosen = at(listAwaited(world), taken.which);
      if (chosen !== undefined) reportBankOutcome(world, chosen, taken.hasCome);
      break;
    }
    case "refund":
    case "dispute": {
      const paid = opened.filter(({ person, session_id }) => {
        const { payment_status, mode } = stripe.sessions.get(session_id) ?? {};
        const isKnown = taken.do === "refund" || !person.isErased;
        return payment_status === "paid" && mode === "payment" && isKnown;
      });
      const chosen = at(paid, taken.which);
      if (chosen === undefined) break;
      if (taken.do === "refund") stripe.refund(chosen.session_id);
      else stripe.dispute(chosen.session_id, taken.status);
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
    case "deliver": {
      const event = at(pending, taken.which);
      if (event === undefined) break;
      pending.splice(pending.indexOf(event), 1);
      await send(event);
      break;
    }
    case "everything comes":
      for (const event of pending.splice(0)) await send(event);
      await app.work();
      break;
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
    case "use in both circles at once": {
      const { owner, circles } = people[taken.who];
      await Promise.all([...circles, ...circles].map((id) => purchases.use(owner, id)));
      break;
    }
    case "replace price":
      await replacePrice(taken.kind);
      break;
    case "click while the price is replaced": {
      const release = stripe.hold("POST /v1/checkout/sessions");
      const clicking = start(world, people[taken.who], taken.kind, undefined);
      await replacePrice(taken.kind);
      release();
      await clicking;
      break;
    }
    case "Stripe fails":
      stripe.fail(taken.on, taken.fault);
      break;
    case "pay and erase at once": {
      const person = people[taken.who];
      const own = at([...person.sessions], taken.which);
      if (own !== undefined) stripe.pay(own);
      const events = stripe.takeEvents();
      await Promise.all([erase(person), ...events.map(send)]);
      break;
    }
    case "click and erase at once": {
      const person = people[taken.who];
      await Promise.all([start(world, person, taken.kind, undefined), erase(person)]);
      break;
    }
    case "erase":
      await erase(people[taken.who]);
      break;
    case "work":
      await app.work();
      break;
    case "time passes":
      app.clock.advance({ hours: taken.hours });
      break;
    case "cancel":
    case "resume":
    case "card fails":
    case "card works":
    case "renew": {
      const [living] = livingOf(people[taken.who]);
      if (living === undefined) break;
      if (taken.do === "card fails") stripe.failRenewal(living.id);
      else if (taken.do === "card works") stripe.fixCard(living.id);
      else if (taken.do === "renew") stripe.renew(living.id);
      else {
        stripe.changeSubscription(living.id, { cancel_at_period_end: taken.do === "cancel" });
      }
      break;
    }
    case "change plan": {
      const [living] = livingOf(people[taken.who]);
      if (living?.status !== "active") break;
      stripe.changePlan(living.id, taken.interval, taken.interval === "year" ? 11_400 : 100);
    }
  }
  pending.push(...stripe.takeEvents());
}

/** Delivers everything that is still to come, and tries again what failed. */
async function settle(world: World): Promise<void> {
  const { pending } = world;
  // The banks report that the money has come.
  for (const sessionId of listAwaited(world)) reportBankOutcome(world, sessionId, true);
  const isDone = async () => (await app.jobs.waiting("refund_erased_checkout")).length === 0;
  // The customers are searched for again an hour after an erasure, and the provider is asked about a bank debit once a
  // day.
  for (let hour = 0; hour < 3 || (hour < 40 && !(await isDone())); hour += 1) {
    pending.push(...stripe.takeEvents());
    for (const event of pending.splice(0).reverse()) await send(event);
    await app.work();
    app.clock.advance({ hours: hour < 3 ? 1 : 6 });
  }
  for (const { owner, isErased } of world.people) {
    if (isErased) continue;
    await inTransaction(app.db, (tx) =>
      app.jobs.enqueue(tx, "reconcile_customer", { user_id: owner.user_id }),
    );
  }
  await app.work();
}

function requireErased(person: Person): void {
  const { owner, delivered, erasedAt } = person;
  for (const session of sessionsOf(person)) {
    const { id, subscription, payment_status } = session;
    expect(session.status, "no checkout is left open").not.toBe("open");
    if (subscription !== null) {
      expect(stripe.subscriptions.get(subscription)?.status, "none is charged for").toBe(
        "canceled",
      );
      for (const invoice of stripe.invoicesOf(subscription)) {
        expect(["open", "uncollectible"], "none can be paid").not.toContain(invoice.status);
        if (invoice.amount === 0 || invoice.status !== "paid") continue;
        if ((invoice.paid_at ?? invoice.created) < erasedAt) continue;
        expect(stripe.isInvoiceRefundedOrDisputed(invoice), "paid while erased").toBe(true);
      }
    }
    if (payment_status !== "paid" || delivered.has(id)) continue;
    const isBack =
      subscription === null
        ? stripe.isRefundedOrDisputed(id)
        : stripe
            .invoicesOf(subscription)
            .filter(({ status }) => status === "paid")
            .every((invoice) => stripe.isInvoiceRefundedOrDisputed(invoice));
    expect(isBack, `paid and got nothing: ${JSON.stringify(session)}`).toBe(true);
  }
  const left = [...stripe.customers.values()].filter(({ email }) => email === owner.email);
  expect(left, "no customer is left").toEqual([]);
}

async function requireNothingStored(person: Person): Promise<void> {
  const kept = await app.db
    .selectFrom("billing_events")
    .where(({ or, eb }) =>
      or([eb("user_id", "=", person.owner.user_id), eb("about_id", "in", ["", ...idsOf(person)])]),
    )
    .select(["id", "about_id"])
    .execute();
  expect(kept, "no event is left").toEqual([]);
  const ids = new Set(idsOf(person));
  const checkouts = await app.jobs.waiting("refund_erased_checkout");
  expect(checkouts.filter(({ checkout }) => ids.has(checkout))).toEqual([]);
  const subscriptions = await app.jobs.waiting("refund_erased_subscription");
  expect(subscriptions.filter(({ subscription }) => ids.has(subscription))).toEqual([]);
}

const idsOf = (person: Person) =>
  sessionsOf(person).flatMap(({ id, payment_intent, subscription }) => [
    id,
    ...(payment_intent === null ? [] : [payment_intent]),
    ...(subscription === null ? [] : [subscription]),
  ]);

async function requireDelivered(person: Person): Promise<void> {
  const { owner, deleted, circles } = person;
  const kept = sessionsOf(person).filter(
    ({ id, mode, payment_status }) =>
      mode === "payment" && payment_status === "paid" && !stripe.isRefundedOrDisputed(id),
  );
  const rows = await app.db
    .selectFrom("purchases")
    .where("user_id", "=", owner.user_id)
    .where("state", "=", "paid")
    .select(["circle_id", "used_at"])
    .execute();
  expect(rows.length, "each payment is one purchase").toBe(kept.length);
  const { unlocked, credits_count } = await purchases.read(owner);
  const ids = unlocked.map(({ circle_id }) => circle_id);
  expect(new Set(ids).size, "none is unlocked twice").toBe(ids.length);
  expect(circles, "no copy is unlocked").toEqual(expect.arrayContaining(ids));
  const gone = rows.filter(
    ({ circle_id, used_at }) => used_at !== null && (circle_id === null || deleted.has(circle_id)),
  );
  expect(ids.length + credits_count + gone.length).toBe(kept.length);
  expect(gone.length, "only what was deleted is gone").toBeLessThanOrEqual(deleted.size);
}

test("in every ordering of erasing accounts, payments, failures and events, nobody pays for nothing", async () => {
  vi.spyOn(app.deps.log, "error").mockImplementation(() => {});
  const beginUntil = performance.now() + 120_000;
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 4, maxLength: 18, size: "max" }),
      async (steps) => {
        if (performance.now() > beginUntil && fc.readConfigureGlobal().numRuns === undefined) {
          return;
        }
        stripe.takeEvents();
        stripe.forgetFaults();
        const people: World["people"] = [await createPerson(), await createPerson()];
        const world: World = { people, opened: [], pending: [], settled: new Set() };
        for (const taken of steps) {
          await take(world, taken);
          for (const person of people) {
            expect(livingOf(person).length, "never two subscriptions").toBeLessThanOrEqual(1);
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
    { numRuns: fc.readConfigureGlobal().numRuns ?? 5 },
  );
}, 3_600_000);
