import { pino } from "pino";
import { expect, test } from "vitest";
import { isProcessorConsented, localEngine } from "./engine.ts";
import { createModelEngine } from "./engines/engine-model.ts";

const describeProcessor = (
  provider: "openai" | "anthropic" | "openai-compatible",
  baseUrl?: string,
  model = "m",
) =>
  createModelEngine(
    { kind: "model", provider, model, apiKey: "key", baseUrl, timeoutMs: 1000 },
    pino({ level: "silent" }),
  ).processor;

test("an answer goes to the processor that its author was shown, or to this server, and to no one else", () => {
  const local = localEngine.processor;
  const openai = describeProcessor("openai");
  expect(isProcessorConsented(openai, describeProcessor("openai", undefined, "a newer one"))).toBe(
    true,
  );
  expect(isProcessorConsented(openai, local)).toBe(true);
  expect(isProcessorConsented(local, local)).toBe(true);
  expect(
    isProcessorConsented(
      local,
      describeProcessor("openai-compatible", "http://127.0.0.1:11434/v1"),
    ),
  ).toBe(true);
  for (const other of [
    openai,
    describeProcessor("anthropic"),
    describeProcessor("openai", "https://gateway.example/v1"),
    describeProcessor("openai-compatible", "https://models.example/v1"),
  ]) {
    expect(isProcessorConsented(local, other), other).toBe(false);
    expect(isProcessorConsented(null, other), other).toBe(false);
    expect(
      isProcessorConsented(describeProcessor("anthropic", "https://else.example"), other),
      other,
    ).toBe(false);
  }
  expect(isProcessorConsented(null, local)).toBe(false);
});
