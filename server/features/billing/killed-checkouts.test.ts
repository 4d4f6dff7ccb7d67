import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Billing, type CheckoutKind, readBilling } from "#contract/billing/billing.ts";
import { systemClock } from "#server/system/clock.ts";
import { useTestApp } from "#server/testing/app.ts";
import { type BuiltProduct, spawnBuiltProduct } from "#server/testing/built-product.ts";
import { testDatabaseKind, useTestDatabase } from "#server/testing/database/db.ts";
import { freePort } from "#server/testing/free-port.ts";
import type { TestOwner } from "#server/testing/owners.ts";
import {
  type StripeEvent,
  stripeKey,
  stripeWebhookSecret,
  useStripeDouble,
} from "#server/testing/stripe/stripe-double.ts";
import { openStripe } from "./stripe/client.ts";
import { setUpStripe } from "./stripe/set-up-stripe-account.ts";

/** How often the product is killed in the middle of checkouts; `npm run bench:billing` says so. */
const kills = Number(process.env.BILLING_KILLS ?? 0);
const seed = Number(process.env.FUZZ_SEED ?? 1);
const killsInBatch = 10;
const buyersPerKill = 6;

interface Buyer {
  owner: TestOwner;
  kind: CheckoutKind;
  circleId: string | undefined;
  /** The checkouts whose address the buyer was given. */
  sessions: Set<string>;
}

/** The same numbers for the same seed. */
function randomOf(start: number): (below: number) => number {
  let state = start;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe.runIf(kills > 0 && testDatabaseKind === "postgres")("a product that is killed", () => {
  const random = randomOf(seed);
  const database = useTestDatabase();
  const stripe = useStripeDouble(() => systemClock);
  let port = 0;
  const settings = {
    BILLING: "stripe",
    STRIPE_SECRET_KEY: stripeKey,
    STRIPE_WEBHOOK_SECRET: stripeWebhookSecret,
    get STRIPE_API_URL() {
      return stripe.url;
    },
  };
  const app = useTestApp({ database, environment: settings, start: new Date().toISOString() });
  const publicUrl = "http://localhost:3000";
  let dataFolder = "";

  beforeAll(async () => {
    port = await freePort();
    dataFolder = await mkdtemp(join(tmpdir(), "paraline-kill-"));
    await setUpStripe(await openStripe(stripeKey, stripe.url));
  });
  afterAll(() => rm(dataFolder, { recursive: true, force: true }));

  async function startProduct(): Promise<BuiltProduct> {
    const product = spawnBuiltProduct(port, {
      ...settings,
      PUBLIC_URL: publicUrl,
      DATA_DIR: dataFolder,
      DATABASE_URL: database.databaseUrl,
      LOG_LEVEL: "error",
    });
    await product.until("/readyz");
    return product;
  }

  const url = () => `http://127.0.0.1:${port}`;

  /** Undefined where the product is gone. */
  const ask = (owner: TestOwner, method: string, path: string, body?: object) =>
    fetch(`${url()}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${owner.access_token}`,
        "Content-Type": "application/json",
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch(() => undefined);

  async function click(buyer: Buyer): Promise<number | undefined> {
    const { owner, kind, circleId } = buyer;
    const answer = await ask(owner, "POST", "/api/billing/checkout", { kind, circle_id: circleId });
    const text = await answer?.text().catch(() => undefined);
    if (answer?.status === 201 && text !== undefined) {
      buyer.sessions.add(stripe.sessionAt(JSON.parse(text).url).id);
    }
    return answer?.status;
  }

  async function createBuyer(): Promise<Buyer> {
    const owner = await app.createOwner();
    const kind = (["single", "single", "monthly", "annual"] as const)[random(4)] ?? "single";
    const hasCircle = kind === "single" && random(2) === 0;
    const circleId = hasCircle ? await app.circles.create(owner) : undefined;
    if (circleId !== undefined) await app.circles.answerAs(circleId, "ana");
    return { owner, kind, circleId, sessions: new Set() };
  }

  /** Kills it after a while, or with some further request to Stripe. */
  async function killSometime(product: BuiltProduct): Promise<void> {
    if (random(2) === 0) await setTimeout(random(400));
    else {
      const until = stripe.asked.length + 1 + random(3 * buyersPerKill);
      const giveUpAt = performance.now() + 3000;
      while (stripe.asked.length < until && performance.now() < giveUpAt) await setTimeout(0);
    }
    await product.kill();
  }

  async function cutClicks(): Promise<Buyer[]> {
    const product = await startProduct();
    const buyers: Buyer[] = [];
    for (let n = 0; n < buyersPerKill; n += 1) buyers.push(await createBuyer());
    const clicking = buyers.flatMap((buyer) => {
      const clicks = 1 + random(2);
      return Array.from({ length: clicks }, async () => {
        await setTimeout(random(150));
        await click(buyer);
      });
    });
    await killSometime(product);
    await Promise.all(clicking);
    return buyers;
  }

  /** Brings events, in any order, until each was taken; the product is killed in between. */
  async function deliver(events: StripeEvent[], killings: number): Promise<void> {
    const waiting = [...events];
    for (let round = 0; waiting.length > 0; round += 1) {
      const product = await startProduct();
      const bring = async () => {
        for (;;) {
          const [event] = waiting.splice(random(waiting.length), 1);
          if (event === undefined) return;
          const answer = await fetch(`${url()}/api/billing/webhook`, stripe.request(event)).catch(
            () => undefined,
          );
          if (answer?.status === 200) continue;
          waiting.push(event);
          if (answer === undefined) return;
        }
      };
      const bringing = Promise.all(Array.from({ length: 4 }, bring));
      if (round < killings) await killSometime(product);
      await bringing;
      await product.kill();
    }
  }

  async function readOf({ owner }: Buyer): Promise<Billing | undefined> {
    const answer = await ask(owner, "GET", readBilling.path);
    return answer?.ok ? readBilling.output.parse(await answer.json()) : undefined;
  }

  function isDelivered({ kind, circleId }: Buyer, billing: Billing | undefined): boolean {
    if (billing === undefined) return false;
    if (kind !== "single") return billing.is_everything_unlocked;
    if (circleId === undefined) return billing.credits_count === 1;
    return billing.unlocked.some(({ circle_id }) => circle_id === circleId);
  }

  async function until(isSo: () => Promise<boolean> | boolean, seconds: number): Promise<boolean> {
    const end = performance.now() + seconds * 1000;
    while (performance.now() < end) {
      if (await isSo()) return true;
      await setTimeout(500);
    }
    return false;
  }

  test("sells each thing once, and what was paid is there", async () => {
    const counts = { kills: 0, buyers: 0, cut: 0, sessions: 0, paid: 0, erased: 0, refunded: 0 };
    while (counts.kills < kills) {
      const buyers: Buyer[] = [];
      for (let n = 0; n < killsInBatch; n += 1) buyers.push(...(await cutClicks()));
      counts.kills += killsInBatch;
      counts.buyers += buyers.length;
      counts.cut += buyers.filter(({ sessions }) => sessions.size === 0).length;

      const product = await startProduct();
      for (const buyer of buyers) {
        // The lease of a killed click lasts 12 s.
        let status = await click(buyer);
        if (status !== 201) status = await click(buyer);
        expect(status, `${product.output()}\n${JSON.stringify(buyer)}`).toBe(201);
      }
      await product.kill();
      // Some pay in every tab that they have.
      for (const buyer of buyers) {
        counts.sessions += buyer.sessions.size;
        const paid = [...buyer.sessions].filter((session) => stripe.pay(session));
        expect(paid.length, `paid for one thing: ${JSON.stringify(buyer)}`).toBe(1);
        counts.paid += 1;
      }
      // A quarter erases the account while the events are on their way.
      const leaving = buyers.filter(() => random(4) === 0);
      const staying = buyers.filter((buyer) => !leaving.includes(buyer));
      const gone = async ({ owner }: Buyer) => {
        const answer = await ask(owner, "DELETE", "/api/account", { email: owner.email });
        return answer !== undefined && (answer.ok || answer.status === 401);
      };
      for (let rest = leaving; rest.length > 0; ) {
        const next = await startProduct();
        const erasing = Promise.all(
          rest.map(async (buyer) => ((await gone(buyer)) ? [] : [buyer])),
        );
        if (rest === leaving) await killSometime(next);
        rest = (await erasing).flat();
        await next.kill();
        counts.kills += 1;
      }
      await deliver(stripe.takeEvents(), 2);
      counts.kills += 2;

      const last = await startProduct();
      for (const buyer of staying) {
        const isThere = await until(async () => isDelivered(buyer, await readOf(buyer)), 60);
        expect(isThere, `${last.output()}\n${JSON.stringify(buyer)}`).toBe(true);
      }
      for (const buyer of leaving) {
        const isBack = () =>
          [...buyer.sessions].every((id) => {
            const session = stripe.sessions.get(id);
            if (session?.payment_status !== "paid") return true;
            if (session.subscription === null) return stripe.isTakenBack(id);
            const { status } = stripe.subscriptions.get(session.subscription) ?? {};
            const [first] = stripe.invoicesOf(session.subscription);
            return status === "canceled" && first !== undefined && stripe.isInvoiceTakenBack(first);
          });
        expect(await until(isBack, 60), `not given back: ${JSON.stringify(buyer)}`).toBe(true);
        counts.refunded += 1;
      }
      counts.erased += leaving.length;
      await last.kill();
      process.stdout.write(`${JSON.stringify({ seed, ...counts })}\n`);
    }
  }, 3_600_000);
});
