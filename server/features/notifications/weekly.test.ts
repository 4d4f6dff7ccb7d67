import { beforeEach, expect, it } from "vitest";
import { nextMondayAtNine } from "#server/system/days.ts";
import { useTestApp } from "#server/testing/app.ts";
import { itOnPostgres } from "#server/testing/database/db.ts";
import type { TestOwner } from "#server/testing/owners.ts";

// The tests start on a Wednesday.
const app = useTestApp({ each: true, start: "2026-11-04T09:00:00Z" });
const { create } = app.circles;
const { sweep, to } = app.emails;

const title = "Should I leave the orchestra?";
let owner: TestOwner;

beforeEach(async () => {
  owner = await subscribed();
});

async function subscribed(): Promise<TestOwner> {
  const owner = await app.createOwner({ full_name: "Maya", time_zone: "UTC" });
  const boxes = { notify_weekly: true, notify_responses: false, notify_deadlines: false };
  await app.as(owner, "PATCH", "/api/account", boxes);
  await sweep("send_weekly_summaries");
  return owner;
}

const answerAs = async (circleId: string, ...names: string[]) => {
  for (const name of names) await app.circles.answerAs(circleId, name);
};
const at = async (instant: string) => {
  app.clock.set(instant);
  await sweep("close_due_circles", "notify_owners", "send_weekly_summaries");
};

it("the weekly summary says on Monday at nine what arrived in the week before and what closes in the week after", async () => {
  const answered = await create(owner, { title: "The orchestra", people: ["ana", "ben", "cleo"] });
  await answerAs(answered, "ana", "ben");
  await create(owner, { title: "The bakery", deadline: "2026-11-12" });
  await create(owner, { title: "The boat", deadline: "2026-11-06" });
  await create(owner, { title: "Nothing new" });
  await create(owner, { title: "Much later", deadline: "2026-11-16" });
  await at("2026-11-09T08:59:59Z");
  expect(await to(owner.email)).toEqual([]);
  await at("2026-11-09T09:00:00Z");
  const [mail] = await to(owner.email);
  expect(mail?.subject).toBe("Your week: 2 new perspectives");
  expect(mail?.text).toContain("2 new perspectives. 2 of 3 perspectives received so far.");
  expect(mail?.text).toContain("Closes at the end of Nov 12, 2026.");
  expect(mail?.text).toContain("Closed. No one has answered.");
  expect(mail?.text).toContain(`/results?circle=${answered}`);
  expect(mail?.text).toContain("/dashboard");
  expect(mail?.text).not.toMatch(/Nothing new|Much later|What I see/);
});

it("the weekly summary is sent once a week, and the next week only if there is something new", async () => {
  const id = await create(owner);
  await answerAs(id, "ana");
  for (const instant of [
    "2026-11-09T09:00:00Z",
    "2026-11-09T09:05:00Z",
    "2026-11-09T23:00:00Z",
    "2026-11-16T09:00:00Z",
  ]) {
    await at(instant);
    expect(await to(owner.email)).toHaveLength(1);
  }
  await answerAs(id, "ben");
  await at("2026-11-23T09:00:00Z");
  expect((await to(owner.email)).map(({ subject }) => subject)).toEqual([
    "Your week: 1 new perspective",
    "Your week: 1 new perspective",
  ]);
});

it("a late job sends on the same Monday, and never on another day", async () => {
  const id = await create(owner);
  await answerAs(id, "ana");
  await at("2026-11-09T21:00:00Z");
  expect(await to(owner.email)).toHaveLength(1);
  await answerAs(id, "ben");
  await at("2026-11-19T09:00:00Z");
  await at("2026-11-19T09:05:00Z");
  expect(await to(owner.email)).toHaveLength(1);
  await answerAs(id, "cleo");
  await at("2026-11-23T09:00:00Z");
  expect(await to(owner.email)).toHaveLength(2);
});

it("an owner who moves west on a Monday is not emailed twice", async () => {
  await answerAs(await create(owner), "ana");
  await at("2026-11-09T09:00:00Z");
  await app.as(owner, "PATCH", "/api/account", { time_zone: "America/Los_Angeles" });
  await at("2026-11-09T09:05:00Z");
  await at("2026-11-09T17:00:00Z");
  expect(await to(owner.email)).toHaveLength(1);
});

it("the weekly summary contains the answers to an anonymous paraline only in the week after its closing", async () => {
  const id = await create(owner, { is_anonymous: true, people: ["ana", "ben", "cleo", "dora"] });
  await answerAs(id, "ana", "ben", "cleo");
  await at("2026-11-09T09:00:00Z");
  expect(await to(owner.email)).toEqual([]);
  await app.circles.close(owner, id);
  await at("2026-11-16T09:00:00Z");
  const [mail] = await to(owner.email);
  expect(mail?.subject).toBe("Your week: 3 new perspectives");
  expect(mail?.text).toContain(`“${title}”`);
  expect(mail?.text).toContain("Closed. 3 of 4 perspectives received.");
});

it("the weekly summary is sent only to owners who asked for it and still want it", async () => {
  const other = await app.createOwner();
  await app.as(other, "PATCH", "/api/account", { notify_responses: false });
  await answerAs(await create(other), "ana");
  await answerAs(await create(owner), "ana");
  await app.as(owner, "PATCH", "/api/account", { notify_weekly: false });
  await at("2026-11-09T09:00:00Z");
  expect(await to(owner.email)).toEqual([]);
  expect(await to(other.email)).toEqual([]);
});

it("an owner who turns it on on a Monday afternoon gets the first one a week later", async () => {
  await app.as(owner, "PATCH", "/api/account", { notify_weekly: false });
  await answerAs(await create(owner), "ana");
  app.clock.set("2026-11-09T15:00:00Z");
  await app.as(owner, "PATCH", "/api/account", { notify_weekly: true });
  await at("2026-11-09T15:05:00Z");
  expect(await to(owner.email)).toEqual([]);
});

itOnPostgres("two sweeps at once send one", async () => {
  await answerAs(await create(owner), "ana");
  app.clock.set("2026-11-09T09:00:00Z");
  await Promise.all([1, 2, 3, 4].map(() => sweep("send_weekly_summaries")));
  expect(await to(owner.email)).toHaveLength(1);
});

it("the Monday after an instant is at nine in the owner's time zone, also on a Monday before nine and when the clocks change", () => {
  const next = (timeZone: string, after: string) =>
    nextMondayAtNine(timeZone, new Date(after)).toISOString();
  expect(next("UTC", "2026-11-09T08:59:59Z")).toBe("2026-11-09T09:00:00.000Z");
  expect(next("UTC", "2026-11-09T09:00:00Z")).toBe("2026-11-16T09:00:00.000Z");
  expect(next("UTC", "2026-11-08T23:59:00Z")).toBe("2026-11-09T09:00:00.000Z");
  expect(next("Pacific/Kiritimati", "2026-11-08T23:59:00Z")).toBe("2026-11-15T19:00:00.000Z");
  expect(next("Pacific/Pago_Pago", "2026-11-04T09:00:00Z")).toBe("2026-11-09T20:00:00.000Z");
  // The clocks change in the night before.
  expect(next("Europe/Berlin", "2027-03-25T12:00:00Z")).toBe("2027-03-29T07:00:00.000Z");
  expect(next("Europe/Berlin", "2026-10-22T12:00:00Z")).toBe("2026-10-26T08:00:00.000Z");
  expect(next("America/New_York", "2026-10-29T12:00:00Z")).toBe("2026-11-02T14:00:00.000Z");
});
