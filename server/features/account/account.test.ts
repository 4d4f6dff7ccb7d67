import { describe, expect, it } from "vitest";
import { useTestApp } from "#server/testing/app.ts";
import { readRow } from "#server/testing/database/rows.ts";

const app = useTestApp();

it("an owner reads what the product knows about them", async () => {
  const owner = await app.createOwner({
    email: "maya@paraline.example",
    full_name: "Maya Okafor",
    time_zone: "Europe/Berlin",
    proven: false,
  });
  const response = await app.as(owner, "GET", "/api/account");
  expect(response.status).toBe(200);
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(await response.json()).toEqual({
    user_id: owner.user_id,
    email: "maya@paraline.example",
    email_proven: false,
    full_name: "Maya Okafor",
    time_zone: "Europe/Berlin",
    notify_responses: true,
    notify_deadlines: true,
    notify_weekly: false,
    mail_stopped: false,
    email_change: null,
    has_password: false,
    is_operator: false,
  });
});

it("an owner whose address opted out of all email sees why none arrives and can opt in again", async () => {
  const owner = await app.createOwner({ email: "silent@paraline.example" });
  const other = await app.createOwner();
  await app.emails.optOut(owner.email);
  await app.emails.optOut(owner.email, other.user_id);
  await app.emails.optOut("somebody@paraline.example");
  const read = async () => (await app.as(owner, "GET", "/api/account")).json();
  expect(await read()).toMatchObject({ mail_stopped: true, notify_responses: true });
  for (const _ of [1, 2]) {
    const response = await app.as(owner, "POST", "/api/account/get-mail-again");
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ mail_stopped: false });
  }
  expect(await read()).toMatchObject({ mail_stopped: false });
  const left = await app.db
    .selectFrom("mail_opt_outs")
    .select(["email", "owner_id"])
    .orderBy("email")
    .execute();
  expect(left).toEqual([
    { email: owner.email, owner_id: other.user_id },
    { email: "somebody@paraline.example", owner_id: null },
  ]);
});

it("no one can resend email to an address that they have not proven", async () => {
  const owner = await app.createOwner({ email: "theirs@paraline.example", proven: false });
  await app.emails.optOut(owner.email);
  const response = await app.as(owner, "POST", "/api/account/get-mail-again");
  expect(await response.json()).toMatchObject({ code: "account_email_unproven" });
  expect(await (await app.as(owner, "GET", "/api/account")).json()).toMatchObject({
    mail_stopped: true,
  });
});

it("an owner ticks and unticks each of the three boxes by itself", async () => {
  const owner = await app.createOwner({ full_name: "Maya" });
  const change = async (body: object) =>
    (await app.as(owner, "PATCH", "/api/account", body)).json();
  expect(await change({ notify_responses: false })).toMatchObject({
    full_name: "Maya",
    notify_responses: false,
    notify_deadlines: true,
    notify_weekly: false,
  });
  expect(await change({ notify_deadlines: false, notify_weekly: true })).toMatchObject({
    notify_responses: false,
    notify_deadlines: false,
    notify_weekly: true,
  });
  expect(await change({ notify_responses: true })).toMatchObject({
    notify_responses: true,
    notify_deadlines: false,
    notify_weekly: true,
  });
});

it("an account without a profile yet has an empty name and no zone, and gets one by its first change", async () => {
  const owner = await app.createOwner();
  await app.db.deleteFrom("profiles").where("user_id", "=", owner.user_id).execute();
  expect(await (await app.as(owner, "GET", "/api/account")).json()).toMatchObject({
    full_name: "",
    time_zone: null,
    notify_responses: true,
    notify_deadlines: true,
    notify_weekly: false,
  });
  const changed = await app.as(owner, "PATCH", "/api/account", { full_name: " Maya " });
  expect(await changed.json()).toMatchObject({ full_name: "Maya", time_zone: null });
});

it("a change keeps the fields that it does not name", async () => {
  const owner = await app.createOwner({ full_name: "Maya", time_zone: "UTC" });
  const zone = await app.as(owner, "PATCH", "/api/account", { time_zone: "America/New_York" });
  expect(await zone.json()).toMatchObject({ full_name: "Maya", time_zone: "America/New_York" });
  const name = await app.as(owner, "PATCH", "/api/account", { full_name: "" });
  expect(await name.json()).toMatchObject({ full_name: "", time_zone: "America/New_York" });
  expect((await app.as(owner, "PATCH", "/api/account", {})).status).toBe(200);
});

describe("what cannot be stored is refused, and nothing changes", () => {
  it.each([
    [{ time_zone: "Middle/Earth" }, "time_zone"],
    [{ full_name: "x".repeat(121) }, "full_name"],
    [{ full_name: "a\u0000b" }, "full_name"],
    [{ full_name: "\ud800" }, "full_name"],
    [{ full_name: 7, time_zone: "Europe/Berlin" }, "full_name"],
    [{ full_name: "Ana", notify_weekly: "yes" }, "notify_weekly"],
    [{ full_name: "Ana", notify_responses: null }, "notify_responses"],
  ])("%j", async (body, field) => {
    const owner = await app.createOwner({ full_name: "Maya", time_zone: "UTC" });
    const response = await app.as(owner, "PATCH", "/api/account", body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "validation_failed", path: [field] });
    expect(await (await app.as(owner, "GET", "/api/account")).json()).toMatchObject({
      full_name: "Maya",
      time_zone: "UTC",
    });
  });
});

it("when an owner moves, deadline days end in the new time zone, but nothing that has closed opens again", async () => {
  const owner = await app.createOwner({ time_zone: "UTC" });
  const over = await app.circles.create(owner, { deadline: "2026-11-02" });
  const open = await app.circles.create(owner, { deadline: "2026-11-05" });
  app.clock.set("2026-11-03T05:00:00Z");
  await app.as(owner, "PATCH", "/api/account", { time_zone: "Pacific/Pago_Pago" });
  const closesAt = async (id: string) => (await readRow(app.db, "circles", { id })).closes_at;
  expect(await closesAt(open)).toEqual(new Date("2026-11-06T11:00:00Z"));
  expect(await closesAt(over)).toEqual(new Date("2026-11-03T00:00:00Z"));
});
