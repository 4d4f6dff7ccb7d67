import { randomBytes, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, it, vi } from "vitest";
import { runAsSession } from "#server/access/acting-session.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { useTestApp } from "#server/testing/app.ts";
import { seedSecondStep } from "#server/testing/auth/seed-sign-in-methods.ts";
import { plainPicture } from "#server/testing/covers.ts";
import { itOnPostgres } from "#server/testing/database/db.ts";
import { changeRows, readRows } from "#server/testing/database/rows.ts";
import { seedCircle } from "#server/testing/seed-circle.ts";

const app = useTestApp();

const owner = app.useOwner();

const endSessions = () =>
  app.db.deleteFrom("auth.sessions").where("user_id", "=", owner.user_id).execute();

/** Sends a body whose bytes arrive only after the session of the request has ended. */
const sendHeld = async (
  method: string,
  path: string,
  contentType: string,
  content: Uint8Array<ArrayBuffer>,
) => {
  const asked = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        asked.resolve();
        await ended.promise;
        controller.enqueue(content);
        controller.close();
      },
    },
    // The stream gives nothing before the server reads the body, which it does after it has checked the session.
    { highWaterMark: 0 },
  );
  const held = app.request(path, {
    method,
    headers: { Authorization: `Bearer ${owner.access_token}`, "Content-Type": contentType },
    body,
    duplex: "half",
  });
  await asked.promise;
  await endSessions();
  ended.resolve();
  return held;
};

const sessionGone = { code: "session_not_found" };

it("a request whose body is held back does nothing once its session has ended", async () => {
  const typed = JSON.stringify({ email: owner.email, password: "" });
  const answer = await sendHeld("DELETE", "/api/account", "application/json", Buffer.from(typed));
  expect([answer.status, await answer.json()]).toMatchObject([403, sessionGone]);
  const users = app.db.selectFrom("auth.users").where("id", "=", owner.user_id);
  expect(await users.select("id").execute()).toHaveLength(1);
});

it("a cover whose picture is held back is not stored once its session has ended", async () => {
  const picture = await plainPicture().png().toBuffer();
  const path = "/api/covers/1700000000000.png";
  const answer = await sendHeld("PUT", path, "image/png", new Uint8Array(picture));
  expect([answer.status, await answer.json()]).toMatchObject([403, sessionGone]);
  for (const table of ["covers", "cover_uploads"] as const) {
    const rows = app.db.selectFrom(table).where("user_id", "=", owner.user_id);
    expect(await rows.select("user_id").execute()).toEqual([]);
  }
});

it.each([
  ["its session has ended", () => endSessions()],
  ["its account got a second step", () => addSecondStep()],
  ["its account was suspended", () => suspend()],
])("a download breaks off once %s, and contains nothing written afterwards", async (_when, end) => {
  const circleId = await app.circles.create(owner, { people: ["ana"] });
  // This description is so long that the server waits with the circle until the download has been read this far.
  const description = randomBytes(1_500_000).toString("base64");
  await app.circles.change(circleId, { description });
  const download = await app.as(owner, "GET", "/api/account/download");
  const reader = download.body?.getReader();
  if (!reader) throw new Error("No download.");
  const parts: Uint8Array[] = [];
  const readOn = async () => {
    const { value } = await reader.read();
    if (value) parts.push(value);
    return value !== undefined;
  };
  expect(await readOn()).toBe(true);

  await end();
  await app.circles.answerAs(circleId, "ana");
  const takeAll = async () => {
    while (await readOn());
  };
  await expect(takeAll()).rejects.toThrow();
  const [, ...files] = Buffer.concat(parts).toString("latin1").split("/paraline.json");
  // The archive contains at most the name of the circle's first file.
  expect(files.join("")).toBe("");
});

/** Changes or ends somebody's session after a request was let in and before its first transaction. */
const beforeItsTransaction = (change: () => Promise<unknown>) => {
  const { db } = app;
  const begin = db.transaction.bind(db);
  vi.spyOn(db, "transaction").mockImplementationOnce(() => {
    const builder = begin();
    const execute = builder.execute.bind(builder);
    builder.execute = async (work) => {
      await change();
      return execute(work);
    };
    return builder;
  });
};

/** All data of the owner that a request could have changed. */
const readAll = async (circleId: string) => {
  const { db } = app;
  const { user_id } = owner;
  return {
    circles: await readRows(db, "circles", { user_id }, ["id", "title", "status", "open_link"]),
    invites: await db
      .selectFrom("invites")
      .where("circle_id", "=", circleId)
      .select(["id", "label"])
      .orderBy("id")
      .execute(),
    emails: await db.selectFrom("emails").where("user_id", "=", user_id).select("id").execute(),
    copies: await readRows(db, "circle_copies", { user_id }, ["copy_id"]),
    profile: await readRows(db, "profiles", { user_id }, ["full_name"]),
  };
};

it.each([
  ["POST", "/invites/send", undefined],
  ["POST", "/invites", { invites: [{ first_name: "Eve", email: "eve@paraline.example" }] }],
  ["PUT", "/open-link", { open: true }],
  ["POST", "/duplicate", { create_key: randomUUID(), with_people: true }],
  ["POST", "/close", undefined],
  ["PATCH", "/api/account", { full_name: "Somebody else" }],
] as const)(
  "%s %s stores nothing and sends nothing when the session ends after the request was let in",
  async (method, path, body) => {
    const { id } = await seedCircle(app.db, owner, { now: app.clock.now() });
    const before = await readAll(id);
    beforeItsTransaction(endSessions);
    const address = path.startsWith("/api") ? path : `/api/circles/${id}${path}`;
    const answer = await app.as(owner, method, address, body);
    expect([answer.status, await answer.json()]).toMatchObject([403, sessionGone]);
    expect(await readAll(id)).toEqual(before);
  },
);

it.each([
  ["has ended", () => endSessions(), "session_not_found"],
  ["lacks a second step", () => addSecondStep(), "insufficient_aal"],
] as const)(
  "no confirming email is requested in an account's name by a session that %s in the meantime",
  async (_how, change, code) => {
    beforeItsTransaction(change);
    const { email, user_id } = owner;
    const answer = await app.as(owner, "POST", "/auth/v1/resend", { type: "signup", email });
    expect([answer.status, await answer.json()]).toMatchObject([403, { error_code: code }]);
    const flows = app.db.selectFrom("auth.flow_state").where("user_id", "=", user_id);
    expect(await flows.select("id").execute()).toEqual([]);
  },
);

const addSecondStep = () =>
  seedSecondStep(app.db, { user_id: owner.user_id, now: app.clock.now() });

it("a write stores nothing if its session passed a second step that was removed since, while another is left", async () => {
  await addSecondStep();
  const letIn = await app.deps.sessions.authenticate(`Bearer ${owner.access_token}`);
  expect(letIn).toMatchObject({ aal: "aal1", has_verified_factor: true });
  // The session as the call was let in with it, when it had passed the step.
  const session = { ...letIn, aal: "aal2" } as const;
  const write = runAsSession(app.deps, session, () => inTransaction(app.db, async () => "stored"));
  await expect(write).rejects.toMatchObject({ code: "insufficient_aal" });
});

const suspend = () =>
  app.db
    .updateTable("auth.users")
    .set({ banned_until: new Date(app.clock.now().getTime() + 60_000) })
    .where("id", "=", owner.user_id)
    .execute();

it.each([
  ["its session lacks a second step that was added since", addSecondStep, "insufficient_aal"],
  ["its account was suspended since", suspend, "user_banned"],
] as const)("a write stores nothing if %s", async (_what, change, code) => {
  beforeItsTransaction(change);
  const answer = await app.as(owner, "PATCH", "/api/account", { full_name: "Somebody else" });
  expect([answer.status, await answer.json()]).toMatchObject([403, { code }]);
});

itOnPostgres(
  "an end of the session waits for a write under way and sees what it stored",
  async () => {
    const { db } = app;
    const { session_id } = await app.deps.sessions.authenticate(`Bearer ${owner.access_token}`);
    const { user_id, email } = owner;
    const session = {
      user_id,
      session_id,
      email,
      aal: "aal1",
      has_verified_factor: false,
      app: undefined,
    } as const;
    const begun = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const write = runAsSession(app.deps, session, () =>
      inTransaction(db, async (tx) => {
        begun.resolve();
        await goOn.promise;
        await changeRows(tx, "profiles", { user_id }, { full_name: "Written in time" });
      }),
    );
    await begun.promise;
    const end = inTransaction(db, async (tx) => {
      await tx.deleteFrom("auth.sessions").where("id", "=", session_id).execute();
      return tx.selectFrom("profiles").where("user_id", "=", user_id).select("full_name").execute();
    });
    await vi.waitFor(async () => {
      const { rows } = await sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      expect(rows).toHaveLength(1);
    }, 20_000);
    goOn.resolve();
    await write;
    expect(await end).toEqual([{ full_name: "Written in time" }]);
  },
);
