import { beforeEach, expect, it } from "vitest";
import { readDecision } from "#contract/decisions.ts";
import { useTestApp } from "#server/testing/app.ts";
import { useTestDatabase } from "#server/testing/db.ts";
import { paralinesOf } from "#server/testing/paralines.ts";

/**
 * The anonymity promise, tested on every response an owner can get: the same calls on two circles that differ
 * only in who has answered are answered identically, byte for byte.
 */
const database = useTestDatabase();
const app = useTestApp(database, {
  start: "2026-11-02T09:00:00Z",
  environment: { RATE_LIMITS: "on" },
});
const { create, person, answer } = paralinesOf(app);

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

beforeEach(() => app.clock.set("2026-11-02T09:00:00Z"));

/** Asks for one's private link on the share-link page; it is mailed as soon as the jobs run. */
async function askForLink(circle_id: string, name: string): Promise<void> {
  const asked = await app.request(`/api/door/${circle_id}/private-link`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email: `${name}@paraline.example` }),
  });
  expect(asked.status).toBe(200);
}

/** Every response to the owner, in order, with ids and tokens replaced by the order of their first appearance. */
async function story(
  { answers = [], asks = [] }: { answers?: readonly string[]; asks?: readonly string[] },
  when: "first" | "after_mail",
): Promise<string> {
  app.clock.set("2026-11-02T09:00:00Z");
  const owner = await app.createOwner({ full_name: "Maya", email: undefined });
  const names = ["ana", "ben", "cleo", "dan", "fay"];
  const id = await create(owner, { is_anonymous: true, people: names });
  const ids = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, (await person(id, name)).id] as const)),
  );
  const answerAll = async () => {
    for (const name of answers) {
      expect((await answer((await person(id, name)).invite_token)).status).toBe(201);
    }
  };
  if (when === "first") await answerAll();
  await app.work();
  const lettersComeBack = () =>
    database.db
      .updateTable("mails")
      .set({ state: "failed", reason: "No such mailbox." })
      .where("invite_id", "in", [String(ids.dan), String(ids.fay)])
      .execute();
  await lettersComeBack();
  if (when === "after_mail") await answerAll();
  app.clock.advance({ minutes: 11 });
  for (const name of asks) await askForLink(id, name);
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
      "/api/invites/export",
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
  await lettersComeBack();
  await call("DELETE", `/api/invites/${ids.dan}`);
  await readAll();
  await call("DELETE", `/api/circles/${id}`, { title: "A new title" });
  await readAll();

  const ids_seen: string[] = [];
  return heard.join("\n").replaceAll(uuids, (uuid) => {
    if (!ids_seen.includes(uuid)) ids_seen.push(uuid);
    return `id-${ids_seen.indexOf(uuid)}`;
  });
}

it.each(["first", "after_mail"] as const)(
  "whoever answers anonymously or asks for their link, and when (%s), the owner is told the same by every call",
  async (when) => {
    const nobody = await story({}, when);
    // The calls succeed, they are not just refused.
    for (const outcome of [
      `PATCH /api/invites/id-4 200 null {"invite":{"id":"id-4"`,
      `/invites/remind 200 null {"queued_count":3,"too_soon_count":0,"opted_out_count":0}`,
      `DELETE /api/invites/id-5 200 null {"status":"removed"}`,
      `DELETE /api/circles/id-0 200 null {"status":"deleted"}`,
    ]) {
      expect({ outcome, is_there: nobody.includes(outcome) }).toEqual({ outcome, is_there: true });
    }
    for (const who of [
      { answers: ["ana"] },
      { answers: ["ben", "cleo"], asks: ["ana", "ben"] },
      { answers: ["dan"], asks: ["cleo", "dan"] },
    ]) {
      const lines = (await story(who, when)).split("\n");
      const different = nobody.split("\n").filter((line, index) => line !== lines[index]);
      expect(different).toEqual([]);
    }
  },
  120_000,
);

it.each([
  ["has arrived", false],
  ["came back", true],
])(
  "whose invitation %s is treated alike by every action: who answered, who asked for their link, who did neither",
  async (_, came_back) => {
    const owner = await app.createOwner({ full_name: "Maya" });
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
    await askForLink(id, "ben");
    await app.work();
    if (came_back) {
      await database.db
        .updateTable("mails")
        .set({ state: "failed", reason: "No such mailbox." })
        .where("circle_id", "=", id)
        .where("kind", "=", "invitation")
        .execute();
      const decision = await app.as(owner, "GET", `/api/circles/${id}/decision`);
      const { audience } = readDecision.output.parse(await decision.json());
      expect(audience).toEqual({ recipients_count: 0, left_out_count: 6 });
    }

    /** The responses about each of the three, without what identifies them. */
    async function each(method: string, path: string, bodyFor?: (name: string) => unknown) {
      const told = [];
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
        told.push([response.status, response.headers.get("retry-after"), body]);
      }
      return told;
    }
    const all = async () => [
      await each("POST", "/resend"),
      await each("POST", "/resend"),
      await each("PATCH", "", () => ({ label: "friend" })),
      await each("PATCH", "", (name) => ({ email: `${name}.lima@paraline.example` })),
    ];
    const told = await all();
    app.clock.advance({ minutes: 4 });
    await app.work();
    told.push(...(await all()), await each("GET", "/link"), await each("DELETE", ""));
    for (const [ana, ben, cleo] of told) expect([ana, ben]).toEqual([cleo, cleo]);

    // The actions succeed, and the limits count.
    expect(told.map(([ana]) => ana?.[0])).toEqual(
      came_back
        ? [200, 429, 200, 200, 429, 429, 200, 409, 409, 409]
        : [200, 429, 200, 409, 429, 429, 200, 409, 409, 409],
    );
  },
);
