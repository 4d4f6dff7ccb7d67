import { expect, it } from "vitest";
import { readDecision } from "#contract/decisions.ts";
import { limits } from "#contract/limits.ts";
import { useTestApp } from "#server/testing/app.ts";

/**
 * Tests the promise of anonymity on every response that an owner can get: the same calls on two circles that differ
 * only in who has answered get identical responses, byte for byte.
 */
const app = useTestApp({
  environment: { RATE_LIMITS: "on" },
});
const { create, createInvited, person, people, answer, read } = app.circles;

/** An owner who knows the same people as the others, to whom nobody has written yet. */
async function createOwner() {
  await app.db.deleteFrom("mailboxes").execute();
  return app.createOwner({ full_name: "Maya", email: undefined });
}

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Describes a mail that the mail server refused permanently at the first attempt. */
const refused = { state: "failed", reason: "No such mailbox.", undelivered_attempts: 1 } as const;

/** Requests a person's private link on the share-link page. It is emailed as soon as the jobs run. */
async function requestLink(circleId: string, name: string): Promise<void> {
  const email = `${name}@paraline.example`;
  expect((await app.post(`/api/share-link/${circleId}/private-link`, { email })).status).toBe(200);
}

/** Every response to the owner, in order. Ids and tokens are replaced by the order of their first appearance. */
async function listOwnerEvents(
  { answers = [], asks = [] }: { answers?: readonly string[]; asks?: readonly string[] },
  when: "first" | "after_mail",
): Promise<string> {
  app.clock.set("2026-11-02T09:00:00Z");
  const owner = await createOwner();
  const names = ["ana", "ben", "cleo", "dan", "fay"];
  const id = await create(owner, { is_anonymous: true, people: names });
  const ids = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, (await person(id, name)).id] as const)),
  );
  const answerAll = async () => {
    for (const name of answers) await app.circles.answerAs(id, name);
  };
  if (when === "first") await answerAll();
  await app.work();
  const bounceMails = () =>
    app.db
      .updateTable("mails")
      .set(refused)
      .where("invite_id", "in", [String(ids.dan), String(ids.fay)])
      .execute();
  await bounceMails();
  if (when === "after_mail") await answerAll();
  app.clock.advance({ minutes: 11 });
  for (const name of asks) await requestLink(id, name);
  await app.work();

  const heard: string[] = [];
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await app.as(owner, method, path, body);
    const wait = response.headers.get("retry-after");
    heard.push(`${method} ${path} ${response.status} ${wait} ${await response.text()}`);
  };
  const readAll = async () => {
    await app.work();
    for (const path of [
      `/api/circles/${id}`,
      "/api/circles",
      "/api/circles?status=active",
      `/api/circles/${id}/invites`,
      `/api/circles/${id}/feedback`,
      "/api/invites",
      "/api/invites/contacts.csv",
    ]) {
      await call("GET", path);
    }
  };
  const { questions, ...circle } = {
    title: "A new title",
    description: "d",
    what_they_ask: "a",
    deadline: null,
    cover_image_url: null,
    questions: [{ id: 1, label: "What do you see now?", type: "textarea" }],
  };

  await readAll();
  await call("DELETE", `/api/invites/${ids.fay}`);
  for (const name of names) {
    await call("PATCH", `/api/invites/${ids[name]}`, { label: "friend" });
    await call("GET", `/api/invites/${ids[name]}/link`);
    await call("POST", `/api/invites/${ids[name]}/resend`);
  }
  await call("POST", `/api/circles/${id}/invites/remind`);
  await call("POST", `/api/circles/${id}/invites/send`);
  await call("PATCH", `/api/invites/${ids.dan}`, { email: "dan.new@paraline.example" });
  app.clock.advance({ minutes: 11 });
  await call("POST", `/api/circles/${id}/invites/remind`);
  await readAll();
  app.clock.advance({ minutes: 11 });
  for (const name of ["ana", "ben", "cleo"]) {
    await call("PATCH", `/api/invites/${ids[name]}`, { email: `${name}.new@paraline.example` });
    await call("DELETE", `/api/invites/${ids[name]}`);
    await call("POST", `/api/invites/${ids[name]}/resend`);
  }
  await call("POST", `/api/circles/${id}/invites/send`);
  await readAll();
  await call("POST", `/api/circles/${id}/invites`, {
    invites: [{ first_name: "eve", email: "eve@paraline.example" }],
  });
  await call("PUT", `/api/circles/${id}`, { ...circle, is_anonymous: false, questions });
  await call("PUT", `/api/circles/${id}`, { ...circle, is_anonymous: true, questions });
  const kept = [{ id: 1, label: "What do you see?", type: "textarea" }];
  await call("PUT", `/api/circles/${id}`, { ...circle, is_anonymous: true, questions: kept });
  await call("PUT", `/api/circles/${id}/open-link`, { open: true });
  await call("PUT", `/api/circles/${id}/open-link`, { open: false });
  app.clock.advance({ minutes: 1 });
  await call("POST", `/api/circles/${id}/duplicate`, {
    create_key: crypto.randomUUID(),
    with_people: true,
  });
  await readAll();
  await call("POST", `/api/circles/${id}/close`);
  await call("POST", `/api/circles/${id}/invites/remind`);
  await readAll();
  await call("POST", `/api/circles/${id}/reopen`, { deadline: "2026-11-20" });
  app.clock.advance({ minutes: 11 });
  await call("POST", `/api/circles/${id}/invites/remind`);
  await bounceMails();
  await call("DELETE", `/api/invites/${ids.dan}`);
  await readAll();
  await call("DELETE", `/api/circles/${id}`, { title: "A new title" });
  await readAll();

  const idsSeen: string[] = [];
  return heard.join("\n").replaceAll(uuids, (uuid) => {
    if (!idsSeen.includes(uuid)) idsSeen.push(uuid);
    return `id-${idsSeen.indexOf(uuid)}`;
  });
}

it.each(["first", "after_mail"] as const)(
  "the owner gets the same response to every call, whether and when people answer anonymously or ask for their link (%s)",
  async (when) => {
    const withoutAnswers = await listOwnerEvents({}, when);
    // The calls succeed: they are not just refused.
    for (const outcome of [
      `PATCH /api/invites/id-4 200 null {"invite":{"id":"id-4"`,
      `/invites/remind 200 null {"queued_count":3,"too_soon_count":0,"opted_out_count":0}`,
      `DELETE /api/invites/id-5 200 null {"status":"removed"}`,
      `DELETE /api/circles/id-0 200 null {"status":"deleted"}`,
    ]) {
      expect({ outcome, isThere: withoutAnswers.includes(outcome) }).toEqual({
        outcome,
        isThere: true,
      });
    }
    for (const who of [
      { answers: ["ben", "cleo"], asks: ["ana", "ben"] },
      { answers: ["dan"], asks: ["cleo", "dan"] },
    ]) {
      const lines = (await listOwnerEvents(who, when)).split("\n");
      const different = withoutAnswers.split("\n").filter((line, index) => line !== lines[index]);
      expect(different).toEqual([]);
    }
  },
  120_000,
);

it.each([
  ["has arrived", false],
  ["came back", true],
])(
  "people whose invitation %s are treated alike by every action, whether they answered, asked for their link or did neither",
  async (_, cameBack) => {
    const owner = await createOwner();
    const names = ["ana", "ben", "cleo"];
    const id = await create(owner, {
      is_anonymous: true,
      people: [...names, "dan", "eve", "fay"],
    });
    await app.work();
    const ids = new Map<string, string>();
    for (const name of names) ids.set(name, (await person(id, name)).id);
    expect((await answer((await person(id, "ana")).invite_token)).status).toBe(201);
    app.clock.advance({ minutes: 11 });
    await requestLink(id, "ben");
    await app.work();
    if (cameBack) {
      await app.db
        .updateTable("mails")
        .set(refused)
        .where("circle_id", "=", id)
        .where("kind", "=", "invitation")
        .execute();
      const decision = await app.as(owner, "GET", `/api/circles/${id}/decision`);
      const { audience } = readDecision.output.parse(await decision.json());
      expect(audience).toEqual({ recipients_count: 0, left_out_count: 6 });
    }

    /** The responses about each of the three people, without what identifies them. */
    async function each(method: string, path: string, bodyFor?: (name: string) => unknown) {
      const events = [];
      for (const name of names) {
        const response = await app.as(
          owner,
          method,
          `/api/invites/${ids.get(name)}${path}`,
          bodyFor?.(name),
        );
        const body = (await response.text())
          .replaceAll(String(ids.get(name)), "id")
          .replaceAll(name, "name")
          .replace(/"request_id":"[^"]*"/, "");
        events.push([response.status, response.headers.get("retry-after"), body]);
      }
      return events;
    }
    const all = async () => [
      await each("POST", "/resend"),
      await each("POST", "/resend"),
      await each("PATCH", "", () => ({ label: "friend" })),
      await each("PATCH", "", (name) => ({ email: `${name}.lima@paraline.example` })),
    ];
    const events = await all();
    app.clock.advance({ minutes: 4 });
    await app.work();
    events.push(...(await all()), await each("GET", "/link"), await each("DELETE", ""));
    for (const [ana, ben, cleo] of events) expect([ana, ben]).toEqual([cleo, cleo]);

    // The actions succeed, and the limits count.
    expect(events.map(([ana]) => ana?.[0])).toEqual(
      cameBack
        ? [200, 429, 200, 200, 429, 429, 200, 409, 409, 409]
        : [200, 429, 200, 409, 429, 429, 200, 409, 409, 409],
    );
  },
);

it.each([
  ["may have arrived", 1, true],
  ["were all refused", 2, false],
])(
  "whether the mode of an anonymous paraline is fixed if its invitations %s before they were skipped",
  async (_, undeliveredAttempts, isFixed) => {
    const owner = await createOwner();
    const id = await create(owner, { is_anonymous: true, people: ["ana", "ben", "cleo"] });
    await app.db
      .updateTable("mails")
      .set({ state: "skipped", attempts: 2, undelivered_attempts: undeliveredAttempts })
      .where("circle_id", "=", id)
      .execute();
    expect(await read(owner, id)).toMatchObject({ is_mode_locked: isFixed });
  },
);

it.each([
  ["is between two attempts", { state: "queued", not_before: null, reason: "It took too long." }],
  ["was given up", { state: "failed", reason: "Sending it was cut short." }],
  ["was skipped after an attempt without an answer", { state: "skipped", attempts: 2 }],
] as const)(
  "a person whose invitation %s is neither corrected nor removed, and each count after the closing is the same whoever answered",
  async (_, mail) => {
    const events = [];
    for (const who of ["ana", "dan"]) {
      app.clock.set("2026-11-02T09:00:00Z");
      const owner = await createOwner();
      const id = await createInvited(owner, {
        is_anonymous: true,
        people: ["ana", "ben", "cleo", "dan"],
      });
      const dan = `/api/invites/${(await person(id, "dan")).id}`;
      await app.db
        .updateTable("mails")
        .set(mail)
        .where("circle_id", "=", id)
        .where("to_address", "=", "dan@paraline.example")
        .execute();
      const { invite_token } = await person(id, who);
      expect((await answer(invite_token, { show_if_few: true })).status).toBe(201);

      const change = async () => [
        (await app.as(owner, "PATCH", dan, { email: "dan.new@paraline.example" })).status,
        (await app.as(owner, "DELETE", dan)).status,
      ];
      const outcomes = await change();
      // An invitation that is refused later does not make up for the one that may have arrived.
      app.clock.advance({ minutes: 11 });
      if (mail.state !== "queued") {
        expect((await app.as(owner, "POST", `${dan}/resend`)).status).toBe(200);
        await app.work();
        await app.db
          .updateTable("mails")
          .set(refused)
          .where("circle_id", "=", id)
          .where("state", "=", "sent")
          .where("to_address", "=", "dan@paraline.example")
          .execute();
        outcomes.push(...(await change()));
      }
      await app.as(owner, "POST", `/api/circles/${id}/close`);
      const { responses_count, invites_count } = await read(owner, id);
      const listed = (await people(owner, id)).length;
      events.push({ outcomes: new Set(outcomes), responses_count, invites_count, listed });
    }
    const expected = { outcomes: new Set([409]), responses_count: 1, invites_count: 4, listed: 4 };
    expect(events).toEqual([expected, expected]);
  },
);

it("the counts after the closing do not depend on whether a person whose address was corrected had answered", async () => {
  const events = [];
  for (const who of ["ana", "dan"]) {
    const owner = await createOwner();
    const id = await createInvited(owner, {
      is_anonymous: true,
      people: ["ana", "ben", "cleo", "dan"],
    });
    const dan = await person(id, "dan");
    // The mail server has delivered what it refused.
    await app.db.updateTable("mails").set(refused).where("invite_id", "=", dan.id).execute();
    const { invite_token } = await person(id, who);
    expect((await answer(invite_token, { show_if_few: true })).status).toBe(201);
    const email = "dan.new@paraline.example";
    expect((await app.as(owner, "PATCH", `/api/invites/${dan.id}`, { email })).status).toBe(200);
    await app.as(owner, "POST", `/api/circles/${id}/close`);
    const { responses_count, invites_count } = await read(owner, id);
    events.push({ responses_count, invites_count });
  }
  const expected = { responses_count: 1, invites_count: 4 };
  expect(events).toEqual([expected, expected]);
});

/** A closing takes measurably longer if answers wait. */
it("an anonymous paraline cannot be reopened often enough to measure by its closings whether answers wait", async () => {
  const owner = await createOwner();
  const reopenAgain = async (id: string) => {
    expect((await app.as(owner, "POST", `/api/circles/${id}/close`)).status).toBe(200);
    return app.as(owner, "POST", `/api/circles/${id}/reopen`, { deadline: null });
  };
  const id = await create(owner, { is_anonymous: true });
  for (let times = 0; times < limits.reopeningsADay; times += 1) {
    expect((await reopenAgain(id)).status).toBe(200);
    app.clock.advance({ hours: 1 });
  }
  const refused = await reopenAgain(id);
  expect([refused.status, await refused.json()]).toMatchObject([
    429,
    {
      code: "reopenings_exhausted",
      message: "This paraline has been reopened 5 times within 24 hours. Please try again later.",
    },
  ]);
  expect((await read(owner, id)).status).toBe("completed");
  // A day after the first reopening, only that one no longer counts.
  app.clock.advance({ hours: 24 - limits.reopeningsADay });
  expect((await reopenAgain(id)).status).toBe(200);
  expect((await reopenAgain(id)).status).toBe(429);

  const final = await create(owner, { is_anonymous: true });
  const { invite_token } = await person(final, "ana");
  expect((await answer(invite_token, { show_if_few: true })).status).toBe(201);
  for (let times = 0; times <= limits.reopeningsADay; times += 1) {
    expect(await (await reopenAgain(final)).json()).toMatchObject({
      code: "circle_closed_for_good",
    });
  }

  const named = await create(owner, { is_anonymous: false });
  for (let times = 0; times <= limits.reopeningsADay; times += 1) {
    expect((await reopenAgain(named)).status).toBe(200);
  }
});
