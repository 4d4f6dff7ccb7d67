import { beforeAll, describe, expect, test } from "vitest";
import { checkSubscription } from "#contract/billing/billing.ts";
import { listCircles } from "#contract/circles/circles.ts";
import { readResults } from "#contract/feedback/feedback.ts";
import { portalReturnPath } from "#contract/paths.ts";
import { loadOwnedCircle } from "#server/access/owned-circle.ts";
import type { OwnerId } from "#server/access/owner.ts";
import { findReadableCircle } from "#server/access/readable-circle.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { useTestApp } from "#server/testing/app.ts";
import type { TestOwner } from "#server/testing/owners.ts";
import { readError } from "#server/testing/test-purchases.ts";
import { reconcileAll, reconcileEveryCustomer } from "./events/reconcile.ts";
import { writeEvent } from "./test-checkout/events.ts";

const app = useTestApp({
  environment: { BILLING: "test", PUBLIC_URL: "http://localhost:3000" },
});
const { purchases } = app;
const buyer = app.useOwner();

let owner: TestOwner;
beforeAll(async () => {
  owner = await app.createOwner();
});
/** A named circle with two answers. */
async function createAnswered(of: TestOwner, answers = ["ana", "ben"]): Promise<string> {
  const id = await app.circles.create(of);
  for (const name of answers) await app.circles.answerAs(id, name);
  return id;
}

const results = (of: TestOwner, id: string) => app.call(of, readResults, { params: { id } });

/** Whether a circle is unlocked, read without the API, because no sign-in is valid any more at that time. */
async function isUnlockedLater(of: TestOwner, id: string): Promise<boolean> {
  const circle = await loadOwnedCircle(app.db, of.user_id as OwnerId, id);
  return (await findReadableCircle(app.deps, circle)) !== undefined;
}

const isLocked = async (id: string, of = owner) => (await results(of, id)).is_locked;

describe("while nothing unlocks it", () => {
  test("a paraline with reflections shows how many there are, and none of them", async () => {
    const id = await createAnswered(owner);
    expect(await results(owner, id)).toEqual({
      circle_id: id,
      is_locked: true,
      responses_count: 2,
      responses: [],
      encouragements: [],
      kept: [],
      own_answers: null,
      set_aside: [],
      visibility: "readable",
    });
    const insights = `/api/circles/${id}/insights`;
    expect(await readError(await app.as(owner, "GET", insights))).toEqual([402, "results_locked"]);
    expect(await readError(await app.as(owner, "POST", insights))).toEqual([402, "results_locked"]);
  });

  test("one without reflections is not called locked, because there is nothing to unlock", async () => {
    const id = await app.circles.create(owner);
    expect(await results(owner, id)).toMatchObject({ is_locked: false, visibility: "none_yet" });
    const { circles } = await app.call(owner, listCircles);
    expect(circles.find((circle) => circle.id === id)?.is_locked).toBe(false);
    expect(circles.some((circle) => circle.is_locked)).toBe(true);
  });
});

describe("an unlock of one paraline", () => {
  test("is paid on a page marked as a test, and opens this paraline for ever and no other", async () => {
    const id = await createAnswered(owner);
    const other = await createAnswered(owner);
    const { checkout_id, url } = await purchases.open(owner, "single", id);
    const page = await app.request(new URL(url).pathname);
    const words = await page.text();
    expect(words).toContain("This is a test checkout.");
    expect(words).toContain("$5");
    expect(page.headers.get("content-security-policy")).toContain("form-action 'self'");

    expect(await purchases.confirm(owner, checkout_id)).toMatchObject({ state: "open" });
    expect(await purchases.click(url, "pay")).toBe(
      `http://localhost:3000/results?circle=${id}&checkout=${checkout_id}`,
    );
    await app.work();
    expect(await purchases.confirm(owner, checkout_id)).toEqual({
      state: "paid",
      kind: "single",
      unlocked_circle_id: id,
    });
    expect((await results(owner, id)).responses).toHaveLength(2);
    expect(await isLocked(other)).toBe(true);
    app.clock.advance({ days: 4000 });
    expect(await isUnlockedLater(owner, id)).toBe(true);
    expect(await isUnlockedLater(owner, other)).toBe(false);
  });

  test("is there as soon as the browser returns, although no event has been processed yet", async () => {
    const id = await createAnswered(owner);
    const { checkout_id, url } = await purchases.open(owner, "single", id);
    await purchases.click(url, "pay");
    expect(await isLocked(id)).toBe(true);
    expect(await purchases.confirm(owner, checkout_id)).toMatchObject({ state: "paid" });
    expect(await isLocked(id)).toBe(false);
    const before = await purchases.read(owner);
    await app.work();
    expect(await purchases.read(owner)).toEqual(before);
  });

  test("an unlock of one paraline of a failed payment unlocks nothing, and trying again pays the same checkout", async () => {
    const id = await createAnswered(owner);
    const { checkout_id, url } = await purchases.open(owner, "single", id);
    const back = await purchases.click(url, "fail");
    expect(back).toContain("?failed");
    expect(await (await app.request(back ?? "")).text()).toContain("Nothing was charged");
    expect(await isLocked(id)).toBe(true);
    await purchases.click(url, "pay");
    expect(await purchases.confirm(owner, checkout_id)).toMatchObject({ state: "paid" });
  });

  test("an unlock of one paraline that is cancelled leads back to the former page and leaves everything locked", async () => {
    const id = await createAnswered(owner);
    const { checkout_id, url } = await purchases.open(owner, "single", id);
    expect(await purchases.click(url, "cancel")).toBe(`http://localhost:3000/results?circle=${id}`);
    await app.work();
    expect(await purchases.confirm(owner, checkout_id)).toMatchObject({ state: "failed" });
    expect(await isLocked(id)).toBe(true);
    expect((await purchases.open(owner, "single", id)).checkout_id).not.toBe(checkout_id);
    expect(await (await app.request(new URL(url).pathname)).text()).toContain(
      "This checkout is over",
    );
    expect(await purchases.click(url, "pay")).toBe(new URL(url).pathname);
  });

  test.each(["%00", "test_%00", "a%2Fb", `test_${"A".repeat(43)}`])(
    "an unlock of one paraline that does not exist is not found: %s",
    async (id) => {
      for (const method of ["GET", "HEAD", "POST"]) {
        expect((await app.request(`/test-checkout/${id}`, { method })).status).toBe(404);
      }
    },
  );

  test("is deleted with its paraline, and a copy is locked again", async () => {
    const id = await createAnswered(buyer);
    await purchases.buy(buyer, "single", id);
    const removed = await app.as(buyer, "DELETE", `/api/circles/${id}`, {
      title: "Should I leave the orchestra?",
    });
    expect(removed.status).toBe(200);
    expect(await purchases.read(buyer)).toMatchObject({
      unlocked: [],
      credits_count: 0,
      receipts: [{ kind: "single", circle: null, state: "paid" }],
    });
  });
});

describe("refuses to sell what cannot be read or is already unlocked", () => {
  test("sells neither an anonymous paraline that is sealed nor one that closed with too few answers", async () => {
    const id = await app.circles.create(owner, { is_anonymous: true });
    for (const name of ["ana", "ben"]) {
      await app.circles.answer((await app.circles.person(id, name)).invite_token);
    }
    const refused = await purchases.start(owner, "single", id);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({
      code: "unlock_sealed",
      message: "The answers are sealed until this paraline closes",
    });
    await app.as(owner, "POST", `/api/circles/${id}/close`);
    expect(await readError(await purchases.start(owner, "single", id))).toEqual([
      409,
      "unlock_too_few",
    ]);
  });

  test("no unlock is sold for a paraline without answers, somebody else's, or a deleted or malformed one", async () => {
    const id = await app.circles.create(owner);
    expect(await readError(await purchases.start(owner, "single", id))).toEqual([
      409,
      "unlock_none_yet",
    ]);
    const stranger = await app.createOwner();
    const theirs = await createAnswered(stranger);
    const notFound = [404, "circle_not_found"];
    expect(await readError(await purchases.start(owner, "single", theirs))).toEqual(notFound);
    expect(await readError(await purchases.start(owner, "monthly", theirs))).toEqual(notFound);
    expect(await readError(await purchases.start(owner, "single", crypto.randomUUID()))).toEqual(
      notFound,
    );
    const called = await app.as(owner, "POST", "/functions/v1/create-checkout-single", {
      circleId: "mine",
    });
    expect(await readError(called)).toEqual(notFound);
  });

  test("what is unlocked is not sold again", async () => {
    const id = await createAnswered(buyer);
    await purchases.buy(buyer, "single", id);
    expect(await readError(await purchases.start(buyer, "single", id))).toEqual([
      409,
      "already_unlocked",
    ]);
    await purchases.buy(buyer, "annual");
    for (const kind of ["single", "monthly", "annual"] as const) {
      expect(await readError(await purchases.start(buyer, kind))).toEqual([
        409,
        "already_subscribed",
      ]);
    }
  });

  test("two clicks, tabs and devices get the same checkout", async () => {
    const id = await createAnswered(buyer);
    const opened = await Promise.all(
      Array.from({ length: 6 }, () => purchases.open(buyer, "single", id)),
    );
    expect(new Set(opened.map(({ url }) => url)).size).toBe(1);
    const plans = await Promise.all(
      Array.from({ length: 4 }, () => purchases.open(buyer, "monthly")),
    );
    expect(new Set(plans.map(({ url }) => url)).size).toBe(1);
  });

  test("an id in capitals names the same paraline, and gets the same checkout", async () => {
    const id = await createAnswered(buyer);
    const { url } = await purchases.open(buyer, "single", id);
    expect((await purchases.open(buyer, "single", id.toUpperCase())).url).toBe(url);
    const { url: plan } = await purchases.open(buyer, "monthly", id.toUpperCase());
    expect((await purchases.open(buyer, "monthly", id)).url).toBe(plan);
  });

  test("a month and a year are never open at once: the one chosen last counts", async () => {
    const month = await purchases.open(buyer, "monthly");
    const year = await purchases.open(buyer, "annual");
    expect(await purchases.click(month.url, "pay")).toBe(new URL(month.url).pathname);
    await purchases.click(year.url, "pay");
    await app.work();
    expect((await purchases.read(buyer)).subscription?.kind).toBe("annual");
  });

  test("a click after paying in another tab finds it paid, before any event came", async () => {
    const id = await createAnswered(buyer);
    const { url } = await purchases.open(buyer, "single", id);
    await purchases.click(url, "pay");
    expect(await readError(await purchases.start(buyer, "single", id))).toEqual([
      409,
      "already_unlocked",
    ]);
  });
});

describe("a subscription", () => {
  test("unlocks everything while it counts: paid, cancelled and not over, or three days past due", async () => {
    const buyer = await app.createOwner({ time_zone: "Pacific/Auckland" });
    const id = await createAnswered(buyer);
    await purchases.buy(buyer, "monthly", id);
    expect(await isLocked(id, buyer)).toBe(false);
    expect(await purchases.read(buyer)).toMatchObject({
      is_everything_unlocked: true,
      has_portal: true,
      subscription: {
        kind: "monthly",
        status: "active",
        renews_on: "2026-12-02",
        ends_on: null,
        grace_ends_on: null,
      },
      receipts: [{ kind: "monthly", amount_cents: 1500, paid_on: "2026-11-02", state: "paid" }],
    });

    const portal = await purchases.portal(buyer);
    expect(await (await app.request(new URL(portal).pathname)).text()).toContain("2026-12-02");
    const plan = await app.db
      .selectFrom("test_subscriptions")
      .where("user_id", "=", buyer.user_id)
      .select("id")
      .executeTakeFirstOrThrow();
    const click = async (action: string) => {
      await purchases.click(portal, `${action} ${plan.id}`);
      await app.work();
    };
    await click("cancel");
    expect((await purchases.read(buyer)).subscription).toMatchObject({
      renews_on: null,
      ends_on: "2026-12-02",
    });
    expect(await isLocked(id, buyer)).toBe(false);
    app.clock.advance({ days: 31 });
    expect(await isUnlockedLater(buyer, id), "no event needs to come").toBe(false);
    app.clock.advance({ days: -31 });
    await click("resume");

    await click("card-fails");
    expect((await purchases.read(buyer)).subscription).toMatchObject({
      status: "past_due",
      grace_ends_on: "2026-11-05",
    });
    app.clock.advance({ days: 2, hours: 23 });
    expect(await isLocked(id, buyer)).toBe(false);
    app.clock.advance({ hours: 1 });
    expect(await isLocked(id, buyer)).toBe(true);
    expect(await purchases.read(buyer)).toMatchObject({
      is_everything_unlocked: false,
      subscription: { status: "unpaid" },
      has_portal: true,
    });
    expect(await readError(await purchases.start(buyer, "annual"))).toEqual([
      409,
      "subscription_past_due",
    ]);
    app.clock.advance({ days: -3 });
    await click("card-works");
    expect(await isLocked(id, buyer)).toBe(false);

    await click("end");
    expect(await isLocked(id, buyer)).toBe(true);
    expect(await purchases.read(buyer)).toMatchObject({
      is_everything_unlocked: false,
      subscription: null,
      has_portal: true,
    });
  });

  test("a subscription that was changed at the provider is known as soon as the browser returns, although no event was processed", async () => {
    const id = await createAnswered(buyer);
    await purchases.buy(buyer, "monthly");
    const portal = await purchases.portal(buyer);
    const words = await (await app.request(new URL(portal).pathname)).text();
    expect(words).toContain(`href="${portalReturnPath}"`);
    const plan = await app.db
      .selectFrom("test_subscriptions")
      .where("user_id", "=", buyer.user_id)
      .select("id")
      .executeTakeFirstOrThrow();
    await purchases.click(portal, `cancel ${plan.id}`);
    expect((await purchases.read(buyer)).subscription?.ends_on).toBeNull();
    const refreshed = await purchases.refresh(buyer);
    expect(refreshed.subscription?.ends_on).toBe("2026-12-02");
    await app.work();
    expect(await purchases.read(buyer)).toEqual(refreshed);
    expect(await isLocked(id, buyer)).toBe(false);
  });

  test("can be changed to the other plan on the provider's page", async () => {
    await purchases.buy(buyer, "monthly");
    const portal = await purchases.portal(buyer);
    const plan = await app.db
      .selectFrom("test_subscriptions")
      .where("user_id", "=", buyer.user_id)
      .select("id")
      .executeTakeFirstOrThrow();
    expect(await (await app.request(new URL(portal).pathname)).text()).toContain(
      "Change to annual, $129",
    );
    await purchases.click(portal, `change-plan ${plan.id}`);
    await app.work();
    expect((await purchases.read(buyer)).subscription).toMatchObject({
      kind: "annual",
      renews_on: "2027-11-02",
    });
  });

  test("a subscription that renews stays although no event arrived, and the nightly job catches up on what was missed", async () => {
    const id = await createAnswered(buyer);
    await purchases.buy(buyer, "monthly");
    app.clock.advance({ days: 45 });
    expect(await isUnlockedLater(buyer, id), "an outage locks nobody out").toBe(true);
    await inTransaction(app.db, (tx) => app.jobs.enqueue(tx, "reconcile_billing", {}));
    await app.work();
    app.clock.advance({ days: -45 });
    expect((await purchases.read(buyer)).subscription?.renews_on).toBe("2027-01-02");
  });

  test("is compared every night for as long as anything may change, and not for ever", async () => {
    const compared = async () => {
      const { payments } = app.deps;
      if (payments === undefined) throw new Error("This test is about payments.");
      await reconcileAll({ ...app.deps, payments });
      const waiting = await app.jobs.waiting("reconcile_customer");
      await app.work();
      return waiting.some(({ user_id }) => user_id === buyer.user_id);
    };
    await purchases.buy(buyer, "single");
    expect(await compared()).toBe(true);
    app.clock.advance({ days: 220 });
    expect(await compared()).toBe(false);
    await reconcileEveryCustomer(app.deps);
    expect(await app.jobs.waiting("reconcile_customer")).toContainEqual({ user_id: buyer.user_id });
    app.clock.advance({ days: -220 });
  });

  test("ends checkouts of single paralines that were left open", async () => {
    const id = await createAnswered(buyer);
    const single = await purchases.open(buyer, "single", id);
    await purchases.buy(buyer, "monthly");
    expect(await purchases.click(single.url, "pay")).toBe(new URL(single.url).pathname);
    expect(await purchases.confirm(buyer, single.checkout_id)).toMatchObject({ state: "failed" });
  });

  test("has a portal for an owner who bought only a single, and none for one who bought nothing; its address never opens another account's", async () => {
    expect(await readError(await app.as(buyer, "POST", "/api/billing/portal"))).toEqual([
      409,
      "portal_none",
    ]);
    await purchases.buy(buyer, "single");
    expect((await purchases.read(buyer)).has_portal).toBe(true);
    const portal = new URL(await purchases.portal(buyer)).pathname;
    const forged = `${portal.slice(0, -1)}${portal.endsWith("A") ? "B" : "A"}`;
    expect((await app.request(forged)).status).toBe(404);
    expect((await app.request(portal)).status).toBe(200);
  });
});

describe("an unlock bought without a paraline", () => {
  test("is kept until it is used, once, where something can be read", async () => {
    const checkoutId = await purchases.buy(buyer, "single");
    expect(await purchases.confirm(buyer, checkoutId)).toMatchObject({
      state: "paid",
      unlocked_circle_id: null,
    });
    expect(await purchases.read(buyer)).toMatchObject({ credits_count: 1, unlocked: [] });

    const empty = await app.circles.create(buyer);
    expect(await readError(await purchases.use(buyer, empty))).toEqual([409, "unlock_none_yet"]);
    const one = await createAnswered(buyer);
    const other = await createAnswered(buyer);
    const answers = await Promise.all([
      purchases.use(buyer, one),
      purchases.use(buyer, other),
      purchases.use(buyer, one),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await purchases.read(buyer)).toMatchObject({
      credits_count: 0,
      unlocked: [{ title: "Should I leave the orchestra?" }],
    });
  });

  test("is not used up by what a subscription unlocks, nor by what is unlocked", async () => {
    await purchases.buy(buyer, "single");
    const id = await createAnswered(buyer);
    await purchases.buy(buyer, "monthly");
    expect(await readError(await purchases.use(buyer, id))).toEqual([409, "already_subscribed"]);
    expect((await purchases.read(buyer)).credits_count).toBe(1);
  });

  test("is to be used before another one is sold for a paraline", async () => {
    await purchases.buy(buyer, "single");
    const id = await createAnswered(buyer);
    const buyFor = () => purchases.start(buyer, "single", id);
    expect(await readError(await buyFor())).toEqual([409, "unlock_unused"]);
    expect((await purchases.use(buyer, id)).status).toBe(200);
    expect(await readError(await buyFor())).toEqual([409, "already_unlocked"]);
  });

  test("is returned when its paraline was paid for in another tab", async () => {
    const id = await createAnswered(buyer);
    const { url } = await purchases.open(buyer, "single", id);
    const unplaced = await purchases.open(buyer, "single");
    await purchases.click(unplaced.url, "pay");
    await purchases.confirm(buyer, unplaced.checkout_id);
    expect((await purchases.use(buyer, id)).status).toBe(200);
    // The job that closes this page has not run yet.
    await purchases.click(url, "pay");
    await app.work();
    expect(await purchases.read(buyer)).toMatchObject({
      credits_count: 1,
      unlocked: [{ circle_id: id }],
    });
  });
});

describe("billing called as functions under /functions/v1", () => {
  const call = async (of: TestOwner, name: string, body?: unknown) =>
    app.as(of, "POST", `/functions/v1/${name}`, body);

  test("check-subscription says what unlocks what", async () => {
    const check = async () =>
      checkSubscription.output.parse(await (await call(buyer, "check-subscription")).json());
    expect(await check()).toEqual({
      subscribed: false,
      unlocked_by: null,
      unlocked_circle_ids: [],
      credits_count: 0,
    });
    const id = await createAnswered(buyer);
    await purchases.buy(buyer, "single", id);
    expect(await check()).toMatchObject({ subscribed: false, unlocked_circle_ids: [id] });
    await purchases.buy(buyer, "annual");
    expect(await check()).toMatchObject({ subscribed: true, unlocked_by: "subscription" });
  });

  test("create-checkout-* start the same checkouts, with and without a body", async () => {
    const id = await createAnswered(buyer);
    for (const [name, body] of [
      ["create-checkout-single", undefined],
      ["create-checkout-single", { circleId: id }],
      ["create-checkout-monthly", undefined],
      ["create-checkout-annual", undefined],
    ] as const) {
      const answer = await call(buyer, name, body);
      expect([name, answer.status]).toEqual([name, 200]);
      expect(await answer.json()).toEqual({ url: expect.stringContaining("/test-checkout/") });
    }
  });
});

test("a stranger's checkout is not found", async () => {
  const { checkout_id } = await purchases.open(buyer, "monthly");
  const asked = await app.as(owner, "POST", "/api/billing/confirm", { checkout_id });
  expect(await readError(asked)).toEqual([404, "checkout_not_found"]);
});

test("an event that is not signed, or signed for other bytes, is refused and not kept", async () => {
  const { body, headers } = writeEvent(app.deps.secrets, {
    type: "checkout.paid",
    about: { kind: "checkout", id: "test_x" },
    user_id: crypto.randomUUID(),
  });
  const send = (given: RequestInit) =>
    app.request("/api/billing/webhook", { method: "POST", ...given });
  expect(await readError(await send({ body }))).toEqual([400, "webhook_invalid"]);
  expect(await readError(await send({ body: `${body} `, headers }))).toEqual([
    400,
    "webhook_invalid",
  ]);
  expect((await send({ body, headers })).status).toBe(200);
  expect((await send({ body, headers })).status).toBe(200);
  const kept = await app.db
    .selectFrom("billing_events")
    .where("about_id", "=", "test_x")
    .select("user_id")
    .execute();
  expect(kept).toEqual([{ user_id: null }]);
});
