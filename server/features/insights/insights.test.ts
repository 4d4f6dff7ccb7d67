import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import {
  type Insights,
  insightsSchema,
  type Quote,
  readInsights,
} from "#contract/insights/insights.ts";
import { findCircleOfOwner } from "#server/access/owned-circle.ts";
import { findReadableCircle } from "#server/access/readable-circle.ts";
import type { HeavyWork } from "#server/system/heavy-work.ts";
import { useTestApp } from "#server/testing/app.ts";
import { insertRow } from "#server/testing/database/rows.ts";
import { recordStatements } from "#server/testing/database/statements.ts";
import { readArchive } from "#server/testing/files/read-archive.ts";
import { readPdf } from "#server/testing/files/read-pdf.ts";
import type { TestOwner } from "#server/testing/owners.ts";
import type { SeededCircle } from "#server/testing/seed-circle.ts";
import { authorCheckVersion } from "./checks/author-check.ts";
import type { InsightsEngine } from "./engine.ts";
import { createLocalEngine } from "./engines/engine-local.ts";
import { generateInsights } from "./generate-insights.ts";
import { findUncheckedInsights, listReadableResponses, replaceInsights } from "./queries.ts";

const local = createLocalEngine();
/** Runs before the local engine; a test can make it fail or wait. */
let before: () => Promise<void> = async () => {};
let read: unknown;
const engine: InsightsEngine = {
  ...local,
  async generate(reading, onStage) {
    read = reading;
    await before();
    return local.generate(reading, onStage);
  },
};

const app = useTestApp({ engine, environment: { RATE_LIMITS: "on" } });

let owner: TestOwner;
beforeEach(async () => {
  before = async () => {};
  owner = await app.createOwner({ full_name: "Maya Torres" });
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
  expect((await app.circles.answer(circle.tokenOf(index), given)).status).toBe(201);
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

  test("of an anonymous paraline never name a person who is on no list, wherever the name appears", async () => {
    const circle = await seed({ is_anonymous: true });
    await submit(circle, 0, "Rashid is worried about the rent. You can do it, I love the idea.");
    await submit(circle, 1, "Rashid would love your bread. Rashid, my friend, told me.\nTunde");
    await submit(circle, 2, "Dmitri, your boss, will be angry. I would wait for the spring.");
    const insights = await generate(circle);
    expect(JSON.stringify([read, insights])).not.toMatch(/Rashid|Tunde|Dmitri/i);
  });

  test("of an anonymous paraline promote no sentence that reveals its author, which stays in its answer", async () => {
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

  test("that were stored before sentences were judged are read as if they were made now, wherever they are read", async () => {
    const circle = await seed({ is_anonymous: true });
    await submit(circle, 0, "Your wife told me that the winter is hard. You are patient.");
    await submit(circle, 1, "As your oldest friend I would sign the lease. You are calm.");
    await submit(circle, 2, "You are patient and I would wait for the spring.");
    const before = await generate(circle);
    const owned = await findCircleOfOwner(app.deps.db, circle.id);
    const readable = owned && (await findReadableCircle(app.deps, owned));
    if (readable === undefined) throw new Error("It is unlocked.");
    const all = await listReadableResponses(app.deps.db, readable, "here");
    const quote = (text: string): Quote => {
      const said = all.find(({ answers }) => String(answers[1]).includes(text));
      return { text, response_id: said?.id ?? "", question_id: 1 };
    };
    // Neither half of the sentence alone reveals its author.
    const [winter, lease] = [quote("the winter is hard"), quote("I would sign the lease.")];
    const [calm, patient] = [quote("You are calm."), quote("You are patient and I would wait")];
    const point = (text: string, ...quotes: Quote[]) => ({ text, people_count: 2, quotes });
    await app.deps.db.transaction().execute((tx) =>
      replaceInsights(tx, readable, {
        sentiment: "mixed",
        sentiment_explanation: "They differ: “the winter is hard”.",
        summary_paragraph: "They call you calm. What your wife says weighs: “the winter is hard”.",
        next_step_suggestion: "One of them puts it like this: “I would sign the lease.”",
        key_themes: ["A hard winter", "Calm"],
        highlighted_quotes: [winter.text, calm.text],
        content: {
          ...before,
          themes: [point("A hard winter", winter), point("Calm", calm, patient, lease)],
          quotes: [winter, lease, calm, { ...calm, text: "You are what nobody wrote." }],
          top_strength: point("Calm", calm),
          top_risk: point("A hard winter", winter),
          suggestion_quotes: [lease],
        },
        response_ids: all.map(({ id }) => id),
        engine_kind: "model",
        engine_name: "a model of before",
        prompt_version: "1",
        took_ms: 1,
        updated_at: app.clock.now(),
      }),
    );

    const { insights } = await state(circle);
    expect(insights).toMatchObject({
      sentiment_explanation: expect.stringMatching(/^The ratings of 3 people /),
      summary_paragraph: "What comes up: Calm (2 of 3).",
      next_step_suggestion: "Choose the answer that surprised you, and ask about it.",
      key_themes: ["Calm"],
      highlighted_quotes: [calm.text],
      themes: [{ text: "Calm", people_count: 2, quotes: [calm, patient] }],
      top_risk: null,
      suggestion_quotes: [],
    });
    const get = (path: string) => app.as(owner, "GET", `/api/circles/${circle.id}${path}`);
    const data = z
      .object({ insights: z.unknown() })
      .parse(await (await get("/results/results.json")).json());
    expect(data.insights).toEqual(insights);
    const archive = await readArchive(await app.as(owner, "GET", "/api/account/download"));
    const archived = [...archive].flatMap(([name, content]) =>
      name.endsWith("paraline.json") ? [JSON.parse(content.toString("utf8"))] : [],
    );
    expect(archived).toMatchObject([{ insights }]);
    expect(await (await get("/decision")).json()).toMatchObject({
      // Each of them is said by only one person.
      recap: { insights: { top_strength: null, top_risk: null } },
    });
    const text = await readPdf(await get("/results/board-book.pdf"));
    const [, promoted = ""] = text.replaceAll(/\s+/g, " ").split(/ Overall view /);
    expect(promoted).toContain("Calm");
    expect(promoted).not.toMatch(/winter|lease/);
    const reviewDate = app.clock.now().toISOString().slice(0, 10);
    await app.as(owner, "PATCH", `/api/circles/${circle.id}/decision`, { review_date: reviewDate });
    app.clock.advance({ days: 1 });
    await app.mails.sweep("send_review_reminders");
    const mails = await app.mails.all();
    const mail = mails.find(({ kind, to }) => kind === "review_reminder" && to === owner.email);
    expect(mail?.text).toContain("Calm");
    expect(mail?.text).not.toContain("winter");
  });

  test("of an anonymous paraline are judged when they are stored, and again when the check has changed since", async () => {
    const circle = await seedAnswered(3, { is_anonymous: true });
    await generate(circle);
    const owned = await findCircleOfOwner(app.deps.db, circle.id);
    const readable = owned && (await findReadableCircle(app.deps, owned));
    const stored = readable && (await findUncheckedInsights(app.deps.db, readable));
    if (readable === undefined || stored === undefined) throw new Error("They are stored.");
    expect(stored.author_check).toBe(authorCheckVersion);

    const { author_check: _, circle_id: __, ...texts } = stored;
    const summaryParagraph = "They call you calm. Your wife told me.";
    for (const [version, shown] of [
      [{}, "They call you calm."],
      [{ author_check: authorCheckVersion - 1 }, "They call you calm."],
      [{ author_check: authorCheckVersion }, summaryParagraph],
    ] as const) {
      await app.deps.db.transaction().execute((tx) =>
        replaceInsights(tx, readable, {
          ...texts,
          summary_paragraph: summaryParagraph,
          ...version,
        }),
      );
      const statements = await recordStatements(app.deps.db, async () => {
        expect((await state(circle)).insights).toMatchObject({ summary_paragraph: shown });
      });
      expect(statements.filter((statement) => statement.includes('from "feedback"'))).toHaveLength(
        1,
      );
    }
  });

  test("of an anonymous paraline keep what is quoted from sentences that names were taken out of", async () => {
    const promoted = [];
    for (const name of ["Dan", "…"]) {
      const circle = await seed({ is_anonymous: true });
      await submit(circle, 0, `${name}'s winter worries me a lot.`);
      await submit(circle, 1, `The winter worries me like ${name}, who knows your savings.`);
      await submit(circle, 2, `You are patient and kind, ${name}, and the winter worries me.`);
      const made = await generate(circle);
      expect((await state(circle)).insights).toEqual(made);
      promoted.push({
        themes: made.themes.map(({ people_count }) => people_count),
        quotes: made.quotes.length,
        top_risk: made.top_risk?.people_count,
      });
      expect(JSON.stringify(made)).toContain("…'s winter worries me a lot");
      expect(JSON.stringify(made)).not.toContain("Dan");
    }
    expect(promoted[0]).toEqual(promoted[1]);
    expect(promoted[0]).toMatchObject({ themes: [3], quotes: 3 });
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
    expect(insights.people.map(({ response_id }) => response_id)).toEqual(
      results.responses.map(({ id }) => id),
    );
    expect(insights.engine).toEqual({ kind: "local", name: local.name });
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
    expect(JSON.stringify([insights, read])).not.toContain("unicorn");
    expect(insights.new_responses_count).toBe(0);
  });

  test("leave out answers for which no processor was named when they were written", async () => {
    const circle = await seed({ people: ["Ana", "Ben", "Cleo"] });
    await submit(circle, 0, "My secret is the unicorn.");
    await sql`update feedback set insights_by = null where circle_id = ${circle.id}`.execute(
      app.db,
    );
    await submit(circle, 1);
    await submit(circle, 2);
    expect((await state(circle)).usable_count).toBe(2);
    const insights = await generate(circle);
    expect(insights.left_out.opted_out).toBe(1);
    expect(JSON.stringify([insights, read])).not.toContain("unicorn");
  });

  test("left-out responses do not count towards the two", async () => {
    const circle = await seed();
    await submit(circle, 0);
    await submit(circle, 1, words[1], { use_in_insights: false });
    expect(await refusal(await ask(circle))).toBe("422 insights_too_few");
  });

  test("of an anonymous paraline read only what is released, without names", async () => {
    const circle = await seed({ is_anonymous: true, people: ["Priya", "Okon", "Cleo", "Dan"] });
    await submit(circle, 0, "Priya here. You are patient, and I love the plan.");
    await submit(circle, 1, "Ask okon@people.example. The winter worries me, Maya.");
    await submit(circle, 2, "The winter will be hard, Dan says so too.");
    expect((await state(circle)).usable_count).toBe(0);
    expect(await refusal(await ask(circle))).toBe("422 insights_too_few");
    const insights = await generate(circle);
    const shown = JSON.stringify([insights, read]);
    for (const name of ["Priya", "okon@", "Maya", "Dan "]) expect(shown).not.toContain(name);
    expect(insights.people.every(({ response_id }) => response_id === null)).toBe(true);
    expect(
      insights.themes.flatMap(({ quotes }) => quotes.map(({ text }) => text)).join(),
    ).toContain("…");
  });

  test("of an anonymous paraline know the names of people removed since", async () => {
    const circle = await seed({ is_anonymous: true, people: ["Ana", "Ben", "Cleo", "Wilhelmine"] });
    const removed = circle.people[3];
    expect((await app.as(owner, "DELETE", `/api/invites/${removed?.id}`)).status).toBe(200);
    await submit(circle, 0, "Wilhelmine told me that you are patient. I love the plan.");
    await submit(circle, 1, "The winter worries me.");
    await submit(circle, 2, "The winter will be hard, as wilhelmine says.");
    const shown = JSON.stringify([await generate(circle), read]);
    expect(shown.toLowerCase()).not.toContain("wilhelmine");
    const kept = await app.deps.db.selectFrom("removed_names").selectAll().execute();
    expect(JSON.stringify(kept).toLowerCase()).not.toContain("wilhelmine");
  });

  test("of an anonymous paraline know a removed name without its accents, and no word that only looks like it", async () => {
    const circle = await seed({
      is_anonymous: true,
      people: ["Ana", "Ben", "Cleo", "Renée Müßig Đỗ"],
    });
    const response = await app.as(owner, "DELETE", `/api/invites/${circle.people[3]?.id}`);
    expect(response.status).toBe(200);
    await submit(circle, 0, "It was Renee, or renée, or Rene\u0301e. Mueßig and Muessig say so.");
    await submit(circle, 1, "I asked Mussig and Do. What I do myself is wait for the winter.");
    await submit(circle, 2, "The winter will be hard.");
    await generate(circle);
    const given = JSON.stringify(read);
    expect(given).not.toMatch(/ren[eé]|m[uü]|Do\./i);
    expect(given).toContain("What I do myself is wait");
    const kept = await app.deps.db.selectFrom("removed_names").selectAll().execute();
    expect(JSON.stringify(kept)).not.toMatch(/ren[eé]e|muss/i);
  });

  test("that fail keep the former ones", async () => {
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

  test("of a process that died are given up after a while", async () => {
    const circle = await seedAnswered(2);
    await insertRow(app.deps.db, "insight_generations", {
      id: randomUUID(),
      circle_id: circle.id,
      state: "running",
      stage: "comparing",
      requested_at: app.clock.now(),
    });
    expect(await refusal(await ask(circle))).toBe("409 insights_running");
    app.clock.advance({ minutes: 9 });
    expect((await state(circle)).generation.state).toBe("failed");
    expect((await ask(circle)).status).toBe(200);
  });

  test("that could not be stored have failed, and may be asked for again at once", async () => {
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
