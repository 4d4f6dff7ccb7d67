import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { type FoundInvite, findInvite } from "#server/access/open-invite.ts";
import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { createTestClock } from "#server/testing/clock.ts";
import { useTestDatabase } from "#server/testing/database/db.ts";
import { expectUnlinked } from "#server/testing/database/expect-unlinked.ts";
import { readRows } from "#server/testing/database/rows.ts";
import { recordStatements } from "#server/testing/database/statements.ts";
import {
  listStoredFeedback,
  listStoredNotes,
  listStoredSealed,
} from "#server/testing/database/stored-texts.ts";
import { repeat } from "#server/testing/repeat.ts";
import { createTestReceipts, testSecrets } from "#server/testing/secrets.ts";
import { type SeededCircle, seedCircle, seedOwner } from "#server/testing/seed-circle.ts";
import { createReceiptCode } from "./receipt-code.ts";
import { releaseAnswers } from "./release-answers.ts";
import { submitFeedback } from "./submit-feedback.ts";

const database = useTestDatabase({ each: true });
const clock = createTestClock();
const secrets = testSecrets;
const receipts = createTestReceipts(secrets);

async function anonymousCircle(people = ["Ana", "Ben", "Cleo"]) {
  const owner = await seedOwner(database.db, { now: clock.now() });
  return seedCircle(database.db, owner, { now: clock.now(), is_anonymous: true, people });
}

function findPerson(circle: SeededCircle, firstName: string) {
  const person = circle.people.find((one) => one.first_name === firstName);
  if (person === undefined) throw new Error(`no one is called ${firstName}`);
  return person;
}

async function answer(
  circle: SeededCircle,
  firstName: string,
  given: { note?: string; found?: FoundInvite; consented_processor?: string | null } = {},
) {
  const { invite_token } = findPerson(circle, firstName);
  const { db } = database;
  const { note = `${firstName} wrote a note`, consented_processor = "here" } = given;
  return submitFeedback(
    { db, clock, secrets, receipts, processor: "by OpenAI" },
    invite_token,
    given.found ?? (await findInvite({ db, secrets }, invite_token, clock.now())),
    {
      submission_key: randomUUID(),
      answers: { 1: `${firstName} wrote this` },
      encouragement: note,
      use_in_insights: true,
      consented_processor,
    },
  );
}

const release = (circle: SeededCircle) =>
  inTransaction(database.db, (tx) => releaseAnswers(tx, secrets, circle, "2026-11-06"));

/** The encrypted columns of each table. */
const opened = {
  feedback: listStoredFeedback,
  encouragements: listStoredNotes,
  sealed_answers: listStoredSealed,
  invites: (db: Db) => db.selectFrom("invites").selectAll().execute(),
};

/** Every column of every row of a circle, including PostgreSQL's system columns, in the order on disk. */
async function readCircleRows(
  table: keyof typeof opened,
  { id: circleId }: SeededCircle,
): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<{ id: string; ctid: string; xmin: string }>`
    select id, ctid::text as ctid, xmin::text as xmin from ${sql.table(table)}
    where circle_id = ${circleId} order by ${sql.table(table)}.ctid`.execute(database.db);
  const texts = await opened[table](database.db);
  return rows.map((row) => ({ ...texts.find(({ id }) => id === row.id), ...row }));
}

const authors = (rows: Record<string, unknown>[]) =>
  rows.map((row) => JSON.stringify(row.answers ?? row.note).match(/(\w+) wrote/)?.[1]).join();

it("a submission that is refused at the last moment takes the same work whether or not answers are sealed", async () => {
  const { db } = database;
  const circle = await anonymousCircle(["Ana", "Ben", "Cleo", "Finn"]);
  const { id, invite_token } = findPerson(circle, "Finn");
  const works: string[][] = [];
  for (const arrived of ["Ana", "Ben", "Cleo", undefined]) {
    const found = await findInvite({ db, secrets }, invite_token, clock.now());
    await db.updateTable("invites").set({ status: "declined" }).where("id", "=", id).execute();
    const work = await recordStatements(db, () =>
      expect(answer(circle, "Finn", { found })).rejects.toMatchObject({ code: "invite_declined" }),
    );
    works.push(work);
    await db.updateTable("invites").set({ status: "pending" }).where("id", "=", id).execute();
    if (arrived !== undefined) await answer(circle, arrived);
  }
  expect(works[0]?.join()).toContain("for no key update");
  expect(works.slice(1)).toEqual(Array(3).fill(works[0]));
});

describe("a sealed answer", () => {
  it("has no link to its author and no time, and its receipt counts nobody", async () => {
    const circle = await anonymousCircle();
    expect(await answer(circle, "Ana")).toMatchObject({ progress: null });
    const stored = await database.db.selectFrom("sealed_answers").selectAll().execute();
    expect(stored).toEqual([
      {
        id: expect.any(String),
        circle_id: circle.id,
        user_id: circle.user_id,
        sealed: expect.anything(),
        receipt: expect.anything(),
      },
    ]);
    const [opened] = await listStoredSealed(database.db);
    expect(opened).toMatchObject({
      answers: { 1: "Ana wrote this" },
      note: "Ana wrote a note",
    });
    await expectUnlinked(database.db);
  });

  it("shares no value with any other row while its paraline is open, and nothing of an invite makes its receipt", async () => {
    const { db } = database;
    const circle = await anonymousCircle();
    for (const name of ["Ana", "Ben"]) await answer(circle, name);
    const sealed = await listStoredSealed(db);
    const { rows: tables } = await sql<{ schema: string; name: string }>`
      select schemaname as schema, tablename as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`.execute(db);
    const others = tables.filter(({ name }) => name !== "sealed_answers");
    const texts: string[] = [];
    for (const { schema, name } of others) {
      const { rows } = await sql<{ text: string }>`
        select stored::text as text from ${sql.table(`${schema}.${name}`)} as stored`.execute(db);
      texts.push(...rows.map(({ text }) => text));
    }
    const stored = texts.join("\n");
    const invites = await readRows(db, "invites", { circle_id: circle.id });
    expect(invites.every(({ invite_token }) => stored.includes(invite_token))).toBe(true);
    const values = invites.flatMap((row) => Object.values(row).filter((one) => one !== null));
    const words = values.map((value) => (value instanceof Date ? value.toJSON() : `${value}`));
    const digests = words.map((word) => Buffer.from(word.replaceAll("-", "").padEnd(32), "hex"));
    const codes = await Promise.all(
      digests.filter(({ length }) => length >= 16).map((one) => createReceiptCode(one, "en")),
    );
    const hashes = await Promise.all(
      [...words, ...codes].map((word) => receipts.hash(circle.id, word)),
    );
    expect(codes.length).toBeGreaterThan(invites.length);
    for (const { id, receipt } of sealed) {
      expect(stored).not.toContain(id);
      expect(stored).not.toContain((receipt as Buffer).toString("hex"));
      expect(hashes.some((hash) => hash.equals(receipt as Buffer))).toBe(false);
    }
  });

  it("is as long as every other one, with or without a note", async () => {
    const circle = await anonymousCircle();
    for (const [name, note] of [
      ["Ana", ""],
      ["Ben", "Ben wrote more. ".repeat(50)],
    ] as const) {
      await answer(circle, name, { note });
    }
    const { rows } = await sql<{ bytes: number }>`
      select distinct length(sealed) as bytes from sealed_answers`.execute(database.db);
    expect(rows).toHaveLength(1);
  });
});

describe("the release of three answers or more", () => {
  it("writes them afresh in one transaction, with the day of the closing, and makes every invite look unused", async () => {
    const circle = await anonymousCircle(["Ana", "Ben", "Cleo", "Dan"]);
    for (const name of ["Cleo", "Ana", "Ben"]) await answer(circle, name);
    const before = await readCircleRows("sealed_answers", circle);
    await release(circle);

    const feedback = await readCircleRows("feedback", circle);
    const notes = await readCircleRows("encouragements", circle);
    const invites = await readCircleRows("invites", circle);
    const after = [...feedback, ...notes];
    expect(after).toHaveLength(6);
    // One transaction has written them all, so its number reveals nothing.
    expect(new Set([...after, ...invites].map((row) => row.xmin)).size).toBe(1);
    for (const row of after) {
      expect(before.flatMap(({ id, xmin }) => [id, xmin])).not.toContain(row.id);
      expect(before.map(({ xmin }) => xmin)).not.toContain(row.xmin);
      expect(row).toMatchObject({ invite_id: null, received_on: "2026-11-06" });
    }
    for (const row of feedback) expect(row).toMatchObject({ created_at: null });
    // Positions on disk follow the ids, which are random.
    for (const rows of [feedback, notes]) {
      const ids = rows.map(({ id }) => String(id));
      expect(ids).toEqual(ids.toSorted());
    }
    for (const invite of invites) {
      expect(invite).toMatchObject({ status: "pending", submission_key: null });
      const times = Object.values(invite).filter((value) => value instanceof Date);
      expect(times).toEqual([invites[0]?.created_at]);
    }
    expect(await readCircleRows("sealed_answers", circle)).toEqual([]);
    expect(await database.db.selectFrom("sealing_keys").selectAll().execute()).toEqual([]);
  });

  it("puts answers and notes into orders that follow neither their arrival nor each other", async () => {
    const orders: Record<"answers" | "notes", string[]> = { answers: [], notes: [] };
    await repeat(24, async () => {
      const circle = await anonymousCircle();
      for (const { first_name } of circle.people) await answer(circle, first_name);
      await release(circle);
      orders.answers.push(authors(await readCircleRows("feedback", circle)));
      orders.notes.push(authors(await readCircleRows("encouragements", circle)));
    });
    // That 24 random orders are the same one of six would happen once in 6^23 runs.
    const each = Object.values(orders);
    for (const order of each) expect(new Set(order).size).toBeGreaterThan(1);
    expect(new Set(each.map(String)).size).toBe(2);
  });

  it.each([
    ["the processor that all authors were shown", ["by OpenAI", "by OpenAI"], "by OpenAI"],
    ["this server, if it changed in between", ["by OpenAI", "here"], "here"],
    ["nobody, if one author was shown none", ["by OpenAI", null], null],
  ] as const)("lets insights be made by %s", async (_, [ana, ben], expected) => {
    const circle = await anonymousCircle();
    await answer(circle, "Ana", { consented_processor: ana });
    for (const name of ["Ben", "Cleo"]) await answer(circle, name, { consented_processor: ben });
    await release(circle);
    const rows = await readCircleRows("feedback", circle);
    expect(rows.map(({ consented_processor }) => consented_processor)).toEqual(
      Array(3).fill(expected),
    );
  });
});
