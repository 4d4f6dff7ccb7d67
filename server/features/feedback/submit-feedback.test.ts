import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { inviteTokenHeader } from "#contract/endpoint.ts";
import type { ErrorBody } from "#contract/errors.ts";
import { useTestApp } from "#server/testing/app.ts";
import { readRow } from "#server/testing/database/rows.ts";
import { listAllStored, listStoredNotes } from "#server/testing/database/stored-texts.ts";
import type { SeededCircle } from "#server/testing/seed-circle.ts";

const app = useTestApp({ each: true, start: "2026-11-02T23:30:00Z" });

let circle: SeededCircle;

async function seed(given: { is_anonymous?: boolean } = {}) {
  const owner = await app.createOwner({ full_name: "Maya", time_zone: "Europe/Berlin" });
  circle = await app.circles.seed(owner, {
    deadline: "2026-11-09",
    closes_at: new Date("2026-11-09T23:00:00Z"),
    people: Array.from({ length: 25 }, (_, index) => `Person${index}`),
    ...given,
  });
  return owner;
}

beforeEach(async () => {
  await seed();
});

const submit = (body: object, token = circle.findToken(0)) => app.circles.answer(token, body);

const reflections = (changes: object = {}) => ({
  submission_key: randomUUID(),
  answers: { 1: " I see you\r\nthere. ", 2: 4 },
  encouragement: "Keep Saturdays.",
  ...changes,
});

const stored = () => listAllStored(app.db);
const readErrorBody = async (response: Response) => (await response.json()) as ErrorBody;
const readErrorCode = async (response: Response) => (await readErrorBody(response)).code;

describe("submitting", () => {
  it("stores the answers, the note and the wording of the questions, and completes the invite", async () => {
    const response = await submit(reflections());
    expect(response.status).toBe(201);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.json()).toEqual({
      code: expect.stringMatching(/^\w+(?:-\w+){3}$/),
      owner_name: "Maya",
      deadline: "2026-11-09",
      progress: { responses_count: 1, invites_count: 25 },
    });
    expect(await stored()).toMatchObject([
      {
        circle_id: circle.id,
        invite_id: circle.people[0]?.id,
        answers: { 1: "I see you\nthere.", 2: 4 },
        questions: circle.questions,
        use_in_insights: true,
        // This is the processor that the first card has named.
        consented_processor: "here",
        // In Berlin it is the next day already.
        received_on: "2026-11-03",
        created_at: app.clock.now(),
      },
    ]);
    expect(await listStoredNotes(app.db)).toMatchObject([
      { note: "Keep Saturdays.", invite_id: circle.people[0]?.id, received_on: "2026-11-03" },
    ]);
    const invite = await readRow(app.db, "invites", { id: circle.people[0]?.id ?? "" });
    expect(invite.status).toBe("completed");
  });

  it("stores no note if none was written, and remembers what must stay out of insights", async () => {
    await submit(reflections({ encouragement: " \n ", use_in_insights: false }));
    expect(await stored()).toMatchObject([{ use_in_insights: false }]);
    expect(await listStoredNotes(app.db)).toEqual([]);
  });

  it("enqueues nothing", async () => {
    await submit(reflections());
    expect(await app.jobs.waiting("send_mail")).toEqual([]);
  });
});

describe("a submission that is sent again", () => {
  it("a submission that is sent again with its own key is the same submission", async () => {
    const body = reflections();
    const first = await submit(body);
    const again = await submit(body);
    expect(again.status).toBe(201);
    expect(await again.json()).toEqual(await first.json());
    expect(await stored()).toHaveLength(1);
  });

  it("a submission that is sent again with its own key is recognized even after the paraline has closed", async () => {
    const body = reflections();
    await submit(body);
    app.clock.advance({ days: 30 });
    expect((await submit(body)).status).toBe(201);
  });

  it("a submission that is sent again with another key finds the link used, and nothing is stored", async () => {
    await submit(reflections());
    const second = await submit(reflections({ answers: { 1: "Something else" } }));
    expect(second.status).toBe(409);
    expect(await readErrorCode(second)).toBe("invite_completed");
    expect(await stored()).toHaveLength(1);
  });

  it("a submission that is sent again with its own key is recognized in the form, too, which spells the same answers otherwise", async () => {
    const body = reflections();
    await submit(body);
    const posted = await app.postForm("/feedback", {
      token: circle.findToken(0),
      submission_key: body.submission_key,
      "answer-1": "I see you\nthere. ",
      "answer-2": "4",
      "answer-3": "",
      encouragement: "Keep Saturdays.\r\n",
    });
    expect(posted.status).toBe(200);
    expect(await stored()).toHaveLength(1);
  });

  it.each<[string, boolean, object]>([
    ["a paragraph was added", false, { answers: { 1: "I see you there.\nAnd more.", 2: 4 } }],
    ["a paragraph was added", true, { answers: { 1: "I see you there.\nAnd more.", 2: 4 } }],
    ["an answer was taken out", false, { answers: { 1: "I see you there." } }],
    ["the note was changed", false, { encouragement: "Keep Sundays." }],
    [
      "the note moved into an answer",
      false,
      { answers: { 1: "Keep Saturdays." }, encouragement: "" },
    ],
    ["it was left out of insights", true, { use_in_insights: false }],
  ])(
    "is refused if since then %s (anonymous: %s), and nothing more is stored",
    async (_what, isAnonymous, changes) => {
      await seed({ is_anonymous: isAnonymous });
      const body = reflections();
      expect((await submit(body)).status).toBe(201);
      expect(await readErrorCode(await submit({ ...body, ...changes }))).toBe("invite_completed");
      expect((await submit(body)).status).toBe(201);
      expect(await stored()).toHaveLength(1);
    },
  );

  it("leaves nothing in the database with which a guess at the answer could be checked", async () => {
    await seed({ is_anonymous: true });
    const body = reflections();
    await submit(body);
    const { submission_key } = await readRow(app.db, "invites", { id: circle.people[0]?.id ?? "" });
    expect(submission_key).not.toBeNull();
    expect(submission_key).not.toBe(body.submission_key);
  });

  it.each([
    ["named", false],
    ["anonymous", true],
  ])("20 times at once is stored once (%s)", async (_mode, isAnonymous) => {
    await seed({ is_anonymous: isAnonymous });
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        submit(reflections({ answers: { 1: `Try ${index}` } })),
      ),
    );
    const statuses = responses.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
    expect(await stored()).toHaveLength(1);
  });

  it("20 times at once with one key succeeds each time and is stored once", async () => {
    const body = reflections();
    const responses = await Promise.all(Array.from({ length: 20 }, () => submit(body)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
    expect(await stored()).toHaveLength(1);
  });
});

it("20 people at once are all sealed, and shown together", async () => {
  const owner = await seed({ is_anonymous: true });
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, person) =>
      submit(reflections({ answers: { 1: `From ${person}` } }), circle.findToken(person)),
    ),
  );
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
  await app.circles.close(owner, circle.id);
  const shown = (await stored()).map(({ answers }) => answers[1]);
  expect(new Set(shown)).toEqual(new Set(Array.from({ length: 20 }, (_, i) => `From ${i}`)));
});

describe("a paraline that takes no answers", () => {
  it("is closed exactly at its deadline, even if the job is late", async () => {
    app.clock.set("2026-11-09T22:59:59Z");
    expect((await submit(reflections(), circle.findToken(1))).status).toBe(201);
    app.clock.set("2026-11-09T23:00:00Z");
    for (const isAnonymous of [false, true]) {
      await app.db.updateTable("circles").set({ is_anonymous: isAnonymous }).execute();
      expect(await readErrorCode(await submit(reflections(), circle.findToken(2)))).toBe(
        "circle_closed",
      );
    }
    expect(await stored()).toHaveLength(1);
  });

  it("refuses people who declined, until they return", async () => {
    const headers = { [inviteTokenHeader]: circle.findToken(0) };
    await app.request("/api/invite/decline", { method: "POST", headers });
    expect(await readErrorCode(await submit(reflections()))).toBe("invite_declined");
    await app.request("/api/invite/reopen", { method: "POST", headers });
    expect((await submit(reflections())).status).toBe(201);
  });

  it("refuses a forged link", async () => {
    expect(await readErrorCode(await submit(reflections(), "x".repeat(32)))).toBe("invite_invalid");
    expect(await readErrorCode(await submit(reflections(), "' or true"))).toBe("invite_invalid");
  });
});

describe("what can't be stored is refused with its own sentence, and nothing is stored", () => {
  const long = (count: number) => "a".repeat(count);
  it.each([
    ["nothing answered", { answers: {} }, 422, "answers_none", ["answers"]],
    ["2001 characters", { answers: { 3: long(2001) } }, 422, "answer_too_long", ["answers", "3"]],
    ["a rating of 6", { answers: { 2: 6 } }, 422, "answer_invalid", ["answers", "2"]],
    ["an unknown question", { answers: { 1: "a", 99: "b" } }, 422, "question_unknown", ["answers"]],
    [
      "1001 characters of note",
      { encouragement: long(1001) },
      422,
      "encouragement_too_long",
      ["encouragement"],
    ],
    ["U+0000", { answers: { 1: "a\u0000b" } }, 400, "validation_failed", ["answers", "1"]],
    ["no key", { submission_key: undefined }, 400, "validation_failed", ["submission_key"]],
  ])("%s", async (_what, changes, status, code, path) => {
    const response = await submit(reflections(changes));
    const body = await readErrorBody(response);
    expect(response.status).toBe(status);
    expect(body.code).toBe(code);
    if (path !== undefined) expect(body.path).toEqual(path);
    expect(await stored()).toEqual([]);
  });
});
