import type { LanguageModel } from "ai";
import type { InsightsSettings } from "#server/config/insights-engine.ts";

export type ModelSettings = Extract<InsightsSettings, { kind: "model" }>;

/** Opens the configured model; its package is loaded on first use. `withSchema` matters for compatible servers alone. */
export async function openModel(
  { provider, model, apiKey, baseUrl }: ModelSettings,
  withSchema: boolean,
): Promise<LanguageModel> {
  const options = {
    fetch: withoutRedirects,
    ...(apiKey !== undefined && { apiKey }),
    ...(baseUrl !== undefined && { baseURL: baseUrl }),
  };
  switch (provider) {
    case "openai":
      return (await import("@ai-sdk/openai")).createOpenAI(options)(model);
    case "anthropic":
      return (await import("@ai-sdk/anthropic")).createAnthropic(options)(model);
    case "google":
      return (await import("@ai-sdk/google")).createGoogle(options)(model);
    case "openai-compatible": {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      const { extractJsonMiddleware, extractReasoningMiddleware, wrapLanguageModel } = await import(
        "ai"
      );
      return wrapLanguageModel({
        model: createOpenAICompatible({
          ...options,
          name: provider,
          baseURL: baseUrl ?? "",
          supportsStructuredOutputs: true,
          includeUsage: true,
          ...(!withSchema && { transformRequestBody: withoutResponseFormat }),
        })(model),
        // Small models often write down their reasoning first, or put their JSON in a code block.
        middleware: [extractJsonMiddleware(), extractReasoningMiddleware({ tagName: "think" })],
      });
    }
  }
}

/** Sends answers only to the configured address, which was named to invitees, never to one to which it redirects. */
const withoutRedirects: typeof fetch = (input, init) =>
  fetch(input, { ...init, redirect: "error" });

function withoutResponseFormat({ response_format: _, ...body }: Record<string, unknown>) {
  return body;
}
