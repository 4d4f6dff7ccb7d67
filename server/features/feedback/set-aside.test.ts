import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { readDecision } from "#contract/decisions.ts";
import { readResults } from "#contract/feedback/feedback.ts";
import { setResponseAside } from "#contract/feedback/set-aside.ts";
import { generateInsights, readInsights } from "#contract/insights/insights.ts";
import { joinByLink } from "#contract/invites/invites.ts";
import { useTestApp } from "#server/testing/app.ts";
import { connectTestApp } from "#server/testing/auth/connected-apps.ts";
import { readRows } from "#server/testing/database/rows.ts";
import { readArchive } from "#server/testing/files/read-archive.ts";

const app = useTestApp();
const owner = app.useOwner();

const read = (id: string) => app.call(owner, readResults, { params: { id } });

const setAside = (id: string, responseId: string, isSetAside = true) =>
  app.call(owner, setResponseAside, {
    params: { id, response_id: responseId },
    body: { is_set_aside: isSetAside },
  });

const tryToSetAside = async (id: string, responseId: string) => {
  const path = `/api/circles/${id}/feedback/${responseId}/set-aside`;
  const response = await app.as(owner, "PUT", path, { is_set_aside: true });
  return { status: response.status, body: await response.json() };
};

/** A named circle of three people, with two honest answers and one by a stranger who came through the open link. */
async function createAnswered() {
  const circle = await app.circles.seed(owner);
  const words = ["You are calm and patient, and ready.", "Ask to see the books before you sign."];
  for (const [index, text] of words.entries()) {
    await app.circles.answer(circle.findToken(index), { answers: { 1: text, 2: 5 } });
    // Named responses are numbered in the order of their arrival.
    app.clock.advance({ minutes: 1 });
  }
  await app.as(owner, "PUT", `/api/circles/${circle.id}/open-link`, { open: true });
  const joined = await app.post(`/api/share-link/${circle.id}/join`, { first_name: "Troll" });
  const { invite_token } = joinByLink.output.parse(await joined.json());
  await app.circles.answer(invite_token, {
    answers: { 1: "Buy my gold before the winter.", 2: 1 },
    encouragement: "More gold.",
  });
  const results = await read(circle.id);
  const spam = results.responses.find(({ first_name }) => first_name === "Troll");
  return { circle, results, spamId: spam?.id ?? "" };
}

describe("a response that its owner sets aside", () => {
  it("is shown to them alone, in no number, file or recap, and is back with one call", async () => {
    const { circle, results, spamId } = await createAnswered();
    const { id } = circle;
    const kept = `/api/circles/${id}/feedback/${spamId}/answers/1/kept`;
    expect((await app.as(owner, "PUT", kept)).status).toBe(200);
    const before = { ...results, kept: [{ response_id: spamId, question_id: 1 }] };
    expect(await app.circles.read(owner, id)).toMatchObject({
      responses_count: 3,
      invites_count: 4,
    });

    const left = await setAside(id, spamId);
    expect(left).toEqual({
      ...results,
      responses_count: 2,
      responses: results.responses.slice(0, 2),
      set_aside: [{ ...results.responses[2], note: "More gold." }],
      encouragements: [],
    });
    expect(await read(id)).toEqual(left);
    expect(await setAside(id, spamId)).toEqual(left);
    expect(await app.circles.read(owner, id)).toMatchObject({
      responses_count: 2,
      invites_count: 3,
    });
    const { recap } = await app.call(owner, readDecision, { params: { id } });
    expect(recap).toMatchObject({ fit: { average: 5 } });
    for (const name of ["results.csv", "results.json"]) {
      const file = await app.as(owner, "GET", `/api/circles/${id}/results/${name}`);
      const text = await file.text();
      expect(text).toContain("calm and patient");
      expect(text).not.toContain("gold");
    }
    const files = await readArchive(await app.as(owner, "GET", "/api/account/download"));
    for (const [name, content] of files) {
      if (name.endsWith(".csv")) expect(content.toString("utf8")).not.toContain("gold");
    }

    expect(await setAside(id, spamId, false)).toEqual(before);
    expect(await app.circles.read(owner, id)).toMatchObject({
      responses_count: 3,
      invites_count: 4,
    });
  });

  it("is left out of insights, and those that were made from it say so", async () => {
    const { circle, spamId } = await createAnswered();
    const params = { id: circle.id };
    const insights = async () => (await app.call(owner, readInsights, { params })).insights;
    await app.call(owner, generateInsights, { params });
    await app.work();
    expect(await insights()).toMatchObject({ responses_count: 3, set_aside_count: 0 });
    await setAside(circle.id, spamId);
    expect(await insights()).toMatchObject({ set_aside_count: 1, new_responses_count: 0 });
    expect(await app.call(owner, readInsights, { params })).toMatchObject({ usable_count: 2 });
    await setAside(circle.id, spamId, false);
    expect(await insights()).toMatchObject({ set_aside_count: 0, new_responses_count: 0 });
    await setAside(circle.id, spamId);
    await app.call(owner, generateInsights, { params });
    await app.work();
    const made = await insights();
    expect(made).toMatchObject({ responses_count: 2, set_aside_count: 0 });
    expect(JSON.stringify(made)).not.toContain("gold");
    await setAside(circle.id, spamId, false);
    expect(await insights()).toMatchObject({ set_aside_count: 0, new_responses_count: 1 });
  });

  it("is known to nobody else: not to people who answer later, to apps or from an email", async () => {
    const { circle, spamId } = await createAnswered();
    await setAside(circle.id, spamId);
    const { access_token } = await connectTestApp(app.deps, owner.user_id, {
      scopes: ["results:read"],
    });
    const seen = await app.request(`/api/circles/${circle.id}/feedback`, {
      headers: { Authorization: `Bearer ${access_token}` },
    });
    const seenByApp = readResults.output.parse(await seen.json());
    expect(seenByApp).toMatchObject({ responses_count: 2, set_aside: [], encouragements: [] });
    expect(seenByApp.responses).toHaveLength(2);
    const receipt = await app.circles.answer(circle.findToken(2));
    expect(await receipt.json()).toMatchObject({
      progress: { responses_count: 4, invites_count: 4 },
    });
    await app.emails.sweep("notify_owners");
    const notified = await readRows(app.db, "notified_responses", { feedback_id: spamId });
    expect(notified).toEqual([]);
  });

  it("has to be one that its owner can read", async () => {
    const { circle } = await createAnswered();
    const other = await createAnswered();
    for (const wrong of [other.spamId, randomUUID()]) {
      expect(await tryToSetAside(circle.id, wrong)).toMatchObject({
        status: 404,
        body: { code: "response_not_found" },
      });
    }
    expect((await read(circle.id)).set_aside).toEqual([]);
  });

  it("a response of an anonymous paraline is one of those that its closing released, and the others keep their numbers", async () => {
    const circle = await app.circles.seed(owner, { is_anonymous: true });
    for (const person of [0, 1]) await app.circles.answer(circle.findToken(person));
    const sealed = await readRows(app.db, "sealed_answers", { circle_id: circle.id }, ["id"]);
    for (const { id } of sealed) {
      expect(await tryToSetAside(circle.id, id)).toMatchObject({
        status: 404,
        body: { code: "response_not_found" },
      });
    }
    await app.circles.answer(circle.findToken(2), { encouragement: "Keep on." });
    await app.circles.close(owner, circle.id);
    const released = await read(circle.id);
    const second = released.responses[1];
    const left = await setAside(circle.id, second?.id ?? "");
    expect(left.responses.map(({ number }) => number)).toEqual([1, 3]);
    expect(left.set_aside).toEqual([{ ...second, note: null }]);
    // Nobody knows whose note it is.
    expect(left.encouragements).toEqual(released.encouragements);
    expect(await app.circles.read(owner, circle.id)).toMatchObject({
      responses_count: 2,
      invites_count: 3,
    });
    for (const { id } of left.responses) await setAside(circle.id, id);
    expect(await read(circle.id)).toMatchObject({ visibility: "readable", responses: [] });
    expect(await setAside(circle.id, second?.id ?? "", false)).toMatchObject({
      responses: [second],
    });
  });
});

describe("a response of a locked paraline", () => {
  const selling = useTestApp({ environment: { BILLING: "test" } });

  it("can't be set aside", async () => {
    const seller = await selling.createOwner();
    const circle = await selling.circles.seed(seller);
    await selling.circles.answer(circle.findToken(0));
    const [stored] = await readRows(selling.db, "feedback", { circle_id: circle.id }, ["id"]);
    const path = `/api/circles/${circle.id}/feedback/${stored?.id}/set-aside`;
    const refused = await selling.as(seller, "PUT", path, { is_set_aside: true });
    expect(await refused.json()).toMatchObject({ code: "results_locked" });
  });
});
