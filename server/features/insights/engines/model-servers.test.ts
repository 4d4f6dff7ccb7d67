import { createServer } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import { createLog } from "#server/system/log.ts";
import { prepareTexts } from "#server/testing/insights-drafts.ts";
import { listen } from "#server/testing/listen.ts";
import {
  type ModelDouble,
  type ModelReply,
  startModelDouble,
} from "#server/testing/model-double.ts";
import { draftSchema, EngineError, type InsightsDraft } from "../engine.ts";
import { createModelEngine } from "./engine-model.ts";
import { answerForm } from "./prompt.ts";

const doubles: ModelDouble[] = [];
afterEach(() => {
  for (const double of doubles.splice(0)) double.close();
});

async function startServer(...replies: ModelReply[]) {
  const double = await startModelDouble(...replies);
  doubles.push(double);
  return { asked: double.asked, ...openEngine(double.baseUrl) };
}

function openEngine(baseUrl: string) {
  const lines: string[] = [];
  const engine = createModelEngine(
    {
      kind: "model",
      provider: "openai-compatible",
      model: "qwen3:8b",
      apiKey: undefined,
      baseUrl,
      timeoutMs: 20_000,
    },
    createLog("info", { write: (line) => void lines.push(line) }),
    { idleMs: 300 },
  );
  const generate = () => engine.generate(reading, async () => {});
  const fail = async () => {
    const error = await generate().catch((thrown: unknown) => thrown);
    if (!(error instanceof EngineError)) throw new Error("it did not fail as an engine does");
    return error;
  };
  return { generate, fail, lines };
}

const { reading } = prepareTexts([
  "You are calm, and the first winter will be long.",
  "The first winter scares me.",
]);
const draft: InsightsDraft = {
  sentiment: "concerned",
  sentiment_explanation: "They mind the winter.",
  summary_paragraph: "The winter is what they mind.",
  themes: [
    { text: "first winter", quotes: [{ answer: "a2", text: "The first winter scares me." }] },
  ],
  quotes: [{ answer: "a1", text: "You are calm" }],
  top_strength: null,
  top_risk: null,
  next_step_suggestion: "",
  suggestion_quotes: [],
};
const whole = { content: JSON.stringify(draft) };

describe("a self-hosted model server", () => {
  test("may be called without a key", async () => {
    const { generate } = await startServer(whole);
    expect(await generate()).toEqual(draft);
  });

  test("that sends answers on to another server is refused, and the other gets nothing", async () => {
    const other = await startModelDouble(whole);
    const redirecting = createServer((request, response) => {
      request.resume();
      response.writeHead(307, { Location: `${other.baseUrl}${request.url?.slice(3)}` }).end();
    });
    const { url } = await listen(redirecting);
    doubles.push(other, { ...other, close: () => void redirecting.close() });
    await openEngine(`${url}/v1`).fail();
    expect(other.asked).toEqual([]);
  });

  test("may take longer for the first token than between tokens", async () => {
    const { generate, asked } = await startServer({ ...whole, waitsMs: 600 });
    expect(await generate()).toEqual(draft);
    expect(asked).toHaveLength(1);
  });

  test.each([
    ["in a code block", `\`\`\`json\n${whole.content}\n\`\`\``],
    ["after thinking aloud", `<think>\nThe winter {worries} them.\n</think>\n${whole.content}`],
  ])("may answer %s", async (_, content) => {
    const { generate, asked } = await startServer({ content });
    expect(await generate()).toEqual(draft);
    expect(asked).toHaveLength(1);
  });

  test("that does not support schemas gets the form in words, and no schema again", async () => {
    const error = {
      message: "'response_format.type' must be 'json_object' or 'text'",
      type: "invalid_request_error",
    };
    const { generate, asked } = await startServer({ status: 400, error }, whole);
    expect(await generate()).toEqual(draft);
    await generate();
    expect(asked.map(({ response_format }) => response_format?.type)).toEqual([
      "json_schema",
      undefined,
      undefined,
    ]);
    expect(asked.map(({ stream }) => stream)).toEqual([true, true, true]);
    expect(asked[1]?.messages[0]?.content).toContain(answerForm);
  });

  test("that refuses without a word gets the simplest request there is", async () => {
    const { generate, asked } = await startServer({ status: 400 }, { status: 400 }, whole);
    expect(await generate()).toEqual(draft);
    expect(asked[2]).toMatchObject({ stream: false });
    expect(asked[2]?.response_format).toBeUndefined();
  });

  test("that refuses everything is asked three times and no more", async () => {
    const { fail, asked } = await startServer({ status: 400 });
    expect((await fail()).failure).toBe("unavailable");
    expect(asked).toHaveLength(3);
  });

  test("that does not have the model says how to get it", async () => {
    const { fail, asked } = await startServer({
      status: 404,
      error: {
        message: 'model "qwen3:8b" not found, try pulling it first',
        type: "not_found_error",
      },
    });
    const error = await fail();
    expect(error.failure).toBe("unavailable");
    expect(error.message).toContain("ollama pull qwen3:8b");
    expect(asked).toHaveLength(1);
  });

  test("that still loads the model says so", async () => {
    const { fail } = await startServer({
      status: 503,
      error: { message: "Loading model", type: "unavailable_error" },
    });
    expect((await fail()).message).toContain("still loads the model");
  });

  test("that is not running is named", async () => {
    const gone = await startModelDouble(whole);
    gone.close();
    const error = await openEngine(gone.baseUrl).fail();
    expect(error.failure).toBe("unavailable");
    expect(error.message).toContain(`no connection to ${new URL(gone.baseUrl).host}`);
  });

  test.each([
    [
      "refuses",
      {
        status: 400,
        error: {
          message: "the request exceeds the available context size, try increasing it",
          type: "exceed_context_size_error",
        },
      },
    ],
    ["cuts, without a word,", { ...whole, tokensRead: 256 }],
    ["breaks off after", { content: '{"sentiment":"mi', finish_reason: "length" }],
  ])(
    "that %s what is too long for it is asked once, and its context is named",
    async (_, reply) => {
      const { fail, asked, lines } = await startServer(reply);
      const error = await fail();
      expect(error.failure).toBe("too_long");
      expect(error.message).toContain("OLLAMA_CONTEXT_LENGTH");
      expect(asked).toHaveLength(1);
      expect(lines.join() + error.message).not.toContain("winter");
    },
  );

  test("with a model that cannot keep to the form is unfit", async () => {
    const { fail, asked } = await startServer({
      content: '{"sentiment": "concerned", "themes": [',
    });
    const error = await fail();
    expect(error.failure).toBe("unusable");
    expect(error.message).toContain("may be too small");
    expect(asked).toHaveLength(2);
  });
});

test("the form in words names every field of a draft", () => {
  const named = [...answerForm.matchAll(/"(\w+)":/g)].map(([, name]) => name);
  expect(named).toEqual(expect.arrayContaining(Object.keys(draftSchema.shape)));
});
