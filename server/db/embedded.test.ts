import { spawn } from "node:child_process";
import { once } from "node:events";
import { fsyncSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { test_database_kind } from "#server/testing/db.ts";
import { lockDirectory } from "./directory-lock.ts";
import { createDurableFiles, durable_start_params } from "./durable-files.ts";
import { openEmbedded } from "./embedded.ts";

// Nothing here depends on which database the suite runs on, so once is enough.
describe.runIf(test_database_kind === "embedded")("the embedded database", () => {
  let data_dir = "";
  beforeAll(async () => {
    data_dir = await mkdtemp(join(tmpdir(), "paraline-embedded-"));
  });
  afterAll(() => rm(data_dir, { recursive: true, force: true }));

  test("has every commit synced to disk before it resolves, and a read costs no sync", async () => {
    let syncs = 0;
    const pglite = await PGlite.create({
      fs: createDurableFiles(join(data_dir, "counted"), (descriptor) => {
        syncs += 1;
        fsyncSync(descriptor);
      }),
      startParams: durable_start_params,
    });
    await pglite.exec("create table kept (id int); insert into kept values (0)");
    const syncsOf = async (work: () => Promise<unknown>) => {
      const before = syncs;
      await work();
      return syncs - before;
    };

    for (let id = 1; id <= 20; id += 1) {
      expect(await syncsOf(() => pglite.query("insert into kept values ($1)", [id]))).toBe(1);
    }
    expect(await syncsOf(() => pglite.query("select * from kept"))).toBe(0);
    expect(
      await syncsOf(() =>
        pglite.transaction(async (tx) => {
          await tx.query("insert into kept values (21)");
          await tx.query("insert into kept values (22)");
        }),
      ),
    ).toBe(1);
    expect(await syncsOf(() => pglite.exec("checkpoint"))).toBeGreaterThan(1);
    await pglite.close();
  });

  test("keeps what it stored, and refuses a second opener by name of the directory", async () => {
    const first = await openEmbedded(data_dir);
    await sql`create table kept (id int)`.execute(first.db);
    await sql`insert into kept values (1)`.execute(first.db);

    await expect(openEmbedded(data_dir)).rejects.toThrow(
      `${data_dir}/database is in use by another Paraline process (pid ${process.pid}`,
    );
    const { rows } = await sql<{ id: number }>`select id from kept`.execute(first.db);
    expect(rows).toEqual([{ id: 1 }]);
    await first.close();

    const second = await openEmbedded(data_dir);
    expect((await sql`select id from kept`.execute(second.db)).rows).toEqual([{ id: 1 }]);
    await second.close();
  });

  test("lets a process in at once after the one before it was killed", async ({
    onTestFinished,
  }) => {
    const directory = join(data_dir, "killed");
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
