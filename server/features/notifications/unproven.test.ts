import { expect, it } from "vitest";
import { useTestApp } from "#server/testing/app.ts";

const app = useTestApp({
  config: { onLoopback: false },
});
const { create, person, answer } = app.circles;
const { sweep, to } = app.emails;

it("on a public server nothing is sent to an address that its owner has not proven", async () => {
  const emails = [];
  for (const proven of [false, true]) {
    app.clock.set("2026-11-02T09:00:00Z");
    const owner = await app.createOwner({ proven });
    await app.as(owner, "PATCH", "/api/account", { notify_weekly: true });
    await sweep("send_weekly_summaries");
    const id = await create(owner, { deadline: "2026-11-10" });
    await answer((await person(id, "ana")).invite_token);
    await sweep("notify_owners");
    app.clock.set("2026-11-09T09:00:00Z");
    await sweep("send_weekly_summaries");
    app.clock.set("2026-11-10T09:00:00Z");
    await sweep("notify_owners");
    app.clock.set("2026-11-11T09:00:00Z");
    await sweep("close_due_circles", "notify_owners");
    emails.push((await to(owner.email)).map(({ kind }) => kind));
  }
  expect(emails).toEqual([
    [],
    ["new_responses", "weekly_summary", "deadline_reminder", "completed"],
  ]);
});
