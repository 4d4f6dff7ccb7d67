import papaparse from "papaparse";
import { expect, it } from "vitest";
import type { QuestionDraft } from "#contract/circles/questions.ts";
import type { ErrorBody } from "#contract/errors.ts";
import type { Insights } from "#contract/insights/insights.ts";
import { useTestApp } from "#server/testing/app.ts";
import { readPdf } from "#server/testing/files/read-pdf.ts";

const app = useTestApp();
const { create, createInvited, read, person, answer } = app.circles;

const options = ["Take it", "Wait a year; then ask", "Don’t"];
const choice: QuestionDraft = { label: "What should I do?", type: "choice", options };
const text: QuestionDraft = { label: "What do you see?", type: "textarea" };

const owner = app.useOwner({ full_name: "Maya", time_zone: "UTC" });

/** Advances the clock, since responses are ordered by time. */
async function submit(
  id: string,
  name: string,
  answers: Record<string, unknown>,
): Promise<Response> {
  app.clock.advance({ minutes: 1 });
  return answer((await person(id, name)).invite_token, { answers });
}

const readErrorBody = async (response: Response) => (await response.json()) as ErrorBody;

const edit = (id: string, questions: unknown[]) => app.circles.edit(owner, id, { questions });

it("an owner who sends too few options, or the same one twice, reads which question is wrong", async () => {
  const id = await create(owner, { questions: [text, choice] });
  for (const [wrong, code] of [
    [["Take it", " "], "options_count"],
    [Array.from({ length: 9 }, (_, index) => `Option ${index}`), "options_count"],
    [["Wait", "WAIT "], "options_alike"],
  ] as const) {
    const refused = await edit(id, [text, { ...choice, options: wrong }]);
    expect(refused.status).toBe(422);
    expect(await readErrorBody(refused)).toMatchObject({ code, path: ["questions", 1] });
  }
  const tooLong = await edit(id, [{ ...choice, options: ["Go", "a".repeat(81)] }]);
  expect(await readErrorBody(tooLong)).toMatchObject({ code: "validation_failed" });
  expect((await edit(id, [{ ...choice, options: [" Take\nit ", "", "Don’t"] }])).status).toBe(200);
  expect((await read(owner, id)).questions).toMatchObject([{ options: ["Take it", "Don’t"] }]);
});

it("an answer is one of the options; anything else is refused with the place of its question", async () => {
  const id = await create(owner, { questions: [choice, text] });
  for (const wrong of ["take it", "Decline", 0, "Take it\nDon’t"]) {
    const refused = await submit(id, "ana", { 1: wrong });
    expect(refused.status).toBe(422);
    expect(await readErrorBody(refused)).toMatchObject({
      code: "choice_invalid",
      path: ["answers", "1"],
    });
  }
  const { invite_token } = await person(id, "ana");
  const page = await (await app.request(`/invite?token=${invite_token}`)).text();
  expect(page.match(/type="radio" name="answer-1"/g)).toHaveLength(options.length);
  expect(page).toContain('value="Wait a year; then ask"');
  const form = { token: invite_token, submission_key: crypto.randomUUID() };
  const post = (fields: Record<string, string>) =>
    app.postForm("/feedback", { ...form, ...fields });
  const refused = await post({ "answer-1": "Decline", "answer-2": "Go." });
  expect(refused.status).toBe(422);
  expect(await refused.text()).toContain("Please choose one of the options.");
  expect((await post({ "answer-1": "Wait a year; then ask" })).status).toBe(200);
});

it("a choice is counted in results, recap, insights and every file, and is copied with the paraline", async () => {
  const id = await create(owner, { questions: [choice, text] });
  await submit(id, "ana", { 1: "Don’t", 2: "You are calm. The winter worries me." });
  await submit(id, "ben", { 1: "Take it", 2: "Wait, the winter will be long." });
  await submit(id, "cleo", { 1: "Don’t" });

  const files = `/api/circles/${id}/results`;
  const csv = await (await app.as(owner, "GET", `${files}/results.csv`)).text();
  expect(papaparse.parse<string[]>(csv).data.slice(1, 2)).toEqual([
    ["Choice", "1", "ana", "2026-11-02", "", "What should I do?", "Don’t", ""],
  ]);
  const made = await app.as(owner, "POST", `/api/circles/${id}/insights`);
  const { insights } = (await made.json()) as { insights: Insights };
  const tally = { question_id: 1, label: "What should I do?", options, counts: [1, 0, 2] };
  expect(insights).toMatchObject({ choices: [tally], ratings: [], responses_count: 3 });
  expect(JSON.stringify([insights.quotes, insights.themes])).not.toContain("Don’t");
  const json = await (await app.as(owner, "GET", `${files}/results.json`)).json();
  expect(json).toMatchObject({
    insights: { choices: [tally] },
    responses: [{ answers: [{ type: "choice", options, answer: "Don’t" }, {}] }, {}, {}],
  });
  const book = await readPdf(await app.as(owner, "GET", `${files}/board-book.pdf`));
  for (const words of ["Don’t: 2", "Wait a year; then ask: 0", "Perspective 2, ben: Take it"]) {
    expect(book).toContain(words);
  }
  await app.as(owner, "PATCH", `/api/circles/${id}/decision`, { path: "pause" });
  const plan = await app.as(owner, "GET", `/api/circles/${id}/decision/plan.md`);
  expect(await plan.text()).toContain("Take it: 1 · Wait a year; then ask: 0 · Don’t: 2");

  const copied = await app.circles.copy(owner, id);
  expect(copied.questions[0]).toMatchObject({ type: "choice", options });
});

it("in an anonymous paraline, nothing is counted before it closes, and options cannot change", async () => {
  const id = await createInvited(owner, { is_anonymous: true, questions: [choice] });
  for (const change of [
    { options: ["Take it", "Sell it"] },
    { options: options.toReversed() },
    { type: "textarea", options: undefined },
    { id: undefined },
  ]) {
    const refused = await edit(id, [{ ...choice, id: 1, ...change }]);
    expect(await readErrorBody(refused)).toMatchObject({ code: "circle_fixed" });
  }
  expect((await edit(id, [{ ...choice, id: 1 }])).status).toBe(200);

  const recap = async () =>
    (await app.as(owner, "GET", `/api/circles/${id}/decision`)).json() as Promise<object>;
  const before = await recap();
  await submit(id, "ana", { 1: "Take it" });
  await submit(id, "ben", { 1: "Don’t" });
  await submit(id, "cleo", { 1: "Don’t" });
  expect(await recap()).toEqual(before);
  await app.circles.close(owner, id);
  expect(await recap()).toMatchObject({ recap: { choices: [{ counts: [1, 0, 2] }] } });
});

it.each([false, true])(
  "takes as much space in the database whatever was chosen (anonymous: %s)",
  async (isAnonymous) => {
    const id = await create(owner, { questions: [choice], is_anonymous: isAnonymous });
    for (const [index, name] of ["ana", "ben", "cleo"].entries()) {
      expect((await submit(id, name, { 1: options[index] })).status).toBe(201);
    }
    const readBytes = (table: "sealed_answers" | "feedback") =>
      app.db
        .selectFrom(table)
        .where("circle_id", "=", id)
        .select(({ fn }) => fn<number>("octet_length", ["sealed"]).as("bytes"))
        .execute();
    const sealed = await readBytes("sealed_answers");
    await app.circles.close(owner, id);
    const stored = await readBytes("feedback");
    expect(new Set(sealed.map(({ bytes }) => bytes)).size).toBe(isAnonymous ? 1 : 0);
    expect(stored).toHaveLength(3);
    expect(new Set(stored.map(({ bytes }) => bytes)).size).toBe(1);
  },
);
