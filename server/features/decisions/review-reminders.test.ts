import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { generateInsights } from "#contract/insights/insights.ts";
import { notificationBoxesSchema } from "#contract/notifications.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { useTestApp } from "#server/testing/app.ts";
import { resetAccount } from "#server/testing/auth/reset-account.ts";
import { itOnPostgres } from "#server/testing/database/db.ts";
import { changeRows, readRow } from "#server/testing/database/rows.ts";
import { seedManyCircles } from "#server/testing/database/seed-many.ts";
import { analyze, measureStatements, sumBlocks } from "#server/testing/database/statement-costs.ts";
import type { TestOwner } from "#server/testing/owners.ts";
import { jobHandlers } from "#server/worker.ts";
import { sendReviewReminders } from "./send-review-reminders.ts";

const app = useTestApp({ each: true, environment: { BILLING: "test" } });
const { create } = app.circles;
const { purchases } = app;

let owner: TestOwner;
const start = "2026-03-02T09:00:00Z";
beforeEach(async () => {
  app.clock.set(start);
  owner = await app.createOwner({ time_zone: "America/New_York" });
});

const save = (id: string, changes: object) =>
  app.as(owner, "PATCH", `/api/circles/${id}/decision`, changes);

/** The emails that exist after the sweep ran at an instant. */
async function emailsAt(instant: string) {
  app.clock.set(instant);
  await sendReviewReminders(app.deps);
  await app.work();
  return (await app.emails.all()).filter(
    ({ kind, to }) => kind === "review_reminder" && to === owner.email,
  );
}

/** The outcome of the requested emails, oldest first. */
const emailStates = () =>
  app.db
    .selectFrom("emails")
    .where("kind", "=", "review_reminder")
    .select(["state", "reason"])
    .orderBy("created_at")
    .execute();

const boxes = async () =>
  notificationBoxesSchema.parse(await (await app.as(owner, "GET", "/api/account")).json());

/** A circle answered by two people, each with different text. */
async function createAnswered(
  [ana, ben] = [
    "You are calm. The winter worries me.",
    "Your savings won't last the winter, I fear.",
  ],
): Promise<string> {
  const id = await create(owner);
  for (const [name, words] of [
    ["ana", ana],
    ["ben", ben],
  ] as const) {
    await app.circles.answerAs(id, name, { answers: { 1: words } });
  }
  return id;
}

describe("the review reminder", () => {
  it("a reminder that waited to be sent is no longer sent once the account was reset", async () => {
    const id = await create(owner);
    await save(id, { path: "affirm", review_date: "2026-03-08" });
    app.clock.set("2026-03-08T12:00:00Z");
    await sendReviewReminders(app.deps);
    app.clock.advance({ minutes: 1 });
    await resetAccount(app, owner.user_id);
    await app.work();
    const reason = "It was requested before the account was reset.";
    expect(await emailStates()).toEqual([{ state: "skipped", reason }]);
  });

  it("is not sent for a date that was set before the account was reset, until the decision is saved again", async () => {
    const id = await create(owner);
    await save(id, { path: "affirm", review_date: "2026-03-08" });
    await resetAccount(app, owner.user_id);
    expect(await emailsAt("2026-03-08T13:00:00Z")).toHaveLength(0);
    // This stands for saving, because the reset has ended the session of the test.
    await changeRows(app.db, "decisions", { circle_id: id }, { updated_at: app.clock.now() });
    expect(await emailsAt("2026-03-08T14:00:00Z")).toHaveLength(1);
  });

  it("arrives once, on the morning of the review date where the owner lives, even after a clock change", async () => {
    const id = await create(owner);
    // Clocks go forward on March 8: eight in the morning is 12:00 UTC then, not 13:00.
    await save(id, { path: "affirm", review_date: "2026-03-08" });
    expect(await emailsAt("2026-03-08T11:59:00Z")).toHaveLength(0);
    expect(await emailsAt("2026-03-08T12:00:00Z")).toHaveLength(1);
    expect(await emailsAt("2026-03-08T12:15:00Z")).toHaveLength(1);
    expect(await emailsAt("2026-04-08T12:15:00Z")).toHaveLength(1);
  });

  it("arrives late rather than never, and again for another date but not for the same", async () => {
    const id = await create(owner);
    await save(id, { review_date: "2026-03-10" });
    expect(await emailsAt("2026-03-14T00:00:00Z")).toHaveLength(1);
    await save(id, { review_date: "2026-03-20" });
    expect(await emailsAt("2026-03-20T13:00:00Z")).toHaveLength(2);
    await save(id, { review_date: null });
    await save(id, { review_date: "2026-03-20" });
    expect(await emailsAt("2026-03-21T13:00:00Z")).toHaveLength(2);
  });

  it("does not arrive for a day that had passed when it was set, or that was removed again", async () => {
    const id = await create(owner);
    await save(id, { review_date: "2026-02-01" });
    expect(await emailsAt("2026-03-03T13:00:00Z")).toHaveLength(0);
    await save(id, { review_date: "2026-03-05" });
    await save(id, { review_date: null });
    expect(await emailsAt("2026-03-06T13:00:00Z")).toHaveLength(0);
  });

  it("contains the plan, the prediction and one theme of the insights, but no one's words", async () => {
    const id = await createAnswered();
    await purchases.buy(owner, "single", id);
    await save(id, {
      path: "experiment",
      fields: {
        experiment: { what_to_test: "Mornings at the bakery.", start_date: "2026-03-04" },
        pause: { skills: "Not chosen" },
      },
      prediction: "I will want more.",
      confidence: 70,
      review_date: "2026-03-10",
    });
    expect((await app.as(owner, "POST", `/api/circles/${id}/insights`)).status).toBe(200);
    const [mail] = await emailsAt("2026-03-10T13:00:00Z");
    expect(mail?.subject).toBe("Your review of “Should I leave the orchestra?”");
    for (const words of [
      "Your path: Run a 30-day Experiment.",
      "Mornings at the bakery.",
      "Mar 04, 2026",
      "You predicted: I will want more.",
      "How sure you were: 70%",
      "What people mentioned most:",
      `/decision?circle=${id}`,
    ]) {
      expect(mail?.text).toContain(words);
    }
    expect(mail?.text).not.toContain("Not chosen");
    expect(mail?.text).not.toContain("worries me");
  });

  it("does not contain a theme that only one person mentions", async () => {
    const id = await createAnswered(["You need a vineyard.", "The bakery scares me."]);
    await purchases.buy(owner, "single", id);
    const generated = await app.as(owner, "POST", `/api/circles/${id}/insights`);
    const { insights } = generateInsights.output.parse(await generated.json());
    expect(insights.themes.map(({ people_count }) => people_count)).toContain(1);
    expect(insights.themes.every(({ people_count }) => people_count === 1)).toBe(true);
    await save(id, { path: "affirm", prediction: "I will want more.", review_date: "2026-03-10" });
    const [mail] = await emailsAt("2026-03-10T13:00:00Z");
    expect(mail?.text).toContain("I will want more.");
    expect(mail?.text).not.toContain("What people mentioned most");
  });

  it("contains no theme while the results are locked, but still the owner's own words", async () => {
    const id = await createAnswered();
    await purchases.buy(owner, "monthly");
    expect((await app.as(owner, "POST", `/api/circles/${id}/insights`)).status).toBe(200);
    const { id: subscriptionId } = await readRow(app.db, "test_subscriptions");
    await purchases.click(await purchases.portal(owner), `end ${subscriptionId}`);
    await app.work();
    expect((await app.as(owner, "GET", `/api/circles/${id}/insights`)).status).toBe(402);
    await save(id, { path: "affirm", prediction: "I will want more.", review_date: "2026-03-10" });
    const [mail] = await emailsAt("2026-03-10T13:00:00Z");
    expect(mail?.text).toContain("You predicted: I will want more.");
    expect(mail?.text).not.toContain("What people mentioned most");
  });

  it("is skipped when the date was changed while it waited", async () => {
    const id = await create(owner);
    await save(id, { review_date: "2026-03-10" });
    app.clock.set("2026-03-10T13:00:00Z");
    await sendReviewReminders(app.deps);
    await save(id, { review_date: "2026-05-10" });
    await app.work();
    expect(await emailStates()).toEqual([
      { state: "skipped", reason: "The review date was changed." },
    ]);
  });

  it("can be turned off: one click in a mail program clears the setting, and no more are sent", async () => {
    const id = await create(owner);
    await save(id, { review_date: "2026-03-10" });
    const [mail] = await emailsAt("2026-03-10T13:00:00Z");
    expect(mail?.headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
    const address = /^<(.+)>$/.exec(mail?.headers["List-Unsubscribe"] ?? "")?.[1] ?? "";
    const { publicUrl } = app.deps.config;
    expect(address.startsWith(`${publicUrl}/`)).toBe(true);
    expect(mail?.html).toContain(address);
    expect(mail?.text).toContain(address);

    const before = await boxes();
    const response = await app.postForm(address.slice(publicUrl.length), {
      "List-Unsubscribe": "One-Click",
    });
    expect([response.status, await response.text()]).toEqual([200, ""]);
    expect(await boxes()).toEqual({ ...before, notify_deadlines: false });

    await save(id, { review_date: "2026-03-20" });
    expect(await emailsAt("2026-03-20T13:00:00Z")).toHaveLength(1);
    expect(await emailStates()).toEqual([
      { state: "sent", reason: null },
      { state: "skipped", reason: "The owner has turned these emails off." },
    ]);
  });
});

itOnPostgres("the sweep reads what is due, not every decision", async () => {
  const { user_id } = await app.createOwner();
  await seedManyCircles(app.db, { user_id, circles: 5000, people: 0, now: app.clock.now() });
  await seedDecisions(4997);
  await analyze(app.db);
  // The first job after that reads the catalog again. This job does so, because it must not count for the sweep.
  await inTransaction(app.db, (tx) => app.deps.jobs.enqueue(tx, "clear_outbox", {}));
  const costs = await measureStatements(app.db, () => sendReviewReminders(app.deps));
  expect(costs.flatMap(({ scanned }) => scanned)).not.toContain("decisions");
  expect(sumBlocks(costs)).toBeLessThan(200);
  expect(await emailStates()).toHaveLength(3);
});

it("more review reminders than fit into one batch are requested by further runs of the sweep", async () => {
  const { user_id } = await app.createOwner();
  await seedManyCircles(app.db, { user_id, circles: 201, people: 0, now: app.clock.now() });
  await seedDecisions(0);
  const handlers = jobHandlers(app.deps);
  await handlers.send_review_reminders({}, { attempt: 1, lastAttempt: true });
  expect(await emailStates()).toHaveLength(200);
  await app.jobs.runDue({ send_review_reminders: handlers.send_review_reminders });
  expect(await emailStates()).toHaveLength(201);
  expect(await app.jobs.waiting("send_review_reminders")).toEqual([]);
});

/** Stores a decision for every circle. The reminders of some were requested. */
async function seedDecisions(reminded: number): Promise<void> {
  await sql`
    insert into decisions (circle_id, user_id, version, fields, review_date, reminder_requested_for, prediction, what_happened, closing,
      closing_sent_count, created_at, updated_at)
    select id, user_id, 1, '{}', '2026-02-01',
      case when row_number() over () <= ${reminded}::int then '2026-02-01'::date end, '', '', '{}', 0,
      created_at, created_at
    from circles`.execute(app.db);
}
