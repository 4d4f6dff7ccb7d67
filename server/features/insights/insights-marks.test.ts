import { describe, expect, it } from "vitest";
import type { QuestionRole } from "#contract/circles/questions.ts";
import { generateInsights, type Insights, readInsights } from "#contract/insights/insights.ts";
import type { RatingDirection } from "#contract/question-types/rating-schemas.ts";
import { useTestApp } from "#server/testing/app.ts";

const app = useTestApp({ each: true, environment: { BILLING: "off" } });
const owner = app.useOwner();

interface Marks {
  role?: QuestionRole;
  rating_direction?: RatingDirection;
}

const questions = [
  { label: "What do you think of it?", type: "textarea" },
  { label: "How does it look to you?", type: "rating" },
  { label: "How would it be for the family?", type: "rating" },
];

const people = ["ana", "ben", "cleo"];

async function createAnswered(isAnonymous: boolean, asked: object[] = questions): Promise<string> {
  const given = { questions: asked, is_anonymous: isAnonymous };
  const id = await app.circles.create(owner, given as object);
  await app.work();
  for (const name of people) {
    const answers = { 1: "The winter is long, and the rent is high.", 2: 5, 3: 1 };
    const known = Object.entries(answers).slice(0, asked.length);
    await app.circles.answerAs(id, name, { answers: Object.fromEntries(known) });
  }
  if (isAnonymous) await app.circles.close(owner, id);
  await app.call(owner, generateInsights, { params: { id } });
  return id;
}

async function mark(id: string, marks: Record<number, Marks>): Promise<void> {
  const { questions: current } = await app.circles.read(owner, id);
  const marked = current.map((question) => ({ ...question, ...marks[question.id] }));
  const response = await app.circles.edit(owner, id, { questions: marked });
  expect(response.status).toBe(200);
}

async function read(id: string): Promise<Insights> {
  const { insights } = await app.call(owner, readInsights, { params: { id } });
  if (insights === null) throw new Error("There are insights.");
  return insights;
}

describe.each([
  ["named", false],
  ["anonymous", true],
])("insights of a %s paraline whose owner corrects how a question is read", (_, isAnonymous) => {
  it("stay as they were made while nothing is corrected", async () => {
    const id = await createAnswered(isAnonymous);
    const insights = await read(id);
    expect(insights).toMatchObject({
      sentiment: "mixed",
      overall: { source: "ratings", mean: 3 },
      roles_changed: false,
    });
    // Marks that match what is guessed anyway change nothing.
    await mark(id, { 1: { role: "other" }, 2: { rating_direction: "higher_is_better" } });
    expect(await read(id)).toEqual(insights);
  });

  it("are counted by the new stance question at once", async () => {
    const id = await createAnswered(isAnonymous);
    const before = await read(id);
    await mark(id, { 2: { role: "stance" } });
    const now = await read(id);
    expect(now).toMatchObject({
      sentiment: "positive",
      overall: { source: "stance", question_id: 2, mean: 5, spread: 0 },
      themes: before.themes,
    });
    expect(now.sentiment_explanation).toContain("“How does it look to you?” with 5.0 of 5");
    await mark(id, { 2: { role: "stance", rating_direction: "lower_is_better" } });
    expect(await read(id)).toMatchObject({
      sentiment: "concerned",
      overall: { source: "stance", mean: 5, is_reversed: true },
    });
  });

  it("follow a direction, everywhere they are shown", async () => {
    const id = await createAnswered(isAnonymous);
    await mark(id, { 3: { rating_direction: "lower_is_better" } });
    expect(await read(id)).toMatchObject({
      sentiment: "positive",
      overall: { source: "ratings", mean: 5 },
    });
    const file = await app.as(owner, "GET", `/api/circles/${id}/results/results.json`);
    expect(await file.json()).toMatchObject({ insights: { sentiment: "positive" } });
  });

  it("say that new ones are needed when a text question is for something else", async () => {
    const id = await createAnswered(isAnonymous);
    const before = await read(id);
    await mark(id, { 1: { role: "worries" } });
    const now = await read(id);
    expect(now).toEqual({ ...before, roles_changed: true });
    await app.call(owner, generateInsights, { params: { id } });
    expect(await read(id)).toMatchObject({ roles_changed: false, top_strength: null });
  });

  it("show no overall view once it is not known which number is good", async () => {
    const [text] = questions;
    const risky = { label: "How risky is it?", type: "rating" };
    const marked = { ...risky, rating_direction: "lower_is_better" };
    const id = await createAnswered(isAnonymous, [text ?? {}, marked]);
    expect(await read(id)).toMatchObject({ sentiment: "concerned", roles_changed: false });
    const { questions: current } = await app.circles.read(owner, id);
    const plain = current.map(({ rating_direction: _, ...question }) => question);
    expect((await app.circles.edit(owner, id, { questions: plain })).status).toBe(200);
    expect(await read(id)).toMatchObject({
      sentiment: "other",
      overall: { source: "none", reason: "unmarked", unmarked_ratings: [{ question_id: 2 }] },
    });
  });

  it("are as before once the correction is taken back", async () => {
    const id = await createAnswered(isAnonymous);
    const before = await read(id);
    await mark(id, { 1: { role: "worries" }, 2: { role: "stance" } });
    expect(await read(id)).toMatchObject({
      roles_changed: true,
      sentiment: "positive",
    });
    const { questions: current } = await app.circles.read(owner, id);
    const plain = current.map(({ role: _, ...question }) => question);
    expect((await app.circles.edit(owner, id, { questions: plain })).status).toBe(200);
    expect(await read(id)).toEqual(before);
  });
});

it("count neither who was left out nor who answered since, when the owner corrects a mark", async () => {
  const everyone = ["dan", ...people, "eve", "fay", "gil"];
  const id = await app.circles.create(owner, {
    questions,
    people: everyone,
  } as object);
  await app.work();
  const rate = (name: string, rating: number, more: object = {}) =>
    app.circles.answerAs(id, name, { answers: { 1: "The winter is long.", 2: rating }, ...more });
  await rate("dan", 1, { use_in_insights: false });
  for (const name of [...people, "eve", "fay"]) await rate(name, 5);
  await app.call(owner, generateInsights, { params: { id } });
  const counted = { source: "stance", counts: [0, 0, 0, 0, 5], answers_count: 5 };
  await mark(id, { 2: { role: "stance" } });
  expect(await read(id)).toMatchObject({ overall: counted });
  const before = await read(id);
  await rate("gil", 1);
  const since = await read(id);
  expect(since.new_responses_count).toBe(1);
  expect(since.overall).toEqual(before.overall);
});
