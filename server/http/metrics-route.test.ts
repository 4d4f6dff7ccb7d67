import { beforeEach, describe, expect, it, vi } from "vitest";
import { inTransaction } from "#server/db/transactions.ts";
import { useTestApp } from "#server/testing/app.ts";
import { recordStatements } from "#server/testing/database/statements.ts";
import { recordSpans } from "#server/testing/recorded-spans.ts";

const tracing = recordSpans();
const app = useTestApp({ each: true, tracing });

const readMetrics = async () => (await app.request("/metrics")).text();
/** The value of a series, by its name and labels. */
const valueIn = (metrics: string, series: string) =>
  metrics
    .split("\n")
    .find((line) => line.startsWith(`${series} `))
    ?.slice(series.length + 1);

// The figures that the previous test has read are reused for ten seconds.
let minutes = 0;
beforeEach(async () => {
  app.clock.advance({ minutes: ++minutes });
  await app.deps.metrics.start();
});

describe("/metrics", () => {
  it("counts requests of owners by template and class of status, and contains nothing of their paths", async () => {
    const owner = await app.createOwner();
    const { id } = await app.circles.seed(owner);
    await app.as(owner, "GET", `/api/circles/${id}?title=whatever`);
    await app.as(owner, "GET", "/api/circles/not-an-id");
    await app.request("/auth/v1/nowhere");
    const metrics = await readMetrics();
    const requests = "paraline_http_request_duration_seconds_count";
    const route = 'route="GET /api/circles/:id"';
    expect(valueIn(metrics, `${requests}{${route},status="2xx"}`)).toBe("1");
    expect(valueIn(metrics, `${requests}{${route},status="4xx"}`)).toBe("1");
    expect(metrics).not.toMatch(new RegExp(`${id}|not-an-id|whatever|nowhere`));
  });

  it("shows jobs that are due, without those of invitees, and paralines that should be closed", async () => {
    await app.circles.seed(await app.createOwner(), {
      closes_at: new Date(app.clock.now().getTime() - 6 * 60_000),
    });
    await inTransaction(app.db, async (tx) => {
      await app.jobs.enqueue(tx, "clear_outbox", {});
      await app.jobs.enqueue(tx, "send_private_link", { request_id: crypto.randomUUID() });
    });
    // No job runs, but the queue gets the time of the test.
    await app.jobs.runDue();
    const metrics = await readMetrics();
    expect(valueIn(metrics, 'paraline_jobs_due{kind="clear_outbox"}')).toBe("1");
    expect(valueIn(metrics, 'paraline_jobs_due{kind="clean_disk"}')).toBe("0");
    expect(metrics).not.toContain("send_private_link");
    expect(valueIn(metrics, "paraline_circles_overdue")).toBe("1");
    expect(valueIn(metrics, "paraline_database_figures_read")).toBe("1");
  });

  it("queries the database once in ten seconds, however often it is read", async () => {
    const ask = () => recordStatements(app.db, readMetrics);
    expect(await ask()).toHaveLength(3);
    expect(await ask()).toEqual([]);
    app.clock.advance({ seconds: 10 });
    expect(await ask()).toHaveLength(3);
  });

  it("shows the other metrics when the database does not answer", async () => {
    const away = vi.spyOn(app.db.getExecutor(), "provideConnection");
    away.mockRejectedValue(new Error("away"));
    const metrics = await readMetrics();
    away.mockRestore();
    expect(valueIn(metrics, "paraline_database_figures_read")).toBe("0");
    expect(metrics).not.toMatch(/^paraline_(?:jobs_due|circles_overdue)[ {]/m);
    expect(valueIn(metrics, "paraline_http_failures_total")).toBe("0");
  });
});

describe("a trace", () => {
  it("is made for an owner's request with its transactions, for an email and for a job, without ids or texts", async () => {
    const owner = await app.createOwner();
    tracing.roots.length = 0;
    const id = await app.circles.createInvited(owner, { people: ["ana"] });
    await app.as(owner, "PUT", `/api/circles/${id}/open-link`, { open: true });
    await app.emails.sweep("delete_old_emails", "close_due_circles");
    const request = (route: string, method: string, status: number) => ({
      name: route,
      attributes: {
        "http.request.method": method,
        "http.route": route,
        "http.response.status_code": status,
      },
      children: [{ name: "transaction", attributes: {}, children: [] }],
    });
    expect(tracing.roots.slice(0, 3)).toEqual([
      request("POST /api/circles", "POST", 201),
      { name: "send_mail", attributes: { "mail.kind": "invitation" }, children: [] },
      request("PUT /api/circles/:id/open-link", "PUT", 200),
    ]);
    const jobs = tracing.roots.slice(3).map(({ name }) => name);
    expect(jobs).toContain("delete_old_emails");
    expect(jobs).not.toContain("close_due_circles");
  });
});
