import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { type Insights, insightsSchema, readInsights } from "#contract/insights/insights.ts";
import { findCircleOfOwner } from "#server/access/owned-circle.ts";
import { findReadableCircle } from "#server/access/readable-circle.ts";
import type { HeavyWork } from "#server/system/heavy-work.ts";
import { useTestApp } from "#server/testing/app.ts";
import { insertRow } from "#server/testing/database/rows.ts";
import { readPdf } from "#server/testing/files/read-pdf.ts";
import type { TestOwner } from "#server/testing/owners.ts";
import type { SeededCircle } from "#server/testing/seed-circle.ts";
import { localEngine } from "./engine.ts";
import { generateInsights } from "./generate-insights.ts";

/** Runs before the local engine; a test can make it fail or wait. */
let before: () => Promise<void> = async () => {};

const app = useTestApp({ environment: { RATE_LIMITS: "on" } });

let owner: TestOwner;
beforeEach(async () => {
  before = async () => {};
  owner = await app.createOwner({ full_name: "Maya Torres" });
  const { heavyWork } = app.deps;
  const run: HeavyWork["run"] = heavyWork.run.bind(heavyWork);
  vi.spyOn(heavyWork, "run").mockImplementation(async (task, input, caller) => {
    caller.onPlace?.(0);
    if (task.name === "make_insights") await before();
    return run(task, input, caller);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

const words = [
  "You are calm and patient, and I would buy your bread. The first winter worries me.",
  "I love it, go for it. But your savings won't last one winter.",
  "You are patient. Ask to see the books before you sign.",
  "I can picture you there, and you are ready.",
];

async function seed(given: { is_anonymous?: boolean; people?: string[] } = {}) {
  return { ...(await app.circles.seed(owner, given)), isAnonymous: given.is_anonymous ?? false };
}

async function submit(
  circle: SeededCircle,
  index: number,
  text: string | undefined = words[index],
  more: object = {},
): Promise<void> {
  const given = { answers: { 1: text, 2: 4 }, ...more };
  expect((await app.circles.answer(circle.findToken(index), given)).status).toBe(201);
}

/** A circle that the first people of {@link words} have answered. */
async function seedAnswered(count: number, given: Parameters<typeof seed>[0] = {}) {
  const circle = await seed(given);
  for (let index = 0; index < count; index += 1) await submit(circle, index);
  return circle;
}

const address = (circle: SeededCircle) => `/api/circles/${circle.id}/insights`;
const ask = (circle: SeededCircle, who = owner) => app.as(who, "POST", address(circle));

/** Generates the insights of a circle. An anonymous one is closed before. */
async function generate(circle: SeededCircle & { isAnonymous: boolean }): Promise<Insights> {
  if (circle.isAnonymous) await app.circles.close(owner, circle.id);
  const response = await ask(circle);
  expect(response.status).toBe(200);
  return z.object({ insights: insightsSchema }).parse(await response.json()).insights;
}

const state = ({ id }: SeededCircle) => app.call(owner, readInsights, { params: { id } });

const refusal = async (response: Response) => {
  const { code } = z.object({ code: z.string() }).parse(await response.json());
  return `${response.status} ${code}`;
};

describe("insights", () => {
  test("need two responses", async () => {
    const circle = await seed();
    await submit(circle, 0);
    expect(await refusal(await ask(circle))).toBe("422 insights_too_few");
    await submit(circle, 1);
    expect(await generate(circle)).toMatchObject({ circle_id: circle.id, responses_count: 2 });
  });

  test("insights of an anonymous paraline never name a person who is on no list, wherever the name appears", async () => {
    const circle = await seed({ is_anonymous: true });
    await submit(circle, 0, "Rashid is worried about the rent. You can do it, I love the idea.");
    await submit(circle, 1, "Rashid would love your bread. Rashid, my friend, told me.\nTunde");
    await submit(circle, 2, "Dmitri, your boss, will be angry. I would wait for the spring.");
    const insights = await generate(circle);
    expect(JSON.stringify(insights)).not.toMatch(/Rashid|Tunde|Dmitri/i);
  });

  test("insights of an anonymous paraline promote no sentence that reveals its author, which stays in its answer", async () => {
    const telling = [
      "As your brother-in-law who sits next to you, I love the idea and believe in your courage.",
      "Your wife told me that she loves the idea and believes in your courage.",
      "I have worked with you for years, and your courage is wonderful.",
    ];
    const hints = /brother-in-law|sits next to|your wife|worked with you/i;
    for (const isAnonymous of [true, false]) {
      const circle = await seed({ is_anonymous: isAnonymous });
      await submit(circle, 0, `${telling[0]} You are patient.`);
      await submit(circle, 1, `${telling[1]} The first winter worries me.`);
      await submit(circle, 2, `${telling[2]} The winter will be hard for your savings.`);
      const promoted = JSON.stringify(await generate(circle));
      if (isAnonymous) expect(promoted).not.toMatch(hints);
      else expect(promoted).toMatch(hints);
      const book = await app.as(owner, "GET", `/api/circles/${circle.id}/results/board-book.pdf`);
      const [answers = "", insights = ""] = (await readPdf(book))
        .replaceAll(/\s+/g, " ")
        .split(/ Overall view /);
      for (const sentence of telling) expect(answers).toContain(sentence);
      if (isAnonymous) expect(insights).not.toMatch(hints);
      else expect(insights).toMatch(hints);
    }
  });

  test("insights of an anonymous paraline neither quote nor count a sentence that names somebody", async () => {
    const circle = await seed({ is_anonymous: true });
    await submit(circle, 0, "Dan's winter worries me a lot. Savings are low.");
    await submit(circle, 1, "The winter worries me like Dan, who knows. Your savings are fine.");
    await submit(circle, 2, "You are patient and kind.");
    const made = await generate(circle);
    expect((await state(circle)).insights).toEqual(made);
    const counted = made.themes.filter(({ people_count }) => people_count > 1);
    expect(counted.map(({ text }) => text)).toEqual(["Savings"]);
    expect(JSON.stringify(made)).not.toMatch(/Dan|winter/);
  });

  test("rest on quotes that appear in the answers they name", async () => {
    const circle = await seedAnswered(3);
    const insights = await generate(circle);
    const results = z
      .object({
        responses: z.array(
          z.object({
            id: z.string(),
            answers: z.array(z.object({ question_id: z.int(), answer: z.unknown() })),
          }),
        ),
      })
      .parse(await (await app.as(owner, "GET", `/api/circles/${circle.id}/feedback`)).json());
    const quotes = [...insights.quotes, ...insights.themes.flatMap((theme) => theme.quotes)];
    expect(quotes.length).toBeGreaterThan(2);
    for (const { text, response_id, question_id } of quotes) {
      const answer = results.responses
        .find(({ id }) => id === response_id)
        ?.answers.find((entry) => entry.question_id === question_id)?.answer;
      expect(answer).toContain(text);
    }
    expect(insights.key_themes).toEqual(insights.themes.map(({ text }) => text));
    expect(insights.ratings).toMatchObject([
      { counts: [0, 0, 0, 3, 0], low: "Poor fit", high: "Great fit" },
    ]);
    expect(insights.engine).toEqual({ kind: "local", name: localEngine.name });
  });

  test("are there again when they are read, and say how many have answered since", async () => {
    const circle = await seedAnswered(2, { people: ["Ana", "Ben", "Cleo", "Dan"] });
    expect(await state(circle)).toMatchObject({ use: "local", usable_count: 2, insights: null });
    const insights = await generate(circle);
    expect((await state(circle)).insights).toEqual(insights);
    await submit(circle, 2);
    await submit(circle, 3);
    expect((await state(circle)).insights?.new_responses_count).toBe(2);
    expect((await generate(circle)).new_responses_count).toBe(0);
  });

  test("leave out junk and the people who asked for that, and count both", async () => {
    const circle = await seed({ people: ["Ana", "Ben", "Cleo", "Dan"] });
    await submit(circle, 0);
    await submit(circle, 1, "test");
    await submit(circle, 2, "My secret is the unicorn.", { use_in_insights: false });
    expect((await state(circle)).usable_count).toBe(2);
    await submit(circle, 3);
    const insights = await generate(circle);
    expect(insights.left_out).toEqual({ junk_answers: 1, opted_out: 1 });
    expect(JSON.stringify(insights)).not.toContain("unicorn");
    expect(insights.new_responses_count).toBe(0);
  });

  test("leave out answers for which no processor was named when they were written", async () => {
    const circle = await seed({ people: ["Ana", "Ben", "Cleo"] });
    await submit(circle, 0, "My secret is the unicorn.");
    await sql`update feedback set consented_processor = null where circle_id = ${circle.id}`.execute(
      app.db,
    );
    await submit(circle, 1);
    await submit(circle, 2);
    expect((await state(circle)).usable_count).toBe(2);
    const insights = await generate(circle);
    expect(insights.left_out.opted_out).toBe(1);
    expect(JSON.stringify(insights)).not.toContain("unicorn");
  });

  test("left-out responses do not count towards the two", async () => {
    const circle = await seed();
    await submit(circle, 0);
    await submit(circle, 1, words[1], { use_in_insights: false });
    expect(await refusal(await ask(circle))).toBe("422 insights_too_few");
  });

  test("insights of an anonymous paraline read only what is released, without names", async () => {
    const circle = await seed({ is_anonymous: true, people: ["Priya", "Okon", "Cleo", "Dan"] });
    await submit(circle, 0, "Priya here. You are patient, and I love the plan.");
    await submit(circle, 1, "Ask okon@people.example. The winter worries me, Maya.");
    await submit(circle, 2, "The winter will be hard, Dan says so too.");
    expect((await state(circle)).usable_count).toBe(0);
    expect(await refusal(await ask(circle))).toBe("422 insights_too_few");
    const insights = await generate(circle);
    const shown = JSON.stringify(insights);
    for (const name of ["Priya", "okon@", "Maya", "Dan "]) expect(shown).not.toContain(name);
  });

  test("insights that fail keep the former ones", async () => {
    const circle = await seedAnswered(2);
    const insights = await generate(circle);
    app.clock.advance({ minutes: 1 });
    before = async () => {
      throw new Error("no model today");
    };
    expect(await refusal(await ask(circle))).toBe("503 insights_failed");
    expect(await state(circle)).toMatchObject({
      insights,
      generation: { state: "failed", stage: null },
    });
  });

  test("are generated one at a time, and report their current stage", async () => {
    const circle = await seedAnswered(2);
    const goOn = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    before = () => {
      begun.resolve();
      return goOn.promise;
    };
    const first = ask(circle);
    await begun.promise;
    expect((await state(circle)).generation).toEqual({
      state: "running",
      stage: "reading",
      place: null,
    });
    expect(await refusal(await ask(circle))).toBe("409 insights_running");
    goOn.resolve();
    expect((await first).status).toBe(200);
    expect((await state(circle)).generation).toEqual({
      state: "idle",
      stage: null,
      place: null,
    });
  });

  test("show the place in line while the server does other heavy work", async () => {
    const circle = await seedAnswered(2);
    const owned = await findCircleOfOwner(app.db, circle.id);
    const readable = owned && (await findReadableCircle(app.deps, owned));
    if (readable === undefined) throw new Error("It cannot be read.");
    const goOn = Promise.withResolvers<void>();
    const heavyWork: HeavyWork = {
      async run(task, input, { onPlace }) {
        onPlace?.(2);
        await goOn.promise;
        onPlace?.(0);
        return task.run(input);
      },
      close: async () => {},
    };
    const deps = { ...app.deps, heavyWork };
    const generated = generateInsights(deps, readable, async () => readable);
    await expect
      .poll(async () => (await state(circle)).generation)
      .toEqual({ state: "running", stage: "waiting", place: 2 });
    goOn.resolve();
    await generated;
    expect((await state(circle)).generation.state).toBe("idle");
  });

  test("insights of a process that died are given up after a while", async () => {
    const circle = await seedAnswered(2);
    await insertRow(app.deps.db, "insight_generations", {
      id: randomUUID(),
      circle_id: circle.id,
      user_id: circle.user_id,
      state: "running",
      stage: "comparing",
      requested_at: app.clock.now(),
    });
    expect(await refusal(await ask(circle))).toBe("409 insights_running");
    app.clock.advance({ minutes: 9 });
    expect((await state(circle)).generation.state).toBe("failed");
    expect((await ask(circle)).status).toBe(200);
  });

  test("insights that could not be stored have failed, and may be asked for again at once", async () => {
    const circle = await seedAnswered(2);
    await sql`alter table insights add constraint full_disk check (false) not valid`.execute(
      app.db,
    );
    expect(await refusal(await ask(circle))).toBe("503 insights_failed");
    expect((await state(circle)).generation.state).toBe("failed");
    await sql`alter table insights drop constraint full_disk`.execute(app.db);
    expect((await ask(circle)).status).toBe(200);
  });

  test("are generated ten times a day at most, and those that fail are not counted", async () => {
    const circle = await seedAnswered(2);
    before = async () => {
      throw new Error("no model today");
    };
    for (let count = 0; count < 10; count += 1) {
      expect(await refusal(await ask(circle))).toBe("503 insights_failed");
    }
    before = async () => {};
    for (let count = 0; count < 10; count += 1) await generate(circle);
    expect(await refusal(await ask(circle))).toBe("429 insights_exhausted");
    app.clock.advance({ hours: 25 });
    expect((await ask(circle)).status).toBe(200);
  });

  test("are not retried endlessly", async () => {
    const circle = await seed();
    for (let count = 0; count < 30; count += 1) {
      expect(await refusal(await ask(circle))).toBe("422 insights_too_few");
    }
    expect(await refusal(await ask(circle))).toBe("429 rate_limited");
    const somebody = await app.createOwner();
    expect(await refusal(await ask(circle, somebody))).toBe("404 circle_not_found");
  });

  test("belong to their owner alone", async () => {
    const circle = await seedAnswered(2);
    const stranger = await app.createOwner();
    expect(await refusal(await ask(circle, stranger))).toBe("404 circle_not_found");
    const response = await app.as(stranger, "GET", address(circle));
    expect(await refusal(response)).toBe("404 circle_not_found");
  });

  test("come from /functions/v1/generate-insights as well", async () => {
    const circle = await seedAnswered(2);
    const call = (circleId: string) =>
      app.as(owner, "POST", "/functions/v1/generate-insights", { circleId });
    const response = await call(circle.id);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ insights: (await state(circle)).insights });
    expect(await refusal(await call("nonsense"))).toBe("404 circle_not_found");
    const stranger = await app.createOwner();
    const theirs = await app.as(stranger, "POST", "/functions/v1/generate-insights", {
      circleId: circle.id,
    });
    expect(await refusal(theirs)).toBe("404 circle_not_found");
    const signedOut = await app.post("/functions/v1/generate-insights", { circleId: circle.id });
    expect(signedOut.status).toBe(401);
  });
});
