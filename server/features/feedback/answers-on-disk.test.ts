import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changeReflections, withdrawReflections } from "#contract/feedback/receipts.ts";
import { deleteSealedAnswers } from "#server/access/encryption/sealed-answers.ts";
import { cleanDisk, requestDiskCleanup } from "#server/db/disk-cleanups.ts";
import { openEmbedded } from "#server/db/embedded/embedded.ts";
import { migrateToLatest } from "#server/db/migrate.ts";
import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { startQueue } from "#server/jobs/queue.ts";
import { type TestApp, useTestApp } from "#server/testing/app.ts";
import { itOnPostgres, testDatabaseKind } from "#server/testing/database/db.ts";
import { copyEmptyDatabase } from "#server/testing/database/empty-embedded.ts";
import { expectUnlinked } from "#server/testing/database/expect-unlinked.ts";
import { listAllStored } from "#server/testing/database/stored-texts.ts";
import type { TestOwner } from "#server/testing/owners.ts";
import type { SeededCircle } from "#server/testing/seed-circle.ts";

const names = ["Anabelle", "Benedict", "Cleopatra"];
const written = names.map(
  (name) => `${name} sees it. You are happiest at four in the morning, between flour and radio.`,
);
const note = "Whatever you choose, keep your Saturdays free.";

/** @returns the code of the receipt */
async function submitAs(app: TestApp, circle: SeededCircle, index: number): Promise<string> {
  const response = await app.circles.answer(circle.findToken(index), {
    answers: { 1: written[index], 2: 4 },
    ...(index === 1 && { encouragement: note }),
  });
  expect(response.status).toBe(201);
  return ((await response.json()) as { code: string }).code;
}

function seed(app: TestApp, owner: TestOwner): Promise<SeededCircle> {
  return app.circles.seed(owner, { is_anonymous: true, people: names });
}

/** The bytes of the keys, the sealed answers and the receipts, as they are stored. */
async function storedSealed(db: Db): Promise<Buffer[]> {
  const { rows } = await sql<{ bytes: Buffer }>`
    select wrapped_key as bytes from sealing_keys union all select sealed from sealed_answers
    union all select receipt from sealed_answers
    union all select receipt from feedback where receipt is not null`.execute(db);
  return rows.map(({ bytes }) => bytes);
}

/** The URL of a module, for another process to import. */
const moduleUrl = (file: string) => new URL(`../../db/${file}`, import.meta.url).href;

/** For each transaction that wrote the invites of a circle, how many invites and how many answers it wrote. */
async function sharedTransactions(db: Db, { id }: SeededCircle) {
  const { rows } = await sql<{ invites: number; answers: number }>`
    select count(*) as invites,
      (select count(*) from feedback where feedback.xmin = invites.xmin) as answers
    from invites where circle_id = ${id} group by xmin`.execute(db);
  return rows;
}

describe.runIf(testDatabaseKind === "embedded")("a copy of the embedded database's folder", () => {
  let dataFolder = "";
  let opened: Awaited<ReturnType<typeof openEmbedded>>;
  beforeAll(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), "paraline-disk-"));
    await copyEmptyDatabase(dataFolder);
    opened = await openEmbedded(dataFolder);
    await migrateToLatest(opened.db);
    const fail = (error: unknown) => {
      throw error;
    };
    const queue = await startQueue(opened.db, { kind: "embedded", works: false }, fail);
    await queue.stop({ graceful: false });
  }, 120_000);
  afterAll(async () => {
    await opened?.close();
    await rm(dataFolder, { recursive: true, force: true });
  });

  const app = useTestApp({
    database: {
      kind: "embedded",
      get db() {
        return opened.db;
      },
      databaseUrl: "",
    },
  });

  /** All files on the disk: tables, indexes and the log. */
  async function copyOfFolder(): Promise<Buffer[]> {
    await sql`checkpoint`.execute(opened.db);
    return readFolder(join(dataFolder, "database"));
  }
  async function readFolder(folder: string): Promise<Buffer[]> {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return Promise.all(
      entries
        .filter((entry) => entry.isFile())
        .map((entry) => readFile(join(entry.parentPath, entry.name))),
    );
  }
  async function copyDatabase(onTestFinished: (end: () => Promise<void>) => void): Promise<string> {
    const copiedDir = await mkdtemp(join(tmpdir(), "paraline-copied-"));
    onTestFinished(() => rm(copiedDir, { recursive: true, force: true }));
    await sql`checkpoint`.execute(opened.db);
    cpSync(join(dataFolder, "database", "files"), join(copiedDir, "database", "files"), {
      recursive: true,
    });
    return copiedDir;
  }
  const holds = (files: readonly Buffer[], bytes: Buffer | string) =>
    files.some((file) => file.includes(bytes));
  /** Long values are stored in pieces. */
  const firstBytes = (bytes: Buffer) => bytes.subarray(0, 60);

  test("shows no answer, no note and no insights, whenever it is made, and after a closing nothing that was sealed", async () => {
    const owner = await app.createOwner();
    const circle = await seed(app, owner);
    const expected = "They will all tell me to wait another year.";
    const texts = [...written, note, expected].map((text) => text.slice(5, 40));
    expect((await app.circles.expect(owner, circle.id, { 1: expected })).status).toBe(200);
    for (const index of names.keys()) await submitAs(app, circle, index);
    const sealed = await storedSealed(opened.db);
    expect(sealed).toHaveLength(7);
    const before = await copyOfFolder();
    for (const text of texts) expect(holds(before, text)).toBe(false);
    // This shows that what the rest of this test looks for can be found.
    for (const bytes of sealed) expect(holds(before, firstBytes(bytes))).toBe(true);

    await app.circles.close(owner, circle.id);
    const results = await app.as(owner, "GET", `/api/circles/${circle.id}/feedback`);
    expect(await results.text()).toContain(expected);
    const generated = await app.as(owner, "POST", `/api/circles/${circle.id}/insights`);
    expect(generated.status).toBe(200);
    expect(JSON.stringify(await generated.json())).toContain("four in the morning");
    // The rows are deleted, but still in the files.
    const released = await copyOfFolder();
    for (const bytes of sealed) expect(holds(released, firstBytes(bytes))).toBe(true);

    // A cleanup that could not remove the log does not count as done.
    const withoutLog = opened.db.withPlugin({
      transformQuery({ node }) {
        const fragments = node.kind === "RawNode" ? node.sqlFragments.join("") : "";
        if (fragments.includes("pg_switch_wal")) throw new Error("the log is not switched");
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    await expect(cleanDisk(withoutLog, "embedded")).rejects.toThrow("the log is not switched");
    const requests = opened.db.selectFrom("disk_cleanups").select("id");
    expect(await requests.execute()).toHaveLength(1);
    expect(await cleanDisk(opened.db, "embedded")).toEqual([]);
    const after = await copyOfFolder();
    for (const text of texts) expect(holds(after, text)).toBe(false);
    for (const bytes of sealed) expect(holds(after, firstBytes(bytes))).toBe(false);
    expect(await sharedTransactions(opened.db, circle)).toEqual([{ invites: 3, answers: 3 }]);
  }, 120_000);

  test("holds nothing that was sealed after closings with three answers and with two, and with the secret, it links no answer to a person", async ({
    onTestFinished,
  }) => {
    const owner = await app.createOwner();
    const [full, few] = [await seed(app, owner), await seed(app, owner)];
    for (const index of names.keys()) await submitAs(app, full, index);
    for (const index of [0, 1]) await submitAs(app, few, index);
    const named = await app.circles.seed(owner, { people: names });
    await submitAs(app, named, 0);
    const sealed = await storedSealed(opened.db);
    expect(sealed).toHaveLength(13);
    // The planner's statistics contain samples of the values.
    await sql`vacuum analyze`.execute(opened.db);
    for (const { id } of [full, few, named]) await app.circles.close(owner, id);
    expect(await cleanDisk(opened.db, "embedded")).toEqual([]);
    const after = await copyOfFolder();
    for (const bytes of sealed) expect(holds(after, firstBytes(bytes))).toBe(false);
    expect(await sharedTransactions(opened.db, few)).toEqual([{ invites: 3, answers: 0 }]);

    const copy = await openEmbedded(await copyDatabase(onTestFinished));
    const stored = (await listAllStored(copy.db)).filter(({ circle_id }) =>
      [full.id, few.id].includes(circle_id),
    );
    expect(stored.map(({ answers }) => answers[1]).toSorted()).toEqual(written.toSorted());
    expect(new Set(stored.map(({ circle_id }) => circle_id))).toEqual(new Set([full.id]));
    await expectUnlinked(copy.db);
    await copy.close();
  }, 120_000);

  test("holds nothing that was sealed of a further question after its closing, and links no answer to a person", async () => {
    const owner = await app.createOwner();
    const people = ["ana", "ben", "cleo"];
    const first = await app.circles.createInvited(owner, { is_anonymous: true, people });
    await app.circles.close(owner, first);
    const { circle_id: id } = await app.circles.askFurther(owner, first);
    for (const [index, name] of people.entries()) {
      await app.circles.answerAs(id, name, { answers: { 1: written[index] } });
    }
    const sealed = await storedSealed(opened.db);
    expect(sealed).toHaveLength(7);
    const before = await copyOfFolder();
    for (const text of written) expect(holds(before, text.slice(5, 40))).toBe(false);
    for (const bytes of sealed) expect(holds(before, firstBytes(bytes))).toBe(true);

    await app.circles.close(owner, id);
    expect(await cleanDisk(opened.db, "embedded")).toEqual([]);
    const after = await copyOfFolder();
    for (const bytes of sealed) expect(holds(after, firstBytes(bytes))).toBe(false);
    const stored = (await listAllStored(opened.db)).filter(({ circle_id }) => circle_id === id);
    expect(stored.map(({ answers }) => answers[1]).toSorted()).toEqual(written.toSorted());
    await expectUnlinked(opened.db);
  }, 120_000);

  test("once it is cleaned, holds nothing of what its author has withdrawn or changed, with or without a name", async () => {
    const owner = await app.createOwner();
    const gone: Buffer[] = [];
    const left: Buffer[] = [];
    const later: (() => Promise<Response>)[] = [];
    for (const isAnonymous of [true, false]) {
      const circle = await app.circles.seed(owner, { is_anonymous: isAnonymous, people: names });
      const stored = async () => {
        const { rows } = await sql<{ sealed: Buffer; receipt: Buffer }>`
          select sealed, receipt from ${sql.table(isAnonymous ? "sealed_answers" : "feedback")}
          where circle_id = ${circle.id}`.execute(opened.db);
        return rows.flatMap(({ sealed, receipt }) => [sealed, receipt]);
      };
      const [ana, ben] = [circle.findToken(0), circle.findToken(1)];
      const code = await submitAs(app, circle, 0);
      gone.push(...(await stored()));
      const other = await submitAs(app, circle, 1);
      for (const bytes of await stored()) {
        if (gone.some((known) => known.equals(bytes))) continue;
        // A change keeps the receipt, which is shorter than what it belongs to.
        (bytes.length > 60 ? gone : left).push(bytes);
      }
      later.push(
        () => app.circles.useReceipt(ana, withdrawReflections, { code }),
        () =>
          app.circles.useReceipt(ben, changeReflections, {
            code: other,
            answers: { 1: written[2] },
          }),
      );
    }
    await sql`vacuum analyze`.execute(opened.db);
    expect([gone.length, left.length]).toEqual([6, 2]);
    const before = await copyOfFolder();
    for (const bytes of [...gone, ...left]) expect(holds(before, firstBytes(bytes))).toBe(true);

    for (const use of later) expect((await use()).status).toBe(200);
    // Neither asks for it, so that nobody notices that somebody changed something.
    expect(await opened.db.selectFrom("disk_cleanups").select("id").execute()).toEqual([]);
    await inTransaction(opened.db, (tx) => requestDiskCleanup(tx, app.clock.now()));
    expect(await cleanDisk(opened.db, "embedded")).toEqual([]);
    const after = await copyOfFolder();
    for (const bytes of gone) expect(holds(after, firstBytes(bytes))).toBe(false);
    for (const bytes of left) expect(holds(after, firstBytes(bytes))).toBe(true);
    for (const text of written) expect(holds(after, text.slice(5, 40))).toBe(false);
  }, 120_000);

  test("holds no key of answers that were deleted, although the process was killed in the middle of a cleanup before", async ({
    onTestFinished,
  }) => {
    const circle = await seed(app, await app.createOwner());
    await submitAs(app, circle, 0);
    const { rows } = await sql<{ key: Buffer }>`
        select wrapped_key as key from sealing_keys where circle_id = ${circle.id}`.execute(
      opened.db,
    );
    const [{ key } = { key: Buffer.alloc(0) }] = rows;
    // The other tests go on with the open database, so the process that is killed uses a copy.
    const copiedDir = await copyDatabase(onTestFinished);

    const killed = spawn(
      process.execPath,
      [
        "--input-type=module",
        "--eval",
        `import fs from "node:fs";
          import { syncBuiltinESMExports } from "node:module";
          import { vacuumTable } from ${JSON.stringify(moduleUrl("disk-cleanups.ts"))};
          import { openEmbedded } from ${JSON.stringify(moduleUrl("embedded/embedded.ts"))};
          const [, directory, key] = process.argv;
          const { db } = await openEmbedded(directory);
          const write = fs.writeSync;
          fs.writeSync = (file, bytes, offset, length, position) => {
            const written = write(file, bytes, offset, length, position);
            // The key first goes to the table's new file; the log, with the commit in it, is written later.
            if (Buffer.from(bytes.buffer, bytes.byteOffset + offset, length).includes(key, "hex")) {
              process.kill(process.pid, "SIGKILL");
            }
            return written;
          };
          syncBuiltinESMExports();
          await vacuumTable(db, "full, analyze", "sealing_keys");
          console.log("was not killed");`,
        copiedDir,
        key.toString("hex"),
      ],
      { stdio: "inherit" },
    );
    expect(await once(killed, "exit")).toEqual([null, "SIGKILL"]);
    const tables = await readFolder(join(copiedDir, "database", "files", "base"));
    expect(tables.filter((file) => file.includes(key)).length).toBe(2);

    const { db, close } = await openEmbedded(copiedDir);
    await inTransaction(db, async (tx) => {
      await deleteSealedAnswers(tx, circle.id);
      await requestDiskCleanup(tx, app.clock.now());
    });
    expect(await cleanDisk(db, "embedded")).toEqual([]);
    await close();
    expect(holds(await readFolder(join(copiedDir, "database")), key)).toBe(false);
  }, 120_000);

  test("holds no name, no address, no answer and no key of an account that was erased", async () => {
    const owner = await app.createOwner({ full_name: "Wilhelmina Featherstone" });
    const circle = await seed(app, owner);
    for (const index of names.keys()) await submitAs(app, circle, index);
    await app.circles.close(owner, circle.id);
    // The planner's statistics contain samples of the values.
    await sql`analyze`.execute(opened.db);
    const keys = await sql<{ wrapped_key: Buffer }>`
      select wrapped_key from circle_keys where circle_id = ${circle.id}`.execute(opened.db);
    const answers = await opened.db
      .selectFrom("feedback")
      .where("circle_id", "=", circle.id)
      .select(sql<Buffer>`sealed`.as("bytes"))
      .execute();
    expect(answers).toHaveLength(3);
    const traces = [
      "Wilhelmina Featherstone",
      owner.email,
      ...circle.people.map(({ invite_token }) => invite_token),
      `cleopatra@people.example`,
      circle.id,
      ...keys.rows.map(({ wrapped_key }) => wrapped_key),
      ...written.map((text) => text.slice(5, 40)),
      // If no tuple of an answer is left, no transaction number connects one with an invite.
      ...answers.map(({ bytes }) => firstBytes(bytes)),
    ];
    const before = await copyOfFolder();
    for (const trace of traces.slice(0, 3)) expect(holds(before, trace)).toBe(true);
    for (const { bytes } of answers) expect(holds(before, firstBytes(bytes))).toBe(true);

    // The account of the previous test has people with the same names.
    await sql`delete from invites where circle_id <> ${circle.id}`.execute(opened.db);
    const erased = await app.as(owner, "DELETE", "/api/account", {
      email: owner.email,
    });
    expect(erased.status).toBe(200);
    expect(await cleanDisk(opened.db, "embedded")).toEqual([]);
    const after = await copyOfFolder();
    for (const trace of traces) expect([trace, holds(after, trace)]).toEqual([trace, false]);

    // The account's files are checked a second time, and then the process stops.
    app.clock.advance({ minutes: 6 });
    await app.work();
    await opened.close();
    const stopped = await readFolder(join(dataFolder, "database"));
    opened = await openEmbedded(dataFolder);
    for (const trace of traces) expect([trace, holds(stopped, trace)]).toEqual([trace, false]);
  }, 120_000);
});

describe("on a PostgreSQL server", () => {
  const app = useTestApp();

  itOnPostgres(
    "no page holds what was sealed, one transaction wrote all answers and invites, and an erased account leaves neither row nor key",
    async () => {
      const { db } = app;
      await sql`create extension if not exists pageinspect`.execute(db);
      const owner = await app.createOwner();
      const circle = await seed(app, owner);
      for (const index of names.keys()) await submitAs(app, circle, index);
      const sizes = () =>
        sql<{ bytes: number }>`
        select pg_table_size('sealing_keys') + pg_table_size('sealed_answers') as bytes`
          .execute(db)
          .then(({ rows }) => rows[0]?.bytes ?? 0);
      const filled = await sizes();
      await app.circles.close(owner, circle.id);
      await expect.poll(() => cleanDisk(db, "postgres")).toEqual([]);
      expect(await sizes()).toBeLessThan(filled);

      const readTuples = async () => {
        const { rows } = await sql<{ table: string; t_xmin: string }>`
          select tables.name as table, t_xmin::text
          from (values ('feedback'), ('encouragements'), ('sealed_answers'), ('sealing_keys'), ('circle_keys'), ('invites'))
              as tables (name),
            generate_series(0, pg_relation_size(tables.name) / 8192 - 1) as page,
            heap_page_items(get_raw_page(tables.name, page::int))
          where t_xmin is not null`.execute(db);
        return rows;
      };
      const rows = await readTuples();
      const of = (table: string) => rows.filter((row) => row.table === table);
      expect(of("sealed_answers")).toEqual([]);
      expect(of("sealing_keys")).toEqual([]);
      const written = [...of("feedback"), ...of("invites")];
      expect(new Set(written.map(({ t_xmin }) => t_xmin)).size).toBe(1);
      expect(of("feedback")).toHaveLength(3);
      expect(of("circle_keys")).toHaveLength(1);

      const answers = await db
        .selectFrom("feedback")
        .select(sql<Buffer>`sealed`.as("bytes"))
        .execute();
      const keys = await db
        .selectFrom("circle_keys")
        .select(sql<Buffer>`wrapped_key`.as("bytes"))
        .execute();
      // Long values are stored in pieces, in a separate table.
      const longValuesOfFeedback = sql<string>`
        (select reltoastrelid::regclass::text from pg_class where oid = 'feedback'::regclass)`;
      /** How many of the texts are on the pages of a table, even in deleted rows. */
      const countOnPages = async (stored: { bytes: Buffer }[]) => {
        const wanted = stored.map(({ bytes }) => bytes.subarray(0, 60));
        const { rows } = await sql<{ count: number }>`
          select count(distinct wanted) as count
          from (values ('feedback'), ('circle_keys'), (${longValuesOfFeedback})) as tables (name),
            generate_series(0, pg_relation_size(tables.name) / 8192 - 1) as page,
            unnest(${wanted}::bytea[]) as wanted
          where position(wanted in get_raw_page(tables.name, page::int)) > 0`.execute(db);
        return rows[0]?.count;
      };
      expect([await countOnPages(answers), await countOnPages(keys)]).toEqual([3, 1]);
      const erased = await app.as(owner, "DELETE", "/api/account", { email: owner.email });
      expect(erased.status).toBe(200);
      await expect.poll(() => cleanDisk(db, "postgres")).toEqual([]);
      expect(await readTuples()).toEqual([]);
      expect([await countOnPages(answers), await countOnPages(keys)]).toEqual([0, 0]);
    },
  );
});
