import { beforeEach, describe, expect, it } from "vitest";
import { notificationBoxesSchema, turnOffPath } from "#contract/notifications.ts";
import { createOptOutToken, readOptOutToken } from "#server/access/opt-out-link.ts";
import { useTestApp } from "#server/testing/app.ts";
import { resetAccount } from "#server/testing/auth/reset-account.ts";
import type { TestOwner } from "#server/testing/owners.ts";
import { jobHandlers } from "#server/worker.ts";

const app = useTestApp({ each: true, start: "2026-11-04T09:00:00Z" });
const { create, person, answer } = app.circles;
const { sweep, to } = app.emails;

let owner: TestOwner;
let id: string;

beforeEach(async () => {
  owner = await app.createOwner();
  await app.as(owner, "PATCH", "/api/account", { notify_weekly: true });
  await sweep("send_weekly_summaries");
  id = await create(owner, { deadline: "2026-11-10" });
  await answer((await person(id, "ana")).invite_token);
});

const boxes = async () =>
  notificationBoxesSchema.parse(await (await app.as(owner, "GET", "/api/account")).json());
/** The email of a kind, and the address in its header. */
const findSentEmail = async (kind: string) => {
  await sweep("notify_owners", "send_weekly_summaries");
  const mail = (await to(owner.email)).find((mail) => mail.kind === kind);
  const link = /^<(.+)>$/.exec(mail?.headers["List-Unsubscribe"] ?? "")?.[1] ?? "";
  return { mail, path: link.replace(/^https?:\/\/[^/]+/, "") };
};

describe("one click in a mail program (RFC 8058)", () => {
  it.each([
    ["new_responses", "2026-11-04T09:00:00Z", "notify_responses"],
    ["deadline_reminder", "2026-11-10T00:00:00Z", "notify_deadlines"],
    ["weekly_summary", "2026-11-09T09:00:00Z", "notify_weekly"],
  ] as const)(
    "in an email of kind %s turns off only its setting, and no more are sent",
    async (kind, at, box) => {
      app.clock.set(at);
      const { mail, path } = await findSentEmail(kind);
      expect(mail?.headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
      expect(mail?.html).toContain(path.replaceAll("&", "&amp;"));
      const before = await boxes();
      const multipart = new FormData();
      multipart.set("List-Unsubscribe", "One-Click");
      for (const body of [new URLSearchParams({ "List-Unsubscribe": "One-Click" }), multipart]) {
        const response = await app.request(path, { method: "POST", body });
        expect(response.status).toBe(200);
        expect(await response.text()).toBe("");
      }
      expect(await boxes()).toEqual({ ...before, [box]: false });

      const sent = (await to(owner.email)).filter((mail) => mail.kind === kind).length;
      await answer((await person(id, "ben")).invite_token);
      for (const hours of [2, 24, 24 * 7]) {
        app.clock.advance({ hours });
        await findSentEmail(kind);
      }
      const later = (await to(owner.email)).filter((mail) => mail.kind === kind).length;
      expect(later).toBe(sent);
    },
  );
});

it("opening the link changes nothing, however it is opened", async () => {
  const { path } = await findSentEmail("new_responses");
  for (const method of ["GET", "HEAD"]) {
    const response = await app.request(path, { method });
    expect(response.status).toBe(200);
    expect(response.headers.get("referrer-policy")).toBe("no-referrer");
    expect(response.headers.get("cache-control")).toBe("no-store");
  }
  expect(await (await app.request(path)).text()).toContain(
    "No more emails about new perspectives?",
  );
  expect((await boxes()).notify_responses).toBe(true);
});

it("the page's button turns them off and says so; clicking again says the same", async () => {
  const { path } = await findSentEmail("new_responses");
  for (const _ of [1, 2]) {
    const response = await app.request(path, { method: "POST" });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain("These emails are turned off");
  }
  expect((await boxes()).notify_responses).toBe(false);
});

it("a link that this server did not make, or of an account that is gone, changes nothing", async () => {
  const { secrets, db } = app.deps;
  const ofSomeone = createOptOutToken(secrets, {
    user_id: crypto.randomUUID(),
    box: "notify_weekly",
    reset_at: null,
  });
  for (const token of ["", "nonsense", `${ofSomeone.slice(0, -2)}AA`, ofSomeone]) {
    const response = await app.request(`${turnOffPath}?token=${token}`, { method: "POST" });
    expect(response.status).toBe(404);
    expect(await response.text()).toContain("Link Invalid");
  }
  expect((await boxes()).notify_weekly).toBe(true);
  expect(await db.selectFrom("profiles").select("user_id").execute()).toHaveLength(1);
  expect(readOptOutToken(secrets, ofSomeone)).toMatchObject({ box: "notify_weekly" });
});

describe("once the account was reset for the owner of its address", () => {
  const isOn = async () => {
    const profile = app.db.selectFrom("profiles").where("user_id", "=", owner.user_id);
    return (await profile.select("notify_responses").executeTakeFirst())?.notify_responses;
  };

  it("a link emailed before turns nothing off, and one emailed since does", async () => {
    const before = await findSentEmail("new_responses");
    await resetAccount(app, owner.user_id);
    for (const method of ["GET", "POST"]) {
      const response = await app.request(before.path, { method });
      expect(response.status).toBe(404);
      expect(await response.text()).toContain("Link Invalid");
    }
    expect(await isOn()).toBe(true);

    app.clock.advance({ hours: 2 });
    await answer((await person(id, "ben")).invite_token);
    await findSentEmail("new_responses");
    const since = (await to(owner.email)).findLast(({ kind }) => kind === "new_responses");
    const link = /^<https?:\/\/[^/]+(.+)>$/.exec(since?.headers["List-Unsubscribe"] ?? "")?.[1];
    expect((await app.request(link ?? "", { method: "POST" })).status).toBe(200);
    expect(await isOn()).toBe(false);
  });

  it("no notification that waited to be sent is sent", async () => {
    await jobHandlers(app.deps).notify_owners({}, { attempt: 1, lastAttempt: true });
    await resetAccount(app, owner.user_id);
    await app.work();
    const kinds = (await to(owner.email)).map(({ kind }) => kind);
    expect(kinds).toEqual(["auth_account_reset"]);
  });
});
