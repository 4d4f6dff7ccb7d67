import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import {
  type Billing,
  type CheckoutKind,
  confirmCheckout,
  readBilling,
  refreshBilling,
} from "#contract/billing/billing.ts";
import { inviteTokenHeader } from "#contract/endpoint.ts";
import { joinByLink } from "#contract/invites/invites.ts";
import { openDatabase } from "#server/db/open.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { addJob, startQueue } from "#server/jobs/queue.ts";
import { systemClock } from "#server/system/clock.ts";
import { type BuiltProduct, spawnBuiltProduct } from "#server/testing/built-product.ts";
import { testDatabaseKind, useTestDatabase } from "#server/testing/database/db.ts";
import { freePort } from "#server/testing/free-port.ts";
import {
  type StripeEvent,
  stripeKey,
  stripeWebhookSecret,
  useStripeDouble,
} from "#server/testing/stripe/stripe-double.ts";
import { circleDraft } from "#server/testing/test-circles.ts";
import { openStripe } from "./stripe/client.ts";
import { setUpStripe } from "./stripe/set-up/set-up-stripe-account.ts";

/** How often the product is killed in the middle of checkouts; `npm run bench:billing` sets this number. */
const kills = Number(process.env.BILLING_KILLS ?? 0);
const seed = Number(process.env.FUZZ_SEED ?? 1);
const killsInBatch = 10;
const buyersPerKill = 6;
const password = "a pass phrase for tests 7";

interface Buyer {
  email: string;
  access_token: string;
  kind: CheckoutKind;
  circleId: string | undefined;
  checkout_id: string | undefined;
  /** The checkouts whose address the buyer was given. */
  sessions: Set<string>;
}

/** A random number generator that returns the same numbers for the same seed. */
function createRandom(start: number): (below: number) => number {
  let state = start;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const signedUp = z.object({ access_token: z.string() });
const created = z.object({ circle: z.object({ id: z.string() }) });
const opened = z.object({ checkout_id: z.string(), url: z.string() });

describe.runIf(kills > 0)("a product that is killed", () => {
  const random = createRandom(seed);
  // The embedded database is in the product's folder.
  const database = testDatabaseKind === "postgres" ? useTestDatabase() : undefined;
  const stripe = useStripeDouble(() => systemClock);
  let port = 0;
  let dataFolder = "";

  beforeAll(async () => {
    port = await freePort();
    dataFolder = await mkdtemp(join(tmpdir(), "paraline-kill-"));
    await setUpStripe(await openStripe(stripeKey, stripe.url));
  });
  afterAll(() => rm(dataFolder, { recursive: true, force: true }));

  async function startProduct(): Promise<BuiltProduct> {
    const product = spawnBuiltProduct(port, {
      BILLING: "stripe",
      STRIPE_SECRET_KEY: stripeKey,
      STRIPE_WEBHOOK_SECRET: stripeWebhookSecret,
      STRIPE_API_URL: stripe.url,
      AUTH_ACCESS_TOKEN_SECONDS: "86400",
      DATA_DIR: dataFolder,
      LOG_LEVEL: "error",
      ...(database !== undefined && { DATABASE_URL: database.databaseUrl }),
    });
    await product.until("/readyz");
    return product;
  }

  const url = () => `http://127.0.0.1:${port}`;

  const send = (method: string, path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${url()}${path}`, {
      method,
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify(body),
    });

  /** Sends a request; undefined if the product is not running. */
  const ask = ({ access_token }: Buyer, method: string, path: string, body?: object) =>
    fetch(`${url()}${path}`, {
      method,
      headers: { Authorization: `Bearer ${access_token}`, "Content-Type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch(() => undefined);

  async function click(buyer: Buyer): Promise<number | undefined> {
    const { kind, circleId } = buyer;
    const answer = await ask(buyer, "POST", "/api/billing/checkout", { kind, circle_id: circleId });
    const text = await answer?.text().catch(() => undefined);
    if (answer?.status === 201 && text !== undefined) {
      const checkout = opened.parse(JSON.parse(text));
      buyer.checkout_id = checkout.checkout_id;
      buyer.sessions.add(stripe.sessionAt(checkout.url).id);
    }
    return answer?.status;
  }

  async function createBuyer(): Promise<Buyer> {
    const email = `buyer-${crypto.randomUUID()}@paraline.example`;
    const answer = await send("POST", "/auth/v1/signup", { email, password });
    const { access_token } = signedUp.parse(await answer.json());
    const kind = (["single", "single", "monthly", "annual"] as const)[random(4)] ?? "single";
    const hasCircle = kind === "single" && random(2) === 0;
    const buyer: Buyer = {
      email,
      access_token,
      kind,
      circleId: undefined,
      checkout_id: undefined,
      sessions: new Set(),
    };
    if (hasCircle) buyer.circleId = await createAnswered(buyer);
    return buyer;
  }

  /** Creates a circle that somebody has answered through its open link. */
  async function createAnswered(buyer: Buyer): Promise<string> {
    const answer = await ask(buyer, "POST", "/api/circles", circleDraft());
    const { id } = created.parse(await answer?.json()).circle;
    await ask(buyer, "PUT", `/api/circles/${id}/open-link`, { open: true });
    const joined = await send("POST", `/api/share-link/${id}/join`, { first_name: "Ana" });
    const { invite_token } = joinByLink.output.parse(await joined.json());
    const reflection = {
      submission_key: crypto.randomUUID(),
      answers: { 1: "What I see." },
      consented_processor: "here",
    };
    const stored = await send("POST", "/api/feedback", reflection, {
      [inviteTokenHeader]: invite_token,
    });
    expect(stored.status).toBe(201);
    return id;
  }

  /** Kills the product after a random time, or after a random number of further requests to Stripe. */
  async function killAtRandomMoment(product: BuiltProduct): Promise<void> {
    if (random(2) === 0) await setTimeout(random(400));
    else await untilAsked(stripe.asked.length + 1 + random(3 * buyersPerKill), 3);
    await product.kill();
  }

  async function untilAsked(count: number, seconds: number): Promise<void> {
    const giveUpAt = performance.now() + seconds * 1000;
    while (stripe.asked.length < count && performance.now() < giveUpAt) await setTimeout(0);
  }

  const countRefunds = () => stripe.asked.filter((asked) => asked === "POST /v1/refunds").length;

  /** Kills the product between its next request for a refund and the response; Stripe makes the refund all the same. */
  async function killInRefund(): Promise<boolean> {
    const release = stripe.hold("POST /v1/refunds");
    const before = countRefunds();
    const product = await startProduct();
    const isAsked = await until(() => countRefunds() > before, 12);
    await product.kill();
    release();
    return isAsked;
  }

  async function killDuringClicks(): Promise<Buyer[]> {
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
    await killAtRandomMoment(product);
    await Promise.all(clicking);
    return buyers;
  }

  /** Delivers events in any order until each was accepted, while buyers come back; the product is killed in between. */
  async function deliver(
    events: StripeEvent[],
    returning: readonly Buyer[],
    killings: number,
  ): Promise<void> {
    const waiting = [...events];
    for (let round = 0; waiting.length > 0 || round < killings; round += 1) {
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
      const returnFromCheckout = async (buyer: Buyer) => {
        await setTimeout(random(300));
        const { checkout_id } = buyer;
        await ask(buyer, "POST", confirmCheckout.path, { checkout_id });
        await ask(buyer, "POST", refreshBilling.path);
      };
      const going = Promise.all([
        ...Array.from({ length: 4 }, bring),
        ...(round < killings ? returning.map(returnFromCheckout) : []),
      ]);
      if (round < killings) await killAtRandomMoment(product);
      await going;
      await product.kill();
    }
  }

  /** Requests the comparison that runs each night. */
  async function requestReconcile(): Promise<void> {
    const { db, kind, close } = await openDatabase({
      databaseUrl: database?.databaseUrl,
      dataDir: dataFolder,
    });
    const queue = await startQueue(db, { kind, works: false }, (error) => {
      throw error;
    });
    await inTransaction(db, (tx) => addJob(queue, tx, "reconcile_billing", {}, {}));
    await queue.stop({ graceful: false });
    await close();
  }

  async function readBuyerBilling(buyer: Buyer): Promise<Billing | undefined> {
    const answer = await ask(buyer, "GET", readBilling.path);
    return answer?.ok ? readBilling.output.parse(await answer.json()) : undefined;
  }

  function isDelivered({ kind, circleId }: Buyer, billing: Billing | undefined): boolean {
    if (billing === undefined) return false;
    if (kind !== "single") return billing.is_everything_unlocked;
    if (circleId === undefined) return billing.credits_count === 1;
    return billing.unlocked.some(({ circle_id }) => circle_id === circleId);
  }

  /** Whether everything that the buyer paid is refunded. */
  function isBack({ sessions }: Buyer): boolean {
    return [...sessions].every((id) => {
      const session = stripe.sessions.get(id);
      if (session?.payment_status !== "paid") return true;
      if (session.subscription === null) return stripe.isRefundedOrDisputed(id);
      const { status } = stripe.subscriptions.get(session.subscription) ?? {};
      const invoices = stripe.listInvoices(session.subscription);
      return (
        status === "canceled" &&
        invoices.every((invoice) => stripe.isInvoiceRefundedOrDisputed(invoice))
      );
    });
  }

  async function until(
    condition: () => Promise<boolean> | boolean,
    seconds: number,
  ): Promise<boolean> {
    const end = performance.now() + seconds * 1000;
    while (performance.now() < end) {
      if (await condition()) return true;
      await setTimeout(100);
    }
    return false;
  }

  /**
   * Has each of these buyers erase the account while the product is killed, and be charged once more for a
   * subscription.
   */
  async function eraseAll(leaving: readonly Buyer[]): Promise<number> {
    const isGone = async (buyer: Buyer) => {
      const { email } = buyer;
      const answer = await ask(buyer, "DELETE", "/api/account", { email, password });
      return answer !== undefined && (answer.ok || answer.status === 401);
    };
    let killed = 0;
    for (let rest = leaving; rest.length > 0; killed += 1) {
      const product = await startProduct();
      const erasing = Promise.all(
        rest.map(async (buyer) => ((await isGone(buyer)) ? [] : [buyer])),
      );
      if (killed === 0) await killAtRandomMoment(product);
      rest = (await erasing).flat();
      await product.kill();
    }
    for (const { sessions } of leaving) {
      for (const id of sessions) {
        const subscription = stripe.sessions.get(id)?.subscription ?? "";
        if (stripe.subscriptions.get(subscription)?.status === "active") stripe.renew(subscription);
      }
    }
    return killed;
  }

  test("sells each thing once, and what was paid is there", async () => {
    const counts = {
      kills: 0,
      buyers: 0,
      cut: 0,
      sessions: 0,
      paid: 0,
      erased: 0,
      cutRefunds: 0,
    };
    while (counts.kills < kills) {
      const buyers: Buyer[] = [];
      for (let n = 0; n < killsInBatch; n += 1) buyers.push(...(await killDuringClicks()));
      counts.kills += killsInBatch;
      counts.buyers += buyers.length;
      counts.cut += buyers.filter(({ sessions }) => sessions.size === 0).length;

      const product = await startProduct();
      await Promise.all(
        buyers.map(async (buyer) => {
          // The lease of a killed click lasts 12 s.
          let status = await click(buyer);
          if (status !== 201) status = await click(buyer);
          expect(status, `${product.output()}\n${JSON.stringify(buyer)}`).toBe(201);
        }),
      );
      await product.kill();
      // Some buyers pay in every tab that they have.
      for (const buyer of buyers) {
        counts.sessions += buyer.sessions.size;
        const paid = [...buyer.sessions].filter((session) => stripe.pay(session));
        expect(paid.length, `paid for one thing: ${JSON.stringify(buyer)}`).toBe(1);
        counts.paid += 1;
      }
      // A quarter of the buyers erase the account while the events are on their way.
      const leaving = buyers.filter(() => random(4) === 0);
      const staying = buyers.filter((buyer) => !leaving.includes(buyer));
      counts.kills += await eraseAll(leaving);
      for (let n = 0; n < 2; n += 1) {
        if (await killInRefund()) counts.cutRefunds += 1;
        counts.kills += 1;
      }
      // A third of the events are lost; returning buyers and the nightly comparison make up for them.
      const events = stripe.takeEvents();
      const delivered = events.filter(() => random(3) > 0);
      await deliver(delivered, staying.slice(0, staying.length / 2), 2);
      counts.kills += 2;
      await requestReconcile();
      await killAtRandomMoment(await startProduct());
      counts.kills += 1;

      const last = await startProduct();
      for (const buyer of staying) {
        const isThere = await until(
          async () => isDelivered(buyer, await readBuyerBilling(buyer)),
          60,
        );
        expect(isThere, `${last.output()}\n${JSON.stringify(buyer)}`).toBe(true);
      }
      for (const buyer of leaving) {
        expect(await until(() => isBack(buyer), 60), `not refunded: ${JSON.stringify(buyer)}`).toBe(
          true,
        );
      }
      const refunded = [...events, ...stripe.takeEvents()].flatMap(({ type, data }) =>
        type === "charge.refunded" ? [data.object.id] : [],
      );
      expect(refunded.length, "each is refunded once").toBe(new Set(refunded).size);
      counts.erased += leaving.length;
      await last.kill();
      process.stdout.write(`${JSON.stringify({ seed, database: testDatabaseKind, ...counts })}\n`);
    }
  }, 3_600_000);
});
