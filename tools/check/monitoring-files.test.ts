import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { systemClock } from "#server/system/clock.ts";
import { createMetrics } from "#server/telemetry/metrics.ts";
import { inRoot } from "../run.mjs";

const rulesSchema = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string(),
          expr: z.string(),
          for: z.string().optional(),
          labels: z.strictObject({ severity: z.enum(["page", "ticket"]) }),
          annotations: z.strictObject({ summary: z.string(), runbook: z.string() }),
        }),
      ),
    }),
  ),
});
const dashboardSchema = z.object({
  templating: z.object({ list: z.array(z.object({ name: z.string(), type: z.string() })) }),
  panels: z.array(
    z.object({
      type: z.string(),
      title: z.string(),
      targets: z
        .array(z.object({ datasource: z.object({ uid: z.string() }), expr: z.string() }))
        .default([]),
    }),
  ),
});

const rules = rulesSchema
  .parse(parse(readFileSync(inRoot("deploy/prometheus/alerts.yaml"), "utf8")))
  .groups.flatMap((group) => group.rules);
const dashboard = dashboardSchema.parse(
  JSON.parse(readFileSync(inRoot("deploy/grafana/paraline.json"), "utf8")),
);
const queries = dashboard.panels.flatMap(({ targets }) => targets);
const expressions = [...rules, ...queries].map(({ expr }) => expr);
const operating = readFileSync(inRoot("docs/operating/watching.md"), "utf8");

/** The names under which Prometheus stores what the product exports. */
async function listExported(): Promise<{ name: string; stored: string[] }[]> {
  const text = await (await createMetrics(systemClock).start()).write();
  return [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = "", type]) => ({
    name,
    stored:
      type === "histogram" ? ["_bucket", "_count", "_sum"].map((end) => `${name}${end}`) : [name],
  }));
}

test("the alerts and the dashboard use only metrics that exist", async () => {
  // `up` is Prometheus's own.
  const known = ["up", ...(await listExported()).flatMap(({ stored }) => stored)];
  const asked = expressions.flatMap((expression) =>
    [
      ...expression.matchAll(/(?<![\w"$])([a-z]\w*)(?=\{|\[)|\b(?:paraline|nodejs|process)_\w+/g),
    ].map(([name]) => name),
  );
  expect(asked.length).toBeGreaterThan(40);
  expect(asked.filter((name) => !known.includes(name))).toEqual([]);
});

test("the dashboard shows every metric of the product, from a data source that can be chosen", async () => {
  const own = (await listExported()).filter(({ name }) => name.startsWith("paraline_"));
  const shown = queries.map(({ expr }) => expr).join("\n");
  expect(own.filter(({ stored }) => !stored.some((name) => shown.includes(name)))).toEqual([]);
  expect(dashboard.templating.list).toContainEqual(
    expect.objectContaining({ name: "datasource", type: "datasource" }),
  );
  const named = dashboard.templating.list.map(({ name }) => name);
  const variables = queries.flatMap(({ expr, datasource }) =>
    [...`${expr} ${datasource.uid}`.matchAll(/\$\{?(\w+)/g)].map(([, name]) => name),
  );
  expect(variables).toContain("datasource");
  expect(variables.filter((name) => !named.includes(String(name)))).toEqual([]);
});

test("promtool has a test for every alert", () => {
  const tests = readFileSync(inRoot("deploy/prometheus/alerts.test.yaml"), "utf8");
  const tested = [...tests.matchAll(/labels: '\{alertname="(\w+)"\}'/g)].map(([, name]) => name);
  expect(tested.toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
});

test("every alert leads to a heading of docs/operating/watching.md, which says what to do", () => {
  const anchors = [...operating.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, "")
      .replaceAll(" ", "-"),
  );
  expect(rules.length).toBeGreaterThan(10);
  for (const { alert, annotations } of rules) {
    expect(annotations.runbook).toBe(`docs/operating/watching.md#${alert.toLowerCase()}`);
    expect(anchors).toContain(alert.toLowerCase());
  }
});

test("docs/operating/watching.md has a row for every metric of the product", async () => {
  const own = (await listExported()).filter(({ name }) => name.startsWith("paraline_"));
  const rows = [...operating.matchAll(/^\| `(paraline_\w+)`/gm)].map(([, name]) => name);
  expect(rows.toSorted()).toEqual(own.map(({ name }) => name).toSorted());
});
