import { spawn } from "node:child_process";
import { once } from "node:events";
import { fsyncSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testDatabaseKind } from "#server/testing/database/db.ts";
import { copyEmptyFiles } from "#server/testing/database/empty-embedded.ts";
import { isLostConnection } from "../errors.ts";
import type { Db } from "../tables.ts";
import { inTransaction } from "../transactions.ts";
import { lockDirectory } from "./directory-lock.ts";
import { createDurableFiles, durableStartParams } from "./durable-files.ts";
import { createEmbeddedDb, openEmbedded } from "./embedded.ts";

// Nothing here depends on which database the suite runs on, so once is enough.
describe.runIf(testDatabaseKind === "embedded")("the embedded database", () => {
  let dataFolder = "";
  const copyOfNew = async (name: string) => {
    const directory = join(dataFolder, name);
    await copyEmptyFiles(directory);
    return directory;
  };
  beforeAll(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), "paraline-embedded-"));
  });
  afterAll(() => rm(dataFolder, { recursive: true, force: true }));

  test("has every commit synced to disk before it resolves, and a read costs no sync", async () => {
    const directory = await copyOfNew("counted");
    let syncs = 0;
    const pglite = await PGlite.create({
      fs: createDurableFiles(directory, (descriptor) => {
        syncs += 1;
        fsyncSync(descriptor);
      }),
      startParams: durableStartParams,
    });
    await pglite.exec("create table kept (id int); insert into kept values (0)");
    const countSyncs = async (work: () => Promise<unknown>) => {
      const before = syncs;
      await work();
      return syncs - before;
    };

    for (let id = 1; id <= 20; id += 1) {
      expect(await countSyncs(() => pglite.query("insert into kept values ($1)", [id]))).toBe(1);
    }
    expect(await countSyncs(() => pglite.query("select * from kept"))).toBe(0);
    expect(
      await countSyncs(() =>
        pglite.transaction(async (tx) => {
          await tx.query("insert into kept values (21)");
          await tx.query("insert into kept values (22)");
        }),
      ),
    ).toBe(1);
    expect(await countSyncs(() => pglite.exec("checkpoint"))).toBeGreaterThan(1);
    await pglite.close();
  }, 120_000);

  test("keeps what it stored, and refuses to be opened twice, with an error that names the directory", async () => {
    await copyOfNew("database/files");
    const first = await openEmbedded(dataFolder);
    await sql`create table kept (id int)`.execute(first.db);
    await sql`insert into kept values (1)`.execute(first.db);

    await expect(openEmbedded(dataFolder)).rejects.toThrow(
      `${dataFolder}/database is in use by another Paraline process (pid ${process.pid}`,
    );
    const { rows } = await sql<{ id: number }>`select id from kept`.execute(first.db);
    expect(rows).toEqual([{ id: 1 }]);
    await first.close();

    const second = await openEmbedded(dataFolder);
    expect((await sql`select id from kept`.execute(second.db)).rows).toEqual([{ id: 1 }]);
    await second.close();
  }, 120_000);

  test("removes at its start the files that a killed process left behind, and no other", async () => {
    const directory = join(dataFolder, "orphans");
    const files = join(directory, "database", "files");
    await mkdir(join(directory, "database"), { recursive: true });
    await copyOfNew("orphans/database/files");
    const first = await openEmbedded(directory);
    await sql`
      create table kept (id int primary key, text text);
      alter table kept alter column text set storage external;
      insert into kept select n, repeat(n::text, 5000) from generate_series(1, 50) as n;
      create unlogged table unlogged (id int primary key)`.execute(first.db);
    // The files of rewritten tables and catalogs are not named after the number of the table.
    for (const table of ["kept", "pg_class", "pg_database"]) {
      await sql`vacuum (full) ${sql.raw(table)}`.execute(first.db);
      await sql`vacuum ${sql.raw(table)}`.execute(first.db);
    }
    const { rows } = await sql<{ path: string; folder: string }>`
      select pg_relation_filepath('kept') as path,
        'base/' || (select oid from pg_database where datname = current_database()) as folder
    `.execute(first.db);
    const [{ path, folder } = { path: "", folder: "" }] = rows;
    await first.close();

    const listRelations = async () => {
      const lists = await Promise.all(
        [folder, "global"].map(async (name) => {
          const names = await readdir(join(files, name));
          return names.map((file) => `${name}/${file}`);
        }),
      );
      // PostgreSQL writes this one itself when it opens the database.
      return lists.flat().filter((file) => !file.endsWith("/pg_internal.init"));
    };
    // A temporary table's file, and names that belong to no relation.
    for (const name of ["t3_16384", "4000000000.old", "4000000000_fsm_vm", "notes"]) {
      await writeFile(join(files, folder, name), "left alone");
    }
    const before = (await listRelations()).toSorted();
    for (const suffix of ["", ".1", "_fsm", "_vm", "_init", "_fsm.1"]) {
      await copyFile(join(files, path), join(files, folder, `4000000000${suffix}`));
      await copyFile(join(files, path), join(files, "global", `4000000001${suffix}`));
    }
    const sorting = join(files, "base", "pgsql_tmp");
    await mkdir(sorting);
    await copyFile(join(files, path), join(sorting, "pgsql_tmp42.0"));

    const second = await openEmbedded(directory);
    expect((await listRelations()).toSorted()).toEqual(before);
    expect(await readdir(join(files, "base"))).not.toContain("pgsql_tmp");
    const read = await sql`
      set enable_seqscan = off;
      select count(*) as rows, sum(length(text)) as characters from kept where id > 0`.execute(
      second.db,
    );
    expect(read.rows).toEqual([{ rows: 50, characters: (9 + 41 * 2) * 5000 }]);
    await sql`insert into unlogged values (1)`.execute(second.db);
    await second.close();
  }, 120_000);

  const idsKept = async (db: Db) => {
    const { rows } = await sql<{ id: number }>`select id from kept order by id`.execute(db);
    return rows.map(({ id }) => id);
  };

  test("recovers by itself from a disk that failed in the middle of a commit", async () => {
    const directory = await copyOfNew("failing");
    let disk: "works" | "fails" = "works";
    const start = () =>
      PGlite.create({
        fs: createDurableFiles(directory, (descriptor) => {
          if (disk === "fails") throw Object.assign(new Error("disk"), { code: "EIO" });
          fsyncSync(descriptor);
        }),
        startParams: durableStartParams,
      });
    const db = createEmbeddedDb(await start(), start);
    await sql`create table kept (id int); insert into kept values (1)`.execute(db);

    disk = "fails";
    await expect(
      inTransaction(db, async (tx) => {
        await sql`insert into kept values (2)`.execute(tx);
        await sql`checkpoint`.execute(tx).catch(() => {});
      }),
    ).rejects.toMatchObject({ severity: "PANIC" });
    await expect(sql`insert into kept values (3)`.execute(db)).rejects.toSatisfy(isLostConnection);

    disk = "works";
    await expect.poll(() => idsKept(db)).toEqual([1]);
    await sql`insert into kept values (4)`.execute(db);
    await db.destroy();
  }, 120_000);

  test("does not report a commit as done if the WebAssembly code crashed during it", async () => {
    const directory = await copyOfNew("stumbling");
    const start = () =>
      PGlite.create({
        fs: createDurableFiles(directory),
        startParams: durableStartParams,
      });
    const pglite = await start();
    const { Module: module } = pglite;
    const work = module._PostgresMainLoopOnce;
    let stumbles = false;
    module._PostgresMainLoopOnce = () => {
      work();
      if (stumbles) throw new RangeError("unreachable");
    };
    const db = createEmbeddedDb(pglite, start);
    await sql`create table kept (id int); insert into kept values (1)`.execute(db);

    const stumbling = inTransaction(db, async (tx) => {
      await sql`insert into kept values (2)`.execute(tx);
      stumbles = true;
    });
    await expect(stumbling).rejects.toThrow("unreachable");
    // It had been written to the log, so the restarted database has it.
    expect(await idsKept(db)).toEqual([1, 2]);
    await db.destroy();
  }, 120_000);

  test("can be opened at once after the process that had it was killed", async ({
    onTestFinished,
  }) => {
    const directory = join(dataFolder, "killed");
    const holder = spawn(
      process.execPath,
      [
        "--expose-gc",
        "--input-type=module",
        "--eval",
        `import { mkdirSync } from "node:fs";
        import { lockDirectory } from ${JSON.stringify(import.meta.resolve("./directory-lock.ts"))};
        mkdirSync(process.argv[1], { recursive: true });
        lockDirectory(process.argv[1]);
        globalThis.gc();
        console.log("locked");
        setInterval(() => {}, 1000);`,
        directory,
      ],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    onTestFinished(() => {
      holder.kill("SIGKILL");
    });
    await once(holder.stdout, "data");
    expect(() => lockDirectory(directory)).toThrow(`(pid ${holder.pid} on `);

    holder.kill("SIGKILL");
    await once(holder, "exit");
    const unlock = lockDirectory(directory);
    unlock();
    expect(await readdir(directory)).toEqual(["lock", "lock-holder.json"]);
  });
});
