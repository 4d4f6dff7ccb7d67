import { beforeEach, describe, expect, it } from "vitest";
import { inviteTokenHeader } from "#contract/endpoint.ts";
import type { ErrorBody } from "#contract/errors.ts";
import { readOpenInvite } from "#contract/feedback/feedback.ts";
import { useTestApp } from "#server/testing/app.ts";
import type { SeededCircle } from "#server/testing/seed-circle.ts";

const app = useTestApp();

let circle: SeededCircle;
let inviteToken: string;

beforeEach(async () => {
  const owner = await app.createOwner({ full_name: "Maya Okafor" });
  circle = await app.circles.seed(owner, {
    deadline: "2026-11-09",
    closes_at: new Date("2026-11-10T00:00:00Z"),
  });
  inviteToken = circle.findToken(0);
});

const open = (token = inviteToken, init?: RequestInit) =>
  app.request(`/invite?token=${token}`, init);

const setStatus = (status: "pending" | "completed" | "declined") =>
  app.db.updateTable("invites").set({ status }).where("invite_token", "=", inviteToken).execute();

const close = () =>
  app.circles.change(circle.id, { status: "completed", closed_at: app.clock.now() });

async function allRows() {
  const { db } = app;
  return JSON.stringify([
    await db.selectFrom("circles").selectAll().orderBy("id").execute(),
    await db.selectFrom("invites").selectAll().orderBy("id").execute(),
    await db.selectFrom("feedback").selectAll().execute(),
  ]);
}

describe("a private link", () => {
  it("is answered with every question as a field of one form, even without scripts", async () => {
    const response = await open();
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(html).toContain("<title>Question 1 of 3 · Paraline</title>");
    expect(html).toContain("The bakery question");
    expect(html).toContain("Private to Maya Okafor");
    for (const { id } of circle.questions) expect(html).toContain(`name="answer-${id}"`);
    expect(html).toMatch(/<form[^>]* action="\/feedback"[^>]* method="post"/);
    expect(html).toContain(`name="token" value="${inviteToken}"`);
  });

  it("is cached nowhere and sends no referrer", async () => {
    const { headers } = await open();
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).not.toContain("unsafe-inline");
    expect(policy).toMatch(/style-src 'self' 'sha256-/);
  });

  it("carries no style attribute, which its policy would refuse", async () => {
    expect(await (await open()).text()).not.toMatch(/<[^>]*\sstyle=/);
  });

  it("shows what the owner wrote as text and never as markup", async () => {
    await app.circles.change(circle.id, { title: "</script><script>alert(1)</script>" });
    expect(await (await open()).text()).not.toContain("<script>alert(1)");
  });

  it("changes nothing when it is opened, by GET or by HEAD", async () => {
    const before = await allRows();
    await open();
    expect((await open(inviteToken, { method: "HEAD" })).status).toBe(200);
    await app.request("/api/feedback", { headers: { [inviteTokenHeader]: inviteToken } });
    expect(await allRows()).toBe(before);
  });

  it("a private link without a token leads to the home page", async () => {
    const response = await app.request("/invite");
    expect(response.status).toBe(302);
    expect(response.headers.get("location")).toBe("/");
  });

  it("a private link under /feedback leads to /invite", async () => {
    const response = await app.request(`/feedback?token=${inviteToken}`);
    expect(response.status).toBe(302);
    expect(response.headers.get("location")).toBe(`/invite?token=${inviteToken}`);
  });
});

describe("a link that opens no questions says why", () => {
  it("an unknown one is invalid", async () => {
    for (const token of ["x".repeat(32), "short", "%00", "a b"]) {
      const response = await open(token);
      expect(response.status).toBe(404);
      expect(await response.text()).toContain("This feedback link is invalid or has expired.");
    }
  });

  it("a paraline has closed", async () => {
    await close();
    const response = await open();
    expect(response.status).toBe(410);
    expect(await response.text()).toContain("This paraline has closed.");
  });

  it("a used link says the reflections are already shared, even after closing", async () => {
    await setStatus("completed");
    await close();
    const response = await open();
    expect(response.status).toBe(200);
    // The apostrophe is escaped in HTML.
    expect(await response.text()).toContain("You&#x27;ve already shared your reflections");
  });

  it("a declined one offers to return while the paraline is open", async () => {
    await setStatus("declined");
    const html = await (await open()).text();
    expect(html).toContain("You chose not to answer");
    expect(html).toContain('name="action" value="reopen"');
    await close();
    expect(await (await open()).text()).toContain("This paraline has closed.");
  });
});

describe("the questions as data", () => {
  const read = (token = inviteToken) =>
    app.request("/api/feedback", { headers: { [inviteTokenHeader]: token } });

  it("contain what the page shows, ratings with their labels, and nothing about other people", async () => {
    const response = await read();
    const view = readOpenInvite.output.parse(await response.json());
    expect(view).toMatchObject({ owner_name: "Maya Okafor", people_count: 3 });
    expect(view.circle.questions[1]?.rating_labels).toEqual({
      low: "Poor fit",
      middle: "Neutral",
      high: "Great fit",
    });
    expect(JSON.stringify(view)).not.toMatch(/people\.example|Ana|user_id/);
  });

  it("are refused with an error code", async () => {
    const readErrorCode = async (response: Response) => ((await response.json()) as ErrorBody).code;
    expect(await readErrorCode(await read("x".repeat(32)))).toBe("invite_invalid");
    expect(await readErrorCode(await app.request("/api/feedback"))).toBe("invite_invalid");
    await setStatus("declined");
    expect(await readErrorCode(await read())).toBe("invite_declined");
    await close();
    expect(await readErrorCode(await read())).toBe("circle_closed");
    await setStatus("completed");
    expect(await readErrorCode(await read())).toBe("invite_completed");
  });
});

it("a reload of /feedback gets a page that asks with the token it kept", async () => {
  const response = await app.request("/feedback");
  expect(response.status).toBe(200);
  expect(await response.text()).toContain("Loading paraline...");
});

it("/thank-you opened directly says thank you and offers to begin", async () => {
  const html = await (await app.request("/thank-you")).text();
  expect(html).toContain("Thank you");
  expect(html).toContain("Start your own Paraline");
  expect(html).not.toContain(" perspectives");
});

it("a failed query is answered with a page that keeps the link", async () => {
  const { db } = app;
  await db.schema.alterTable("circles").renameTo("circles_away").execute();
  try {
    const response = await open();
    expect(response.status).toBe(500);
    expect(await response.text()).toContain("Failed to load paraline");
  } finally {
    await db.schema.alterTable("circles_away").renameTo("circles").execute();
  }
});
