import { z } from "zod";
import { isLoopback } from "./loopback.ts";
import {
  type Settings,
  type SettingsErrorReporter,
  type SettingsValues,
  wholeNumber,
} from "./settings.ts";

export type InsightsSettings =
  | { kind: "off" }
  | { kind: "local" }
  | {
      kind: "model";
      provider: "openai" | "anthropic" | "google" | "openai-compatible";
      model: string;
      apiKey: string | undefined;
      baseUrl: string | undefined;
      timeoutMs: number;
    };

const providerSchema = z.enum(["openai", "anthropic", "google", "openai-compatible"]);

export const insightsSettings = {
  INSIGHTS_MODEL: {
    schema: z
      .string()
      .regex(
        /^(?:off|(?:openai|anthropic|google|openai-compatible):\S+)$/,
        "must be off, or a provider (openai, anthropic, google, openai-compatible), a colon and a model",
      )
      .optional(),
    default: "the local engine: nothing leaves the machine",
    doc: "Model that makes insights, as provider:model; off: no insights on this server.",
  },
  INSIGHTS_API_KEY: {
    schema: z.string().min(1).optional(),
    default: "none",
    doc: "Key for the provider of INSIGHTS_MODEL.",
  },
  INSIGHTS_BASE_URL: {
    schema: z
      .url({ protocol: /^https?$/, error: "must be an address like https://models.example/v1" })
      .optional(),
    default: "the provider's own",
    doc: "Where the provider of INSIGHTS_MODEL is reached; needed for openai-compatible.",
  },
  INSIGHTS_TIMEOUT_SECONDS: {
    schema: wholeNumber(10, 900).default(120),
    default: "120",
    doc: "How long the model of INSIGHTS_MODEL may take for one answer. A model without a graphics card may need more.",
  },
} as const satisfies Settings;

export function chooseInsightsEngine(
  {
    INSIGHTS_MODEL,
    INSIGHTS_API_KEY,
    INSIGHTS_BASE_URL,
    INSIGHTS_TIMEOUT_SECONDS,
  }: SettingsValues<typeof insightsSettings>,
  reportError: SettingsErrorReporter,
): InsightsSettings {
  if (INSIGHTS_MODEL === undefined || INSIGHTS_MODEL === "off") {
    for (const [name, value] of Object.entries({ INSIGHTS_API_KEY, INSIGHTS_BASE_URL })) {
      if (value !== undefined && INSIGHTS_MODEL === undefined) {
        reportError(["INSIGHTS_MODEL"], `INSIGHTS_MODEL is missing: needed because ${name} is set`);
      }
    }
    return { kind: INSIGHTS_MODEL === undefined ? "local" : "off" };
  }
  const colon = INSIGHTS_MODEL.indexOf(":");
  const provider = providerSchema.parse(INSIGHTS_MODEL.slice(0, colon));
  if (provider === "openai-compatible" && INSIGHTS_BASE_URL === undefined) {
    reportError(
      ["INSIGHTS_BASE_URL"],
      "INSIGHTS_BASE_URL is missing: needed because INSIGHTS_MODEL is openai-compatible",
    );
  }
  if (provider !== "openai-compatible" && INSIGHTS_API_KEY === undefined) {
    reportError(
      ["INSIGHTS_API_KEY"],
      `INSIGHTS_API_KEY is missing: needed because INSIGHTS_MODEL is ${provider}`,
    );
  }
  if (
    provider === "openai-compatible" &&
    INSIGHTS_BASE_URL !== undefined &&
    isLoopback(new URL(INSIGHTS_BASE_URL).hostname) &&
    /[:-]cloud$/i.test(INSIGHTS_MODEL)
  ) {
    reportError(
      ["INSIGHTS_MODEL"],
      `INSIGHTS_MODEL must not end in "cloud" with a server on this machine: such a model runs elsewhere, but invitees would read that their answers stay here. Choose a model that runs on this machine, or the INSIGHTS_BASE_URL of the service itself`,
    );
  }
  return {
    kind: "model",
    provider,
    model: INSIGHTS_MODEL.slice(colon + 1),
    apiKey: INSIGHTS_API_KEY,
    baseUrl: INSIGHTS_BASE_URL,
    timeoutMs: INSIGHTS_TIMEOUT_SECONDS * 1000,
  };
}
