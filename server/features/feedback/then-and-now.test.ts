import { describe, expect, it } from "vitest";
import { describeStanceChange } from "#contract/feedback/change-text.ts";
import { readThenAndNow } from "#contract/feedback/then-and-now.ts";
import { useTestApp } from "#server/testing/app.ts";
import type { TestOwner } from "#server/testing/owners.ts";

const app = useTestApp({ each: true, environment: { BILLING: "test" } });
const owner = app.useOwner();

const questions = [
  { label: "What do you see?", type: "textarea" },
  { label: "How good a fit does this seem?", type: "rating" },
  { label: "What should I do?", type: "choice", options: ["Take it", "Wait"] },
];

async function create(given: object = {}): Promise<string> {
  const id = await app.circles.create(owner, { questions, ...given } as object);
  await app.work();
  return id;
}

async function copy(id: string, by: TestOwner = owner): Promise<string> {
  const copied = await app.circles.copy(by, id, { with_people: true });
  await app.as(by, "POST", `/api/circles/${copied.id}/invites/send`, {});
  await app.work();
  return copied.id;
}

const compare = async (id: string) =>
  (await app.call(owner, readThenAndNow, { params: { id } })).comparison;

const answers = (rating: number, choice = "Take it") => ({
  answers: { 1: "A door.", 2: rating, 3: choice },
});

describe("a paraline that was asked again", () => {
  it("is compared with the earlier one by the questions that both ask in the same way", async () => {
    await app.purchases.buy(owner, "monthly");
    const then = await create();
    await app.circles.answerAs(then, "ana", answers(2));
    await app.circles.answerAs(then, "ben", answers(3, "Wait"));
    app.clock.advance({ days: 10 });
    const now = await copy(then);
    for (const name of ["ana", "ben", "cleo"]) {
      await app.circles.answerAs(now, name, answers(5));
    }
    const { title } = await app.circles.read(owner, then);
    expect(await compare(now)).toEqual({
      state: "readable",
      circle_id: then,
      title,
      before_on: { first: "2026-11-02", last: "2026-11-02" },
      now_on: { first: "2026-11-12", last: "2026-11-12" },
      questions: [
        {
          question_id: 2,
          label: "How good a fit does this seem?",
          is_stance: false,
          direction: "higher_is_better",
          before: {
            people_count: 2,
            tally: {
              type: "rating",
              question_id: 2,
              label: "How good a fit does this seem?",
              low: "Poor fit",
              high: "Great fit",
              counts: [0, 1, 1, 0, 0],
            },
          },
          now: { people_count: 3, tally: expect.objectContaining({ counts: [0, 0, 0, 0, 3] }) },
        },
        {
          question_id: 3,
          label: "What should I do?",
          is_stance: false,
          direction: null,
          before: { people_count: 2, tally: expect.objectContaining({ counts: [1, 1] }) },
          now: { people_count: 3, tally: expect.objectContaining({ counts: [3, 0] }) },
        },
      ],
    });
    expect(await app.circles.read(owner, now)).toMatchObject({ copied_from: then });
    expect(await compare(then)).toEqual({ state: "none" });
  });

  it("names the stance question, and uses the directions that the owner has set now", async () => {
    await app.purchases.buy(owner, "monthly");
    const then = await create();
    for (const name of ["ana", "ben", "cleo"]) await app.circles.answerAs(then, name, answers(4));
    const now = await copy(then);
    for (const name of ["ana", "ben", "cleo"]) await app.circles.answerAs(now, name, answers(2));
    const mark = async (marks: object) => {
      const { questions: current } = await app.circles.read(owner, now);
      const marked = current.map((question) =>
        question.id === 2 ? { ...question, ...marks } : question,
      );
      expect((await app.circles.edit(owner, now, { questions: marked })).status).toBe(200);
    };
    await mark({ role: "stance" });
    const compared = await compare(now);
    expect(compared).toMatchObject({
      questions: [
        { question_id: 2, is_stance: true, direction: "higher_is_better" },
        { question_id: 3, is_stance: false },
      ],
    });
    expect(describeStanceChange(compared)).toBe(
      "From 4.0 to 2.0 of 5: people are less in favour than then.",
    );
    await mark({ role: "stance", rating_direction: "lower_is_better" });
    expect(describeStanceChange(await compare(now))).toBe(
      "From 4.0 to 2.0 of 5, where a low number is good: people are more in favour than then.",
    );
  });

  it("leaves out questions with other words, another scale or other options", async () => {
    await app.purchases.buy(owner, "monthly");
    const then = await create();
    await app.circles.answerAs(then, "ana", answers(2));
    const now = await copy(then);
    const circle = await app.circles.read(owner, now);
    const ratingLabels = { low: "No", middle: "", high: "Yes" };
    const changed = circle.questions.map((question) =>
      question.id === 2
        ? { ...question, rating_labels: ratingLabels }
        : question.id === 3
          ? { ...question, label: "What would you do?" }
          : question,
    );
    expect((await app.circles.edit(owner, now, { questions: changed })).status).toBe(200);
    await app.circles.answerAs(now, "ana", answers(5));
    expect(await compare(now)).toMatchObject({ state: "readable", questions: [] });
  });

  it("is not compared while the earlier one is locked, has nothing to read or is sealed", async () => {
    const then = await create({ is_anonymous: true });
    const now = await copy(then);
    const names = ["ana", "ben", "cleo"];
    for (const name of names) await app.circles.answerAs(now, name, answers(4));
    await app.circles.close(owner, now);
    const locked = await app.as(owner, "GET", `/api/circles/${now}/then-and-now`);
    expect([locked.status, await locked.json()]).toMatchObject([402, { code: "results_locked" }]);
    await app.purchases.buy(owner, "single", now);
    expect(await compare(now)).toMatchObject({ state: "nothing_to_read", circle_id: then });
    for (const name of names) await app.circles.answerAs(then, name, answers(1));
    expect(await compare(now)).toMatchObject({ state: "nothing_to_read", circle_id: then });
    const { title } = await app.circles.close(owner, then);
    expect(await compare(now)).toEqual({ state: "locked", circle_id: then, title });
  });

  it("is not compared once the earlier one is deleted", async () => {
    await app.purchases.buy(owner, "monthly");
    const then = await create();
    await app.circles.answerAs(then, "ana", answers(2));
    const now = await copy(then);
    await app.circles.answerAs(now, "ana", answers(5));
    const { title } = await app.circles.read(owner, then);
    expect((await app.as(owner, "DELETE", `/api/circles/${then}`, { title })).status).toBe(200);
    expect(await compare(now)).toEqual({ state: "none" });
    expect(await app.circles.read(owner, now)).toMatchObject({ copied_from: null });
  });

  it("is compared only with a paraline of the same owner", async () => {
    await app.purchases.buy(owner, "monthly");
    const stranger = await app.createOwner();
    const then = await app.circles.create(stranger, { questions } as object);
    await app.circles.answerAs(then, "ana", answers(2));
    const now = await create();
    await app.circles.answerAs(now, "ana", answers(5));
    // No endpoint can cause this.
    await app.db
      .updateTable("circles")
      .set({ copied_from: then } as object)
      .where("id", "=", now)
      .execute();
    expect(await compare(now)).toEqual({ state: "none" });
  });
});
