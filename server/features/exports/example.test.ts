import { expect, test } from "vitest";
import { readCircle } from "#contract/circles/circles.ts";
import { questionTemplates } from "#contract/circles/questions.ts";
import { readDecision } from "#contract/decisions.ts";
import { example } from "#contract/example/example.ts";
import { resultsSchema } from "#contract/feedback/feedback.ts";
import { insightsSchema } from "#contract/insights/insights.ts";
import { composeRecap } from "#server/features/decisions/read-recap.ts";
import { localEngine } from "#server/features/insights/engine.ts";
import { insightsTask } from "#server/features/insights/heavy-tasks.ts";
import { toInsights } from "#server/features/insights/read-insights.ts";

const { circle, results, insights, decision } = example;

test("the example is what the product's own calls would return", () => {
  expect(readCircle.output.parse({ circle })).toEqual({ circle });
  expect(resultsSchema.parse(results)).toEqual(results);
  expect(insightsSchema.parse(insights)).toEqual(insights);
  expect(readDecision.output.parse(decision)).toEqual(decision);
});

test("the example asks the questions of a template", () => {
  const template = questionTemplates.find(({ id }) => id === "life-decision");
  expect(circle.questions.map(({ id: _id, ...question }) => question)).toEqual([
    ...(template?.questions ?? []),
    template?.stance,
  ]);
});

// After a change of the answers or of the engine: npx vitest run server/features/exports/example.test.ts -u
test("the example's insights and recap are what this server makes of its answers", async () => {
  const responses = results.responses.map(({ id, answers }) => ({
    id,
    answers: Object.fromEntries(answers.map(({ question_id, answer }) => [question_id, answer])),
    questions: circle.questions,
    use_in_insights: true,
  }));
  const names = [example.ownerName, ...results.responses.map(({ first_name }) => first_name ?? "")];
  const made = await insightsTask.run({
    draft: undefined,
    circle,
    responses,
    names: { names },
  });
  if (made.unusable !== undefined) throw new Error(made.unusable);
  const row = {
    ...made.insights,
    circle_id: circle.id,
    user_id: circle.id,
    response_ids: responses.map(({ id }) => id),
    roles: [],
    roles_changed: false,
    engine_kind: localEngine.kind,
    engine_name: localEngine.name,
    prompt_version: null,
    took_ms: 0,
    updated_at: new Date("2026-11-02T19:20:00.000Z"),
  };
  const anew = toInsights(row, responses);
  const recap = composeRecap(circle.questions, results, anew);
  await expect(`${JSON.stringify({ insights: anew, recap }, null, 2)}\n`).toMatchFileSnapshot(
    "../../../contract/example/example-made.json",
  );
});
