import { beforeEach, expect, it } from "vitest";
import { useTestApp } from "#server/testing/app.ts";
import { readRows } from "#server/testing/database/rows.ts";
import type { TestOwner } from "#server/testing/owners.ts";

const app = useTestApp({ each: true });

let owner: TestOwner;
let body: Record<string, unknown>;

beforeEach(async () => {
  owner = await app.createOwner();
  const id = await app.circles.create(owner, {
    title: "A move",
    description: "Where to.",
    deadline: "2026-12-15",
    invites: [{ first_name: "Ana", last_name: "Lima", email: "ana@paraline.example" }],
  });
  await app.work();
  const { invite_token } = await app.circles.person(id, "Ana");
  body = {
    to: "ana@paraline.example",
    firstName: "Ana",
    lastName: "Lima",
    paralineTitle: "A move",
    paralineDescription: "Where to.",
    inviteToken: invite_token,
    deadline: "2026-12-15",
  };
});

const send = (by: TestOwner, changes: Record<string, unknown> = {}) =>
  app.as(by, "POST", "/functions/v1/send-invite", { ...body, ...changes });

const sentAgain = async () => {
  await app.work();
  const rows = await readRows(app.db, "emails", { kind: "invitation_again" }, ["state"]);
  return rows.length;
};

it("the call sends the invitation of the owner's own invite", async () => {
  const response = await send(owner);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ success: true });
  expect(await sentAgain()).toBe(1);
});

it("the call refuses a body that differs from the database", async () => {
  for (const [field, value] of Object.entries({
    to: "eve@paraline.example",
    firstName: "Click here",
    lastName: null,
    paralineTitle: "You have won",
    paralineDescription: "Buy this",
    deadline: "2026-12-16",
  })) {
    const response = await send(owner, { [field]: value });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "validation_failed", path: [field] });
  }
  expect(await sentAgain()).toBe(0);
});

it("the call does not find another owner's invite, and refuses callers who are signed out", async () => {
  expect((await send(await app.createOwner())).status).toBe(404);
  expect((await send(owner, { inviteToken: "\u0000" })).status).toBe(404);
  expect((await send({ ...owner, access_token: "forged" })).status).toBe(403);
  expect(await sentAgain()).toBe(0);
});
