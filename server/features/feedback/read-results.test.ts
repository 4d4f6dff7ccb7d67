import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { inviteTokenHeader } from "#contract/endpoint.ts";
import { readResults } from "#contract/feedback/feedback.ts";
import { useTestApp } from "#server/testing/app.ts";
import { repeat } from "#server/testing/repeat.ts";
import type { SeededCircle } from "#server/testing/seed-circle.ts";
import { listAnswers } from "./read-results.ts";

const app = useTestApp({ each: true });

const owner = app.useOwner();

const seed = (isAnonymous: boolean) => app.circles.seed(owner, { is_anonymous: isAnonymous });

async function answer(circle: SeededCircle, person: number, body: object) {
  expect((await app.circles.answer(circle.tokenOf(person), body)).status).toBe(201);
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

  it("without answers says that there are none yet", async () => {
    expect(await read(await seed(false))).toMatchObject({ visibility: "none_yet", responses: [] });
  });

  it("keeps each question as it read when it was answered", async () => {
    const circle = await seed(false);
    await answer(circle, 0, { answers: { 1: "A door." } });
    await app.db
      .updateTable("circles")
      .set({ questions: JSON.stringify([{ id: 9, label: "New?", type: "textarea" }]) })
      .execute();
    const [response] = (await read(circle)).responses;
    expect(response?.answers).toMatchObject([{ label: "What do you see?", answer: "A door." }]);
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

  it("closed with too few answers says the same for none, one and two", async () => {
    const seen = [];
    for (const count of [0, 1, 2]) {
      const circle = await seed(true);
      await repeat(count, (person) => answer(circle, person, { answers: { 1: "Deleted." } }));
      await app.circles.close(owner, circle.id);
      seen.push({ ...(await read(circle)), circle_id: "" });
    }
    expect(seen[0]).toMatchObject({ visibility: "too_few", responses: [], encouragements: [] });
    expect(seen.slice(1)).toEqual([seen[0], seen[0]]);
  });
});

describe("who may read results", () => {
  it("somebody else's paraline, a deleted one and a malformed id are not found", async () => {
    const circle = await seed(false);
    const stranger = await app.createOwner();
    const asked = [
      await app.as(stranger, "GET", `/api/circles/${circle.id}/feedback`),
      await app.as(owner, "GET", `/api/circles/${randomUUID()}/feedback`),
      await app.as(owner, "GET", "/api/circles/1/feedback"),
    ];
    for (const response of asked) {
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ code: "circle_not_found" });
    }
  });

  it("callers who are not signed in may not read them, not even with an invite's token", async () => {
    const circle = await seed(false);
    const response = await app.request(`/api/circles/${circle.id}/feedback`, {
      headers: { [inviteTokenHeader]: circle.tokenOf(0) },
    });
    expect(response.status).toBe(401);
  });
});

it("an answer whose question is missing even from the snapshot comes last, without a label", () => {
  const question = { id: 1, label: "What?", type: "textarea" } as const;
  expect(listAnswers({ 1: "a", 4: 3 }, [question])).toMatchObject([
    { question_id: 1, label: "What?" },
    { question_id: 4, label: null, type: "rating", answer: 3 },
  ]);
});
