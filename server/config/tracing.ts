import { z } from "zod";
import {
  choiceSchema,
  type Settings,
  type SettingsErrorReporter,
  type SettingsValues,
} from "./settings.ts";

export const tracingSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    schema: z
      .url({ protocol: /^https?$/, error: "must be an address like http://collector.example:4318" })
      .transform((value) => value.replace(/\/+$/, ""))
      .optional(),
    default: "no traces are made",
    doc: "Collector that traces are sent to (OTLP over HTTP, JSON). OTEL_EXPORTER_OTLP_HEADERS, _TIMEOUT, _COMPRESSION and _CERTIFICATE are used too.",
  },
  OTEL_TRACES_SAMPLER: {
    schema: choiceSchema(
      "always_on",
      "always_off",
      "traceidratio",
      "parentbased_always_on",
      "parentbased_always_off",
      "parentbased_traceidratio",
    ).optional(),
    default: "parentbased_always_on",
    doc: "Which traces are sent. No trace has a parent from outside, so parentbased_ changes nothing.",
  },
  OTEL_TRACES_SAMPLER_ARG: {
    schema: z.coerce
      .number("must be a number from 0 to 1")
      .min(0, "must be a number from 0 to 1")
      .max(1, "must be a number from 0 to 1")
      .optional(),
    default: "1",
    doc: "The part of traces that OTEL_TRACES_SAMPLER=traceidratio sends.",
  },
} as const satisfies Settings;

export interface TracingSettings {
  /** An address without a final slash. */
  endpoint: string;
  ratio: number;
}

export function chooseTracing(
  {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_TRACES_SAMPLER: sampler = "parentbased_always_on",
    OTEL_TRACES_SAMPLER_ARG: ratio,
  }: SettingsValues<typeof tracingSettings>,
  reportError: SettingsErrorReporter,
): TracingSettings | undefined {
  if (ratio !== undefined && !sampler.endsWith("traceidratio")) {
    reportError(
      ["OTEL_TRACES_SAMPLER", "OTEL_TRACES_SAMPLER_ARG"],
      "OTEL_TRACES_SAMPLER_ARG needs OTEL_TRACES_SAMPLER=traceidratio",
    );
  }
  if (endpoint === undefined || sampler.endsWith("always_off")) return undefined;
  return { endpoint, ratio: sampler.endsWith("traceidratio") ? (ratio ?? 1) : 1 };
}
