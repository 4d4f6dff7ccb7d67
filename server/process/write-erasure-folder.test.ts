import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, it, vi } from "vitest";
import { openErasureFolder } from "#server/access/erasures/erasure-folder.ts";
import { openErasureList } from "#server/access/erasures/erasure-list.ts";
import { isInErasureList, noteErasures } from "#server/access/erasures/note-erasures.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { createLog } from "#server/system/log.ts";
import { createTestClock } from "#server/testing/clock.ts";
import { useTestDatabase } from "#server/testing/database/db.ts";
import { testSecrets } from "#server/testing/secrets.ts";
import { writeErasureFolderEveryMinute } from "./write-erasure-folder.ts";

const database = useTestDatabase();
const folder = await mkdtemp(join(tmpdir(), "paraline-erasures-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
afterEach(() => {
  vi.useRealTimers();
});

it("a process writes the list to its folder at its start and every minute until it stops", async () => {
  const { db } = database;
  const config = { erasuresDir: folder, erasuresKeptDays: 90, bucket: undefined };
  const erasures = openErasureList({
    db,
    clock: createTestClock("2026-11-02T09:00:00Z"),
    secrets: testSecrets,
    log: createLog("silent"),
    config,
  });
  const store = openErasureFolder(folder);
  const isWritten = async (id: string) =>
    isInErasureList(await store.read("2026-11-02"), testSecrets, "person", id);
  const erase = (id: string) =>
    inTransaction(db, (tx) => noteErasures(tx, testSecrets, "person", [id]));

  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const [first, second] = [crypto.randomUUID(), crypto.randomUUID()];
  await erase(first);
  const stop = writeErasureFolderEveryMinute({ erasures, log: createLog("silent") });
  await vi.waitUntil(() => isWritten(first), { timeout: 20_000 });
  await erase(second);
  vi.advanceTimersByTime(60_000);
  await vi.waitUntil(() => isWritten(second), { timeout: 20_000 });
  stop();
  expect(vi.getTimerCount()).toBe(0);
});
