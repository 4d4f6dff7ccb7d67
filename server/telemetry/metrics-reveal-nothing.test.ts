import { beforeEach, describe, expect, it, vi } from "vitest";
import { inviteTokenHeader } from "#contract/endpoint.ts";
import { formFields } from "#contract/pages.ts";
import { MailNotSentError, MailRefusedError } from "#server/mail/transport.ts";
import { useTestApp } from "#server/testing/app.ts";
import { recordSpans } from "#server/testing/recorded-spans.ts";
import { repeat } from "#server/testing/repeat.ts";

const tracing = recordSpans();
const app = useTestApp({ each: true, tracing });

beforeEach(async () => {
  tracing.roots.length = 0;
  await app.deps.metrics.start();
});

/** The product's own metrics, without those that reading them changes. */
async function readMetrics(): Promise<string[]> {
  app.clock.advance({ seconds: 10 });
  const text = await (await app.request("/metrics")).text();
  return text
    .split("\n")
    .filter((line) => line.startsWith("paraline_") && !line.includes("GET /metrics"));
}

/** Everything that somebody with a private link can do short of answering, and a link that leads nowhere. */
async function visit(token: string, circleId: string, email: string): Promise<void> {
  const headers = { [inviteTokenHeader]: token };
  const form = { "Content-Type": "application/x-www-form-urlencoded" };
  for (const [path, init] of [
    [`/invite?token=${token}`],
    [`/feedback?token=${token}`],
    ["/feedback"],
    ["/api/feedback", { headers }],
    ["/api/feedback", { headers: { [inviteTokenHeader]: "a-token-that-nobody-has-got" } }],
    ["/api/feedback", { method: "POST", headers }],
    ["/feedback", { method: "POST", headers: form, body: `${formFields.invite_token}=${token}` }],
    ["/api/invite/decline", { method: "POST", headers }],
    ["/api/invite/reopen", { method: "POST", headers }],
    [`/feedback?circle=${circleId}`],
    [`/api/share-link/${circleId}`],
    ["/thank-you"],
    ["/robots.txt"],
    ["/api/config"],
    ["/nowhere"],
  ] as const) {
    await app.request(path, init);
  }
  await app.post(`/api/share-link/${circleId}/private-link`, { email });
}

describe("on a server of one owner", () => {
  it("neither a metric nor a span reveals that a link was opened, requested, declined or answered", async () => {
    const owner = await app.createOwner({ full_name: "Maya" });
    const circle = await app.circles.createInvited(owner, {
      is_anonymous: true,
      people: ["ana", "ben", "cleo", "dan"],
    });
    const before = await readMetrics();
    expect(before).toContain('paraline_mails_total{kind="invitation",outcome="sent"} 4');
    const traces = tracing.roots.length;
    for (const person of ["ana", "ben"]) {
      const { invite_token } = await app.circles.person(circle, person);
      await repeat(2, () => visit(invite_token, circle, `${person}@paraline.example`));
      await app.circles.answerAs(circle, person);
      await app.work();
      expect(await readMetrics(), person).toEqual(before);
    }
    const seen = tracing.roots.slice(traces).map(({ name }) => name);
    expect(seen.filter((name) => name !== "GET /metrics")).toEqual([]);
  });

  it("no number shows an email that waits for the mail server if an invitee has asked for it", async () => {
    const owner = await app.createOwner();
    const circle = await app.circles.createInvited(owner, { is_anonymous: true });
    const before = await readMetrics();
    for (const error of [new MailNotSentError("away"), new MailRefusedError("never")]) {
      vi.spyOn(app.deps.transport, "send").mockRejectedValueOnce(error);
      await app.post(`/api/share-link/${circle}/private-link`, { email: "ana@paraline.example" });
      await app.work();
      expect(await readMetrics()).toEqual(before);
    }
  });
});

it("on a server of many owners the same is counted in batches, and is not traced either", async () => {
  // What the previous tests have left is discarded after an hour.
  app.clock.advance({ hours: 2 });
  const tokens = [];
  for (let owners = 0; owners < 10; owners += 1) {
    const circle = await app.circles.seed(await app.createOwner(), { people: ["Ana", "Ben"] });
    tokens.push(circle.findToken(0), circle.findToken(1));
  }
  const [last = "", ...others] = tokens.toReversed();
  for (const token of others) await app.circles.answer(token);
  const answered = 'paraline_http_request_duration_seconds_count{route="POST /api/feedback"';
  expect((await readMetrics()).filter((line) => line.startsWith(answered))).toEqual([]);
  await app.circles.answer(last);
  expect(await readMetrics()).toContain(`${answered},status="2xx"} 20`);
  expect(tracing.roots.map(({ name }) => name)).not.toContain("POST /api/feedback");
});
