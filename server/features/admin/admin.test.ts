import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { type AdminOverview, readAdminOverview } from "#contract/admin/overview.ts";
import { addDays } from "#contract/values/days.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { UnrecoverableJobError } from "#server/jobs/jobs.ts";
import { MailNotSentError, MailRefusedError } from "#server/mail/transport.ts";
import { type TestApp, useTestApp } from "#server/testing/app.ts";
import { createTestOperator, type TestCaller } from "#server/testing/auth/auth-callers.ts";
import { useTestDatabase } from "#server/testing/database/db.ts";
import { readRows } from "#server/testing/database/rows.ts";

const given = {
  environment: { ADMIN_EMAILS: "operator@paraline.example", BILLING: "test" },
  start: "2026-11-02T09:00:00Z",
};
const app = useTestApp({ ...given, each: true });
/** A second server, on which somebody answers. */
const answered = useTestApp({ ...given, database: useTestDatabase({ isSecond: true }) });

/** The operator, who may be the owner of an anonymous circle too. */
const createOperator = ({ deps }: TestApp) => createTestOperator(deps, "operator@paraline.example");

const read = (server: TestApp, operator: TestCaller) => server.call(operator, readAdminOverview);
const countOn = ({ first_day, counts }: AdminOverview, day: string) =>
  Object.fromEntries(
    Object.entries(counts).map(([subject, numbers]) => [
      subject,
      numbers.find((_, index) => addDays(first_day, index) === day),
    ]),
  );

it("shows the operator nothing about an answer before its release, whatever else happens on the server", async () => {
  /** Does the same on both servers, except that somebody asks for their link and answers on one of them. */
  async function live(server: TestApp, isAnswered: boolean): Promise<string[]> {
    const { circles, clock, deps, db } = server;
    const seen: string[] = [];
    const operator = await createOperator(server);
    const look = async () => {
      const response = await server.as(operator, "GET", "/api/admin");
      expect(response.status).toBe(200);
      // The two servers were started at different times, which this test does not compare.
      seen.push((await response.text()).replace(/"started_at":"[^"]*"/, ""));
    };
    const id = await circles.createInvited(operator, {
      is_anonymous: true,
      deadline: "2026-11-06",
      people: ["ana", "ben", "cleo"],
    });
    await server.mails.sweep("count_days");
    await look();

    if (isAnswered) {
      const asked = { email: "ana@paraline.example" };
      expect((await server.post(`/api/share-link/${id}/private-link`, asked)).ok).toBe(true);
      await circles.answerAs(id, "ana");
    }
    await look();

    // The owner stops the mail server and reminds everybody.
    const kept = deps.transport;
    deps.transport = {
      send: () => Promise.reject(new MailNotSentError("The mail server could not be reached.")),
    };
    clock.advance({ hours: 25 });
    expect((await server.as(operator, "POST", `/api/circles/${id}/invites/remind`)).status).toBe(
      200,
    );
    await server.work();
    await look();
    deps.transport = {
      send: () => Promise.reject(new MailRefusedError("The mail server refused this address")),
    };
    await server.mails.sweep("remind_pending_people", "expire_lost_mails", "notify_owners");
    clock.advance({ hours: 2 });
    await server.work();
    await look();
    deps.transport = kept;

    for (let day = 0; day < 2; day += 1) {
      clock.advance({ days: 1 });
      await server.mails.sweep(
        "close_due_circles",
        "count_days",
        "clear_outbox",
        "delete_old_mails",
        "write_erasure_list",
        "delete_expired_limit_rows",
      );
      await look();
    }
    const sealed = await db.selectFrom("sealed_answers").select("id").execute();
    expect(sealed).toHaveLength(isAnswered ? 1 : 0);
    expect(await readRows(db, "mails", { state: "failed", kind: "reminder" }, ["id"])).toHaveLength(
      3,
    );
    return seen;
  }

  const without = await live(app, false);
  expect(await live(answered, true)).toEqual(without);
});

it("counts what there was on each day once the day is over, including what was deleted since", async () => {
  const operator = await createOperator(app);
  const id = await app.circles.createInvited(operator, { is_anonymous: true });
  for (const name of ["ana", "ben", "cleo"]) await app.circles.answerAs(id, name);
  await app.circles.close(operator, id);
  await app.mails.sweep("count_days");
  const today = countOn(await read(app, operator), "2026-11-02");
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
  await app.mails.sweep("count_days");
  expect(countOn(await read(app, operator), "2026-11-02")).toEqual(after);
  const deleted = { title: "Should I leave the orchestra?" };
  expect((await app.as(operator, "DELETE", `/api/circles/${id}`, deleted)).status).toBe(200);
  await app.mails.sweep("count_days");
  expect(countOn(await read(app, operator), "2026-11-02")).toEqual(after);

  app.clock.advance({ days: 120 });
  await app.mails.sweep("count_days");
  const { first_day, counts } = await read(app, operator);
  expect([first_day, counts.circles.length]).toEqual(["2026-12-03", 90]);
  const stored = await app.db.selectFrom("daily_counts").select("day").distinct().execute();
  expect(stored.length).toBe(91);
});

it("counts failed emails by kind and reason, and shows neither addresses nor what mail servers reply", async () => {
  const operator = await createOperator(app);
  const kept = app.deps.transport;
  app.deps.transport = {
    send: ({ to }) =>
      Promise.reject(new MailRefusedError(`The mail server refused this address: <${to}> unknown`)),
  };
  await app.circles.createInvited(operator);
  app.deps.transport = kept;
  const { mails } = await read(app, operator);
  expect(mails.failed).toEqual([{ kind: "invitation", reason: "address_refused", count: 3 }]);
  expect(JSON.stringify(mails)).not.toContain("paraline.example");
});

it("shows which work waits, for how long, and what was given up", async () => {
  const operator = await createOperator(app);
  const { jobs, kind } = { jobs: app.jobs, kind: "update_customer_email" as const };
  await inTransaction(app.db, (tx) => jobs.enqueue(tx, kind, { user_id: randomUUID() }));
  app.clock.advance({ minutes: 7 });
  await jobs.runDue({ erase_files: async () => {} });
  const { waiting } = (await read(app, operator)).jobs;
  expect(waiting).toContainEqual({ kind, waiting_count: 1, oldest_due_minutes: 7 });

  const fail = { [kind]: () => Promise.reject(new UnrecoverableJobError("no")) };
  await jobs.runDue(fail);
  expect((await read(app, operator)).jobs.failed).toContainEqual({ kind, count: 1 });
});

it("counts missing, refunded and disputed payments of the provider in use", async () => {
  const operator = await createOperator(app);
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
  expect((await read(app, operator)).payments).toEqual([
    { state: "overdue", kind: "monthly", count: 1 },
  ]);
});
