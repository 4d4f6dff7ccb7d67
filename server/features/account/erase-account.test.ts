import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { inTransaction } from "#server/db/transactions.ts";
import { insertInvitedAddress } from "#server/features/auth/admission/admission-queries.ts";
import { emailKey } from "#server/features/auth/limits.ts";
import { useTestApp } from "#server/testing/app.ts";
import { connectTestApp } from "#server/testing/auth/connected-apps.ts";
import {
  seedPasskey,
  seedProviderSignIn,
  seedRecoveryCodes,
} from "#server/testing/auth/seed-sign-in-methods.ts";
import { uploadCover } from "#server/testing/covers.ts";
import { changeRows, readRow, readRows } from "#server/testing/database/rows.ts";
import type { TestOwner } from "#server/testing/owners.ts";

const app = useTestApp({ each: true, environment: { BILLING: "test" } });
const { purchases } = app;
const { sweep } = app.emails;
const password = "correct horse";

async function signUp(email: string, data: object = {}): Promise<TestOwner> {
  const response = await auth("/signup", { email, password, data });
  const { access_token, user } = JSON.parse(await response.text());
  return { user_id: user.id, email, access_token };
}

const auth = (path: string, body: object, accessToken?: string, method = "POST") =>
  app.request(`/auth/v1${path}`, {
    method,
    headers: {
      "Content-Type": "application/json",
      ...(accessToken !== undefined && { Authorization: `Bearer ${accessToken}` }),
    },
    body: JSON.stringify(body),
  });

const prove = ({ user_id }: TestOwner) =>
  changeRows(app.db, "auth.users", { id: user_id }, { email_proven_at: app.clock.now() });

const erase = (owner: TestOwner, body: object) => app.as(owner, "DELETE", "/api/account", body);

/** Every row of every table, including those of the queue, as text after the name of its table. */
async function readEveryRow(): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
    order by 1`.execute(app.db);
  const all: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select t::text as row from ${sql.raw(name)} as t`.execute(app.db);
    all.push(...rows.map(({ row }) => `${name} ${row}`));
  }
  return all;
}

/** Every table with data of an owner, a circle or a person, except the one that remembers erased accounts. */
async function listOwnersTables(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct format('%I.%I', table_schema, table_name) as name
    from information_schema.columns
    where table_schema in ('public', 'auth')
      and column_name in ('user_id', 'owner_id', 'circle_id', 'invite_id')
      and table_name <> 'erasures'
    order by 1`.execute(app.db);
  return rows.map(({ name }) => name);
}

async function sentKinds({ user_id }: TestOwner): Promise<string[]> {
  const emails = await readRows(app.db, "emails", { user_id, state: "sent" }, ["kind"]);
  return emails.map(({ kind }) => kind);
}

/** The name and the content of every file of the covers and the outbox. */
async function readEveryFile(): Promise<string[]> {
  const { dataDir } = app.deps.config;
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Promise.all(
    files.map(async (file) => {
      const path = join(file.parentPath, file.name);
      return `${path} ${await readFile(path, "latin1")}`;
    }),
  );
}

const mentioning = (texts: string[], markers: readonly string[]) =>
  texts.filter((text) => markers.some((marker) => text.toLowerCase().includes(marker)));

/** An account with data in every feature. Every text in it contains the word "marker". */
async function createUsedAccount(name: string) {
  const email = `${name}-owner@paraline.example`;
  // This adds an email and a request that belong to no account, because it does not exist yet.
  await auth("/recover", { email });
  const owner = await signUp(email, { time_zone: "Europe/Berlin", nickname: `${name} nick` });
  await app.as(owner, "PATCH", "/api/account", { full_name: `${name} Maya` });
  const cover = await uploadCover(app, owner, "1700000000001.png");
  await uploadCover(app, owner, "1700000000002.png");

  const create = (isAnonymous: boolean, people: string[]) =>
    app.circles.create(owner, {
      title: `${name} bakery`,
      description: `${name} description`,
      what_they_ask: `${name} ask`,
      is_anonymous: isAnonymous,
      deadline: "2026-11-20",
      cover_image_url: isAnonymous ? null : cover,
      questions: [{ label: `${name} question`, type: "textarea" }],
      invites: people.map((person) => ({
        first_name: `${name} ${person}`,
        email: `${name}-${person}@paraline.example`,
      })),
    });
  const named = await create(false, ["ana", "ben", "cleo"]);
  const anonymous = await create(true, ["dan", "eva", "fay", "gil"]);
  await app.work();
  const tokens: string[] = [];
  const answer = async (circleId: string, person: string) => {
    const { invite_token } = await app.circles.person(circleId, `${name} ${person}`);
    tokens.push(invite_token);
    await app.circles.answer(invite_token, {
      answers: { 1: `${name} ${person} would open the bakery, because she loves bread.` },
      encouragement: `${name} courage`,
    });
  };
  for (const person of ["ana", "ben"]) await answer(named, person);
  for (const person of ["dan", "eva", "fay", "gil"]) await answer(anonymous, person);
  await connectTestApp(app.deps, owner.user_id);
  // The invited address is still listed if an account has moved to it.
  const invitation = { email: owner.email, invited_at: app.clock.now() };
  await inTransaction(app.deps.db, (tx) => insertInvitedAddress(tx, invitation));
  await purchases.buy(owner, "single", named);
  await purchases.buy(owner, "monthly");
  await app.as(owner, "POST", `/api/circles/${named}/insights`);
  const { id: response } = await readRow(app.db, "feedback", { circle_id: named }, ["id"]);
  await app.as(owner, "PUT", `/api/circles/${named}/feedback/${response}/answers/1/kept`);
  await app.as(owner, "PATCH", `/api/circles/${named}/decision`, {
    path: "affirm",
    fields: { affirm: { why: `${name} because` } },
    review_date: "2026-11-02",
  });
  app.clock.advance({ minutes: 11 });
  await app.as(owner, "POST", `/api/circles/${named}/decision/closing-letter`, {
    heard: `${name} heard`,
    decided: `${name} decided`,
    thanks: `${name} thanks`,
  });
  await sweep("send_review_reminders", "notify_owners");
  app.clock.advance({ minutes: 11 });
  await app.as(owner, "POST", `/api/circles/${named}/invites/remind`);
  const { id: removed } = await app.circles.person(named, `${name} cleo`);
  await app.as(owner, "DELETE", `/api/invites/${removed}`);
  await app.circles.copy(owner, named);
  const dropped = await app.circles.create(owner, {
    title: `${name} dropped`,
    people: [`${name}-hal`],
  });
  await app.as(owner, "DELETE", `/api/circles/${dropped}`, { title: `${name} dropped` });
  await auth("/recover", { email });
  await app.work();
  await app.post(`/api/share-link/${named}/private-link`, {
    email: `${name}-ana@paraline.example`,
  });
  // The session then counts as a fresh sign-in.
  await sql`update auth.sessions set created_at = ${app.clock.now()}
    where user_id = ${owner.user_id}`.execute(app.db);
  await auth(
    "/factors",
    { factor_type: "totp", friendly_name: `${name} phone` },
    owner.access_token,
  );
  await auth("/user", { email: `${name}-new@paraline.example` }, owner.access_token, "PUT");
  const { user_id } = owner;
  for (const [to, ownerId] of [
    [`${name}-ana@paraline.example`, owner.user_id],
    [email, null],
  ] as const) {
    await app.emails.optOut(to, ownerId);
  }
  await app.db
    .insertInto("auth.wrong_codes")
    .values({ user_id, signed_in_by: "password", in_a_row: 5, last_at: app.clock.now() })
    .execute();
  const seeded = { user_id, now: app.clock.now() };
  await seedPasskey(app.db, { ...seeded, name: `${name} laptop` });
  await seedRecoveryCodes(app.db, seeded);
  await auth("/passkeys/registration/options", {}, owner.access_token);
  await app.db
    .insertInto("auth.known_networks")
    .values({ user_id, network_hash: Buffer.alloc(32), last_used_at: app.clock.now() })
    .execute();
  await seedProviderSignIn(app.db, seeded);
  for (const key of [
    `auth_passwords:check ${owner.user_id} ${user_id}`,
    `auth_passwords:failure ${emailKey(app.deps.secrets, email)}`,
    `auth_ten_a_day:typed code ${emailKey(app.deps.secrets, email)}`,
    `auth_thirty_a_day:typed code ${emailKey(app.deps.secrets, email)}`,
  ]) {
    await sql`insert into rate_limits (key, points) values (${key}, 1)`.execute(app.db);
  }
  return { owner, named, anonymous, tokens };
}

describe("deleting an account", () => {
  it("leaves nothing: no row in any table, no job, no file, and no more email", async () => {
    const other = await createUsedAccount("neighbour");
    const leaving = await createUsedAccount("marker");
    // This leaves emails that are still to be sent.
    await app.as(leaving.owner, "POST", `/api/circles/${leaving.anonymous}/invites/remind`);
    const ids = [
      leaving.owner.user_id,
      leaving.named,
      leaving.anonymous,
      ...leaving.tokens.map((token) => token.toLowerCase()),
      emailKey(app.deps.secrets, leaving.owner.email).toLowerCase(),
    ];
    const { rows } = await sql<{ id: string }>`
      select id::text from emails where user_id = ${leaving.owner.user_id}
      union all select id::text from invites where circle_id in (${leaving.named}, ${leaving.anonymous})
      union all select id::text from feedback where circle_id in (${leaving.named}, ${leaving.anonymous})
      union all select id::text from auth.sessions where user_id = ${leaving.owner.user_id}
      union all select id::text from checkouts where user_id = ${leaving.owner.user_id}
      union all select id::text from purchases where user_id = ${leaving.owner.user_id}
      union all select provider_id from subscriptions where user_id = ${leaving.owner.user_id}
      union all select id from billing_events where user_id = ${leaving.owner.user_id}
      union all select id from test_checkouts where user_id = ${leaving.owner.user_id}
    `.execute(app.db);
    expect(rows.length).toBeGreaterThan(20);
    ids.push(...rows.map(({ id }) => id.toLowerCase()));
    const markers = ["marker", ...ids];
    const before = mentioning(await readEveryRow(), markers);
    expect(before.length).toBeGreaterThan(50);
    const filled = new Set(before.map((row) => row.split(" ")[0]));
    expect((await listOwnersTables()).filter((table) => !filled.has(table))).toEqual([]);
    expect(await sentKinds(leaving.owner)).toEqual(
      expect.arrayContaining(["closing_letter", "review_reminder"]),
    );
    expect(mentioning(await readEveryRow(), ["marker because"])).toHaveLength(1);
    expect(mentioning(await readEveryFile(), markers).length).toBeGreaterThan(5);
    const neighbours = async () =>
      mentioning(await readEveryRow(), ["neighbour", other.owner.user_id]).filter(
        (row) => !row.startsWith("jobs."),
      );
    const untouched = await neighbours();

    await prove(leaving.owner);
    const response = await erase(leaving.owner, { email: leaving.owner.email, password });
    expect(await response.json()).toEqual({ status: "deleted" });
    const left = mentioning(await readEveryRow(), markers);
    expect(left.map((row) => row.split(" ")[0])).toEqual(["public.erasures"]);
    expect(mentioning(await readEveryFile(), markers)).toEqual([]);
    expect(await neighbours()).toEqual(untouched);

    // This file stands for one that was still being stored while the account was erased.
    const late = join(app.deps.config.dataDir, "covers", leaving.owner.user_id);
    await mkdir(late, { recursive: true });
    await writeFile(join(late, "1700000000003.png"), "late");
    app.clock.advance({ minutes: 6 });
    await app.work();
    expect(mentioning(await readEveryRow(), markers)).toEqual([]);
    expect(mentioning(await readEveryFile(), markers)).toEqual([]);
    expect(await readEveryFile()).not.toEqual([]);
  });

  it("ends every session, frees the address, and makes the links of its people invalid", async () => {
    const { owner, tokens } = await createUsedAccount("marker");
    await prove(owner);
    await erase(owner, { email: ` ${owner.email.toUpperCase()} `, password });

    expect((await app.as(owner, "GET", "/api/account")).status).toBe(403);
    const signIn = await auth("/token?grant_type=password", { email: owner.email, password });
    expect(signIn.status).toBe(400);
    const [inviteToken = ""] = tokens;
    const invite = await app.request("/api/feedback", {
      headers: { "X-Invite-Token": inviteToken },
    });
    expect([invite.status, await invite.json()]).toMatchObject([404, { code: "invite_invalid" }]);
    const page = await app.request(`/invite?token=${inviteToken}`);
    expect(await page.text()).toContain("Link Invalid");

    const again = await signUp(owner.email);
    expect(again.user_id).not.toBe(owner.user_id);
    const circles = await app.as(again, "GET", "/api/circles");
    expect(await circles.json()).toEqual({ circles: [] });
  });

  it.each([
    ["another address", { email: "maja@paraline.example", password }, "account_email_differs"],
    ["a wrong password", { password: "wrong horse" }, "account_password_wrong"],
    ["no password", {}, "account_password_wrong"],
  ])("is refused with %s, and nothing changes", async (_what, typed, code) => {
    const owner = await signUp("maya@paraline.example");
    const id = await app.circles.create(owner);
    const response = await erase(owner, { email: owner.email, ...typed });
    expect([response.status, await response.json()]).toMatchObject([422, { code }]);
    expect((await app.circles.read(owner, id)).id).toBe(id);
  });

  it("notes a wrong password in the audit log as a failed sign-in", async () => {
    const owner = await signUp("maya@paraline.example");
    await erase(owner, { email: owner.email, password: "wrong horse" });
    const failures = await app.db
      .selectFrom("auth.audit_log")
      .where("user_id", "=", owner.user_id)
      .where("action", "=", "login_failed")
      .select("details")
      .execute();
    expect(failures).toEqual([{ details: { reason: "current_password_invalid" } }]);
  });

  it("deleting an account without a password requires the address and a sign-in within the last ten minutes", async () => {
    const owner = await app.createOwner({ email: "noor@paraline.example" });
    expect(await (await app.as(owner, "GET", "/api/account")).json()).toMatchObject({
      has_password: false,
    });
    app.clock.advance({ minutes: 10 });
    const late = await erase(owner, { email: owner.email });
    expect([late.status, await late.json()]).toMatchObject([
      422,
      { code: "account_sign_in_again" },
    ]);
    await sql`update auth.sessions set created_at = ${app.clock.now()}
      where user_id = ${owner.user_id}`.execute(app.db);
    expect((await erase(owner, { email: owner.email })).status).toBe(200);
  });
});
