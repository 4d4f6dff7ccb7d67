import { expect, it } from "vitest";
import { useTestApp } from "#server/testing/app.ts";
import { changeRows, readRows } from "#server/testing/database/rows.ts";

/**
 * Tests the promise of anonymity on every response that an owner can get, and on every email: the same calls on two
 * circles that differ only in who has answered have the same outcomes, byte for byte.
 */
const app = useTestApp({ environment: { RATE_LIMITS: "on" } });
const { createInvited, person, answer, answerAs } = app.circles;

/** An owner who knows the same people as the others, to whom nobody has written yet. */
async function createOwner() {
  await app.db.deleteFrom("mailboxes").execute();
  return app.createOwner({ full_name: "Maya", email: undefined });
}

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Describes an email that the mail server refused permanently at the first attempt. */
const refused = { state: "failed", reason: "No such mailbox.", undelivered_attempts: 1 } as const;

/** Requests a person's private link on the share-link page. It is emailed as soon as the jobs run. */
async function requestLink(circleId: string, name: string): Promise<void> {
  const email = `${name}@paraline.example`;
  expect((await app.post(`/api/share-link/${circleId}/private-link`, { email })).status).toBe(200);
}

/** Every response to the owner, in order. Ids and tokens are replaced by the order of their first appearance. */
async function listOwnerEvents({
  answers = [],
  asks = [],
}: {
  answers?: readonly string[];
  asks?: readonly string[];
}): Promise<string[]> {
  app.clock.set("2026-11-02T09:00:00Z");
  const owner = await createOwner();
  const names = ["ana", "ben", "cleo", "dan", "fay"];
  const id = await createInvited(owner, { is_anonymous: true, people: names });
  const ids = new Map<string, string>();
  for (const name of names) ids.set(name, (await person(id, name)).id);
  for (const name of ["dan", "fay"]) {
    await changeRows(app.db, "emails", { invite_id: ids.get(name) ?? "" }, refused);
  }
  for (const name of answers) await answerAs(id, name);
  app.clock.advance({ minutes: 11 });
  for (const name of asks) await requestLink(id, name);
  await app.work();

  const heard: string[] = [];
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await app.as(owner, method, path, body);
    const wait = response.headers.get("retry-after");
    const text = (await response.text()).replace(/"request_id":"[^"]*"/, "");
    heard.push(`${method} ${path} ${response.status} ${wait} ${text}`);
  };
  const onCircle = (method: string, path = "", body?: unknown) =>
    call(method, `/api/circles/${id}${path}`, body);
  const onPerson = (name: string, method: string, path = "", body?: unknown) =>
    call(method, `/api/invites/${ids.get(name)}${path}`, body);
  const readAll = async () => {
    await app.work();
    for (const path of ["", "/invites", "/feedback", "/decision"]) await onCircle("GET", path);
    for (const path of ["circles", "circles?status=active", "invites", "invites/contacts.csv"]) {
      await call("GET", `/api/${path}`);
    }
    // What the mail server sees, without the links that people ask for themselves.
    const emails = await app.db
      .selectFrom("emails")
      .where("circle_id", "=", id)
      .where("kind", "<>", "private_link")
      .orderBy("created_at")
      .orderBy("to_address")
      .select(["kind", "to_address", "state", "sent_at"])
      .execute();
    heard.push(...emails.map((mail) => JSON.stringify(mail)));
  };

  await readAll();
  await onPerson("fay", "DELETE");
  for (const name of names) {
    await onPerson(name, "PATCH", "", { label: "friend" });
    await onPerson(name, "GET", "/link");
    await onPerson(name, "POST", "/resend");
  }
  for (const path of ["remind", "send"]) await onCircle("POST", `/invites/${path}`);
  await onPerson("dan", "PATCH", "", { email: "dan.new@paraline.example" });
  await app.work();
  app.clock.advance({ minutes: 11 });
  await onCircle("POST", "/invites/remind");
  await readAll();
  app.clock.advance({ minutes: 11 });
  for (const name of ["ana", "ben", "cleo"]) {
    await onPerson(name, "PATCH", "", { email: `${name}.new@paraline.example` });
    await onPerson(name, "DELETE");
    await onPerson(name, "POST", "/resend");
  }
  await onCircle("POST", "/invites/send");
  await onCircle("POST", "/invites", {
    invites: [{ first_name: "eve", email: "eve@paraline.example" }],
  });
  for (const open of [true, false]) await onCircle("PUT", "/open-link", { open });
  await readAll();
  await onCircle("POST", "/close");
  await onCircle("POST", "/invites/remind");
  await onCircle("POST", "/reopen", { deadline: "2026-11-20" });
  await readAll();
  await onCircle("DELETE", "", { title: "Should I leave the orchestra?" });

  const idsSeen: string[] = [];
  const events = heard.join("\n").replaceAll(uuids, (uuid) => {
    if (!idsSeen.includes(uuid)) idsSeen.push(uuid);
    return `id-${idsSeen.indexOf(uuid)}`;
  });
  return events.split("\n");
}

it("every response and every email is the same, whether and when people answer anonymously or ask for their link", async () => {
  const withoutAnswers = await listOwnerEvents({});
  // The calls succeed: they are not just refused.
  for (const outcome of [
    /^PATCH \S+ 200 null \{"invite":\{.*dan\.new/,
    /invites\/remind 200 null \{"queued_count":4,"too_soon_count":0,"opted_out_count":0\}/,
    /^DELETE \S+ 200 null \{"status":"removed"\}/,
    /"kind":"reminder","to_address":"ben@paraline.example","state":"sent"/,
    /^DELETE \S+ 200 null \{"status":"deleted"\}/,
  ]) {
    expect([outcome, withoutAnswers.some((event) => outcome.test(event))]).toEqual([outcome, true]);
  }
  for (const who of [
    { answers: ["ben", "cleo"], asks: ["ana", "ben"] },
    { answers: ["dan"], asks: ["cleo", "dan"] },
  ]) {
    const lines = await listOwnerEvents(who);
    expect(withoutAnswers.filter((line, index) => line !== lines[index])).toEqual([]);
  }
}, 120_000);

it.each([
  ["has arrived", false, [200, 429, 200, 409]],
  ["came back", true, [200, 429, 200, 200]],
])(
  "people whose invitation %s are treated alike by every action, whether they answered, asked for their link or did neither",
  async (_, cameBack, statuses) => {
    const owner = await createOwner();
    const names = ["ana", "ben", "cleo"];
    const people = [...names, "dan", "eve", "fay"];
    const id = await createInvited(owner, { is_anonymous: true, people });
    const ids = new Map<string, string>();
    for (const name of names) ids.set(name, (await person(id, name)).id);
    await answerAs(id, "ana");
    app.clock.advance({ minutes: 11 });
    await requestLink(id, "ben");
    await app.work();
    if (cameBack)
      await changeRows(app.db, "emails", { circle_id: id, kind: "invitation" }, refused);

    /** The responses about each of the three people, without what identifies them. */
    async function each(method: string, path: string, bodyFor?: (name: string) => unknown) {
      const events = [];
      for (const [name, inviteId] of ids) {
        const address = `/api/invites/${inviteId}${path}`;
        const response = await app.as(owner, method, address, bodyFor?.(name));
        const body = (await response.text())
          .replaceAll(inviteId, "id")
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
    expect(events.map(([ana]) => ana?.[0])).toEqual([...statuses, 429, 429, 200, 409, 409, 409]);
  },
);

it("a private link that a person asks for is sent only once an invitation was, however often the owner tried", async () => {
  const owner = await createOwner();
  const id = await createInvited(owner, { is_anonymous: true, people: ["ana", "ben", "cleo"] });
  const { id: ana } = await person(id, "ana");
  await changeRows(app.db, "emails", { invite_id: ana }, refused);
  app.clock.advance({ minutes: 11 });
  expect((await app.as(owner, "POST", `/api/invites/${ana}/resend`)).status).toBe(200);
  await changeRows(app.db, "emails", { invite_id: ana }, refused);
  await requestLink(id, "ana");
  await app.work();
  expect(await readRows(app.db, "emails", { invite_id: ana, kind: "private_link" })).toEqual([]);
});

it.each([
  ["is between two attempts", { state: "queued", not_before: null, reason: "It took too long." }],
  ["was given up", { state: "failed", reason: "Sending it was cut short." }],
  ["was skipped after an attempt without an answer", { state: "skipped", attempts: 2 }],
] as const)(
  "a person whose invitation %s is neither corrected nor removed, even if a later one is refused",
  async (_, mail) => {
    const owner = await app.createOwner({ full_name: "Maya" });
    const people = ["ana", "ben", "cleo", "dan"];
    const id = await createInvited(owner, { is_anonymous: true, people });
    const { id: dan, invite_token } = await person(id, "dan");
    const address = `/api/invites/${dan}`;
    await changeRows(app.db, "emails", { invite_id: dan }, mail);
    expect((await answer(invite_token)).status).toBe(201);
    const change = async () => [
      (await app.as(owner, "PATCH", address, { email: "dan.new@paraline.example" })).status,
      (await app.as(owner, "DELETE", address)).status,
    ];
    expect(await change()).toEqual([409, 409]);
    if (mail.state === "queued") return;
    // An invitation that is refused later does not make up for the one that may have arrived.
    app.clock.advance({ minutes: 11 });
    expect((await app.as(owner, "POST", `${address}/resend`)).status).toBe(200);
    await app.work();
    await changeRows(app.db, "emails", { invite_id: dan, state: "sent" }, refused);
    expect(await change()).toEqual([409, 409]);
  },
);
