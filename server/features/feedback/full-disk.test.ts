import { randomUUID } from "node:crypto";
import { fsyncSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ErrorBody } from "#contract/errors.ts";
import { createDurableFiles, durableStartParams } from "#server/db/embedded/durable-files.ts";
import { createEmbeddedDb } from "#server/db/embedded/embedded.ts";
import { migrateToLatest } from "#server/db/migrate.ts";
import { embeddedParsers } from "#server/db/parsers.ts";
import type { Db } from "#server/db/tables.ts";
import { useTestApp } from "#server/testing/app.ts";
import { testDatabaseKind } from "#server/testing/database/db.ts";
import { copyEmptyFiles } from "#server/testing/database/empty-embedded.ts";
import { readRow } from "#server/testing/database/rows.ts";

// These tests use a separate database on real files, because the disk under them fails.
describe.runIf(testDatabaseKind === "embedded")("a disk that fails under the database", () => {
  let directory = "";
  let db: Db;
  /** The error with which the next sync fails. */
  let trouble: "ENOSPC" | "EIO" | undefined;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "paraline-full-"));
    await copyEmptyFiles(join(directory, "files"));
    const start = () =>
      PGlite.create({
        fs: createDurableFiles(join(directory, "files"), (descriptor) => {
          if (trouble) throw Object.assign(new Error("disk"), { code: trouble });
          fsyncSync(descriptor);
        }),
        startParams: durableStartParams,
        parsers: embeddedParsers,
      });
    db = createEmbeddedDb(await start(), start);
    await migrateToLatest(db);
  }, 120_000);
  afterAll(async () => {
    await db?.destroy();
    await rm(directory, { recursive: true, force: true });
  });

  const app = useTestApp({
    database: {
      kind: "embedded",
      get db() {
        return db;
      },
      databaseUrl: "",
    },
  });

  test("is reported by the readiness check, and so is the recovery", async () => {
    const readiness = async () => {
      app.clock.advance({ seconds: 5 });
      const answer = await app.request("/readyz");
      return [answer.status, await answer.json()];
    };
    expect(await readiness()).toMatchObject([200, { checks: { database: "ok" } }]);
    trouble = "ENOSPC";
    expect(await readiness()).toMatchObject([503, { checks: { database: "failed" } }]);
    expect(await readiness()).toMatchObject([503, { checks: { database: "failed" } }]);
    trouble = undefined;
    await expect.poll(readiness).toMatchObject([200, { checks: { database: "ok" } }]);
  });

  test.each(["ENOSPC", "EIO"] as const)(
    "during a submission, %s answers 503 and stores nothing, and the retry stores it once",
    async (code) => {
      const { id, findToken } = await app.circles.seed(await app.createOwner(), {
        people: ["Ana"],
      });
      const body = {
        submission_key: randomUUID(),
        answers: { 1: "I see you there.", 2: 4 },
        encouragement: "Keep Saturdays.",
      };
      const submit = () => app.circles.answer(findToken(0), body);
      const stored = async () => {
        const of = (table: "feedback" | "encouragements") =>
          db.selectFrom(table).select("id").where("circle_id", "=", id).execute();
        const invite = await readRow(db, "invites", { circle_id: id }, ["status"]);
        return [(await of("feedback")).length, (await of("encouragements")).length, invite.status];
      };

      trouble = code;
      const refused = await submit();
      trouble = undefined;
      expect(refused.status).toBe(503);
      expect(((await refused.json()) as ErrorBody).code).toBe("unavailable");

      // The log may have reached the disk. Then the answer is complete, and the retry finds it.
      await expect
        .poll(stored, { timeout: 30_000 })
        .toSatisfy((found: unknown[]) => ["0,0,pending", "1,1,completed"].includes(found.join()));
      expect((await submit()).status).toBe(201);
      expect(await stored()).toEqual([1, 1, "completed"]);
      expect((await submit()).status).toBe(201);
      expect(await stored()).toEqual([1, 1, "completed"]);
    },
    120_000,
  );
});
