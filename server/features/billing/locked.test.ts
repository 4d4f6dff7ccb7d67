import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { readDecision } from "#contract/decisions.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { useTestApp } from "#server/testing/app.ts";
import { readArchive } from "#server/testing/files/read-archive.ts";
import { readPdf } from "#server/testing/files/read-pdf.ts";
import type { TestOwner } from "#server/testing/owners.ts";

const app = useTestApp({ environment: { BILLING: "test" } });
const { purchases } = app;

/** A word that is in every answer and encouragement. */
const marker = "zanzibar";

let owner: TestOwner;
let portal: string;
const circleIds: string[] = [];

beforeAll(async () => {
  owner = await app.createOwner({ full_name: "Maya" });
  const names = ["ana", "ben", "cleo", "dan"];
  for (const isAnonymous of [false, true]) {
    const id = await app.circles.create(owner, {
      is_anonymous: isAnonymous,
      people: names,
      questions: [
        { label: "What do you see?", type: "textarea" },
        { label: "How well does it fit me?", type: "rating" },
      ],
    });
    circleIds.push(id);
    await app.work();
    for (const name of names.slice(0, 3)) {
      await app.circles.answerAs(id, name, {
        answers: {
          1: `I would go to ${marker}, because you love ${marker} and its calm sea.`,
          2: 4,
        },
        encouragement: `Think of ${marker}!`,
      });
    }
    if (isAnonymous) await app.circles.close(owner, id);
  }
  // Insights exist from the time when everything was unlocked.
  await purchases.buy(owner, "monthly");
  portal = await purchases.portal(owner);
  for (const id of circleIds) {
    expect((await app.as(owner, "POST", `/api/circles/${id}/insights`)).status).toBe(200);
    const saved = await app.as(owner, "PATCH", `/api/circles/${id}/decision`, {
      path: "experiment",
      fields: { experiment: { what_to_test: "A month away.", start_date: "2026-11-04" } },
      review_date: "2026-11-09",
    });
    expect(saved.status).toBe(200);
  }
});

/** What the decision's page says beside the plan. */
const readRecap = async (id: string) =>
  (await app.call(owner, readDecision, { params: { id } })).recap;

/** The plan is the owner's own words, so its files are available whether or not the circle is locked. */
const planFiles = ["pdf", "md", "ics"].map(
  (format) => `GET /api/circles/{id}/decision/plan.${format}`,
);

const documentSchema = z.object({
  paths: z.record(
    z.string(),
    z.record(z.string(), z.object({ security: z.array(z.record(z.string(), z.unknown())) })),
  ),
});

/** Every endpoint that an owner's browser may call, from the product's own description of its API. */
async function listOwnEndpoints(): Promise<{ method: string; path: string }[]> {
  const response = await app.request("/api/openapi.json");
  const { paths } = documentSchema.parse(await response.json());
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { security }]) => security.length === 0 || security.some((way) => "owner" in way))
      .map(([method, _]) => ({ method: method.toUpperCase(), path })),
  );
}

/** Calls that would delete what the other calls are about, or end the account or its session. */
const ends = ["DELETE /api/circles/{id}", "DELETE /api/account", "DELETE /api/sessions"];

/** Bodies for the calls that need one to succeed; the other calls are sent an empty one. */
const bodies: Record<string, (id: string) => unknown> = {
  "POST /functions/v1/generate-insights": (circleId) => ({ circleId }),
  "POST /functions/v1/create-checkout-single": (circleId) => ({ circleId }),
  "POST /api/billing/checkout": (circleId) => ({ kind: "single", circle_id: circleId }),
  "POST /api/billing/credits/use": (circleId) => ({ circle_id: circleId }),
  "POST /api/circles/{id}/duplicate": () => ({
    create_key: crypto.randomUUID(),
    with_people: true,
  }),
  "POST /api/circles/{id}/reopen": () => ({ deadline: null }),
  "PUT /api/circles/{id}/open-link": () => ({ open: true }),
  "PATCH /api/circles/{id}/decision": () => ({ prediction: "I will want to stay." }),
  "POST /api/circles/{id}/decision/closing-letter": () => ({
    heard: "That you wish me well.",
    decided: "To try it.",
    thanks: "Thank you.",
  }),
};

async function readText(response: Response): Promise<string> {
  const type = response.headers.get("content-type") ?? "";
  if (type.includes("pdf")) return readPdf(response);
  if (!/zip|spreadsheetml/.test(type)) return response.text();
  return [...(await readArchive(response))].flat().map(String).join("\n");
}

/** Calls everything with the ids of both circles, or of two people of each, and returns the calls that exposed an answer. */
async function captureAll(): Promise<{ called: Set<string>; telling: string[] }> {
  const people = await Promise.all(circleIds.map((id) => app.circles.people(owner, id)));
  // The first of them has answered; in the first round of calls, the last one has not.
  const inviteIds = people
    .flatMap((all) => [...all.slice(0, 1), ...all.slice(-1)])
    .map(({ id }) => id);
  const called = new Set<string>();
  const telling = new Set<string>();
  for (const { method, path } of await listOwnEndpoints()) {
    const call = `${method} ${path}`;
    if (ends.some((end) => call.startsWith(end))) continue;
    const ids = path.startsWith("/api/invites") ? inviteIds : circleIds;
    const variants = path.includes("{") || bodies[call] !== undefined ? ids : [""];
    for (const id of variants) {
      const body = method === "GET" ? undefined : (bodies[call]?.(id) ?? {});
      const response = await app.as(owner, method, path.replace(/\{\w+\}/, id), body);
      if (response.ok) called.add(call);
      const spoken = `${JSON.stringify([...response.headers])} ${await readText(response)}`;
      if (spoken.toLowerCase().includes(marker)) telling.add(call);
    }
  }
  return { called, telling: [...telling].toSorted() };
}

test("while unlocked the owner's browser receives it, so that this test would see it", async () => {
  const { called, telling } = await captureAll();
  expect([...called]).toEqual(expect.arrayContaining(planFiles));
  for (const id of circleIds) {
    expect(await readRecap(id)).toMatchObject({
      state: "readable",
      fit: { state: "rated", average: 4 },
      insights: { state: "ready" },
    });
  }
  expect(telling).toEqual([
    "GET /api/account/download",
    "GET /api/circles/{id}/feedback",
    "GET /api/circles/{id}/insights",
    "GET /api/circles/{id}/results/board-book.pdf",
    "GET /api/circles/{id}/results/results.csv",
    "GET /api/circles/{id}/results/results.json",
    "GET /api/circles/{id}/results/results.xlsx",
    "POST /api/circles/{id}/insights",
    "POST /functions/v1/generate-insights",
  ]);
});

test("while locked no reply to the owner's browser holds a word of any answer", async () => {
  const subscription = await app.db
    .selectFrom("test_subscriptions")
    .where("user_id", "=", owner.user_id)
    .select("id")
    .executeTakeFirstOrThrow();
  await purchases.click(portal, `end ${subscription.id}`);
  await app.work();
  const { called, telling } = await captureAll();
  expect(telling).toEqual([]);
  expect(called).toContain("GET /api/circles/{id}/feedback");
  expect(called).toContain("GET /api/circles");
  expect(called.size).toBeGreaterThan(15);
  expect([...called]).toEqual(expect.arrayContaining(planFiles));
  for (const id of circleIds) expect(await readRecap(id)).toEqual({ state: "locked" });
  for (const path of ["/results", "/circles", "/decision", "/settings", "/history", "/contacts"]) {
    for (const id of circleIds) {
      const page = await app.as(owner, "GET", `${path}?circle=${id}`);
      expect((await page.text()).toLowerCase()).not.toContain(marker);
    }
  }
});

test("no email ever holds a word of any answer", async () => {
  app.clock.advance({ days: 8 });
  await inTransaction(app.db, async (tx) => {
    for (const kind of [
      "notify_owners",
      "send_weekly_summaries",
      "remind_pending_people",
      "send_review_reminders",
    ] as const) {
      await app.jobs.enqueue(tx, kind, {});
    }
  });
  await app.work();
  const emails = await app.emails.all();
  expect(emails.length).toBeGreaterThan(8);
  expect(emails.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(["closing_letter", "review_reminder"]),
  );
  expect(JSON.stringify(emails).toLowerCase()).not.toContain(marker);
  const rows = await app.db.selectFrom("emails").selectAll().execute();
  expect(JSON.stringify(rows).toLowerCase()).not.toContain(marker);
});
