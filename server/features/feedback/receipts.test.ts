import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { reopenCircle } from "#contract/circles/circles.ts";
import type { ErrorBody } from "#contract/errors.ts";
import { readResults } from "#contract/feedback/feedback.ts";
import {
  changeReflections,
  readReflections,
  withdrawReflections,
} from "#contract/feedback/receipts.ts";
import { joinByLink } from "#contract/invites/invites.ts";
import { type Language, languages } from "#contract/languages.ts";
import { isInErasureList } from "#server/access/erasures/note-erasures.ts";
import { normalizeCode } from "#server/access/receipt-hasher.ts";
import { useTestApp } from "#server/testing/app.ts";
import { readRow, readRows } from "#server/testing/database/rows.ts";
import { testSecrets } from "#server/testing/secrets.ts";
import { listReceiptWords } from "./receipt-code.ts";
import unpleasant from "./receipt-words/unpleasant.json" with { type: "json" };

const app = useTestApp({ each: true, start: "2026-11-02T11:00:00Z" });
const limited = useTestApp({ database: app.database, environment: { RATE_LIMITS: "on" } });
const owner = app.useOwner();

const endpoints = {
  read: readReflections,
  change: changeReflections,
  withdraw: withdrawReflections,
};
type Use = keyof typeof endpoints;

const seed = (isAnonymous: boolean, given: object = {}) =>
  app.circles.seed(owner, { is_anonymous: isAnonymous, deadline: "2026-11-09", ...given });

/** Answers by a link, and returns the code. */
async function answer(token: string, given: object = {}): Promise<string> {
  const response = await app.circles.answer(token, {
    answers: { 1: "Winter is long.", 2: 4 },
    ...given,
  });
  expect(response.status).toBe(201);
  return ((await response.json()) as { code: string }).code;
}

const use = (how: Use, token: string, code: string, body: object = {}, server = app) =>
  server.circles.useReceipt(token, endpoints[how], { code, ...body });

const changes = { answers: { 1: "Winter is short." }, encouragement: "Keep warm." };

async function outcome(response: Response | Promise<Response>): Promise<string> {
  const { status } = await response;
  return status < 300 ? "done" : ((await (await response).json()) as ErrorBody).code;
}

const results = (id: string) => app.call(owner, readResults, { params: { id } });

async function counts(circleId: string) {
  const completed = await readRows(app.db, "invites", { circle_id: circleId, status: "completed" });
  const sealed = await readRows(app.db, "sealed_answers", { circle_id: circleId });
  return [completed.length, sealed.length];
}

describe.each([true, false])("a receipt (anonymous: %s)", (isAnonymous) => {
  it("opens what was written, changes it, and erases it, after which the link can be answered again", async () => {
    const circle = await seed(isAnonymous);
    const token = circle.findToken(0);
    const code = await answer(token);
    expect(code.split("-")).toHaveLength(4);
    const opened = await use("read", token, code);
    expect(opened.headers.get("cache-control")).toBe("no-store");
    expect(await opened.json()).toMatchObject({
      questions: [{ id: 1 }, { id: 2 }, { id: 3 }],
      answers: { 1: "Winter is long.", 2: 4 },
      encouragement: null,
      use_in_insights: true,
    });
    const changed = await use("change", token, code, { ...changes, use_in_insights: false });
    const now = {
      answers: { 1: "Winter is short." },
      encouragement: "Keep warm.",
      use_in_insights: false,
    };
    expect(await changed.json()).toMatchObject(now);
    expect(await (await use("read", token, code)).json()).toMatchObject(now);

    expect(await outcome(use("withdraw", token, code))).toBe("done");
    for (const how of Object.keys(endpoints) as Use[]) {
      expect(await outcome(use(how, token, code, changes))).toBe("receipt_wrong");
    }
    expect(await readRows(app.db, isAnonymous ? "sealed_answers" : "feedback", {})).toEqual([]);
    expect(await readRows(app.db, "encouragements", {})).toEqual([]);
    const again = await answer(token, { answers: { 1: "I thought again." } });
    expect(again).not.toBe(code);
    expect(await outcome(use("read", token, again))).toBe("done");
  });

  it("is the same for a submission that is sent again, 20 times at once or after a loss", async () => {
    const circle = await seed(isAnonymous);
    const token = circle.findToken(0);
    const submission = { submission_key: randomUUID(), language: "de" };
    const codes = await Promise.all(Array.from({ length: 20 }, () => answer(token, submission)));
    expect(new Set(codes).size).toBe(1);
    expect(await answer(token, submission)).toBe(codes[0]);
    expect(await outcome(use("read", token, codes[0] ?? ""))).toBe("done");
    const german = await listReceiptWords("de");
    expect(codes[0]?.split("-").every((word) => german.includes(word))).toBe(true);
  });

  it("is refused with the same sentence if it never existed, was withdrawn or belongs elsewhere", async () => {
    const [circle, other] = [await seed(isAnonymous), await seed(isAnonymous)];
    const [token = "", second = "", third = ""] = circle.people.map(
      ({ invite_token }) => invite_token,
    );
    const foreign = await answer(other.findToken(0));
    const withdrawn = await answer(second);
    expect(await outcome(use("withdraw", second, withdrawn))).toBe("done");
    await answer(token);
    const bodies = [];
    for (const code of ["never-was-a-code", "", foreign, withdrawn]) {
      for (const link of [token, third]) {
        const response = await use("read", link, code);
        expect(response.status).toBe(403);
        const { request_id: _, ...body } = (await response.json()) as ErrorBody & {
          request_id: string;
        };
        bodies.push(JSON.stringify(body));
      }
    }
    expect(new Set(bodies).size).toBe(1);
    expect(bodies[0]).toContain("This code does not open an answer here.");
  });

  it("takes the rules of answering, and says which answer breaks one", async () => {
    const circle = await seed(isAnonymous);
    const token = circle.findToken(0);
    const code = await answer(token);
    expect(await outcome(use("change", token, code, { answers: {} }))).toBe("answers_none");
    expect(await outcome(use("change", token, code, { answers: { 9: "?" } }))).toBe(
      "question_unknown",
    );
    const long = await use("change", token, code, { answers: { 1: "x".repeat(2001) } });
    expect(await long.json()).toMatchObject({ code: "answer_too_long", path: ["answers", "1"] });
    expect(await (await use("read", token, code)).json()).toMatchObject({ answers: { 2: 4 } });
  });

  it("opens nothing once the deadline has passed, even before the job that closes it has run", async () => {
    const circle = await seed(isAnonymous, { closes_at: new Date("2026-11-10T00:00:00Z") });
    const code = await answer(circle.findToken(0));
    app.clock.set("2026-11-10T00:00:00Z");
    for (const how of Object.keys(endpoints) as Use[]) {
      expect(await outcome(use(how, circle.findToken(0), code, changes))).toBe("circle_closed");
    }
  });

  it("is destroyed by the closing", async () => {
    const circle = await seed(isAnonymous);
    const codes = [];
    for (const { invite_token } of circle.people) codes.push(await answer(invite_token));
    await app.circles.close(owner, circle.id);
    const token = circle.findToken(0);
    expect(await outcome(use("read", token, codes[0] ?? ""))).toBe("circle_closed");
    expect(await readRows(app.db, "sealed_answers", {})).toEqual([]);
    const feedback = await readRows(app.db, "feedback", { circle_id: circle.id });
    expect(feedback.map(({ receipt }) => receipt)).toEqual([null, null, null]);
    expect(await readRows(app.db, "disk_cleanups", {})).not.toEqual([]);
    if (isAnonymous) return;
    await app.call(owner, reopenCircle, { params: { id: circle.id }, body: { deadline: null } });
    expect(await outcome(use("read", token, codes[0] ?? ""))).toBe("receipt_wrong");
  });

  it("is worth nothing if it and the closing, or a change and a withdrawal, come at once", async () => {
    for (let round = 0; round < 3; round += 1) {
      const circle = await seed(isAnonymous);
      const codes: string[] = [];
      for (const { invite_token } of circle.people) codes.push(await answer(invite_token));
      const [token = "", second = ""] = circle.people.map(({ invite_token }) => invite_token);
      const both = await Promise.all([
        outcome(use("change", token, codes[0] ?? "", changes)),
        outcome(use("withdraw", token, codes[0] ?? "")),
      ]);
      expect(["done", "receipt_wrong"]).toContain(both[0]);
      expect(both[1]).toBe("done");
      const [withdrawn] = await Promise.all([
        outcome(use("withdraw", second, codes[1] ?? "")),
        app.circles.close(owner, circle.id),
      ]);
      expect(["done", "circle_closed"]).toContain(withdrawn);
      // Two answers of an anonymous circle are deleted unread.
      const left = withdrawn === "done" ? 1 : 2;
      expect((await results(circle.id)).responses).toHaveLength(isAnonymous ? 0 : left);
    }
  });

  it("of somebody who came through the open link leads back to it", async () => {
    const circle = await seed(isAnonymous);
    await app.as(owner, "PUT", `/api/circles/${circle.id}/open-link`, { open: true });
    const joined = await app.post(`/api/share-link/${circle.id}/join`, { first_name: "Joan" });
    const { invite_token } = joinByLink.output.parse(await joined.json());
    const code = await answer(invite_token);
    expect(await outcome(use("change", invite_token, code, changes))).toBe("done");
    expect(await outcome(use("withdraw", invite_token, code))).toBe("done");
    expect(await outcome(use("read", invite_token, code))).toBe("receipt_wrong");
    await app.as(owner, "PUT", `/api/circles/${circle.id}/open-link`, { open: false });
    const again = await answer(invite_token);
    expect(await outcome(use("read", invite_token, again))).toBe("done");
  });
});

it("does not bring a withdrawn answer back if the same submission is sent again", async () => {
  for (const isAnonymous of [false, true]) {
    const token = (await seed(isAnonymous)).findToken(0);
    const given = { submission_key: crypto.randomUUID() };
    expect(await outcome(use("withdraw", token, await answer(token, given)))).toBe("done");
    const again = { ...given, answers: { 1: "Winter is long.", 2: 4 } };
    expect(await outcome(app.circles.answer(token, again))).toBe("invite_completed");
    await answer(token);
  }
});

describe("a receipt of a further question", () => {
  it.each([true, false])(
    "opens that answer by its link alone (anonymous: %s)",
    async (isAnonymous) => {
      const people = ["ana", "ben", "cleo"];
      const first = await app.circles.createInvited(owner, { is_anonymous: isAnonymous, people });
      const { invite_token } = await app.circles.person(first, "ana");
      const code = await answer(invite_token, { answers: { 1: "Winter is long." } });
      if (isAnonymous) await app.circles.close(owner, first);
      const { circle_id } = await app.circles.askFurther(owner, first);
      const further = (await app.circles.person(circle_id, "ana")).invite_token;
      const own = await answer(further, { answers: { 1: "Nothing would." } });
      expect(await outcome(use("read", further, code))).toBe("receipt_wrong");
      const over = isAnonymous ? "circle_closed" : "receipt_wrong";
      expect(await outcome(use("read", invite_token, own))).toBe(over);
      expect(await outcome(use("change", further, own, changes))).toBe("done");
      expect(await (await use("read", further, own)).json()).toMatchObject({
        answers: { 1: "Winter is short." },
      });
      expect(await outcome(use("withdraw", further, own))).toBe("done");
      expect(await outcome(use("read", invite_token, code))).toBe(isAnonymous ? over : "done");
    },
  );
});

describe("a receipt of a named paraline", () => {
  it("opens only what was written by the same link", async () => {
    const circle = await seed(false);
    const code = await answer(circle.findToken(0));
    await answer(circle.findToken(1));
    expect(await outcome(use("read", circle.findToken(1), code))).toBe("receipt_wrong");
  });

  it("shows the owner the day of a change, and nothing for the same words", async () => {
    await app.db.updateTable("profiles").set({ time_zone: "Asia/Tokyo" }).execute();
    const circle = await seed(false);
    const token = circle.findToken(0);
    const code = await answer(token);
    const [response] = (await results(circle.id)).responses;
    const kept = (questionId: number) =>
      app.as(
        owner,
        "PUT",
        `/api/circles/${circle.id}/feedback/${response?.id}/answers/${questionId}/kept`,
      );
    for (const questionId of [1, 2]) expect((await kept(questionId)).status).toBe(200);
    app.clock.advance({ days: 1, hours: 8 });
    const same = { answers: { 1: " Winter is long.", 2: "4" } };
    expect(await outcome(use("change", token, code, same))).toBe("done");
    expect((await results(circle.id)).responses).toEqual([response]);
    expect(response?.edited_on).toBeNull();

    expect(await outcome(use("change", token, code, changes))).toBe("done");
    const changed = await results(circle.id);
    expect(changed.responses).toMatchObject([
      {
        id: response?.id,
        received_on: "2026-11-02",
        edited_on: "2026-11-04",
        answers: [{ answer: "Winter is short." }],
      },
    ]);
    expect(changed.encouragements).toMatchObject([{ note: "Keep warm." }]);
    // A kept answer stays as long as there is an answer.
    expect(changed.kept).toEqual([{ response_id: response?.id, question_id: 1 }]);
    const file = await app.as(owner, "GET", `/api/circles/${circle.id}/results/results.csv`);
    expect(await file.text()).toContain("2026-11-02,2026-11-04,What do you see?");
    expect(await outcome(use("change", token, code, { answers: { 2: 3 } }))).toBe("done");
    expect(await results(circle.id)).toMatchObject({ encouragements: [], kept: [] });
  });

  it.each(["change", "withdraw"] as const)(
    "takes insights with it that may quote what is gone (%s)",
    async (how) => {
      const circle = await seed(false);
      const code = await answer(circle.findToken(0), {
        answers: { 1: "You are happiest at four." },
      });
      for (const index of [1, 2]) await answer(circle.findToken(index));
      const made = await app.as(owner, "POST", `/api/circles/${circle.id}/insights`);
      expect(JSON.stringify(await made.json())).toContain("happiest");
      const row = await readRow(app.db, "insight_generations", { circle_id: circle.id });
      await app.db
        .updateTable("insight_generations")
        .set({ state: "running" })
        .where("id", "=", row.id)
        .execute();
      expect(await outcome(use(how, circle.findToken(0), code, changes))).toBe("done");
      expect(await readRows(app.db, "insights", {})).toEqual([]);
      expect(await readRow(app.db, "insight_generations", {})).toMatchObject({ state: "failed" });
    },
  );
});

describe("a receipt of an anonymous paraline", () => {
  it("keeps as many used links as sealed answers, whatever is changed or withdrawn by whichever link", async () => {
    const circle = await seed(true);
    const [token = "", second = ""] = circle.people.map(({ invite_token }) => invite_token);
    const [code, other] = [await answer(token), await answer(second)];
    const sealed = await readRows(app.db, "sealed_answers", {});
    expect(await outcome(use("change", token, code, changes))).toBe("done");
    const changed = await readRows(app.db, "sealed_answers", {});
    expect(changed.map((row) => Buffer.from(row.sealed as never).length)).toEqual(
      sealed.map((row) => Buffer.from(row.sealed as never).length),
    );
    // Nothing stored says that the code and the link are of different people.
    expect(await outcome(use("withdraw", token, other))).toBe("done");
    expect(await counts(circle.id)).toEqual([1, 1]);
    expect(await outcome(use("read", second, code))).toBe("done");
    const results = await Promise.all(
      [code, code].map((one) => outcome(use("withdraw", second, one))),
    );
    expect(results.toSorted()).toEqual(["done", "receipt_wrong"]);
    expect(await counts(circle.id)).toEqual([0, 0]);
  });

  it("is noted as erased by the id of the answer alone", async () => {
    const circle = await seed(true);
    const code = await answer(circle.findToken(0));
    const { id } = await readRow(app.db, "sealed_answers", {});
    expect(await outcome(use("withdraw", circle.findToken(0), code))).toBe("done");
    const notes = await readRows(app.db, "erasure_notes", {});
    const list = new Set(notes.map(({ entry }) => entry));
    expect(list.size).toBe(1);
    expect(isInErasureList(list, testSecrets, "answer", id)).toBe(true);
  });
});

describe("the code", () => {
  it("may be typed in any case, with any separators, and with or without accents", async () => {
    const circle = await seed(true);
    for (const [index, language] of (["es", "ar", "tr"] as const).entries()) {
      const token = circle.findToken(index);
      const code = await answer(token, { language });
      const typed = ` ${code.toUpperCase().replaceAll("-", " \u3000·")}. `;
      expect(await outcome(use("read", token, typed))).toBe("done");
      expect(await outcome(use("read", token, code.normalize("NFD")))).toBe("done");
    }
    expect(normalizeCode("İĞNE ÁBACO، كِتَاب")).toBe("igne abaco كتاب");
    expect(normalizeCode("がっこう")).not.toBe(normalizeCode("かっこう"));
  });

  it.each(languages)(
    "has words that are distinct and stay so when they are typed (%s)",
    async (language) => {
      const words = await listReceiptWords(language);
      expect(words.length).toBeGreaterThanOrEqual(1024);
      expect(new Set(words.map(normalizeCode)).size).toBe(words.length);
      expect(words.filter((word) => !/^[\p{L}\p{M}]+$/u.test(word))).toEqual([]);
    },
  );

  it.each(Object.entries(unpleasant))("has no unpleasant word (%s)", async (language, listed) => {
    const words = await listReceiptWords(language as Language);
    // Each is a word of the kept list.
    expect(words.length).toBe(2048 - listed.split(" ").length);
    expect(words.filter((word) => listed.split(" ").includes(word))).toEqual([]);
  });

  it("may be wrong 10 times at a link, then nothing opens for an hour", async () => {
    const circle = await seed(true);
    const token = circle.findToken(0);
    const code = await answer(token);
    for (let times = 0; times < 12; times += 1) {
      expect(await outcome(use("read", token, code, {}, limited))).toBe("done");
    }
    for (let times = 0; times < 10; times += 1) {
      expect(await outcome(use("read", token, "wrong", {}, limited))).toBe("receipt_wrong");
    }
    const refused = await use("read", token, code, {}, limited);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3000);
    expect(await outcome(refused)).toBe("receipt_tries_exhausted");
    expect(await outcome(use("read", circle.findToken(1), code, {}, limited))).toBe(
      "receipt_wrong",
    );
    // Nothing stored says who has tried.
    const { rows } = await sql`select key from rate_limits where key like 'receipt%'`.execute(
      app.db,
    );
    expect(rows).toEqual([]);
  });
});

describe("the page of a receipt", () => {
  const post = (token: string, code: string, fields: Record<string, string> = {}) =>
    app.postForm("/receipt", { token, code, action: "read", ...fields });
  const page = async (token: string) => (await app.request(`/invite?token=${token}`)).text();
  const form = 'action="/receipt"';

  it("is offered at a used link while the paraline is open", async () => {
    const [anonymous, named] = [await seed(true), await seed(false)];
    for (const circle of [anonymous, named]) {
      expect(await page(circle.findToken(0))).not.toContain(form);
      for (const { invite_token } of circle.people) await answer(invite_token);
      expect(await page(circle.findToken(0))).toContain(form);
      await app.circles.close(owner, circle.id);
      expect(await page(circle.findToken(0))).not.toContain(form);
    }
  });

  it("shows what was written, saves changes and withdraws, without scripts and in its language", async () => {
    const circle = await seed(true);
    const token = circle.findToken(0);
    const code = await answer(token);
    const opened = await post(token, code, { lang: "de" });
    expect(opened.headers.get("cache-control")).toBe("no-store");
    const html = await opened.text();
    expect(html).toContain("Winter is long.</textarea>");
    expect(html).toContain("Änderungen speichern");
    const saved = await post(token, code, { action: "change", "answer-1": "Winter is short." });
    expect(await saved.text()).toContain("Your changes are saved.");
    const refused = await post(token, code, { action: "change", "answer-1": "x".repeat(2001) });
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain("Answer must be less than 2000 characters");
    expect(await (await use("read", token, code)).json()).toMatchObject({
      answers: { 1: "Winter is short." },
    });
    const wrong = await post(token, "none of these words");
    expect(wrong.status).toBe(403);
    const asked = await wrong.text();
    expect(asked).toContain("This code does not open an answer here.");
    expect(asked).toMatch(/<h1[^>]*>Have your code\?/);
    expect(asked).not.toContain("What you have written");
    const withdrawn = await post(token, code, { action: "withdraw" });
    expect(await withdrawn.text()).toContain("What you wrote is erased.");
    expect(await readRows(app.db, "sealed_answers", {})).toEqual([]);
    expect((await app.request("/receipt")).headers.get("location")).toBe("/feedback");
  });

  it("says so if the paraline has closed meanwhile", async () => {
    const circle = await seed(false);
    const code = await answer(circle.findToken(0));
    await app.circles.close(owner, circle.id);
    const late = await post(circle.findToken(0), code, { action: "change", "answer-1": "Late." });
    expect(late.status).toBe(409);
    expect(await late.text()).toContain("This paraline has closed.");
  });
});
