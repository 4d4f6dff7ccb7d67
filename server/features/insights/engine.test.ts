import { pino } from "pino";
import { expect, test } from "vitest";
import { isProcessorConsented, localEngine } from "./engine.ts";
import { createModelEngine } from "./engines/engine-model.ts";

const processorOf = (
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
  const openai = processorOf("openai");
  expect(isProcessorConsented(openai, processorOf("openai", undefined, "a newer one"))).toBe(true);
  expect(isProcessorConsented(openai, local)).toBe(true);
  expect(isProcessorConsented(local, local)).toBe(true);
  expect(
    isProcessorConsented(local, processorOf("openai-compatible", "http://127.0.0.1:11434/v1")),
  ).toBe(true);
  for (const other of [
    openai,
    processorOf("anthropic"),
    processorOf("openai", "https://gateway.example/v1"),
    processorOf("openai-compatible", "https://models.example/v1"),
  ]) {
    expect(isProcessorConsented(local, other), other).toBe(false);
    expect(isProcessorConsented(null, other), other).toBe(false);
    expect(
      isProcessorConsented(processorOf("anthropic", "https://else.example"), other),
      other,
    ).toBe(false);
  }
  expect(isProcessorConsented(null, local)).toBe(false);
});
