import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { CompiledQuery } from "kysely";
import { expect, test } from "vitest";
import { cleanDisk } from "#server/db/disk-cleanups.ts";
import { createDurableFiles, durableStartParams } from "#server/db/embedded/durable-files.ts";
import { migrateAround, migrateToLatest } from "#server/db/migrate.ts";
import { migrations } from "#server/db/migrations/list.ts";
import { openDatabase } from "#server/db/open.ts";
import type { Db } from "#server/db/tables.ts";
import { createSecrets } from "#server/system/secrets.ts";
import { createPostgresDatabase, testDatabaseKind } from "#server/testing/database/db.ts";
import { copyEmptyFiles } from "#server/testing/database/empty-embedded.ts";
import {
  listStoredFeedback,
  listStoredNotes,
  listStoredWaiting,
} from "#server/testing/database/stored-texts.ts";
import { testSecrets } from "#server/testing/secrets.ts";
import { seedOwner } from "#server/testing/seed-circle.ts";
import { findCircleOfOwner } from "../owned-circle.ts";
import { loadReadableCircle, openText } from "../readable-circle.ts";
import { requireReadableSigningKeys } from "../signing-keys.ts";
import { loadCircleHash } from "./circle-keys.ts";
import { plainTextRemovalMigration, sealStoredTexts } from "./seal-stored-texts.ts";

const now = new Date("2026-11-02T11:00:00Z");
const texts = ["Calm when it counts, says Ana", "Ask for the books, says Ben", "You would miss us"];

/** An earlier version kept full log files to overwrite them later. */
async function keepLogFiles(dataFolder: string): Promise<void> {
  const files = join(dataFolder, "database", "files");
  await copyEmptyFiles(files);
  const pglite = await PGlite.create({
    fs: createDurableFiles(files),
    startParams: [...durableStartParams, "-c", "wal_recycle=on"],
  });
  await pglite.exec("create table earlier (text text)");
  for (const text of texts) {
    await pglite.query("insert into earlier values ($1)", [text]);
    await pglite.exec("select pg_switch_wal()");
  }
  await pglite.exec("drop table earlier");
  await pglite.exec("checkpoint");
  await pglite.close();
  const log = await readFiles(join(files, "pg_wal"));
  for (const text of texts) expect(log.some(({ content }) => content.includes(text))).toBe(true);
}

async function readFiles(folder: string): Promise<{ name: string; content: Buffer }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async ({ name, parentPath }) => ({
        name,
        content: await readFile(join(parentPath, name)),
      })),
  );
}

test("what an earlier version stored as plain text is encrypted at the first start, which continues after an interruption", async ({
  onTestFinished,
}) => {
  const dataFolder = await mkdtemp(join(tmpdir(), "paraline-upgrade-"));
  onTestFinished(() => rm(dataFolder, { recursive: true, force: true }));
  if (testDatabaseKind === "embedded") await keepLogFiles(dataFolder);
  const server = testDatabaseKind === "postgres" ? await createPostgresDatabase() : undefined;
  if (server) onTestFinished(() => server.drop());
  const database = await openDatabase({ dataDir: dataFolder, databaseUrl: server?.databaseUrl });
  onTestFinished(() => database.close());
  const { db } = database;
  const run = (text: string, values: unknown[] = []) =>
    db.executeQuery(CompiledQuery.raw(text, values));

  const earlier = Object.entries(migrations).filter(([name]) => name < "0019");
  await migrateToLatest(db, Object.fromEntries(earlier));
  const owner = await seedOwner(db, { now });
  const [named, anonymous] = [randomUUID(), randomUUID()];
  for (const id of [named, anonymous]) {
    await run(
      `insert into circles (id, user_id, create_key, title, description, what_they_ask, is_anonymous, status, questions,
         next_question_id, created_at, updated_at)
       values ($1, $2, $1, 't', 'd', 'a', $3, 'active', '[]', 1, now(), now())`,
      [id, owner.user_id, id === anonymous],
    );
  }
  const insertAnswer = (circleId: string, text: string, releasedOn: string | null) =>
    run(
      `insert into feedback (id, circle_id, answers, questions, use_in_insights, show_if_few, received_on, released_on)
       values (gen_random_uuid(), $1, jsonb_build_object('1', $2::text), '[]', true, false, '2026-11-02', $3)`,
      [circleId, text, releasedOn],
    );
  const insertNote = (circleId: string, text: string, releasedOn: string | null) =>
    run(
      `insert into encouragements (id, circle_id, note, show_if_few, released_on)
       values (gen_random_uuid(), $1, $2, false, $3)`,
      [circleId, text, releasedOn],
    );
  for (const text of texts) await insertAnswer(named, text, "2026-11-02");
  await insertNote(named, "Keep Saturdays free", "2026-11-02");
  for (const text of texts.slice(0, 2)) await insertAnswer(anonymous, text, null);
  await insertNote(anonymous, "Go and see the sea", null);
  await run(
    `insert into insights (circle_id, sentiment, sentiment_explanation, summary_paragraph, key_themes, highlighted_quotes,
       next_step_suggestion, content, response_ids, engine_kind, engine_name, took_ms, updated_at)
     values ($1, 'mixed', 'They differ.', 'In short.', '["Calm"]', '["You would miss us"]', 'Wait.', '{"people": []}', '[]',
       'local', 'local', 1, now())`,
    [named],
  );
  await run("insert into removed_names (circle_id, name_hash) values ($1, 'hash of a name')", [
    named,
  ]);
  // The planner's statistics contain samples of the values.
  await run("analyze");

  const snapshot = server && (await openSnapshot(db, onTestFinished));

  // A process with a different secret must not encrypt anything with it.
  const privateKey = testSecrets.encrypt(Buffer.from("{}"), "signing key of then");
  await run(
    `insert into auth.signing_keys (kid, public_jwk, private_encrypted, state, created_at)
     values ('of then', '{}', $1, 'current', now())`,
    [privateKey],
  );
  await expect(requireReadableSigningKeys(db, createSecrets(randomBytes(32)))).rejects.toThrow(
    "another APP_SECRET",
  );

  // A process that ends in the middle: encryption fails after some batches.
  let left = 6;
  const failing = {
    ...testSecrets,
    decrypt: (...given: Parameters<typeof testSecrets.decrypt>) => {
      left -= 1;
      if (left === 0) throw new Error("the process ends");
      return testSecrets.decrypt(...given);
    },
  };
  const upgrade = (secrets: typeof testSecrets) =>
    migrateAround(database, {
      before: plainTextRemovalMigration,
      work: () => sealStoredTexts(db, secrets),
    });
  await expect(upgrade(failing)).rejects.toThrow("the process ends");
  await upgrade(testSecrets);

  const answersOf = (rows: { circle_id: string; answers: object }[], circleId: string) =>
    rows
      .filter((row) => row.circle_id === circleId)
      .map(({ answers }) => Object.values(answers)[0])
      .toSorted();
  const released = await listStoredFeedback(db);
  expect(answersOf(released, named)).toEqual(texts.toSorted());
  expect(answersOf(released, anonymous)).toEqual([]);
  expect(await listStoredNotes(db)).toMatchObject([{ note: "Keep Saturdays free" }]);
  const waiting = await listStoredWaiting(db);
  expect(answersOf(waiting, anonymous)).toEqual(texts.slice(0, 2).toSorted());
  expect(waiting.flatMap(({ note }) => note ?? [])).toEqual(["Go and see the sea"]);

  const hash = await loadCircleHash(db, testSecrets, named);
  expect(await db.selectFrom("removed_names").selectAll().execute()).toEqual([
    { circle_id: named, name_mac: hash("hash of a name") },
  ]);
  const circle = await findCircleOfOwner(db, named);
  if (circle === undefined) throw new Error("the paraline is gone");
  const deps = {
    db,
    clock: { now: () => now },
    config: { billing: "off" as const },
    secrets: testSecrets,
  };
  const insights = await db.selectFrom("insights").selectAll().executeTakeFirstOrThrow();
  expect(
    JSON.parse(openText(await loadReadableCircle(deps, circle), "insights", insights.sealed)),
  ).toMatchObject({ sentiment: "mixed", highlighted_quotes: ["You would miss us"] });

  const plain = [...texts, "Keep Saturdays free", "Go and see the sea", "hash of a name"];
  if (snapshot === undefined) {
    expect(await cleanDisk(db, "embedded")).toEqual([]);
    for (const { name, content } of await readFiles(dataFolder)) {
      for (const text of plain) {
        expect([name, text, content.includes(text)]).toEqual([name, text, false]);
      }
    }
  } else {
    expect(await cleanDisk(db, "postgres")).toHaveLength(2);
    const tables = ["encouragements", "feedback", "insights", "pg_statistic", "removed_names"];
    expect(await listTables(db, plain)).toEqual(expect.arrayContaining(tables));
    await snapshot.end();
    await expect.poll(() => cleanDisk(db, "postgres")).toEqual([]);
    expect(await listTables(db, plain)).toEqual([]);
  }
}, 120_000);

/** A transaction on another connection, which sees the database as it is now until it ends. */
async function openSnapshot(db: Db, onTestFinished: (end: () => Promise<void>) => void) {
  const began = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const transaction = db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (tx) => {
      await tx.executeQuery(CompiledQuery.raw("select 1"));
      began.resolve();
      await ended.promise;
    });
  await began.promise;
  const end = () => {
    ended.resolve();
    return transaction;
  };
  onTestFinished(end);
  return { end };
}

/** The tables that have one of these texts in a page, deleted rows included. */
async function listTables(db: Db, wanted: readonly string[]): Promise<string[]> {
  await db.executeQuery(CompiledQuery.raw("create extension if not exists pageinspect"));
  const { rows } = await db.executeQuery<{ name: string }>(
    CompiledQuery.raw(
      `select distinct relname as name
       from pg_class
         cross join generate_series(0, pg_relation_size(oid) / current_setting('block_size')::int - 1) as page
         cross join unnest($1::text[]) as wanted
       where relkind in ('r', 't', 'm', 'i')
         and position(convert_to(wanted, 'UTF8') in get_raw_page(oid::regclass::text, page::int)) > 0`,
      [wanted],
    ),
  );
  return rows.map(({ name }) => name);
}
