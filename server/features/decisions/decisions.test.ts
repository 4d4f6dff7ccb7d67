import { beforeEach, describe, expect, it } from "vitest";
import type { QuestionDraft } from "#contract/circles/questions.ts";
import { listReviews, type Recap, readDecision, saveDecision } from "#contract/decisions.ts";
import { generateInsights } from "#contract/insights/insights.ts";
import { findCircleOfOwner } from "#server/access/owned-circle.ts";
import { readResults } from "#server/features/feedback/read-results.ts";
import { useTestApp } from "#server/testing/app.ts";
import { itOnPostgres } from "#server/testing/database/db.ts";
import type { TestOwner } from "#server/testing/owners.ts";
import { readRecap } from "./read-recap.ts";

const app = useTestApp();
const { create, person, answer } = app.circles;

let owner: TestOwner;
beforeEach(async () => {
  owner = await app.createOwner({ time_zone: "UTC" });
});

const address = (id: string) => `/api/circles/${id}/decision`;

const read = (id: string) => app.call(owner, readDecision, { params: { id } });

const save = async (id: string, changes: object) =>
  (await app.call(owner, saveDecision, { params: { id }, body: changes })).decision;

const rate = (id: string, name: string, answers: Record<string, string | number>) =>
  app.circles.answerAs(id, name, { answers });

const rating: QuestionDraft = { label: "How well does it fit?", type: "rating" };
const text: QuestionDraft = { label: "What do you see?", type: "textarea" };

describe("a decision", () => {
  it("is empty before anything is written, and keeps what was written on every path", async () => {
    const id = await create(owner);
    expect((await read(id)).decision).toMatchObject({ version: 0, path: null, prediction: "" });
    await save(id, { path: "affirm", fields: { affirm: { why: "I know.\r\nI do. " } } });
    await save(id, { path: "pause", fields: { pause: { skills: "Sleep" } } });
    await save(id, { review_date: "2027-02-01", prediction: "I will stay.", confidence: 70 });
    expect((await read(id)).decision).toMatchObject({
      version: 3,
      path: "pause",
      fields: { affirm: { why: "I know.\nI do." }, pause: { skills: "Sleep", why_not_now: "" } },
      review_date: "2027-02-01",
      prediction: "I will stay.",
      confidence: 70,
      can_review: false,
    });
    await save(id, { path: null, review_date: null, confidence: null });
    expect((await read(id)).decision).toMatchObject({
      path: null,
      review_date: null,
      confidence: null,
      fields: { affirm: { why: "I know.\nI do." } },
    });
  });

  it("edited on two pages keeps the later edit and loses nothing else, and each page notices by the version", async () => {
    const id = await create(owner);
    await save(id, { path: "affirm", fields: { affirm: { why: "One", first_steps: "Ask" } } });
    expect((await save(id, { fields: { affirm: { why: "Two" } } })).version).toBe(2);
    const third = await save(id, { fields: { affirm: { check_in_buddy: "Ruth" } } });
    expect(third.version).toBe(3);
    expect(third.fields.affirm).toEqual({
      why: "Two",
      first_steps: "Ask",
      check_in_buddy: "Ruth",
    });
    expect((await save(id, { fields: { affirm: { why: "Two" } } })).version).toBe(3);
  });

  itOnPostgres("twenty saves at once are all kept", async () => {
    const id = await create(owner);
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        save(id, index % 2 === 0 ? { prediction: `${index}` } : { what_happened: `${index}` }),
      ),
    );
    expect((await read(id)).decision.version).toBe(20);
  });

  it("accepts texts up to their limits, and refuses longer ones with a sentence", async () => {
    const id = await create(owner);
    await save(id, { fields: { pause: { why_not_now: "x".repeat(2000) } } });
    await save(id, { prediction: "x".repeat(200) });
    for (const [changes, path, message] of [
      [
        { fields: { pause: { why_not_now: "x".repeat(2001) } } },
        ["fields", "pause", "why_not_now"],
        "This may have at most 2000 characters.",
      ],
      [{ prediction: "x".repeat(201) }, ["prediction"], "This may have at most 200 characters."],
      [{ confidence: 55 }, ["confidence"], expect.stringMatching(/^[A-Z].*\.$/)],
      [{ review_date: "2027-02-30" }, ["review_date"], "This must be a day like 2026-12-31."],
    ] as const) {
      const response = await app.as(owner, "PATCH", address(id), changes);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ path, message });
    }
  });

  it("can be reviewed from the review date on, in the owner's time zone", async () => {
    owner = await app.createOwner({ time_zone: "Pacific/Kiritimati" });
    const id = await create(owner);
    await save(id, { review_date: "2026-11-10" });
    app.clock.set("2026-11-09T09:59:00Z");
    expect((await read(id)).decision.can_review).toBe(false);
    app.clock.set("2026-11-09T10:00:00Z");
    expect((await read(id)).decision.can_review).toBe(true);
    await save(id, { what_happened: "I stayed.", review_date: "2027-11-10" });
    expect((await read(id)).decision).toMatchObject({
      can_review: true,
      what_happened: "I stayed.",
    });
  });

  it("keeps whether the prediction came true, which opens the review on any day", async () => {
    const id = await create(owner);
    await save(id, { review_date: "2027-11-10", prediction: "I will stay.", came_true: "partly" });
    const given = { came_true: "partly", can_review: true, prediction: "I will stay." };
    expect((await read(id)).decision).toMatchObject(given);
    await save(id, { confidence: 60 });
    expect((await read(id)).decision).toMatchObject(given);
    const refused = await app.as(owner, "PATCH", address(id), { came_true: "perhaps" });
    expect(refused.status).toBe(400);
    await save(id, { came_true: null });
    expect((await read(id)).decision).toMatchObject({ came_true: null, can_review: false });
  });

  it("is listed for its owner alone, once a prediction or what happened is written", async () => {
    const [predicted, reviewed, planned] = [
      await create(owner),
      await create(owner),
      await create(owner),
    ];
    await save(predicted, { review_date: "2027-11-10", prediction: "I will stay." });
    await save(reviewed, { what_happened: "I left." });
    await save(planned, { path: "affirm", fields: { affirm: { why: "I know." } } });
    const { reviews } = await app.call(owner, listReviews, {});
    const byId = new Map(reviews.map(({ circle_id, ...review }) => [circle_id, review]));
    expect([...byId.keys()].sort()).toEqual([predicted, reviewed].sort());
    expect(byId.get(predicted)).toEqual({
      review_date: "2027-11-10",
      prediction: "I will stay.",
      confidence: null,
      what_happened: "",
      came_true: null,
      can_review: false,
    });
    expect(byId.get(reviewed)).toMatchObject({ what_happened: "I left.", can_review: true });
    const stranger = await app.createOwner();
    expect(await app.call(stranger, listReviews, {})).toEqual({ reviews: [] });
    expect((await app.request("/api/decisions")).status).toBe(401);
  });

  it("is deleted with its paraline", async () => {
    const id = await create(owner, { title: "Gone" });
    await save(id, { path: "affirm" });
    await app.as(owner, "DELETE", `/api/circles/${id}`, { title: "Gone" });
    const { decisions } = await app.db
      .selectFrom("decisions")
      .where("circle_id", "=", id)
      .select(({ fn }) => fn.countAll<number>().as("decisions"))
      .executeTakeFirstOrThrow();
    expect(decisions).toBe(0);
  });
});

describe("the recap", () => {
  const readCircleRecap = async (id: string) => (await read(id)).recap;

  it("says that no ratings were asked for, and shows no number", async () => {
    const id = await create(owner, { questions: [text] });
    await rate(id, "ana", { 1: "Yes." });
    expect(await readCircleRecap(id)).toMatchObject({
      state: "readable",
      visibility: "readable",
      fit: { state: "not_asked" },
      insights: { state: "none" },
    });
  });

  it("is the mean of every readable rating, with their count and spread", async () => {
    const id = await create(owner, { questions: [rating, text, rating] });
    expect(await readCircleRecap(id)).toMatchObject({
      visibility: "none_yet",
      fit: { state: "none_yet" },
    });
    await rate(id, "ana", { 1: 5, 3: 4 });
    await rate(id, "ben", { 1: 3, 2: "No rating on the third." });
    expect((await readCircleRecap(id)) as unknown).toMatchObject({
      fit: {
        state: "rated",
        average: 4,
        ratings_count: 3,
        counts: [0, 0, 1, 1, 1],
        low: "Poor fit",
        high: "Great fit",
      },
    });
  });

  it("reverses ratings whose low number is good, and leaves out those whose direction is not known", async () => {
    const risky = { ...rating, label: "How risky does it look?" };
    const marked = { ...risky, rating_direction: "lower_is_better" as const };
    const id = await create(owner, { questions: [rating, marked, risky] });
    await rate(id, "ana", { 1: 5, 2: 1, 3: 5 });
    const fit = { average: 5, ratings_count: 2, left_out_count: 1, counts: [0, 0, 0, 0, 2] };
    expect(await readCircleRecap(id)).toMatchObject({ fit });
    const other = await create(owner, { questions: [risky] });
    await rate(other, "ana", { 1: 5 });
    expect(await readCircleRecap(other)).toMatchObject({ fit: { state: "unmarked" } });
  });

  it("keeps the product's own labels on a reversed scale, and reverses the owner's", async () => {
    const marked = { ...rating, rating_direction: "lower_is_better" as const };
    const id = await create(owner, { questions: [marked] });
    await rate(id, "ana", { 1: 1 });
    expect(await readCircleRecap(id)).toMatchObject({
      fit: { average: 5, low: "Poor fit", high: "Great fit" },
    });
    const named = { low: "Safe", middle: "", high: "Risky" };
    const other = await create(owner, { questions: [{ ...marked, rating_labels: named }] });
    await rate(other, "ana", { 1: 1 });
    expect(await readCircleRecap(other)).toMatchObject({
      fit: { average: 5, low: "Risky", high: "Safe" },
    });
  });

  it("counts what was chosen, separately for each question", async () => {
    const options = ["Take it", "Wait a year"];
    const id = await create(owner, {
      questions: [{ label: "What should I do?", type: "choice", options }, text],
    });
    expect(await readCircleRecap(id)).toMatchObject({ choices: [] });
    await rate(id, "ana", { 1: "Wait a year" });
    await rate(id, "ben", { 1: "Wait a year", 2: "Wait." });
    expect(await readCircleRecap(id)).toMatchObject({
      fit: { state: "not_asked" },
      choices: [{ question_id: 1, label: "What should I do?", options, counts: [0, 2] }],
    });
  });

  it("labels the ends of the scale as the questions do, if they all have the same labels", async () => {
    const named = { low: "Low", middle: "So so", high: "High" };
    const id = await create(owner, { questions: [{ ...rating, rating_labels: named }] });
    await rate(id, "ana", { 1: 2 });
    expect(await readCircleRecap(id)).toMatchObject({ fit: { low: "Low", high: "High" } });
    const other = await create(owner, { questions: [{ ...rating, rating_labels: named }, rating] });
    await rate(other, "ana", { 1: 2, 2: 4 });
    expect(await readCircleRecap(other)).toMatchObject({
      fit: { low: "Poor fit", high: "Great fit" },
    });
  });

  it("the recap of an anonymous paraline contains nothing before its closing", async () => {
    const id = await create(owner, { is_anonymous: true, questions: [rating] });
    const before = await readCircleRecap(id);
    expect(before).toMatchObject({ visibility: "sealed", fit: { state: "none_yet" } });
    await rate(id, "ana", { 1: 5 });
    await rate(id, "ben", { 1: 4 });
    await rate(id, "cleo", { 1: 3 });
    expect(await readCircleRecap(id)).toEqual(before);
    await app.circles.close(owner, id);
    expect(await readCircleRecap(id)).toMatchObject({ fit: { average: 4, ratings_count: 3 } });
  });

  it("takes strength and risk from the insights", async () => {
    const id = await create(owner, { questions: [{ ...text, role: "worries" }] });
    await answer((await person(id, "ana")).invite_token, {
      answers: { 1: "The winter." },
    });
    await answer((await person(id, "ben")).invite_token, {
      answers: { 1: "I fear the winter." },
    });
    const generated = await app.as(owner, "POST", `/api/circles/${id}/insights`);
    const { insights } = generateInsights.output.parse(await generated.json());
    expect(insights.top_risk).not.toBeNull();
    const brief = (point: { text: string; people_count: number } | null) =>
      point && { text: point.text, people_count: point.people_count };
    expect(((await readCircleRecap(id)) as Extract<Recap, { state: "readable" }>).insights).toEqual(
      {
        state: "ready",
        overall: { name: "None", source: "Nobody was asked for a rating" },
        top_strength: brief(insights.top_strength),
        top_risk: brief(insights.top_risk),
      },
    );
  });

  it("the recap of an anonymous paraline names the strength and the risk that two people share, and no other", async () => {
    const id = await create(owner, {
      is_anonymous: true,
      questions: [
        { label: "What worries you?", type: "textarea", role: "worries" },
        { label: "What are my strengths?", type: "textarea", role: "strengths" },
      ],
    });
    await rate(id, "ana", { 1: "The rent." });
    await rate(id, "ben", { 1: "I fear the rent." });
    await rate(id, "cleo", { 2: "Your patience with beginners is rare." });
    await app.circles.close(owner, id);
    const generated = await app.as(owner, "POST", `/api/circles/${id}/insights`);
    const { insights } = generateInsights.output.parse(await generated.json());
    expect(insights.top_risk).toMatchObject({ people_count: 2 });
    expect(insights.top_strength).toBeNull();
    expect(await readCircleRecap(id)).toMatchObject({
      insights: { state: "ready", top_strength: null, top_risk: { people_count: 2 } },
    });
  });

  it("contains nothing while the results are locked", async () => {
    const id = await create(owner, { questions: [rating] });
    const circle = await findCircleOfOwner(app.db, id);
    if (circle === undefined) throw new Error("It was created.");
    const deps = { ...app.deps, config: { ...app.deps.config, billing: "test" as const } };
    const recap = async () => readRecap(deps, circle, await readResults(deps, circle));
    expect(await recap()).toMatchObject({ state: "readable" });
    await rate(id, "ana", { 1: 5 });
    expect(await recap()).toEqual({ state: "locked" });
  });
});
