import fc from "fast-check";
import { expect, test } from "vitest";
import type { CheckoutKind } from "#contract/billing.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { useTestDatabase } from "#server/testing/db.ts";
import type { TestOwner } from "#server/testing/owners.ts";
import { paralinesOf } from "#server/testing/paralines.ts";
import { shopOf } from "#server/testing/shop.ts";
import { useStripeApp } from "#server/testing/stripe-app.ts";
import type { StripeEvent } from "#server/testing/stripe-double.ts";

const database = useTestDatabase();
const { app, stripe, deliver } = useStripeApp(database);
const paralines = paralinesOf(app);
const shop = shopOf(app);

/** What a buyer, their tabs, the operator, Stripe's deliveries and our jobs do, in any order. */
type Step =
  | { do: "start"; kind: CheckoutKind; circle: 0 | 1 | undefined; clicks: 1 | 2 }
  | { do: "pay" | "confirm" | "refund"; which: number }
  | { do: "deliver" | "deliver twice" | "lose"; which: number }
  | { do: "use"; circle: 0 | 1 }
  | { do: "pay, come back and be told at once"; which: number }
  | { do: "work" | "end subscription" };

const which = fc.nat({ max: 5 });
const circle = fc.constantFrom<0 | 1>(0, 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("start" as const),
      kind: fc.constantFrom<CheckoutKind>("single", "single", "monthly", "annual"),
      circle: fc.option(circle, { nil: undefined }),
      clicks: fc.constantFrom<1 | 2>(1, 2),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("pay" as const), which }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("pay, come back and be told at once" as const), which }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom("confirm" as const, "refund" as const),
      which,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom("deliver" as const, "deliver twice" as const, "lose" as const),
      which,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("use" as const), circle }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom("work" as const, "end subscription" as const) }),
  },
);

interface World {
  buyer: TestOwner;
  circles: [string, string];
  /** Checkouts that were opened, with their sessions. */
  opened: { checkout_id: string; session_id: string }[];
  pending: StripeEvent[];
  has_lost: boolean;
}

async function createWorld(): Promise<World> {
  stripe.takeEvents();
  const buyer = await app.createOwner();
  const answered = async () => {
    const id = await paralines.create(buyer, { people: ["ana"] });
    await paralines.answer((await paralines.person(id, "ana")).invite_token);
    return id;
  };
  return {
    buyer,
    circles: [await answered(), await answered()],
    opened: [],
    pending: [],
    has_lost: false,
  };
}

const at = <Item>(items: Item[], index: number): Item | undefined => items[index % items.length];

async function send(event: StripeEvent): Promise<void> {
  expect((await deliver(event)).status).toBe(200);
}

async function take(world: World, taken: Step): Promise<void> {
  const { buyer, circles, opened, pending } = world;
  switch (taken.do) {
    case "start": {
      const circle_id = taken.circle === undefined ? undefined : circles[taken.circle];
      const answers = await Promise.all(
        Array.from({ length: taken.clicks }, () => shop.start(buyer, taken.kind, circle_id)),
      );
      for (const answer of answers) {
        expect([201, 409]).toContain(answer.status);
        if (answer.status !== 201) continue;
        const { checkout_id, url } = JSON.parse(await answer.text());
        const session_id = stripe.sessionAt(url).id;
        if (!opened.some((one) => one.session_id === session_id)) {
          opened.push({ checkout_id, session_id });
        }
      }
      break;
    }
    case "pay": {
      const one = at(opened, taken.which);
      if (one !== undefined) stripe.pay(one.session_id);
      break;
    }
    case "pay, come back and be told at once": {
      const one = at(opened, taken.which);
      if (one === undefined) break;
      stripe.pay(one.session_id);
      await Promise.all([
        shop.confirm(buyer, one.checkout_id),
        shop.confirm(buyer, one.checkout_id),
        ...stripe.takeEvents().map(send),
        app.work(),
      ]);
      break;
    }
    case "confirm": {
      const one = at(opened, taken.which);
      if (one !== undefined) await shop.confirm(buyer, one.checkout_id);
      app.clock.advance({ seconds: 3 });
      break;
    }
    case "refund": {
      const one = at(opened, taken.which);
      const session = one && stripe.sessions.get(one.session_id);
      if (session?.payment_intent) stripe.refund(session.id);
      break;
    }
    case "deliver":
    case "deliver twice": {
      const event = at(pending, taken.which);
      if (event === undefined) break;
      await send(event);
      if (taken.do === "deliver twice") await send(event);
      pending.splice(pending.indexOf(event), 1);
      break;
    }
    case "lose":
      if (pending.length > 0) {
        pending.splice(taken.which % pending.length, 1);
        world.has_lost = true;
      }
      break;
    case "use":
      await shop.use(buyer, circles[taken.circle]);
      break;
    case "work":
      await app.work();
      break;
    case "end subscription": {
      const mine = subscriptionsOf(world).find(({ status }) => status === "active");
      if (mine !== undefined) stripe.changeSubscription(mine.id, { status: "canceled" });
      break;
    }
  }
  pending.push(...stripe.takeEvents());
}

function sessionsOf({ opened }: World) {
  return opened.flatMap(({ session_id }) => stripe.sessions.get(session_id) ?? []);
}

function subscriptionsOf(world: World) {
  const ids = new Set(sessionsOf(world).map(({ subscription }) => subscription));
  return [...stripe.subscriptions.values()].filter(({ id }) => ids.has(id));
}

/** Everything that was to come comes, in reverse; what was lost is made up for at night. */
async function settle(world: World): Promise<void> {
  const { pending } = world;
  do {
    for (const event of pending.splice(0).reverse()) await send(event);
    await app.work();
    pending.push(...stripe.takeEvents());
  } while (pending.length > 0);
  if (!world.has_lost) return;
  const user_id = world.buyer.user_id;
  await inTransaction(database.db, (tx) => app.jobs.enqueue(tx, "reconcile_customer", { user_id }));
  await app.work();
}

async function standing({ buyer }: World) {
  const { unlocked, credits_count, is_everything_unlocked } = await shop.read(buyer);
  return {
    unlocked: unlocked.map(({ circle_id }) => circle_id).toSorted(),
    credits_count,
    is_everything_unlocked,
  };
}

test("whatever comes first, twice, late or never: what was paid and not taken back is what is unlocked", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 3, maxLength: 22, size: "max" }),
      async (steps) => {
        const world = await createWorld();
        for (const taken of steps) await take(world, taken);
        await settle(world);
        const found = await standing(world);

        const kept = sessionsOf(world).filter(
          ({ id, mode, payment_status }) =>
            mode === "payment" && payment_status === "paid" && !stripe.isRefunded(id),
        );
        expect(found.unlocked.length + found.credits_count, "nothing lost, nothing doubled").toBe(
          kept.length,
        );
        for (const { metadata } of kept) {
          if (metadata.circle_id !== undefined)
            expect(found.unlocked).toContain(metadata.circle_id);
        }
        const active = subscriptionsOf(world).filter(({ status }) => status === "active");
        expect(active.length, "never two subscriptions").toBeLessThanOrEqual(1);
        expect(found.is_everything_unlocked).toBe(active.length > 0);
        for (const { status, metadata } of sessionsOf(world)) {
          if (status !== "open") continue;
          expect(active, "no checkout is left open that sells what is unlocked").toEqual([]);
          expect(found.unlocked).not.toContain(metadata.circle_id);
        }

        // Told everything again, nothing changes.
        world.has_lost = true;
        await settle(world);
        expect(await standing(world)).toEqual(found);
      },
    ),
    { numRuns: 30 },
  );
}, 180_000);
