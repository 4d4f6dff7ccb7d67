import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { useTestApp } from "#server/testing/app.ts";
import { readRow } from "#server/testing/database/rows.ts";
import type { SeededCircle } from "#server/testing/seed-circle.ts";

const app = useTestApp({
  each: true,
  environment: { INSIGHTS_MODEL: "openai:gpt-5", INSIGHTS_API_KEY: "key" },
});

let circle: SeededCircle;
beforeEach(async () => {
  circle = await app.circles.seed(await app.createOwner());
});

const submit = (changes: object, person = 0) =>
  app.circles.answer(circle.findToken(person), { consented_processor: undefined, ...changes });
const post = (fields: Record<string, string>) =>
  app.postForm("/feedback", {
    token: circle.findToken(0),
    submission_key: randomUUID(),
    "answer-1": "A door.",
    ...fields,
  });

const kept = async () => {
  const { consented_processor } = await readRow(app.db, "feedback");
  return consented_processor;
};
const hidden = (html: string) => /name="consented_processor" value="([^"]*)"/.exec(html)?.[1];

describe("the processor that may read an answer", () => {
  test("is the one that the page named and sent back with the answer", async () => {
    const html = await (await app.request(`/invite?token=${circle.findToken(0)}`)).text();
    expect(html).toContain("AI model gpt-5 by OpenAI");
    expect(hidden(html)).toBe("by OpenAI");
    expect((await submit({ consented_processor: "by OpenAI" })).status).toBe(201);
    expect(await kept()).toBe("by OpenAI");
  });

  test.each([
    ["this server, because there was no model then", "here", "here"],
    ["another one", "at models.example", "here"],
    ["none, because insights were off then", null, null],
  ])("is not today's processor if the page named %s", async (_, namedProcessor, expected) => {
    expect((await submit({ consented_processor: namedProcessor })).status).toBe(201);
    expect(await kept()).toBe(expected);
  });

  test("is today's processor if a call that does not come from a page names none", async () => {
    expect((await submit({})).status).toBe(201);
    expect(await kept()).toBe("by OpenAI");
  });

  test.each([
    ["by OpenAI", "by OpenAI"],
    ["here", "here"],
    ["", null],
    [undefined, null],
  ])("is the one that the form without scripts named: %s", async (namedProcessor, expected) => {
    const response = await post(
      namedProcessor === undefined ? {} : { consented_processor: namedProcessor },
    );
    expect(response.status).toBe(200);
    expect(await kept()).toBe(expected);
  });

  test("stays the same in a form that is refused", async () => {
    const refused = await post({ consented_processor: "here", "answer-1": "" });
    expect(refused.status).toBe(422);
    expect(hidden(await refused.text())).toBe("here");
  });

  test("stays the same when the answer is sent a second time", async () => {
    const submissionKey = randomUUID();
    expect(
      (await submit({ submission_key: submissionKey, consented_processor: "here" })).status,
    ).toBe(201);
    expect(
      (await submit({ submission_key: submissionKey, consented_processor: "by OpenAI" })).status,
    ).toBe(201);
    expect(await kept()).toBe("here");
  });
});
