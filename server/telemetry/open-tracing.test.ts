import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { createLog } from "#server/system/log.ts";
import { listen } from "#server/testing/listen.ts";
import { openTracing } from "./open-tracing.ts";
import { inRootSpan, inSpan } from "./tracing.ts";

const spanSchema = z.object({
  name: z.string(),
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  attributes: z.array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) })),
  status: z.object({ code: z.number() }),
  events: z.array(z.unknown()).default([]),
});
const sentSchema = z.object({
  resourceSpans: z.array(
    z.object({ scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })) }),
  ),
});

/** A collector that answers with a status. */
async function startCollector(status: number) {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    bodies.push(`${request.url} ${body}`);
    response.writeHead(status, { "Content-Type": "application/json" }).end("{}");
  });
  const { url } = await listen(server);
  onTestFinished(() => void server.close());
  return { endpoint: url, bodies };
}

const silent = createLog("silent");

test("a trace sends names, kinds and numbers, and of a failure only its kind", async () => {
  const { endpoint, bodies } = await startCollector(200);
  const tracing = await openTracing({ endpoint, ratio: 1 }, silent);
  const failing = inRootSpan(tracing, "request", { "http.request.method": "GET" }, async (span) => {
    span?.rename("GET /api/circles/:id");
    await inSpan("transaction", {}, async () => {});
    throw new TypeError("no ana@paraline.example at /invite?token=secret");
  });
  await expect(failing).rejects.toThrow(TypeError);
  await tracing.close();

  expect(bodies).toHaveLength(1);
  const [, path, body = ""] = /^(\S+) (.+)$/.exec(bodies[0] ?? "") ?? [];
  expect(path).toBe("/v1/traces");
  expect(body).not.toMatch(/paraline\.example|secret/);
  const spans = sentSchema
    .parse(JSON.parse(body))
    .resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
  const [child, root] = spans;
  expect(spans.map(({ name }) => name)).toEqual(["transaction", "GET /api/circles/:id"]);
  expect(child).toMatchObject({ traceId: root?.traceId, parentSpanId: root?.spanId });
  expect(root?.parentSpanId).toBeUndefined();
  expect(root?.status.code).toBe(2);
  expect(root?.events).toEqual([]);
  expect(root?.attributes).toEqual([
    { key: "http.request.method", value: { stringValue: "GET" } },
    { key: "error.type", value: { stringValue: "TypeError" } },
  ]);
});

test("the chosen share of traces is sent, and the product works without a collector", async () => {
  const { endpoint, bodies } = await startCollector(400);
  const none = await openTracing({ endpoint, ratio: 0 }, silent);
  expect(await inRootSpan(none, "request", {}, async () => 1)).toBe(1);
  await none.close();
  expect(bodies).toEqual([]);

  const lines: string[] = [];
  const log = createLog("warn", { write: (line) => lines.push(line) });
  const failing = await openTracing({ endpoint, ratio: 1 }, log);
  expect(await inRootSpan(failing, "request", {}, async () => 2)).toBe(2);
  await failing.close();
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain("traces could not be sent");
});
