import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { readResults } from "#contract/feedback/feedback.ts";
import type { KeptAnswer } from "#contract/feedback/kept-answers.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { useTestApp } from "#server/testing/app.ts";
import { itOnPostgres } from "#server/testing/database/db.ts";
import { readRow, readRows } from "#server/testing/database/rows.ts";
import { readArchive } from "#server/testing/files/read-archive.ts";

const app = useTestApp();
const owner = app.useOwner();

const createKeptPath = (circleId: string, { response_id, question_id }: KeptAnswer) =>
  `/api/circles/${circleId}/feedback/${response_id}/answers/${question_id}/kept`;

async function change(method: "PUT" | "DELETE", circleId: string, answer: KeptAnswer) {
  const response = await app.as(owner, method, createKeptPath(circleId, answer));
  return { status: response.status, body: await response.json() };
}

const read = (id: string) => app.call(owner, readResults, { params: { id } });

/** A paraline with a response of two answers, and the first of these answers. */
async function createAnswered() {
  const circle = await app.circles.seed(owner);
  await app.circles.answer(circle.findToken(0), { answers: { 1: "A door.", 3: "Go." } });
  const [response] = (await read(circle.id)).responses;
  return { circle, first: { response_id: response?.id ?? "", question_id: 1 } };
}

describe("an answer that its owner keeps", () => {
  it("is kept once, however often that is requested, and stops being kept at once", async () => {
    const { circle, first } = await createAnswered();
    const third = { ...first, question_id: 3 };
    for (let call = 0; call < 2; call += 1) {
      expect(await change("PUT", circle.id, first)).toEqual({
        status: 200,
        body: { kept: [first] },
      });
    }
    await Promise.all([1, 2, 3].map(() => change("PUT", circle.id, third)));
    expect((await read(circle.id)).kept).toEqual([first, third]);
    for (let call = 0; call < 2; call += 1) {
      expect(await change("DELETE", circle.id, first)).toEqual({
        status: 200,
        body: { kept: [third] },
      });
    }
    expect((await read(circle.id)).kept).toEqual([third]);
  });

  itOnPostgres("waits for nobody who is answering, and makes none of them wait", async () => {
    const { circle, first } = await createAnswered();
    const held = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const answering = inTransaction(app.db, async (tx) => {
      await tx
        .selectFrom("circles")
        .where("id", "=", circle.id)
        .select("id")
        .forNoKeyUpdate()
        .execute();
      held.resolve();
      await goOn.promise;
    });
    await held.promise;
    try {
      expect(await change("PUT", circle.id, first)).toMatchObject({ status: 200 });
      expect(await change("DELETE", circle.id, first)).toMatchObject({ status: 200 });
    } finally {
      goOn.resolve();
      await answering;
    }
  });

  it("is in the owner's download, and stored without a time", async () => {
    const { circle, first } = await createAnswered();
    await change("PUT", circle.id, first);
    const files = await readArchive(await app.as(owner, "GET", "/api/account/download"));
    const paralines = [...files]
      .filter(([name]) => name.endsWith("paraline.json"))
      .map(([, content]) => JSON.parse(content.toString("utf8")));
    expect(paralines).toContainEqual(
      expect.objectContaining({ results: expect.objectContaining({ kept: [first] }) }),
    );
    const rows = await readRows(app.db, "kept_answers", { feedback_id: first.response_id });
    const { user_id } = owner;
    expect(rows).toEqual([{ feedback_id: first.response_id, user_id, question_id: 1 }]);
  });

  it("is forgotten with its paraline", async () => {
    const { circle, first } = await createAnswered();
    await change("PUT", circle.id, first);
    const { title } = await app.circles.read(owner, circle.id);
    const deleted = await app.as(owner, "DELETE", `/api/circles/${circle.id}`, { title });
    expect(deleted.status).toBe(200);
    const rows = await readRows(app.db, "kept_answers", { feedback_id: first.response_id });
    expect(rows).toEqual([]);
  });

  it("has to exist: one of another paraline, an unanswered question or an unknown one is not found", async () => {
    const { circle, first } = await createAnswered();
    const other = await createAnswered();
    for (const wrong of [
      other.first,
      { ...first, question_id: 2 },
      { ...first, question_id: 99 },
      { ...first, response_id: randomUUID() },
    ]) {
      for (const method of ["PUT", "DELETE"] as const) {
        expect(await change(method, circle.id, wrong)).toMatchObject({
          status: 404,
          body: { code: "answer_not_found" },
        });
      }
    }
    expect((await read(circle.id)).kept).toEqual([]);
  });
});

describe("an answer of an anonymous paraline", () => {
  it("cannot be kept while it is sealed, and can be once its paraline has closed", async () => {
    const circle = await app.circles.seed(owner, { is_anonymous: true });
    for (const person of [0, 1, 2]) await app.circles.answer(circle.findToken(person));
    const sealed = await readRows(app.db, "sealed_answers", { circle_id: circle.id }, ["id"]);
    expect(sealed).toHaveLength(3);
    for (const { id } of [...sealed, { id: randomUUID() }]) {
      expect(await change("PUT", circle.id, { response_id: id, question_id: 1 })).toMatchObject({
        status: 404,
        body: { code: "answer_not_found" },
      });
    }
    await app.circles.close(owner, circle.id);
    const { responses } = await read(circle.id);
    const released = { response_id: responses[1]?.id ?? "", question_id: 1 };
    expect(await change("PUT", circle.id, released)).toEqual({
      status: 200,
      body: { kept: [released] },
    });
  });
});

describe("keeping answers and no longer keeping them", () => {
  const limited = useTestApp({ environment: { RATE_LIMITS: "on" } });

  it("is limited", async () => {
    const person = await limited.createOwner();
    const path = createKeptPath(randomUUID(), { response_id: randomUUID(), question_id: 1 });
    const statuses: number[] = [];
    for (let call = 0; call < 301; call += 1) {
      statuses.push((await limited.as(person, call % 2 ? "PUT" : "DELETE", path)).status);
    }
    expect(statuses.slice(0, 300).every((status) => status === 404)).toBe(true);
    expect(statuses[300]).toBe(429);
  });
});

describe("while results are locked", () => {
  const locked = useTestApp({ environment: { BILLING: "test" } });

  it("no answer can be kept or stop being kept, and kept answers are not shown", async () => {
    const person = await locked.createOwner();
    const circle = await locked.circles.seed(person);
    await locked.circles.answer(circle.findToken(0));
    const stored = await readRow(locked.db, "feedback", { circle_id: circle.id }, ["id"]);
    const kept = { feedback_id: stored.id, user_id: person.user_id, question_id: 1 };
    await locked.db.insertInto("kept_answers").values(kept).execute();
    for (const method of ["PUT", "DELETE"] as const) {
      const path = createKeptPath(circle.id, { response_id: stored.id, question_id: 1 });
      const response = await locked.as(person, method, path);
      expect([response.status, await response.json()]).toMatchObject([
        402,
        { code: "results_locked" },
      ]);
    }
    const params = { id: circle.id };
    expect(await locked.call(person, readResults, { params })).toMatchObject({
      is_locked: true,
      kept: [],
    });
    expect(await locked.db.selectFrom("kept_answers").selectAll().execute()).toEqual([kept]);
  });
});
