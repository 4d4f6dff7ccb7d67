import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { type AdminOverview, readAdminOverview } from "#contract/admin/overview.ts";
import { addDays } from "#contract/values/days.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { UnrecoverableJobError } from "#server/jobs/jobs.ts";
import { MailRefusedError } from "#server/mail/transport.ts";
import { useTestApp } from "#server/testing/app.ts";
import { createTestOperator, type TestCaller } from "#server/testing/auth/auth-callers.ts";

const app = useTestApp({
  each: true,
  environment: { ADMIN_EMAILS: "operator@paraline.example", BILLING: "test" },
});

/** The operator, who may be the owner of an anonymous circle too. */
const createOperator = () => createTestOperator(app.deps, "operator@paraline.example");

const read = (operator: TestCaller) => app.call(operator, readAdminOverview);
const countOn = ({ first_day, counts }: AdminOverview, day: string) =>
  Object.fromEntries(
    Object.entries(counts).map(([subject, numbers]) => [
      subject,
      numbers.find((_, index) => addDays(first_day, index) === day),
    ]),
  );

it("the overview counts what there was on each day once the day is over, including what was deleted since", async () => {
  const operator = await createOperator();
  const id = await app.circles.createInvited(operator, { is_anonymous: true });
  for (const name of ["ana", "ben", "cleo"]) await app.circles.answerAs(id, name);
  await app.circles.close(operator, id);
  await app.emails.sweep("count_days");
  const today = countOn(await read(operator), "2026-11-02");
  expect(new Set(Object.values(today))).toEqual(new Set([undefined]));

  // The day has ended in every time zone.
  app.clock.advance({ days: 1, hours: 4 });
  const after = {
    accounts: 1,
    circles: 1,
    invitations: 3,
    responses: 3,
    insights: 0,
    unlocks: 0,
  };
  await app.emails.sweep("count_days");
  expect(countOn(await read(operator), "2026-11-02")).toEqual(after);
  const deleted = { title: "Should I leave the orchestra?" };
  expect((await app.as(operator, "DELETE", `/api/circles/${id}`, deleted)).status).toBe(200);
  await app.emails.sweep("count_days");
  expect(countOn(await read(operator), "2026-11-02")).toEqual(after);

  app.clock.advance({ days: 120 });
  await app.emails.sweep("count_days");
  const { first_day, counts } = await read(operator);
  expect([first_day, counts.circles.length]).toEqual(["2026-12-03", 90]);
  const stored = await app.db.selectFrom("daily_counts").select("day").distinct().execute();
  expect(stored.length).toBe(91);
});

it("the overview counts failed emails by kind and reason, and shows neither addresses nor what mail servers reply", async () => {
  const operator = await createOperator();
  const kept = app.deps.transport;
  app.deps.transport = {
    send: ({ to }) =>
      Promise.reject(new MailRefusedError(`The mail server refused this address: <${to}> unknown`)),
  };
  await app.circles.createInvited(operator);
  app.deps.transport = kept;
  const { mails } = await read(operator);
  expect(mails.failed).toEqual([{ kind: "invitation", reason: "address_refused", count: 3 }]);
  expect(JSON.stringify(mails)).not.toContain("paraline.example");
});

it("the overview shows which work waits, for how long, and what was given up", async () => {
  const operator = await createOperator();
  const { jobs, kind } = { jobs: app.jobs, kind: "update_customer_email" as const };
  await inTransaction(app.db, (tx) => jobs.enqueue(tx, kind, { user_id: randomUUID() }));
  app.clock.advance({ minutes: 7 });
  await jobs.runDue({ erase_files: async () => {} });
  const { waiting } = (await read(operator)).jobs;
  expect(waiting).toContainEqual({ kind, waiting_count: 1, oldest_due_minutes: 7 });

  const fail = { [kind]: () => Promise.reject(new UnrecoverableJobError("no")) };
  await jobs.runDue(fail);
  expect((await read(operator)).jobs.failed).toContainEqual({ kind, count: 1 });
});

it("the overview counts missing, refunded and disputed payments of the provider in use", async () => {
  const operator = await createOperator();
  const { user_id } = await app.createOwner();
  const subscription = (provider: string, status: "past_due" | "active") => ({
    provider_id: randomUUID(),
    user_id,
    provider,
    customer_id: null,
    kind: "monthly" as const,
    status,
    renews_at: null,
    ends_at: null,
    past_due_since: null,
    started_at: app.clock.now(),
    price_cents: null,
    currency: null,
    unpaid_id: null,
    unpaid_cents: null,
    unpaid_url: null,
    unpaid_needs_confirmation: null,
    ticket: 1,
  });
  const stored = [subscription("test", "past_due"), subscription("test", "active")];
  await app.db
    .insertInto("subscriptions")
    .values([...stored, subscription("stripe", "past_due")])
    .execute();
  expect((await read(operator)).payments).toEqual([
    { state: "overdue", kind: "monthly", count: 1 },
  ]);
});
