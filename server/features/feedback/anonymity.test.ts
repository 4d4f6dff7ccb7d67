import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { type FoundInvite, findInvite } from "#server/access/open-invite.ts";
import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { createTestClock } from "#server/testing/clock.ts";
import { useTestDatabase } from "#server/testing/database/db.ts";
import { changeRows } from "#server/testing/database/rows.ts";
import { recordStatements } from "#server/testing/database/statements.ts";
import {
  listStoredFeedback,
  listStoredNotes,
  listStoredWaiting,
} from "#server/testing/database/stored-texts.ts";
import { testSecrets } from "#server/testing/secrets.ts";
import { type SeededCircle, seedCircle, seedOwner } from "#server/testing/seed-circle.ts";
import { deleteHeldBackAnswers } from "./delete-held-back-answers.ts";
import { releaseAtClosing } from "./release-answers.ts";
import { submitFeedback } from "./submit-feedback.ts";

const database = useTestDatabase({ each: true });
const clock = createTestClock();

beforeEach(() => clock.set("2026-11-02T11:00:00Z"));

const six = ["Ana", "Ben", "Cleo", "Dan", "Eva", "Finn"];

async function anonymousCircle(people = six) {
  const owner = await seedOwner(database.db, { now: clock.now(), time_zone: "Pacific/Kiritimati" });
  return seedCircle(database.db, owner, { now: clock.now(), is_anonymous: true, people });
}

function personOf(circle: SeededCircle, firstName: string) {
  const person = circle.people.find((one) => one.first_name === firstName);
  if (person === undefined) throw new Error(`no one is called ${firstName}`);
  return person;
}

async function answer(
  circle: SeededCircle,
  firstName: string,
  given: { note?: string; show_if_few?: boolean; found?: FoundInvite } = {},
) {
  const { invite_token } = personOf(circle, firstName);
  const { db } = database;
  return submitFeedback(
    { db, clock, secrets: testSecrets, processor: "here" },
    invite_token,
    given.found ?? (await findInvite({ db, secrets: testSecrets }, invite_token, clock.now())),
    {
      submission_key: randomUUID(),
      answers: { 1: `${firstName} wrote this` },
      encouragement: given.note,
      use_in_insights: true,
      insights_by: "here",
      show_if_few: given.show_if_few ?? false,
    },
  );
}

it("a submission that is refused at the last moment takes the same work whether or not answers wait", async () => {
  const { db } = database;
  const circle = await anonymousCircle();
  const { id, invite_token } = personOf(circle, "Finn");
  const works: string[][] = [];
  for (const arrived of ["Ana", "Ben", undefined]) {
    const found = await findInvite({ db, secrets: testSecrets }, invite_token, clock.now());
    await db.updateTable("invites").set({ status: "declined" }).where("id", "=", id).execute();
    const work = await recordStatements(db, () =>
      expect(answer(circle, "Finn", { found })).rejects.toMatchObject({ code: "invite_declined" }),
    );
    works.push(work);
    await db.updateTable("invites").set({ status: "pending" }).where("id", "=", id).execute();
    if (arrived !== undefined) await answer(circle, arrived);
  }
  expect(works[0]?.join()).toContain("for no key update");
  expect(works[1]).toEqual(works[0]);
  expect(works[2]).toEqual(works[0]);
});

/** The encrypted columns of each table. */
const opened = {
  feedback: listStoredFeedback,
  encouragements: listStoredNotes,
  waiting_answers: listStoredWaiting,
  invites: (db: Db) => db.selectFrom("invites").selectAll().execute(),
};

/** Every column of every row, including PostgreSQL's system columns, in the order on disk. */
async function rowsOf(table: keyof typeof opened): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<{ id: string; ctid: string; xmin: string }>`
    select id, ctid::text as ctid, xmin::text as xmin from ${sql.table(table)} order by ${sql.table(table)}.ctid
  `.execute(database.db);
  const texts = await opened[table](database.db);
  return rows.map((row) => ({ ...texts.find(({ id }) => id === row.id), ...row }));
}

const authors = (rows: Record<string, unknown>[]) =>
  rows.map((row) => JSON.stringify(row.answers ?? row.note).match(/(\w+) wrote/)?.[1]);

describe("an anonymous answer that waits", () => {
  it("has no link to its author, no time and no number", async () => {
    const circle = await anonymousCircle();
    await answer(circle, "Ana", { note: "Ana wrote a note" });

    const [waiting] = await rowsOf("waiting_answers");
    expect(waiting).toMatchObject({
      answers: { 1: "Ana wrote this" },
      note: "Ana wrote a note",
    });
    expect(await database.db.selectFrom("waiting_answers").selectAll().execute()).toEqual([
      {
        id: waiting?.id,
        circle_id: circle.id,
        questions: circle.questions,
        sealed: expect.anything(),
      },
    ]);
    const ids = circle.people.flatMap((person) => [person.id, person.invite_token]);
    for (const id of ids) expect(JSON.stringify(waiting)).not.toContain(id);
  });

  it("is as long as every other one, with or without a note", async () => {
    const circle = await anonymousCircle();
    await answer(circle, "Ana", { note: "Ana wrote a note" });
    await answer(circle, "Ben", { note: "Ben wrote more. ".repeat(50) });
    const { rows } = await sql<{ bytes: number }>`
      select length(sealed) as bytes from waiting_answers`.execute(database.db);
    expect(new Set(rows.map(({ bytes }) => bytes)).size).toBe(1);
  });
});

describe("a release", () => {
  it("happens with the third waiting answer, whose receipt counts it", async () => {
    const circle = await anonymousCircle();
    expect(await answer(circle, "Ana")).toMatchObject({ responses_count: 0, invites_count: 6 });
    expect(await answer(circle, "Ben")).toMatchObject({ responses_count: 0 });
    expect(await answer(circle, "Cleo")).toMatchObject({ responses_count: 3 });
    expect(await answer(circle, "Dan")).toMatchObject({ responses_count: 3 });

    expect(await rowsOf("feedback")).toHaveLength(3);
    expect(await rowsOf("waiting_answers")).toMatchObject([{ answers: { 1: "Dan wrote this" } }]);
  });

  it("leaves no key, although its last answer was sent twice at once", async () => {
    const circle = await anonymousCircle();
    const { db } = database;
    const found = await findInvite(
      { db, secrets: testSecrets },
      personOf(circle, "Cleo").invite_token,
      clock.now(),
    );
    for (const firstName of ["Ana", "Ben", "Cleo"]) await answer(circle, firstName);
    await expect(answer(circle, "Cleo", { found })).rejects.toMatchObject({
      code: "invite_completed",
    });
    expect(await db.selectFrom("round_keys").selectAll().execute()).toEqual([]);

    // A late repetition, while others wait, does not delete their key.
    await answer(circle, "Dan");
    await expect(answer(circle, "Cleo", { found })).rejects.toMatchObject({
      code: "invite_completed",
    });
    expect(authors(await rowsOf("waiting_answers"))).toEqual(["Dan"]);
  });

  it("leaves nothing in the rows from before the release", async () => {
    const circle = await anonymousCircle();
    await answer(circle, "Ana", { note: "Ana wrote a note" });
    await answer(circle, "Ben", { note: "Ben wrote a note" });
    const before = await rowsOf("waiting_answers");
    clock.advance({ days: 3 });
    await answer(circle, "Cleo", { note: "Cleo wrote a note" });

    const feedback = await rowsOf("feedback");
    const notes = await rowsOf("encouragements");
    const after = [...feedback, ...notes];
    expect(after).toHaveLength(6);
    // One transaction has written them all, so its number reveals nothing.
    expect(new Set(after.map((row) => row.xmin)).size).toBe(1);
    for (const row of after) {
      expect(before.map((old) => old.id)).not.toContain(row.id);
      expect(before.map((old) => old.xmin)).not.toContain(row.xmin);
      expect(row).toMatchObject({ invite_id: null, released_on: "2026-11-06" });
    }
    for (const row of feedback) {
      expect(row).toMatchObject({ created_at: null, received_on: "2026-11-06" });
    }
    // Positions on disk follow the numbers, which are random.
    expect(feedback.map((row) => row.number)).toEqual([1, 2, 3]);
    expect(notes.map((row) => row.number)).toEqual([1, 2, 3]);
  });

  it("puts answers and notes into orders that follow neither their arrival nor each other", async () => {
    const orders: string[] = [];
    const noteOrders: string[] = [];
    for (let round = 0; round < 24; round += 1) {
      const circle = await anonymousCircle(["Ana", "Ben", "Cleo"]);
      for (const { first_name } of circle.people) {
        await answer(circle, first_name, { note: `${first_name} wrote a note` });
      }
      const of = (rows: Record<string, unknown>[]) =>
        authors(rows.filter((row) => row.circle_id === circle.id)).join();
      orders.push(of(await rowsOf("feedback")));
      noteOrders.push(of(await rowsOf("encouragements")));
    }
    // That 24 random orders are the same one of six would happen once in 6^23 runs.
    expect(new Set(orders).size).toBeGreaterThan(1);
    expect(new Set(noteOrders).size).toBeGreaterThan(1);
    expect(orders).not.toEqual(noteOrders);
  });

  it("gives ids that are as random as their order", async () => {
    const firsts = new Set<string | undefined>();
    for (let round = 0; round < 24; round += 1) {
      const circle = await anonymousCircle(["Ana", "Ben", "Cleo"]);
      for (const { first_name } of circle.people) await answer(circle, first_name);
      const rows = await rowsOf("feedback");
      const mine = rows.filter((row) => row.circle_id === circle.id);
      firsts.add(authors(mine.toSorted((a, b) => String(a.id).localeCompare(String(b.id))))[0]);
    }
    expect(firsts.size).toBeGreaterThan(1);
  });

  it("goes on counting after earlier releases", async () => {
    const circle = await anonymousCircle();
    for (const firstName of six) await answer(circle, firstName);
    const rows = await rowsOf("feedback");
    expect(rows.map((row) => row.number)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(authors(rows.slice(0, 3)).toSorted()).toEqual(["Ana", "Ben", "Cleo"]);
  });

  it("leaves no trace of the order in the invites, only that they are completed", async () => {
    const circle = await anonymousCircle(["Ana", "Ben", "Cleo"]);
    for (const firstName of ["Cleo", "Ana", "Ben"]) await answer(circle, firstName);
    const invites = await rowsOf("invites");
    const times = invites.flatMap((row) => Object.values(row)).filter((v) => v instanceof Date);
    for (const time of times) expect(time).toEqual(invites[0]?.created_at);
  });
});

describe("closing an anonymous paraline", () => {
  const close = (circle: SeededCircle) =>
    inTransaction(database.db, async (tx) => {
      await tx
        .updateTable("circles")
        .set({ status: "completed", closed_at: clock.now() })
        .where("id", "=", circle.id)
        .execute();
      await releaseAtClosing(tx, testSecrets, circle, {
        released_on: "2026-11-09",
        now: clock.now(),
      });
    });

  it("releases fewer than three only if each author chose so", async () => {
    const circle = await anonymousCircle();
    await answer(circle, "Ana", { show_if_few: true });
    await answer(circle, "Ben", { show_if_few: true });
    await close(circle);
    expect(await rowsOf("feedback")).toMatchObject([
      { released_on: "2026-11-09", number: 1 },
      { released_on: "2026-11-09", number: 2 },
    ]);
  });

  it("holds them back if one author did not, and deletes them 30 days later", async () => {
    const circle = await anonymousCircle();
    await answer(circle, "Ana", { show_if_few: true, note: "Ana wrote a note" });
    await answer(circle, "Ben");
    await close(circle);
    expect(await rowsOf("feedback")).toEqual([]);
    expect(await rowsOf("waiting_answers")).toHaveLength(2);

    const { db } = database;
    clock.advance({ days: 29, hours: 23 });
    expect(await deleteHeldBackAnswers({ db, clock, secrets: testSecrets })).toBe(0);
    clock.advance({ hours: 1 });
    expect(await deleteHeldBackAnswers({ db, clock, secrets: testSecrets })).toBe(2);
    expect(await rowsOf("waiting_answers")).toEqual([]);
    expect(await db.selectFrom("round_keys").selectAll().execute()).toEqual([]);
    expect(await deleteHeldBackAnswers({ db, clock, secrets: testSecrets })).toBe(0);
  });

  it("deletes those of a later closing, too, and marks every closing alike", async () => {
    const { db } = database;
    const sweep = () => deleteHeldBackAnswers({ db, clock, secrets: testSecrets });
    const circle = await anonymousCircle();
    const unanswered = await anonymousCircle();
    await close(circle);
    await close(unanswered);
    clock.advance({ days: 30 });
    expect(await sweep()).toBe(0);
    const swept = await db.selectFrom("circles").select("swept_closing").distinct().execute();
    expect(swept).toHaveLength(1);
    await changeRows(db, "circles", { id: circle.id }, { status: "active", closed_at: null });
    await answer(circle, "Ana");
    await close(circle);
    clock.advance({ days: 30 });
    expect(await sweep()).toBe(1);
  });

  it("keeps them waiting if it is reopened before that", async () => {
    const circle = await anonymousCircle();
    await answer(circle, "Ana");
    await close(circle);
    await database.db
      .updateTable("circles")
      .set({ status: "active", closed_at: null })
      .where("id", "=", circle.id)
      .execute();
    clock.advance({ days: 60 });
    expect(await deleteHeldBackAnswers({ db: database.db, clock, secrets: testSecrets })).toBe(0);
    await answer(circle, "Ben");
    expect(await answer(circle, "Cleo")).toMatchObject({ responses_count: 3 });
  });
});
