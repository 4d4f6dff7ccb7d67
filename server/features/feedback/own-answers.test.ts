import { describe, expect, it } from "vitest";
import type { QuestionDraft } from "#contract/circles/questions.ts";
import { inviteTokenHeader } from "#contract/endpoint.ts";
import { readResults } from "#contract/feedback/feedback.ts";
import { readOwnAnswersOffer } from "#contract/feedback/own-answers.ts";
import { useTestApp } from "#server/testing/app.ts";
import { callTool, openAssistant } from "#server/testing/assistant.ts";
import { connectTestApp } from "#server/testing/auth/connected-apps.ts";
import { readRow } from "#server/testing/database/rows.ts";
import { readArchive } from "#server/testing/files/read-archive.ts";
import { readPdf } from "#server/testing/files/read-pdf.ts";

const app = useTestApp();
const owner = app.useOwner();

const questions: QuestionDraft[] = [
  { label: "What do you see?", type: "textarea" },
  { label: "How well does it fit?", type: "rating" },
  { label: "Where?", type: "choice", options: ["Porto", "Lisbon"] },
];
const expected = { 1: "They will say wait.", 2: 3, 3: "Porto" };

const create = (changes: object = {}) => app.circles.create(owner, { questions, ...changes });
const offer = (id: string) => app.call(owner, readOwnAnswersOffer, { params: { id } });
const results = (id: string) => app.call(owner, readResults, { params: { id } });
const skip = (id: string) => app.as(owner, "POST", `/api/circles/${id}/own-answers/skip`);

async function write(id: string, answers: object = expected) {
  const response = await app.circles.expect(owner, id, answers);
  const { state, code } = (await response.json()) as { state?: string; code?: string };
  return [response.status, state ?? code];
}

const tooLate = [409, "own_answers_too_late"];
const given = [409, "own_answers_given"];

describe("what an owner expects to hear", () => {
  it("is sealed until there is a response to read, and then stands with its questions as they read", async () => {
    const id = await create();
    expect(await offer(id)).toEqual({
      state: "offered",
      is_locked: false,
      responses_count: 0,
      visibility: "none_yet",
    });
    expect(await write(id)).toEqual([200, "written"]);
    expect((await results(id)).own_answers).toBeNull();
    for (const path of [
      "own-answers",
      "feedback",
      "decision",
      "results/results.json",
      "insights",
    ]) {
      const response = await app.as(owner, "GET", `/api/circles/${id}/${path}`);
      expect(await response.text()).not.toContain("They will say wait.");
    }
    const edited = questions.map((question, index) => ({
      id: index + 1,
      ...question,
      ...(index === 0 && { label: "What do you see in me?" }),
    }));
    expect((await app.circles.edit(owner, id, { questions: edited })).status).toBe(200);
    await app.circles.answerAs(id, "ana");
    expect((await results(id)).own_answers).toMatchObject([
      { question_id: 1, label: "What do you see?", answer: "They will say wait." },
      { question_id: 2, type: "rating", answer: 3 },
      { question_id: 3, options: ["Porto", "Lisbon"], answer: "Porto" },
    ]);
  });

  it("is written once: the same words are the same, and others are refused", async () => {
    const id = await create();
    await write(id);
    expect(await write(id, { ...expected, 1: " They will say wait. ", 2: "3" })).toEqual([
      200,
      "written",
    ]);
    expect(await write(id, { 1: "Something else." })).toEqual(given);
    expect((await skip(id)).status).toBe(409);
    await app.circles.answerAs(id, "ana");
    expect((await results(id)).own_answers).toHaveLength(3);
  });

  it.each([
    [{}, "answers_none"],
    [{ 1: "  " }, "answers_none"],
    [{ 1: "x".repeat(2001) }, "answer_too_long"],
    [{ 2: 6 }, "answer_invalid"],
    [{ 3: "Braga" }, "choice_invalid"],
    [{ 9: "Hm." }, "question_unknown"],
  ])("is refused like an invitee's: %j", async (answers, code) => {
    const id = await create();
    expect(await write(id, answers)).toEqual([422, code]);
    expect((await offer(id)).state).toBe("offered");
  });

  it("is skipped once and for all", async () => {
    const id = await create();
    for (let call = 0; call < 2; call += 1) expect((await skip(id)).status).toBe(200);
    expect(await write(id)).toEqual(given);
    await app.circles.answerAs(id, "ana");
    expect((await results(id)).own_answers).toBeNull();
    expect((await offer(id)).state).toBe("skipped");
  });

  it("can still be written while nothing was read, though people have answered", async () => {
    const id = await create();
    await app.circles.answerAs(id, "ana");
    await app.circles.close(owner, id);
    expect(await offer(id)).toMatchObject({ state: "offered", responses_count: 1 });
    expect(await write(id)).toEqual([200, "written"]);
  });

  it("can be written to an anonymous paraline until its answers are read", async () => {
    const id = await create({ is_anonymous: true });
    await app.work();
    expect(await offer(id)).toMatchObject({ state: "offered", visibility: "sealed" });
    await write(id);
    for (const person of ["ana", "ben", "cleo"]) await app.circles.answerAs(id, person);
    expect((await results(id)).own_answers).toBeNull();
    await app.circles.close(owner, id);
    expect((await results(id)).own_answers).toHaveLength(3);
  });
});

describe("whoever reads can no longer write", () => {
  it.each([
    "feedback",
    "insights",
    "decision",
    "results/results.json",
    "results/results.csv",
    "results/board-book.pdf",
  ])("by %s", async (path) => {
    const id = await create();
    // Nothing is there to read yet, so this ends nothing.
    await app.as(owner, "GET", `/api/circles/${id}/${path}`);
    expect((await offer(id)).state).toBe("offered");
    await app.circles.answerAs(id, "ana");
    expect((await app.as(owner, "GET", `/api/circles/${id}/${path}`)).status).toBe(200);
    expect(await write(id)).toEqual(tooLate);
    expect((await skip(id)).status).toBe(200);
    expect(await offer(id)).toMatchObject({ state: "read" });
  });

  it("through an app, by downloading everything, or by having insights made", async () => {
    const ids = [await create(), await create(), await create({ people: ["ana", "ben"] })];
    const [byApp = "", byDownload = "", byInsights = ""] = ids;
    for (const id of ids) await app.circles.answerAs(id, "ana", { answers: { 1: "Go for it." } });
    await app.circles.answerAs(byInsights, "ben", { answers: { 1: "The winter worries me." } });
    const { access_token } = await connectTestApp(app.deps, owner.user_id);
    const assistant = await openAssistant(app, access_token);
    expect(
      JSON.stringify(await callTool(assistant, "read_results", { paraline: byApp })),
    ).toContain("Go for it.");
    expect(await write(byApp)).toEqual(tooLate);
    await app.as(owner, "POST", `/api/circles/${byInsights}/insights`);
    expect(await write(byInsights)).toEqual(tooLate);
    expect((await offer(byDownload)).state).toBe("offered");
    await readArchive(await app.as(owner, "GET", "/api/account/download"));
    expect(await write(byDownload)).toEqual(tooLate);
  });

  it("by a further question that was answered, which offers nothing of its own", async () => {
    const id = await app.circles.createInvited(owner, { questions });
    const further = await app.circles.askFurther(owner, id);
    await results(further.circle_id);
    expect((await offer(id)).state).toBe("offered");
    await app.circles.answerAs(further.circle_id, "ana");
    await results(further.circle_id);
    await results(further.circle_id);
    expect(await write(id)).toEqual(tooLate);
    const ended = await app.db.selectFrom("own_answers").select("circle_id").execute();
    expect(ended.map(({ circle_id }) => circle_id)).not.toContain(further.circle_id);
  });

  it("also at the same moment: what is written is there when it is read, or it is refused", async () => {
    for (let round = 0; round < 6; round += 1) {
      const id = await create();
      await app.circles.answerAs(id, "ana");
      const [[status], read] = await Promise.all([write(id), results(id)]);
      if (status === 409) expect(read.own_answers).toBeNull();
      else expect(read.own_answers).toHaveLength(3);
      expect((await offer(id)).state).toBe(status === 409 ? "read" : "written");
    }
  });
});

it("while results are locked, it can be written, since nothing was read", async () => {
  const person = await locked.createOwner();
  const id = await locked.circles.create(person);
  await locked.circles.answerAs(id, "ana");
  const read = await locked.call(person, readResults, { params: { id } });
  expect(read).toMatchObject({ is_locked: true, own_answers: null });
  const found = await locked.call(person, readOwnAnswersOffer, { params: { id } });
  expect(found).toMatchObject({ state: "offered", is_locked: true, responses_count: 1 });
  expect((await locked.circles.expect(person, id, { 1: "They will say wait." })).status).toBe(200);
  const again = await locked.call(person, readResults, { params: { id } });
  expect(again.own_answers).toBeNull();
});
const locked = useTestApp({ environment: { BILLING: "test" } });

it("what is expected is in every file of the results, and in the owner's download", async () => {
  const id = await create();
  await write(id);
  await app.circles.answerAs(id, "ana", { answers: { 1: "Go.", 2: 5, 3: "Lisbon" } });
  await app.as(owner, "PATCH", `/api/circles/${id}/decision`, { path: "pause" });
  const read = (path: string) => app.as(owner, "GET", `/api/circles/${id}/${path}`);
  for (const path of ["results/results.csv", "results/results.json", "decision/plan.md"]) {
    expect(await (await read(path)).text()).toContain("They will say wait.");
  }
  const book = await readPdf(await read("results/board-book.pdf"));
  expect(book).toContain("You, before reading");
  expect(book).toContain("They will say wait.");
  const files = await readArchive(await app.as(owner, "GET", "/api/account/download"));
  const containing = [...files].filter(([, file]) => file.includes("They will say wait."));
  expect(containing.map(([name]) => name.replace(/.*\//, "")).toSorted()).toEqual([
    "answers.csv",
    "paraline.json",
  ]);
});

it("nothing of it reaches an invitee or a copy of the paraline", async () => {
  const [quiet, id] = [await create(), await create()];
  const look = async (circleId: string) => {
    const { invite_token } = await app.circles.person(circleId, "ana");
    const headers = { [inviteTokenHeader]: invite_token };
    return (await app.request("/api/feedback", { headers })).text();
  };
  await write(id);
  await app.work();
  expect(await look(id)).toBe(await look(quiet));
  expect(JSON.stringify(await app.emails.all())).not.toContain("They will say wait.");
  const copy = await app.circles.copy(owner, id);
  expect((await offer(copy.id)).state).toBe("offered");
});

it("it is stored without a time, and its length says nothing about it", async () => {
  const id = await create();
  await write(id, { 2: 3 });
  const row = await readRow(app.db, "own_answers", { circle_id: id });
  expect(Object.keys(row).toSorted()).toEqual([
    "circle_id",
    "questions",
    "sealed",
    "state",
    "user_id",
  ]);
  const other = await create();
  await write(other, { 1: "y".repeat(1500) });
  const longer = await readRow(app.db, "own_answers", { circle_id: other });
  expect((longer.sealed as unknown as Buffer).length).toBe(
    (row.sealed as unknown as Buffer).length,
  );
});
