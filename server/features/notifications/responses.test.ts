import { describe, expect, it } from "vitest";
import { joinByLink } from "#contract/invites/invites.ts";
import { useTestApp } from "#server/testing/app.ts";
import { itOnPostgres } from "#server/testing/database/db.ts";
import { notifyOfResponses } from "./notify-of-responses.ts";

const app = useTestApp({ each: true });
const { create, createInvited, person, answer } = app.circles;
const { sweep, to, subjectsTo } = app.emails;

const title = "Should I leave the orchestra?";
const owner = app.useOwner({ full_name: "Maya" });

const answerAs = async (circleId: string, ...names: string[]) => {
  for (const name of names) {
    await app.circles.answerAs(circleId, name);
    app.clock.advance({ seconds: 1 });
  }
};
const emailRows = () =>
  app.db
    .selectFrom("emails")
    .where("user_id", "=", owner.user_id)
    .where("kind", "in", ["new_responses", "release"])
    .select(["kind", "state", "intent"])
    .execute();

describe("a named paraline", () => {
  it("has its first response reported at once, and further ones within the hour in one digest", async () => {
    const id = await create(owner, { people: ["ana", "ben", "cleo", "dora"] });
    await sweep("notify_owners");
    expect(await to(owner.email)).toEqual([]);

    await answerAs(id, "ana");
    await sweep("notify_owners");
    expect(await subjectsTo(owner.email)).toEqual([
      `ana has shared their perspective on “${title}”`,
    ]);

    await answerAs(id, "ben");
    app.clock.set("2026-11-02T09:30:00Z");
    await answerAs(id, "cleo");
    await sweep("notify_owners");
    app.clock.set("2026-11-02T09:59:59Z");
    await sweep("notify_owners");
    expect(await subjectsTo(owner.email)).toHaveLength(1);

    app.clock.set("2026-11-02T10:00:02Z");
    await sweep("notify_owners");
    await sweep("notify_owners");
    expect((await subjectsTo(owner.email)).slice(1)).toEqual([
      `ben and cleo have shared their perspectives on “${title}”`,
    ]);

    app.clock.set("2026-11-02T15:00:00Z");
    await answerAs(id, "dora");
    await sweep("notify_owners");
    expect((await subjectsTo(owner.email)).slice(2)).toEqual([
      `dora has shared their perspective on “${title}”`,
    ]);
  });

  it("is reported with a link and a count, and never with an answer's text", async () => {
    const id = await create(owner);
    const { invite_token } = await person(id, "ana");
    await answer(invite_token, { answers: { 1: "Marzipan is the answer." } });
    await sweep("notify_owners");
    const [mail] = await to(owner.email);
    for (const body of [mail?.html ?? "", mail?.text ?? ""]) {
      expect(body).toContain(`/results?circle=${id}`);
      expect(body).toContain("1 of 3 perspectives received");
      expect(body).toContain("/settings");
      expect(body).not.toContain("Marzipan");
      expect(body).not.toContain(invite_token);
    }
    expect(mail?.html).toContain("@media (prefers-color-scheme: dark)");
  });

  it("shares its owner's hour with their other paralines", async () => {
    const first = await create(owner);
    const second = await create(owner, { title: "The bakery?" });
    await answerAs(first, "ana");
    await answerAs(second, "ana", "ben");
    await sweep("notify_owners");
    expect(await subjectsTo(owner.email)).toEqual(["3 new perspectives on your paralines"]);
    const [mail] = await to(owner.email);
    for (const id of [first, second]) expect(mail?.text).toContain(`/results?circle=${id}`);
    expect(mail?.text).toContain("ana and ben have shared their perspectives.");
  });

  it("names neither people who joined through its link nor a long list of people", async () => {
    const id = await create(owner, { people: ["ana", "ben", "cleo", "dora"] });
    await answerAs(id, "ana", "ben", "cleo", "dora");
    await sweep("notify_owners");
    await app.as(owner, "PUT", `/api/circles/${id}/open-link`, { open: true });
    app.clock.advance({ hours: 2 });
    const joined = await app.post(`/api/share-link/${id}/join`, { first_name: "Buy gold" });
    const { invite_token } = joinByLink.output.parse(await joined.json());
    expect((await app.circles.answer(invite_token)).status).toBe(201);
    await sweep("notify_owners");
    expect(await subjectsTo(owner.email)).toEqual([
      `4 new perspectives on “${title}”`,
      `A new perspective on “${title}”`,
    ]);
    for (const { html, text } of await to(owner.email)) expect(html + text).not.toContain("gold");
  });
});

describe("an anonymous paraline", () => {
  it("is reported once, when it closes, with how many can be read, never who or when", async () => {
    const names = ["ana", "ben", "cleo", "dora"];
    const id = await create(owner, { people: names, is_anonymous: true });
    await answerAs(id, ...names);
    await sweep("notify_owners");
    expect(await emailRows()).toEqual([]);

    await app.circles.close(owner, id);
    await sweep("notify_owners");
    await sweep("notify_owners");
    expect(await subjectsTo(owner.email)).toEqual([
      `4 perspectives are ready to read on “${title}”`,
    ]);
    for (const { html, text } of await to(owner.email)) {
      for (const name of names) expect(html + text).not.toMatch(new RegExp(`\\b${name}\\b`, "i"));
      expect(html + text).not.toContain("What I see.");
    }
  });

  it("when an answer is sealed, changes only the row of the invite and the answer's own", async () => {
    const id = await createInvited(owner, { is_anonymous: true });
    await sweep("notify_owners", "send_weekly_summaries");
    const rows = async () => {
      const tables = [
        "profiles",
        "circles",
        "emails",
        "notified_responses",
        "mail_opt_outs",
      ] as const;
      const all = tables.map((table) => app.db.selectFrom(table).selectAll().execute());
      return JSON.stringify(await Promise.all(all));
    };
    const before = await rows();
    await answerAs(id, "ana", "ben", "cleo");
    await sweep("notify_owners", "send_weekly_summaries");
    expect(await rows()).toBe(before);
    expect(await app.db.selectFrom("feedback").select("is_owner_notified").execute()).toEqual([]);
  });

  it("is not reported when closing releases nothing", async () => {
    const id = await create(owner, { is_anonymous: true });
    await answerAs(id, "ana", "ben");
    await app.circles.close(owner, id);
    await sweep("notify_owners");
    expect(await to(owner.email)).toEqual([]);
  });
});

describe("an owner who wants no such emails", () => {
  it("gets none, and later none about what arrived in between", async () => {
    const id = await create(owner);
    await app.as(owner, "PATCH", "/api/account", { notify_responses: false });
    await answerAs(id, "ana");
    await sweep("notify_owners");
    await app.as(owner, "PATCH", "/api/account", { notify_responses: true });
    await sweep("notify_owners");
    expect(await emailRows()).toEqual([]);
    await answerAs(id, "ben");
    await sweep("notify_owners");
    expect(await subjectsTo(owner.email)).toEqual([
      `ben has shared their perspective on “${title}”`,
    ]);
  });

  it("does not get one that was already requested when they turned it off", async () => {
    const id = await create(owner);
    await answerAs(id, "ana");
    await app.as(owner, "PATCH", "/api/account", { notify_responses: true });
    await notifyOfResponses(app.deps);
    await app.as(owner, "PATCH", "/api/account", { notify_responses: false });
    await app.work();
    expect(await emailRows()).toMatchObject([{ state: "skipped" }]);
    expect(await to(owner.email)).toEqual([]);
  });
});

it("the digest of a paraline that is deleted before it is sent is not sent", async () => {
  const id = await create(owner);
  await answerAs(id, "ana");
  await notifyOfResponses(app.deps);
  await app.as(owner, "DELETE", `/api/circles/${id}`, { title });
  await app.work();
  expect(await to(owner.email)).toEqual([]);
});

itOnPostgres("two sweeps at once report each response once", async () => {
  const named = await create(owner, { people: ["ana", "ben"] });
  const anonymous = await create(owner, { is_anonymous: true });
  await answerAs(named, "ana", "ben");
  await answerAs(anonymous, "ana", "ben", "cleo");
  await app.circles.close(owner, anonymous);
  await Promise.all([1, 2, 3, 4].map(() => sweep("notify_owners")));
  expect((await emailRows()).map(({ kind }) => kind).toSorted()).toEqual([
    "new_responses",
    "release",
  ]);
  const digestEntries = await app.db.selectFrom("notified_responses").selectAll().execute();
  expect(digestEntries.map(({ user_id }) => user_id)).toEqual([owner.user_id, owner.user_id]);
});

it("a sweep that fails before it has stored anything leaves everything to the next one", async () => {
  const id = await create(owner);
  await answerAs(id, "ana");
  const dies = {
    ...app.deps,
    jobs: {
      ...app.deps.jobs,
      enqueue: async () => {
        throw new Error("the process dies");
      },
    },
  };
  await expect(notifyOfResponses(dies)).rejects.toThrow("the process dies");
  expect(await emailRows()).toEqual([]);
  await sweep("notify_owners");
  expect(await subjectsTo(owner.email)).toHaveLength(1);
});
