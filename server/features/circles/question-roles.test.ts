import { expect, it } from "vitest";
import { findStanceQuestion, type QuestionDraft } from "#contract/circles/questions.ts";
import type { Insights } from "#contract/insights/insights.ts";
import { useTestApp } from "#server/testing/app.ts";
import { readRows } from "#server/testing/database/rows.ts";

const app = useTestApp();
const { create, createInvited, read, person, answer } = app.circles;
const owner = app.useOwner({ full_name: "Maya", time_zone: "UTC" });

const stance = findStanceQuestion("life-decision");
const worries: QuestionDraft = { label: "What worries you?", type: "textarea", role: "worries" };
const open: QuestionDraft = { label: "What do you see?", type: "textarea", role: "other" };
const risky: QuestionDraft = { label: "How risky does it look?", type: "rating" };
const edit = (id: string, questions: unknown[]) => app.circles.edit(owner, id, { questions });

const submit = async (id: string, name: string, answers: Record<string, unknown>) =>
  answer((await person(id, name)).invite_token, { answers });

async function generate(id: string): Promise<Insights> {
  const made = await app.as(owner, "POST", `/api/circles/${id}/insights`);
  expect(made.status).toBe(200);
  return ((await made.json()) as { insights: Insights }).insights;
}

it("a second stance question, or a role that a type cannot have, is refused with the place of its question", async () => {
  const id = await create(owner, { questions: [stance, worries] });
  for (const [questions, code, place] of [
    [[stance, { ...risky, role: "stance" }], "stance_repeated", 1],
    [[{ ...worries, role: "stance" }], "stance_not_rated", 0],
    [[worries, { ...risky, role: "worries" }], "role_not_written", 1],
  ] as const) {
    const refused = await edit(id, [...questions]);
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({ code, path: ["questions", place, "role"] });
  }
  expect((await edit(id, [{ ...worries, role: "praise" }])).status).toBe(400);
  expect((await edit(id, [{ ...risky, rating_direction: "sideways" }])).status).toBe(400);
  expect((await read(owner, id)).questions).toMatchObject([stance, worries]);
});

it("the people who answer get neither roles nor directions", async () => {
  const marked = { ...risky, rating_direction: "lower_is_better" as const };
  const id = await create(owner, { questions: [stance, worries, marked] });
  const { invite_token } = await person(id, "ana");
  const page = await (await app.request(`/invite?token=${invite_token}`)).text();
  const headers = { Authorization: `Bearer ${invite_token}`, "X-Invite-Token": invite_token };
  const view = await (await app.request("/api/feedback", { headers })).text();
  for (const payload of [page, view]) {
    expect(payload).toContain(stance.label);
    for (const mark of ["role", "stance", 'worries"', "rating_direction", "lower_is_better"]) {
      expect(payload.replaceAll(/\srole="[a-z]+"/g, "")).not.toContain(mark);
    }
  }
});

it("roles and directions are copied with a paraline", async () => {
  const marked = { ...risky, rating_direction: "lower_is_better" as const };
  const id = await create(owner, { questions: [stance, worries, marked] });
  const copied = await app.circles.copy(owner, id);
  expect(copied.questions).toMatchObject([stance, worries, marked]);
});

it("a direction that is corrected after people have answered applies to their ratings", async () => {
  const id = await create(owner, { questions: [risky, open] });
  for (const name of ["ana", "ben", "cleo"]) {
    await submit(id, name, { 1: 1, 2: `${name} was there on Tuesday.` });
  }
  expect((await generate(id)).overall).toMatchObject({ source: "none", reason: "unmarked" });
  const marked = { ...risky, id: 1, rating_direction: "lower_is_better" };
  expect((await edit(id, [marked, { ...open, id: 2 }])).status).toBe(200);
  expect(await generate(id)).toMatchObject({
    sentiment: "positive",
    overall: { source: "ratings", mean: 5, unmarked_ratings: [] },
  });
  expect(
    (
      await edit(id, [
        { ...marked, role: "stance" },
        { ...open, id: 2 },
      ])
    ).status,
  ).toBe(200);
  expect((await generate(id)).overall).toMatchObject({ source: "stance", mean: 1 });
  // Once deleted, the question counts as it was when it was answered: unmarked.
  expect((await edit(id, [{ ...open, id: 2 }])).status).toBe(200);
  expect((await generate(id)).overall).toMatchObject({ source: "none", reason: "unmarked" });
});

it("an anonymous paraline's answers keep no mark that would date them, and its roles can be corrected", async () => {
  const id = await createInvited(owner, {
    is_anonymous: true,
    questions: [{ ...risky, role: "stance" }, worries],
  });
  await submit(id, "ana", { 1: 1, 2: "The winter." });
  const corrected = [
    { ...risky, id: 1, role: "stance", rating_direction: "lower_is_better" },
    { ...worries, id: 2, role: "advice" },
  ];
  expect((await edit(id, corrected)).status).toBe(200);
  expect((await read(owner, id)).questions).toMatchObject(corrected);
  const reworded = await edit(id, [{ ...corrected[0], label: "How safe?" }, corrected[1]]);
  expect(await reworded.json()).toMatchObject({ code: "circle_fixed" });
  await submit(id, "ben", { 1: 2, 2: "Nothing." });
  await submit(id, "cleo", { 1: 1, 2: "The lease." });
  await app.circles.close(owner, id);
  const stored = await readRows(app.db, "feedback", { circle_id: id }, ["questions"]);
  expect(JSON.stringify(stored)).not.toMatch(/role|direction/);
  expect(await generate(id)).toMatchObject({
    sentiment: "positive",
    overall: { source: "stance", is_reversed: true, counts: [2, 1, 0, 0, 0] },
  });
});
