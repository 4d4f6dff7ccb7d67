import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { useTestApp } from "#server/testing/app.ts";
import { readRow } from "#server/testing/database/rows.ts";
import { listAllStored } from "#server/testing/database/stored-texts.ts";
import type { SeededCircle } from "#server/testing/seed-circle.ts";

const app = useTestApp({ each: true });

let circle: SeededCircle;
let token: string;

beforeEach(async () => {
  circle = await app.circles.seed(await app.createOwner());
  token = circle.findToken(0);
});

const post = (fields: Record<string, string>) =>
  app.postForm("/feedback", { token, submission_key: randomUUID(), ...fields });

const stored = () => listAllStored(app.db);
const readStatus = async () => (await readRow(app.db, "invites", { invite_token: token })).status;

describe("the form without scripts", () => {
  it("is stored and answered with the thanks and the code of a receipt", async () => {
    const response = await post({
      "answer-1": "I see you\r\nthere.",
      "answer-2": "4",
      "answer-3": "",
      encouragement: "Keep Saturdays.",
      leave_out: "yes",
    });
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("referrer-policy")).toBe("no-referrer");
    const html = await response.text();
    const [, code] = /token=[\w-]+#([a-z-]+)"/.exec(html) ?? [];
    expect(html).toContain("Thank you");
    expect(html).toContain(`>${code?.replaceAll("-", " ")}</dd>`);
    expect(await stored()).toMatchObject([
      { answers: { 1: "I see you\nthere.", 2: 4 }, use_in_insights: false },
    ]);
  });

  it("submitted twice is stored once, and both times leads to the thanks", async () => {
    const fields = { "answer-1": "Once.", submission_key: randomUUID() };
    const responses = await Promise.all([post(fields), post(fields)]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    const [first, second] = await Promise.all(responses.map((response) => response.text()));
    expect(second?.match(/#[a-z-]+"/)).toEqual(first?.match(/#[a-z-]+"/));
    expect(await stored()).toHaveLength(1);
  });

  it.each([
    ["used", 409, "already shared your reflections", "This version was not sent."],
    ["declined", 409, "You chose not to answer", "This was not sent."],
    ["closed", 409, "This paraline has closed.", "This was not sent."],
    ["replaced", 404, "This feedback link is invalid or has expired.", "This was not sent."],
  ])(
    "is shown again with everything that was typed if the link is %s by then",
    async (became, status, why, unsent) => {
      const fields = { submission_key: randomUUID(), "answer-1": "I see you there." };
      const change = {
        used: () => post(fields),
        declined: () => post({ action: "decline" }),
        closed: () => app.circles.change(circle.id, { status: "completed", closed_at: new Date() }),
        replaced: () =>
          app.db
            .updateTable("invites")
            .set({ invite_token: "x".repeat(32) })
            .where("invite_token", "=", token)
            .execute(),
      };
      await change[became as keyof typeof change]();
      const rows = (await stored()).length;
      const more = "I see you there.\r\nAnd <b>more</b>.";
      const refused = await post({
        ...fields,
        "answer-1": more,
        "answer-2": "4",
        encouragement: "Keep on.",
      });
      const page = await refused.text();
      expect(refused.status).toBe(status);
      for (const shown of [why, "What you have written", unsent]) expect(page).toContain(shown);
      for (const words of ["And &lt;b&gt;more&lt;/b&gt;.", "Keep on."])
        expect(page).toContain(words);
      expect(await stored()).toHaveLength(rows);
      expect(await (await post({ "answer-1": "" })).text()).not.toContain("What you have written");
    },
  );

  it("shows an answer to a question that has changed, and is stored without it", async () => {
    const refused = await post({ "answer-1": "I see you there.", "answer-9": "Of old." });
    expect(refused.status).toBe(422);
    const page = await refused.text();
    expect(page).toContain("A question has changed since you opened this page.");
    expect(page).toMatch(/<textarea[^>]*name="answer-9"[^>]*>\s*Of old\./);
    expect((await post({ "answer-1": "I see you there.", "answer-9": "" })).status).toBe(200);
  });
});

describe("a refused form comes back", () => {
  it("a refused form comes back with everything that was typed, and the message at its question", async () => {
    const response = await post({
      "answer-1": "Kept as it was <b>typed</b>",
      "answer-2": "5",
      "answer-3": "a".repeat(2001),
      encouragement: "Kept too.",
      leave_out: "yes",
    });
    const html = await response.text();
    expect(response.status).toBe(422);
    expect(html).toContain("Kept as it was &lt;b&gt;typed&lt;/b&gt;</textarea>");
    expect(html).toContain("Kept too.</textarea>");
    expect(html).toContain("a".repeat(2001));
    expect(html).toMatch(/<input[^>]*name="answer-2"[^>]*checked=""[^>]*value="5"/);
    expect(html).toMatch(/<input[^>]*name="leave_out"[^>]*checked=""/);
    expect(html).toContain("Answer must be less than 2000 characters");
    // The refused question is shown first.
    expect(html).toMatch(/id="q3"[^>]*data-first/);
    expect(response.headers.get("referrer-policy")).toBe("no-referrer");
    expect(await stored()).toEqual([]);
    expect(await readStatus()).toBe("pending");
  });

  it.each([
    [{ "answer-1": " " }, "Please answer at least one question."],
    [
      { "answer-1": "a", encouragement: "a".repeat(1001) },
      "Encouragement must be less than 1000 characters",
    ],
    [{ "answer-2": "9" }, "Please choose a number from 1 to 5."],
    [{ "answer-1": "a\u0000" }, "Some characters here can't be saved. Remove unusual symbols."],
  ])("%o", async (fields, message) => {
    const response = await post(fields);
    expect(response.status).toBe(422);
    expect(await response.text()).toContain(message);
    expect(await stored()).toEqual([]);
  });

  it("a refused form comes back with everything that was typed when the database fails in the middle, so that it can be sent again", async () => {
    const { db } = app;
    const submissionKey = randomUUID();
    const fields = {
      submission_key: submissionKey,
      "answer-1": "Not lost.",
      "answer-2": "4",
      leave_out: "yes",
    };
    await db.schema.alterTable("feedback").renameTo("feedback_away").execute();
    try {
      const response = await post(fields);
      const html = await response.text();
      expect(response.status).toBe(500);
      expect(html).toContain("Failed to submit feedback. Please try again.");
      expect(html).toContain("Not lost.</textarea>");
      expect(html).toContain(`value="${submissionKey}"`);
      expect(html).toContain(`value="${token}"`);
    } finally {
      await db.schema.alterTable("feedback_away").renameTo("feedback").execute();
    }
    expect(await readStatus()).toBe("pending");
    expect((await post(fields)).status).toBe(200);
    expect(await stored()).toHaveLength(1);
  });

  it("a body that is far too long is refused before it is read", async () => {
    expect((await post({ "answer-1": "a".repeat(2_000_000) })).status).toBe(413);
    expect(await stored()).toEqual([]);
  });
});

describe("without scripts, too", () => {
  it('"I\'d rather not" declines and offers to return, which works', async () => {
    const declined = await post({ action: "decline" });
    expect(declined.status).toBe(303);
    expect(declined.headers.get("location")).toBe(`/invite?token=${token}`);
    expect(await readStatus()).toBe("declined");
    expect((await post({ action: "reopen" })).status).toBe(303);
    expect(await readStatus()).toBe("pending");
  });

  it("a person who has answered can no longer decline", async () => {
    await post({ "answer-1": "Here." });
    expect((await post({ action: "decline" })).status).toBe(409);
    expect(await readStatus()).toBe("completed");
  });
});
