import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { useTestApp } from "#server/testing/app.ts";
import { resetAccount } from "#server/testing/auth/reset-account.ts";
import { itOnPostgres } from "#server/testing/database/db.ts";
import { readRows } from "#server/testing/database/rows.ts";
import { seedManyCircles } from "#server/testing/database/seed-many.ts";
import { measureStatements } from "#server/testing/database/statement-costs.ts";
import type { TestOwner } from "#server/testing/owners.ts";
import { jobHandlers } from "#server/worker.ts";

const app = useTestApp({ each: true, environment: { RATE_LIMITS: "on" } });
const { createInvited, person, answerAs } = app.circles;
const { sweep } = app.emails;

let owner: TestOwner;

beforeEach(async () => {
  owner = await app.createOwner({ full_name: "Maya" });
});

const at = async (instant: string) => {
  app.clock.set(instant);
  await sweep("remind_pending_people");
};
const decline = async (circleId: string, name: string) =>
  app.circles.decline((await person(circleId, name)).invite_token);
const remindAll = async (id: string) =>
  (await app.as(owner, "POST", `/api/circles/${id}/invites/remind`)).json();
/** The people who have a reminder, with its state. */
const reminders = async (circleId: string) => {
  const rows = await app.db
    .selectFrom("emails")
    .where("circle_id", "=", circleId)
    .where("kind", "=", "reminder")
    .orderBy("created_at")
    .orderBy("to_address")
    .select(["to_address", "state"])
    .execute();
  return rows.map(({ to_address, state }) => `${to_address.split("@")[0]} ${state}`);
};

describe("two days before the deadline", () => {
  it.each([
    ["Pacific/Pago_Pago", "2026-11-09T11:00:00Z"],
    ["UTC", "2026-11-09T00:00:00Z"],
    ["Pacific/Kiritimati", "2026-11-08T10:00:00Z"],
  ])("people who have not answered are reminded once (%s)", async (timeZone, remindedAt) => {
    owner = await app.createOwner({ full_name: "Maya", time_zone: timeZone });
    const id = await createInvited(owner, { deadline: "2026-11-10" });
    await answerAs(id, "ana");
    await at(new Date(new Date(remindedAt).getTime() - 1000).toISOString());
    expect(await reminders(id)).toEqual([]);
    await at(remindedAt);
    await sweep("remind_pending_people");
    app.clock.advance({ hours: 30 });
    await sweep("remind_pending_people");
    expect(await reminders(id)).toEqual(["ben sent", "cleo sent"]);
    const [mail] = await app.emails.all();
    expect(mail?.subject).toContain("Maya is still hoping for your perspective on");
    expect(mail?.text).toContain("Open until: Nov 10, 2026");
  });

  it.each([false, true])(
    "people who were invited before an account was reset are not reminded (anonymous: %s)",
    async (isAnonymous) => {
      const id = await createInvited(owner, { deadline: "2026-11-10", is_anonymous: isAnonymous });
      app.clock.set("2026-11-03T09:00:00Z");
      expect(await remindAll(id)).toMatchObject({ queued_count: 3 });
      await resetAccount(app, owner.user_id);
      await app.work();
      expect(await reminders(id)).toEqual(["ana skipped", "ben skipped", "cleo skipped"]);
      await at("2026-11-09T09:00:00Z");
      expect(await reminders(id)).toHaveLength(3);
    },
  );

  it("people are reminded only once, even if the deadline is moved", async () => {
    const id = await createInvited(owner, { deadline: "2026-11-10" });
    await at("2026-11-09T00:00:00Z");
    await app.as(owner, "POST", `/api/circles/${id}/close`);
    await app.as(owner, "POST", `/api/circles/${id}/reopen`, { deadline: "2026-11-20" });
    await at("2026-11-19T12:00:00Z");
    expect(await reminders(id)).toEqual(["ana sent", "ben sent", "cleo sent"]);
  });

  it("people who declined, opted out or were not reached are not reminded", async () => {
    const id = await createInvited(owner, {
      deadline: "2026-11-10",
      people: ["ana", "ben", "cleo", "dora"],
    });
    await decline(id, "ana");
    await app.emails.optOut("ben@paraline.example", owner.user_id);
    await app.db
      .updateTable("emails")
      .set({ state: "failed", reason: "No such mailbox." })
      .where("invite_id", "=", (await person(id, "cleo")).id)
      .execute();
    await at("2026-11-09T00:00:00Z");
    expect(await reminders(id)).toEqual(["dora sent"]);
  });

  it("nobody is reminded within a day of the invitation or of another email about it", async () => {
    const id = await createInvited(owner, { deadline: "2026-11-10" });
    app.clock.set("2026-11-08T20:00:00Z");
    await app.as(owner, "POST", `/api/circles/${id}/invites`, {
      invites: [{ first_name: "dora", email: "dora@paraline.example" }],
    });
    const ana = await person(id, "ana");
    await app.as(owner, "POST", `/api/invites/${ana.id}/resend`);
    await app.work();
    await at("2026-11-09T00:00:00Z");
    expect(await reminders(id)).toEqual(["ben sent", "cleo sent"]);
    await at("2026-11-09T19:59:59Z");
    expect(await reminders(id)).toHaveLength(2);
    await at("2026-11-09T20:00:01Z");
    expect((await reminders(id)).slice(2)).toEqual(["ana sent", "dora sent"]);
  });

  it("nobody is reminded a fourth time", async () => {
    const id = await createInvited(owner, { deadline: "2026-11-10", people: ["ana"] });
    for (const hour of ["10", "11", "12"]) {
      app.clock.set(`2026-11-03T${hour}:00:00Z`);
      await remindAll(id);
      await app.work();
    }
    await at("2026-11-09T00:00:00Z");
    expect(await reminders(id)).toEqual(Array(3).fill("ana sent"));
  });

  it("nobody is reminded of a paraline that is closed, has no deadline, or has every answer", async () => {
    const closed = await createInvited(owner, { deadline: "2026-11-10" });
    await app.as(owner, "POST", `/api/circles/${closed}/close`);
    const endless = await createInvited(owner);
    app.clock.advance({ minutes: 11 });
    const answered = await createInvited(owner, { deadline: "2026-11-10", people: ["ana"] });
    await answerAs(answered, "ana");
    await at("2026-11-09T12:00:00Z");
    await at("2026-11-11T12:00:00Z");
    for (const id of [closed, endless, answered]) expect(await reminders(id)).toEqual([]);
  });
});

it("in an anonymous paraline, everyone is reminded, whether or not they have answered", async () => {
  const id = await createInvited(owner, { deadline: "2026-11-10", is_anonymous: true });
  for (const name of ["ana", "ben", "cleo"]) await answerAs(id, name);
  await at("2026-11-09T00:00:00Z");
  expect(await reminders(id)).toEqual(["ana sent", "ben sent", "cleo sent"]);
});

it("if an owner has used up the daily limit, people are reminded once the limit allows it again", async () => {
  const id = await createInvited(owner, { deadline: "2026-11-10", people: ["ana"] });
  app.clock.set("2026-11-08T12:00:00Z");
  await app.db
    .insertInto("removed_emails")
    .values(
      Array.from({ length: 200 }, (_, index) => ({
        user_id: owner.user_id,
        address_hash: `somebody ${index}`,
        created_at: app.clock.now(),
      })),
    )
    .execute();
  await at("2026-11-09T00:00:00Z");
  expect(await reminders(id)).toEqual([]);
  await at("2026-11-09T12:00:01Z");
  expect(await reminders(id)).toEqual(["ana sent"]);
});

itOnPostgres("two sweeps at once remind once", async () => {
  const id = await createInvited(owner, { deadline: "2026-11-10" });
  app.clock.set("2026-11-09T00:00:00Z");
  await Promise.all([1, 2, 3, 4].map(() => sweep("remind_pending_people")));
  expect(await reminders(id)).toEqual(["ana sent", "ben sent", "cleo sent"]);
});

describe("many circles that close soon", () => {
  const closesAt = new Date("2026-11-11T00:00:00Z");
  const seed = async (circles: number) => {
    const { user_id } = await app.createOwner();
    const now = app.clock.now();
    await seedManyCircles(app.db, { user_id, circles, people: 1, now, closes_at: closesAt });
  };
  const countReminded = async () => {
    const rows = await readRows(app.db, "emails", { kind: "reminder" }, ["id"]);
    return rows.length;
  };
  const run = async (kind: "remind_pending_people" | "remind_further_people") => {
    const handlers = jobHandlers(app.deps);
    if (kind === "remind_further_people") return app.jobs.runDue({ [kind]: handlers[kind] });
    return handlers[kind]({}, { attempt: 1, lastAttempt: true });
  };

  it("are reminded in batches, each of which continues where the one before ended", async () => {
    app.clock.set("2026-11-09T09:00:00Z");
    // The circles have three owners, because one may send only 200 emails a day.
    for (const count of [150, 150, 150]) await seed(count);
    // None of these people can be reminded, which must not keep the others from being reached.
    await app.db.updateTable("emails").set({ state: "failed" }).execute();
    await seed(100);
    await run("remind_pending_people");
    expect(await app.jobs.waiting("remind_further_people")).toHaveLength(1);
    // Another scheduled run does not start a second chain of jobs.
    await run("remind_pending_people");
    expect(await app.jobs.waiting("remind_further_people")).toHaveLength(1);
    await run("remind_further_people");
    expect(await app.jobs.waiting("remind_further_people")).toEqual([]);
    expect(await countReminded()).toBe(100);
  });

  itOnPostgres("are read by the index, from where the batch before ended", async () => {
    app.clock.set("2026-11-09T09:00:00Z");
    await seed(3000);
    await sql`update circles set closes_at = closes_at + interval '40 days' where id not in
      (select id from circles order by id desc limit 150)`.execute(app.db);
    await sql`analyze`.execute(app.db);
    const lastId = await app.db
      .selectFrom("circles")
      .orderBy("id", "desc")
      .offset(20)
      .limit(1)
      .select("id")
      .executeTakeFirstOrThrow();
    const costs = await measureStatements(app.db, () =>
      jobHandlers(app.deps).remind_further_people(
        { closes_at: closesAt.toISOString(), circle_id: lastId.id },
        { attempt: 1, lastAttempt: true },
      ),
    );
    const [listing] = costs;
    expect(listing?.indexes).toContain("circles_closing");
    expect(listing?.blocks).toBeLessThan(400);
    expect(await countReminded()).toBe(20);
  });
});
