import { describe, expect, it, vi } from "vitest";
import { readAccount } from "#contract/account.ts";
import { createCircle } from "#contract/circles/circles.ts";
import type { EndpointInput } from "#contract/endpoint.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { updateUserRow } from "#server/features/auth/queries.ts";
import { useTestApp } from "#server/testing/app.ts";
import { itOnPostgres } from "#server/testing/database/db.ts";
import { readRow, readRows } from "#server/testing/database/rows.ts";
import type { TestOwner } from "#server/testing/owners.ts";

const app = useTestApp();
const owner = app.useOwner();

type Draft = EndpointInput<typeof createCircle>["body"];

const people = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    first_name: `Person ${index}`,
    email: `person-${index}@paraline.example`,
  }));

const draft = (changes: Partial<Draft> = {}): Draft => ({
  create_key: crypto.randomUUID(),
  title: "Should I leave the orchestra?",
  description: "I have played there for ten years.",
  what_they_ask: "Tell me what you see.",
  is_anonymous: false,
  deadline: "2026-12-15",
  cover_image_url: null,
  questions: [
    { label: "When am I most alive?", type: "textarea", subtitle: "1-3 sentences" },
    {
      label: "How well does it fit?",
      type: "rating",
      rating_labels: { low: "Low", middle: "", high: "High" },
    },
  ],
  invites: [{ first_name: " Ana ", last_name: "Lima", email: " Ana@Paraline.Example " }],
  ...changes,
});

const create = (owner: TestOwner, body: unknown) => app.as(owner, "POST", "/api/circles", body);

const readOwnerName = async (owner: TestOwner) => (await app.call(owner, readAccount)).full_name;

const countStored = async (owner: TestOwner) => {
  const circles = await readRows(app.db, "circles", { user_id: owner.user_id }, ["id"]);
  const emails = await readRows(app.db, "emails", { user_id: owner.user_id }, ["id"]);
  return { circles: circles.length, emails: emails.length };
};

it("a new paraline is stored completely: questions with their ids, people in order, and an email for each", async () => {
  const owner = await app.createOwner({ time_zone: "Europe/Berlin" });
  const response = await create(
    owner,
    draft({
      invites: [...people(2), { first_name: "Ana", last_name: " ", email: "ANA@x.example" }],
    }),
  );
  expect(response.status).toBe(201);
  const { circle } = createCircle.output.parse(await response.json());
  expect(circle).toEqual({
    id: expect.any(String),
    title: "Should I leave the orchestra?",
    description: "I have played there for ten years.",
    what_they_ask: "Tell me what you see.",
    language: "en",
    is_anonymous: false,
    deadline: "2026-12-15",
    cover_image_url: null,
    status: "active",
    questions: [
      { id: 1, label: "When am I most alive?", type: "textarea", subtitle: "1-3 sentences" },
      {
        id: 2,
        label: "How well does it fit?",
        type: "rating",
        rating_labels: { low: "Low", middle: "", high: "High" },
      },
    ],
    responses_count: 0,
    invites_count: 3,
    is_locked: false,
    closed_on: null,
    is_extended: false,
    created_at: "2026-11-02T09:00:00.000Z",
    updated_at: "2026-11-02T09:00:00.000Z",
  });

  const row = await readRow(app.db, "circles", { id: circle.id });
  expect(row).toMatchObject({
    user_id: owner.user_id,
    next_question_id: 3,
    closes_at: new Date("2026-12-15T23:00:00Z"),
  });
  const invites = await app.db
    .selectFrom("invites")
    .where("circle_id", "=", circle.id)
    .orderBy("position")
    .selectAll()
    .execute();
  expect(invites.map(({ first_name, last_name, email }) => [first_name, last_name, email])).toEqual(
    [
      ["Person 0", null, "person-0@paraline.example"],
      ["Person 1", null, "person-1@paraline.example"],
      ["Ana", null, "ana@x.example"],
    ],
  );
  const tokens = invites.map(({ invite_token }) => invite_token);
  expect(new Set(tokens).size).toBe(3);
  // 24 random bytes: more than 128 bits.
  for (const token of tokens) expect(token).toMatch(/^[\w-]{32}$/);
  expect(JSON.stringify(circle)).not.toContain(tokens[0]);

  await app.work();
  const emails = await app.db
    .selectFrom("emails")
    .where("circle_id", "=", circle.id)
    .select(["kind", "state", "to_address"])
    .orderBy("to_address")
    .execute();
  expect(emails).toEqual(
    ["ana@x.example", "person-0@paraline.example", "person-1@paraline.example"].map(
      (toAddress) => ({ kind: "invitation", state: "sent", to_address: toAddress }),
    ),
  );
});

describe("each rule answers with its own code, and nothing is stored", () => {
  const question = { label: "A question", type: "textarea" } as const;
  it.each<[string, Partial<Draft>, (string | number)[] | undefined]>([
    ["title_missing", { title: " \n " }, ["title"]],
    ["description_missing", { description: "" }, ["description"]],
    ["ask_missing", { what_they_ask: "" }, ["what_they_ask"]],
    ["questions_none", { questions: [] }, ["questions"]],
    ["questions_too_many", { questions: Array.from({ length: 9 }, () => question) }, ["questions"]],
    [
      "question_empty",
      { questions: [question, { ...question, label: " " }] },
      ["questions", 1, "label"],
    ],
    ["deadline_past", { deadline: "2026-11-01" }, ["deadline"]],
    ["deadline_too_far", { deadline: "2031-11-03" }, ["deadline"]],
    ["deadline_too_far", { deadline: "9999-12-31" }, ["deadline"]],
    ["invites_none", { invites: [] }, ["invites"]],
    ["invites_too_many", { invites: people(51) }, ["invites"]],
    ["invite_email_missing", { invites: [{ first_name: "Ana", email: " " }] }, ["invites", 0]],
    [
      "invite_first_name_missing",
      { invites: [{ first_name: "", email: "a@b.example" }] },
      ["invites", 0],
    ],
    ["invite_email_malformed", { invites: [{ first_name: "Ana", email: "ana" }] }, ["invites", 0]],
    [
      "invite_email_repeated",
      { invites: [...people(1), { first_name: "B", email: "PERSON-0+work@paraline.example" }] },
      ["invites", 1],
    ],
    [
      "invite_first_name_too_long",
      { invites: [...people(1), { first_name: "x".repeat(121), email: "a@b.example" }] },
      ["invites", 1],
    ],
    [
      "invite_last_name_too_long",
      { invites: [{ first_name: "A", last_name: "x".repeat(121), email: "a@b.example" }] },
      ["invites", 0],
    ],
    [
      "invite_email_malformed",
      { invites: [{ first_name: "A", email: `${"x".repeat(260)}@b.example` }] },
      ["invites", 0],
    ],
    ["circle_mode_needs_three", { is_anonymous: true, invites: people(2) }, ["invites"]],
    [
      "cover_not_yours",
      { cover_image_url: "https://elsewhere.example/x.png" },
      ["cover_image_url"],
    ],
    // These break the schema rather than a rule.
    ["validation_failed", { deadline: "2026-02-30" }, ["deadline"]],
    ["validation_failed", { title: "x".repeat(201) }, ["title"]],
  ])("%s", async (code, changes, path) => {
    const owner = await app.createOwner();
    const response = await create(owner, draft(changes));
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    expect(await response.json()).toMatchObject({ code, path });
    expect(await countStored(owner)).toEqual({ circles: 0, emails: 0 });
  });

  it("the owner's own address, also its future and former ones, however it is spelled", async () => {
    const owner = await app.createOwner({ email: "mayalima@gmail.com" });
    await inTransaction(app.db, (tx) =>
      updateUserRow(tx, owner.user_id, {
        email: "maya@paraline.example",
        new_email: "maya@future.example",
      }),
    );
    for (const email of [
      "Maya+me@Paraline.example",
      "maya@future.example",
      "maya.lima+me@googlemail.com",
    ]) {
      const response = await create(owner, draft({ invites: [{ first_name: "Me", email }] }));
      expect(await response.json()).toMatchObject({
        code: "invite_own_email",
        message: "You can't invite yourself",
      });
    }
  });
});

it("the maximum is accepted: 8 questions, 50 people, full lengths", async () => {
  const response = await create(
    owner,
    draft({
      title: "t".repeat(200),
      description: "d".repeat(5000),
      questions: Array.from({ length: 8 }, () => ({ label: "l".repeat(500), type: "textarea" })),
      invites: people(50),
      deadline: null,
    }),
  );
  expect(response.status).toBe(201);
  expect(await countStored(owner)).toEqual({ circles: 1, emails: 50 });
});

it("a deadline may be today, wherever the owner lives", async () => {
  // 09:00 UTC on the 2nd: in Kiritimati it is 23:00, in Pago Pago still the 1st.
  const ahead = await app.createOwner({ time_zone: "Pacific/Kiritimati" });
  const behind = await app.createOwner({ time_zone: "Pacific/Pago_Pago" });
  const ask = async (owner: TestOwner, deadline: string) =>
    (await create(owner, draft({ deadline }))).status;
  app.clock.set("2026-11-02T10:30:00Z");
  expect(await ask(ahead, "2026-11-02")).toBe(422);
  expect(await ask(ahead, "2026-11-03")).toBe(201);
  expect(await ask(behind, "2026-11-01")).toBe(201);
  expect(await ask(behind, "2026-10-31")).toBe(422);
});

describe("a create key", () => {
  it("sent again returns what the first call stored", async () => {
    const first = draft();
    const one = await (await create(owner, first)).json();
    const again = await create(owner, first);
    expect(again.status).toBe(201);
    expect(await again.json()).toEqual(one);
    expect(await countStored(owner)).toEqual({ circles: 1, emails: 1 });
  });

  it.each<[string, Partial<Draft>]>([
    ["title", { title: "Another title" }],
    ["mode", { is_anonymous: true, invites: people(3) }],
    ["questions", { questions: [{ label: "And now?", type: "textarea" }] }],
    ["people", { invites: people(3) }],
  ])(
    "sent again with another %s is refused, so that the change is not lost unnoticed",
    async (_, changes) => {
      const first = draft();
      await create(owner, first);
      const again = await create(owner, { ...first, ...changes });
      expect([again.status, await again.json()]).toMatchObject([
        409,
        { code: "circle_created_already" },
      ]);
      expect(await countStored(owner)).toEqual({ circles: 1, emails: 1 });
    },
  );

  it("is separate for each owner", async () => {
    const first = draft();
    const [ana, ben] = [await app.createOwner(), await app.createOwner()];
    await create(ana, first);
    expect((await create(ben, first)).status).toBe(201);
    expect(await countStored(ben)).toEqual({ circles: 1, emails: 1 });
  });

  itOnPostgres("sent many times at once stores one paraline", async () => {
    const first = draft({ invites: people(3) });
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(owner, first)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201));
    const ids = await Promise.all(
      answers.map(async (answer) => createCircle.output.parse(await answer.json()).circle.id),
    );
    expect(new Set(ids).size).toBe(1);
    expect(await countStored(owner)).toEqual({ circles: 1, emails: 3 });
  });
});

it("a failure in the middle leaves nothing: no paraline, no people, no emails, no jobs", async () => {
  const enqueue = vi
    .spyOn(app.deps.jobs, "enqueue")
    .mockRejectedValueOnce(Object.assign(new Error("disk full"), { code: "53100" }));
  const before = (await app.jobs.waiting("send_mail")).length;
  const response = await create(owner, draft({ owner_name: "Maya" }));
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ code: "unavailable" });
  enqueue.mockRestore();
  expect(await countStored(owner)).toEqual({ circles: 0, emails: 0 });
  expect(await app.jobs.waiting("send_mail")).toHaveLength(before);
  expect(await readOwnerName(owner)).toBe("");
});

it("the name given in the wizard is saved, and leaving it out keeps the stored one", async () => {
  const owner = await app.createOwner({ full_name: "" });
  await create(owner, draft({ owner_name: " Maya Okafor " }));
  await create(owner, draft());
  await create(owner, draft({ owner_name: "" }));
  expect(await readOwnerName(owner)).toBe("Maya Okafor");
});
