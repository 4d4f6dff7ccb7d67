import { sql } from "kysely";
import { expect, it } from "vitest";
import { useTestApp } from "#server/testing/app.ts";
import { itOnPostgres } from "#server/testing/database/db.ts";
import { changeRows, readRows } from "#server/testing/database/rows.ts";
import { seedManyCircles, seedUnnotified } from "#server/testing/database/seed-many.ts";
import { measureStatements } from "#server/testing/database/statement-costs.ts";
import { recordStatements } from "#server/testing/database/statements.ts";
import { jobHandlers } from "#server/worker.ts";
import { notifyOfClosings } from "./notify-of-deadlines.ts";
import { notifyOfResponses } from "./notify-of-responses.ts";

const app = useTestApp({ each: true });

itOnPostgres("a closing is locked by its id, not searched among the others", async () => {
  const { user_id } = await app.createOwner();
  await seedManyCircles(app.db, { user_id, circles: 150, people: 0, now: app.clock.now() });
  await changeRows(app.db, "circles", {}, { status: "completed", closed_at: app.clock.now() });
  // The planner's statistics are those of a normal hour, in which no closing waits.
  await sql`analyze circles`.execute(app.db);
  await app.db.updateTable("circles").set({ is_closing_notified: false }).execute();

  const costs = await measureStatements(app.db, () => notifyOfClosings(app.deps));
  const locks = costs.filter(({ sql: text }) => text.includes("for no key update"));
  expect(locks).toHaveLength(150);
  expect(Math.max(...locks.map(({ rows }) => rows))).toBeLessThan(5);
});

it("all owners who wait for their next digest cost one statement together", async () => {
  const owners: string[] = [];
  for (let count = 0; count < 20; count += 1) {
    const { user_id } = await app.createOwner();
    await seedManyCircles(app.db, { user_id, circles: 1, people: 0, now: app.clock.now() });
    owners.push(user_id);
  }
  const digests = async () =>
    (await app.db.selectFrom("emails").where("kind", "=", "new_responses").selectAll().execute())
      .length;
  await seedUnnotified(app.db, owners, app.clock.now());
  await notifyOfResponses(app.deps);
  expect(await digests()).toBe(20);

  await seedUnnotified(app.db, owners, app.clock.now());
  const statements = await recordStatements(app.db, () => notifyOfResponses(app.deps));
  expect(statements).toHaveLength(1);
  app.clock.advance({ minutes: 61 });
  await notifyOfResponses(app.deps);
  expect(await digests()).toBe(40);
});

itOnPostgres("who is to be notified is found without reading every response", async () => {
  const { user_id } = await app.createOwner();
  await seedManyCircles(app.db, { user_id, circles: 3000, people: 0, now: app.clock.now() });
  await seedUnnotified(app.db, [user_id], app.clock.now());
  await app.db.updateTable("feedback").set({ is_owner_notified: true }).execute();
  await sql`analyze`.execute(app.db);
  const costs = await measureStatements(app.db, () => notifyOfResponses(app.deps));
  expect(costs.flatMap(({ scanned }) => scanned)).toEqual([]);
});

it("if there are more closings and digests than fit into one batch, further runs of the sweep do the rest", async () => {
  const now = app.clock.now();
  const { user_id } = await app.createOwner();
  await seedManyCircles(app.db, { user_id, circles: 201, people: 0, now });
  await app.db
    .updateTable("circles")
    .set({ status: "completed", closed_at: now, is_closing_notified: false })
    .execute();
  expect(await notifyOfClosings(app.deps)).toBe(true);
  expect(await notifyOfClosings(app.deps)).toBe(false);

  await app.db.updateTable("circles").set({ is_closing_notified: false }).execute();
  await app.db.deleteFrom("emails").execute();
  const handlers = jobHandlers(app.deps);
  await handlers.notify_owners({}, { attempt: 1, lastAttempt: true });
  expect(await app.jobs.waiting("notify_owners")).toHaveLength(1);
  await app.jobs.runDue({ notify_owners: handlers.notify_owners });
  expect(await app.jobs.waiting("notify_owners")).toEqual([]);
  const rows = await readRows(app.db, "circles", { is_closing_notified: true }, ["id"]);
  expect(rows).toHaveLength(201);
});

it("due closings and weekly summaries are done in batches, too", async () => {
  const now = app.clock.now();
  const { user_id } = await app.createOwner();
  await seedManyCircles(app.db, { user_id, circles: 101, people: 0, now, closes_at: now });
  await sql`
    with made as (
      insert into auth.users (id, email, app_metadata, user_metadata, created_at, updated_at)
      select gen_random_uuid(), 'weekly-' || n || '@paraline.example', '{}', '{}', ${now}::timestamptz, ${now}::timestamptz
      from generate_series(1, 201) as n returning id
    )
    insert into profiles (user_id, full_name, notify_weekly, created_at, updated_at)
    select id, 'Maya', true, ${now}::timestamptz, ${now}::timestamptz from made`.execute(app.db);
  const handlers = jobHandlers(app.deps);
  for (const kind of ["close_due_circles", "send_weekly_summaries"] as const) {
    await handlers[kind]({}, { attempt: 1, lastAttempt: true });
    expect(await app.jobs.waiting(kind)).toHaveLength(1);
    await app.jobs.runDue({ [kind]: handlers[kind] });
    expect(await app.jobs.waiting(kind)).toEqual([]);
  }
  const open = await readRows(app.db, "circles", { status: "active" }, ["id"]);
  expect(open).toEqual([]);
  const due = await app.db
    .selectFrom("profiles")
    .where("notify_weekly", "=", true)
    .where("weekly_due_at", "is", null)
    .select("user_id")
    .execute();
  expect(due).toEqual([]);
});

it("what a digest reports is stored until the digest has ended, and then deleted", async () => {
  const now = app.clock.now();
  const owners = [await app.createOwner(), await app.createOwner()];
  for (const { user_id } of owners) {
    await seedManyCircles(app.db, { user_id, circles: 2, people: 0, now });
  }
  await seedUnnotified(
    app.db,
    owners.map(({ user_id }) => user_id),
    now,
  );
  await notifyOfResponses(app.deps);
  await changeRows(app.db, "emails", { user_id: owners[0]?.user_id ?? "" }, { state: "sent" });
  const handlers = jobHandlers(app.deps);
  await handlers.delete_old_digest_entries({}, { attempt: 1, lastAttempt: true });
  const kept = await app.db
    .selectFrom("notified_responses")
    .innerJoin("emails", "emails.id", "notified_responses.mail_id")
    .select("emails.user_id")
    .execute();
  expect(kept.map(({ user_id }) => user_id)).toEqual([owners[1]?.user_id, owners[1]?.user_id]);
});
