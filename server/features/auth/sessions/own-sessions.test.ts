import { sql } from "kysely";
import { expect, it } from "vitest";
import { dayMs, minuteMs } from "#contract/values/durations.ts";
import { useTestApp } from "#server/testing/app.ts";
import { insertRow } from "#server/testing/database/rows.ts";
import type { TestOwner } from "#server/testing/owners.ts";
import { findNetwork } from "./known-networks.ts";

const app = useTestApp();
const owner = app.useOwner();

const addSession = async (owner: TestOwner, given: { ip: string | null; daysAgo: number }) => {
  const id = crypto.randomUUID();
  const at = new Date(app.clock.now().getTime() - given.daysAgo * dayMs);
  await insertRow(app.db, "auth.sessions", {
    id,
    user_id: owner.user_id,
    aal: "aal1",
    amr: "[]",
    refreshed_at: at,
    user_agent: "Firefox/145",
    ip: given.ip,
    created_at: at,
  });
  return id;
};

/** Marks a session as begun with a recovery email. The recovery takes effect once the second step is passed. */
const recoverBy = async (id: string, minutesAgo: number) => {
  const at = new Date(app.clock.now().getTime() - minutesAgo * minuteMs);
  await sql`update auth.sessions set recovery_pending = true, created_at = ${at}
    where id = ${id}`.execute(app.db);
};

const list = async (owner: TestOwner) => {
  const answer = await app.as(owner, "GET", "/api/sessions");
  expect(answer.status).toBe(200);
  return (await answer.json()) as { sessions: Record<string, unknown>[] };
};

it("lists where the owner is signed in, the latest first, without whole addresses", async () => {
  await app.createOwner();
  const id = await addSession(owner, { ip: "203.0.113.7", daysAgo: 2 });
  await addSession(owner, { ip: null, daysAgo: 91 });

  const { sessions } = await list(owner);
  expect(sessions).toEqual([
    expect.objectContaining({ is_current: true, network: null, user_agent: null }),
    {
      id,
      created_at: "2026-10-31T09:00:00.000Z",
      refreshed_at: "2026-10-31T09:00:00.000Z",
      user_agent: "Firefox/145",
      network: "203.0.113.*",
      is_current: false,
    },
  ]);
});

it("signs the owner out in one place", async () => {
  const id = await addSession(owner, { ip: null, daysAgo: 1 });
  const answer = await app.as(owner, "DELETE", `/api/sessions/${id}`);
  expect([answer.status, await answer.json()]).toEqual([200, { id }]);
  expect((await list(owner)).sessions).toMatchObject([{ is_current: true }]);
});

it("notes in the audit log which session was ended from which", async () => {
  const [own] = (await list(owner)).sessions;
  const id = await addSession(owner, { ip: null, daysAgo: 1 });
  for (const _ of [1, 2]) await app.as(owner, "DELETE", `/api/sessions/${id}`);
  const entries = await app.db
    .selectFrom("auth.audit_log")
    .where("user_id", "=", owner.user_id)
    .select(["action", "session_id", "details"])
    .execute();
  expect(entries).toEqual([
    { action: "logout", session_id: own?.id, details: { scope: "one", ended_session_id: id } },
  ]);
});

it("withdraws a change of address with another session, which may have asked for it, and not with its own", async () => {
  const owner = await app.createOwner({ proven: false });
  const [own] = (await list(owner)).sessions;
  const other = await addSession(owner, { ip: null, daysAgo: 0 });
  const email = `new-${crypto.randomUUID()}@paraline.example`;
  expect((await app.as(owner, "PUT", "/auth/v1/user", { email })).status).toBe(200);
  await app.work();
  const [mail] = ((await app.deps.outbox?.list(100)) ?? []).filter(({ to }) => to === email);
  const token = mail?.text.match(/\b\d{6}\b/)?.[0];
  const readUser = () =>
    app.db
      .selectFrom("auth.users")
      .where("id", "=", owner.user_id)
      .select(["email", "new_email"])
      .executeTakeFirst();

  await app.as(owner, "DELETE", `/api/sessions/${other}`);
  const shown = await app.request("/auth/v1/verify", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ type: "email_change", email, token }),
  });
  expect(shown.status).toBe(403);
  expect(await readUser()).toEqual({ email: owner.email, new_email: null });

  await app.as(owner, "PUT", "/auth/v1/user", { email });
  expect((await app.as(owner, "DELETE", `/api/sessions/${own?.id}`)).status).toBe(200);
  expect(await readUser()).toEqual({ email: owner.email, new_email: email });
});

it("ends no other session that began by a recovery within the last ten minutes and waits for the second step", async () => {
  const owner = await app.createOwner();
  const id = await addSession(owner, { ip: null, daysAgo: 0 });
  await recoverBy(id, 9);
  const refused = await app.as(owner, "DELETE", `/api/sessions/${id}`);
  expect([refused.status, await refused.json()]).toMatchObject([
    409,
    { code: "session_just_recovered" },
  ]);
  await recoverBy(id, 10);
  expect((await app.as(owner, "DELETE", `/api/sessions/${id}`)).status).toBe(200);
});

it("ends neither another person's session nor one that does not exist", async () => {
  const stranger = await app.createOwner();
  const id = await addSession(stranger, { ip: null, daysAgo: 1 });
  for (const wrong of [id, crypto.randomUUID(), "7"]) {
    const answer = await app.as(owner, "DELETE", `/api/sessions/${wrong}`);
    expect([answer.status, await answer.json()]).toMatchObject([404, { code: "not_found" }]);
  }
  expect((await list(stranger)).sessions).toHaveLength(2);
});

it.each([
  ["203.0.113.7", "203.0.113.*"],
  ["203.0.113.7/32", "203.0.113.*"],
  ["2001:db8:1:2::7", "2001:db8:1:*"],
  ["::ffff:203.0.113.7", "203.0.113.*"],
  [null, null],
])("shows %s as %s", (ip, shown) => {
  expect(findNetwork(ip)).toBe(shown);
});
