import type { OpenSpan, SpanAttributes, Tracing } from "#server/telemetry/tracing.ts";

export interface RecordedSpan {
  name: string;
  attributes: SpanAttributes;
  children: RecordedSpan[];
}

/** Keeps spans in memory, each trace from its root. */
export function recordSpans(): Tracing & { roots: RecordedSpan[] } {
  const roots: RecordedSpan[] = [];
  return {
    roots,
    startRoot: (name, attributes) => open(roots, name, attributes),
    async close() {},
  };
}

function open(siblings: RecordedSpan[], name: string, attributes: SpanAttributes): OpenSpan {
  const span: RecordedSpan = { name, attributes, children: [] };
  siblings.push(span);
  return {
    startChild: (childName, given) => open(span.children, childName, given),
    rename(newName) {
      span.name = newName;
    },
    setAttributes(given) {
      span.attributes = { ...span.attributes, ...given };
    },
    end() {},
  };
}
