import { setTimeout } from "node:timers/promises";
import type { Span, SpanOptions, Tracer } from "@opentelemetry/api";
import type { TracingSettings } from "#server/config/tracing.ts";
import type { Logger } from "#server/system/log.ts";
import { productVersion } from "#server/system/product-version.ts";
import type { OpenSpan, SpanAttributes, Tracing } from "./tracing.ts";

/** How much of the time for a stop this may take. */
const closeWithinMs = 2_000;

/** The names of our own errors and of libraries; anything else could be somebody's text. */
const errorName = /^\w{1,50}$/;

/**
 * The packages are loaded here, so that a process that sends nothing does not load them. Nothing is registered
 * globally, so libraries that would write their inputs into spans find no tracer.
 */
export async function openTracing(settings: TracingSettings, log: Logger): Promise<Tracing> {
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/sdk-trace"),
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/resources"),
  ]);
  const exporter = new OTLPTraceExporter({ url: `${settings.endpoint}/v1/traces` });
  let isFailing = false;
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({
      "service.name": "paraline",
      "service.version": productVersion,
    }),
    sampler: new sdk.TraceIdRatioBasedSampler(settings.ratio),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: {
          export(spans, done) {
            exporter.export(spans, (result) => {
              if (result.error !== undefined && !isFailing) {
                log.warn({ reason: result.error.message }, "traces could not be sent");
              }
              isFailing = result.error !== undefined;
              done(result);
            });
          },
          forceFlush: () => exporter.forceFlush(),
          shutdown: () => exporter.shutdown(),
        },
      }),
    ],
  });
  const tracer = provider.getTracer("paraline");
  return {
    // The `traceparent` of a caller is not used, because anybody could send one.
    startRoot: (name, attributes) => openSpan(api, tracer, name, { attributes, root: true }),
    async close() {
      const done = new AbortController();
      // That spans could not be sent has been logged. If no collector answers, the exporter would go on trying.
      await Promise.race([
        provider.shutdown().catch(() => undefined),
        setTimeout(closeWithinMs, undefined, { signal: done.signal }),
      ]);
      done.abort();
    },
  };
}

function openSpan(
  api: typeof import("@opentelemetry/api"),
  tracer: Tracer,
  name: string,
  options: SpanOptions,
  parent?: Span,
): OpenSpan {
  const context = parent ? api.trace.setSpan(api.ROOT_CONTEXT, parent) : api.ROOT_CONTEXT;
  const span = tracer.startSpan(name, options, context);
  return {
    startChild: (childName: string, attributes: SpanAttributes) =>
      openSpan(api, tracer, childName, { attributes }, span),
    rename: (newName) => void span.updateName(newName),
    setAttributes: (attributes) => void span.setAttributes(attributes),
    end(failure) {
      if (failure !== undefined) {
        const kind = failure instanceof Error && errorName.test(failure.name) ? failure.name : "_";
        span.setAttribute("error.type", kind);
        span.setStatus({ code: api.SpanStatusCode.ERROR });
      }
      span.end();
    },
  };
}
