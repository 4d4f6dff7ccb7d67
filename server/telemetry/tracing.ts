import { AsyncLocalStorage } from "node:async_hooks";

/**
 * What spans may contain: templates, kinds and numbers, but never a path, an id, an address, a text or a value of a
 * statement.
 */
export type SpanAttributes = Readonly<Record<string, string | number>>;

export interface OpenSpan {
  startChild(name: string, attributes: SpanAttributes): OpenSpan;
  rename(name: string): void;
  setAttributes(attributes: SpanAttributes): void;
  /** @param failure the error; only its kind is recorded */
  end(failure?: unknown): void;
}

/** Where spans are sent. There is no such object if no traces are sent. */
export interface Tracing {
  startRoot(name: string, attributes: SpanAttributes): OpenSpan;
  /** Sends the remaining spans, if that takes no longer than two seconds. Never rejects. */
  close(): Promise<void>;
}

const activeSpan = new AsyncLocalStorage<OpenSpan>();

/** Runs `work` in a span of its own trace; without tracing, it just runs it. */
export function inRootSpan<Result>(
  tracing: Tracing | undefined,
  name: string,
  attributes: SpanAttributes,
  work: (span: OpenSpan | undefined) => Promise<Result>,
): Promise<Result> {
  if (tracing === undefined) return work(undefined);
  return runInSpan(tracing.startRoot(name, attributes), work);
}

/** Runs `work` in a child of the current span. If there is none, as in all that invitees do, it just runs it. */
export function inSpan<Result>(
  name: string,
  attributes: SpanAttributes,
  work: () => Promise<Result>,
): Promise<Result> {
  const parent = activeSpan.getStore();
  if (parent === undefined) return work();
  return runInSpan(parent.startChild(name, attributes), work);
}

async function runInSpan<Result>(
  span: OpenSpan,
  work: (span: OpenSpan) => Promise<Result>,
): Promise<Result> {
  try {
    const result = await activeSpan.run(span, () => work(span));
    span.end();
    return result;
  } catch (error) {
    span.end(error);
    throw error;
  }
}
