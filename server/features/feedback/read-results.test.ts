import { describe, expect, it } from "vitest";
import { readResults } from "#contract/feedback/feedback.ts";
import { useTestApp } from "#server/testing/app.ts";
import { repeat } from "#server/testing/repeat.ts";
import type { SeededCircle } from "#server/testing/seed-circle.ts";
import { listAnswers } from "./read-results.ts";

const app = useTestApp({ each: true });

const owner = app.useOwner();

const seed = (isAnonymous: boolean) => app.circles.seed(owner, { is_anonymous: isAnonymous });

async function answer(circle: SeededCircle, person: number, body: object) {
  expect((await app.circles.answer(circle.findToken(person), body)).status).toBe(201);
}

const read = ({ id }: SeededCircle) => app.call(owner, readResults, { params: { id } });

describe("a named paraline", () => {
  it("shows responses in order of arrival, with first names, days and labels", async () => {
    const circle = await seed(false);
    await answer(circle, 2, { answers: { 3: "Go.", 2: 5 }, encouragement: "Yes!" });
    app.clock.advance({ days: 1 });
    await answer(circle, 0, { answers: { 1: "A door." } });

    const results = await read(circle);
    expect(results.visibility).toBe("readable");
    expect(results.responses).toMatchObject([
      {
        number: 1,
        first_name: "Cleo",
        received_on: "2026-11-02",
        answers: [
          {
            question_id: 2,
            label: "How well does it fit?",
            type: "rating",
            answer: 5,
            rating_labels: { low: "Poor fit", middle: "Neutral", high: "Great fit" },
          },
          { question_id: 3, label: "What would you do?", type: "textarea", answer: "Go." },
        ],
      },
      { number: 2, first_name: "Ana", received_on: "2026-11-03" },
    ]);
    expect(results.encouragements).toMatchObject([
      { note: "Yes!", first_name: "Cleo", received_on: "2026-11-02" },
    ]);
  });

  it("a named paraline without answers says that there are none yet", async () => {
    expect(await read(await seed(false))).toMatchObject({ visibility: "none_yet", responses: [] });
  });
});

describe("an anonymous paraline", () => {
  it("says only that it is sealed, whether none or three have answered", async () => {
    const circle = await seed(true);
    const empty = await read(circle);
    await repeat(3, (person) => answer(circle, person, { answers: { 1: "Sealed." } }));
    expect(await read(circle)).toEqual(empty);
    expect(empty).toMatchObject({ visibility: "sealed", responses: [] });
  });

  it("shows its answers without names once it has closed, under that day", async () => {
    const circle = await seed(true);
    await answer(circle, 0, { answers: { 1: "One." }, encouragement: "First note" });
    await repeat(2, (index) => answer(circle, index + 1, { answers: { 1: "Another." } }));
    app.clock.advance({ days: 2 });
    await app.circles.close(owner, circle.id);
    const results = await read(circle);
    expect(results.responses.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(results.encouragements).toHaveLength(1);
    for (const item of [...results.responses, ...results.encouragements]) {
      expect(item).toMatchObject({ first_name: null, received_on: "2026-11-04" });
    }
  });
});

it("an answer whose question is missing even from the snapshot comes last, without a label", () => {
  const question = { id: 1, label: "What?", type: "textarea" } as const;
  expect(listAnswers({ 1: "a", 4: 3 }, [question])).toMatchObject([
    { question_id: 1, label: "What?" },
    { question_id: 4, label: null, type: "rating", answer: 3 },
  ]);
});
