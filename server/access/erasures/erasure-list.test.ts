import { randomUUID } from "node:crypto";
import { appendFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { BucketConfig } from "#server/config/bucket.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { createLog } from "#server/system/log.ts";
import { UnavailableError } from "#server/system/unavailable-error.ts";
import { createTestClock } from "#server/testing/clock.ts";
import { useTestDatabase } from "#server/testing/database/db.ts";
import { startS3Double } from "#server/testing/s3-double.ts";
import { testSecrets } from "#server/testing/secrets.ts";
import { openErasureBucket } from "./erasure-bucket.ts";
import { moveNotesToList } from "./erasure-days.ts";
import { openErasureFolder } from "./erasure-folder.ts";
import { type ErasureList, openErasureList } from "./erasure-list.ts";
import type { ErasureStore } from "./erasure-store.ts";
import { isInErasureList, noteErasures, noteOptOut, optOutName } from "./note-erasures.ts";
import { listEntries } from "./read-erasure-list.ts";

const database = useTestDatabase({ each: true });
const clock = createTestClock("2026-11-02T09:00:00Z");
const s3 = await startS3Double();
const { bucket } = s3;

let parent: string;
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), "paraline-erasures-"));
});
afterAll(async () => {
  await s3.close();
  await rm(parent, { recursive: true, force: true });
});

const warnings: string[] = [];
const log = createLog("warn", { write: (line) => void warnings.push(line) });

interface Machine {
  folder: string;
  store: ErasureStore;
  list: ErasureList;
}

/** A machine with its own folder or that of another machine. Each of its processes has to read the folder itself. */
function openMachine(folder = join(parent, randomUUID()), given?: BucketConfig): Machine {
  const config = { erasuresDir: folder, erasuresKeptDays: 90, bucket: given };
  const list = openErasureList({ db: database.db, clock, secrets: testSecrets, log, config });
  return { folder, store: openErasureFolder(folder), list };
}

const erase = (...ids: string[]) =>
  inTransaction(database.db, (tx) => noteErasures(tx, testSecrets, "circle", ids));

/** Which of these ids are on a list, as a restore asks. */
async function listedIn(store: ErasureStore, ids: readonly string[]): Promise<string[]> {
  const days = new Map<string, Set<string>>();
  for (const day of (await store.listDays()).keys()) days.set(day, await store.read(day));
  return ids.filter((id) => isInErasureList(listEntries({ days }), testSecrets, "circle", id));
}

const storedDays = async () =>
  (await database.db.selectFrom("erasure_days").select("day").orderBy("day").execute()).map(
    ({ day }) => day,
  );

beforeEach(() => {
  clock.set("2026-11-02T09:00:00Z");
  s3.objects.clear();
  s3.failWith(undefined);
});

describe("the list of erasures", () => {
  it("is complete in every machine's folder and in the bucket, and contains no names or ids", async () => {
    const [one, other] = [openMachine(undefined, bucket), openMachine(undefined, bucket)];
    const ids = [randomUUID(), randomUUID(), randomUUID()];
    await erase(ids[0] ?? "");
    await one.list.write();
    await erase(ids[1] ?? "");
    await inTransaction(database.db, (tx) => noteOptOut(tx, "ana@paraline.example", null));
    await other.list.write();
    // A process was killed while it wrote a line.
    const file = join(one.folder, "2026-11-02.erasures");
    await appendFile(file, "cut o");
    await erase(ids[2] ?? "");
    await one.list.write();
    await other.list.writeFolder();

    const inBucket = openErasureBucket(bucket);
    for (const store of [one.store, other.store, inBucket]) {
      expect(await listedIn(store, ids), store.name).toEqual(ids);
      const lines = await store.read("2026-11-02");
      expect(
        isInErasureList(lines, testSecrets, "opt-out", optOutName("ana@paraline.example", null)),
      ).toBe(true);
    }
    expect(await inBucket.read("2026-11-02")).toEqual(await other.store.read("2026-11-02"));
    expect([...s3.objects.keys()]).toEqual([
      expect.stringMatching(/^erasures\/2026-11-02\/[\da-f]{64}$/),
    ]);
    const [stored] = await database.db.selectFrom("erasure_days").select("lines").execute();
    const texts = [
      stored?.lines,
      await readFile(file, "utf8"),
      String([...s3.objects.values()][0]?.content),
    ];
    for (const text of texts) {
      for (const named of [...ids, "ana@", "opt-out"]) expect(text).not.toContain(named);
    }
    expect(await database.db.selectFrom("erasure_notes").selectAll().execute()).toEqual([]);
    // Sorted, so that neither rows nor their transactions reveal an order.
    expect(stored?.lines.split("\n").slice(0, -1)).toEqual(
      stored?.lines.split("\n").slice(0, -1).toSorted(),
    );
  });

  it("is not shortened by a database that went back in time, which is reported", async () => {
    const machine = openMachine();
    const [before, since] = [randomUUID(), randomUUID()];
    await erase(before);
    await machine.list.write();
    const backup = await database.db.selectFrom("erasure_days").selectAll().execute();
    clock.advance({ days: 1 });
    await erase(since);
    warnings.length = 0;
    await openMachine(machine.folder, bucket).list.write();
    expect(warnings).toEqual([]);

    for (const [store, { list }] of [
      [machine.store, openMachine(machine.folder)],
      [openErasureBucket(bucket), openMachine(undefined, bucket)],
    ] as const) {
      await database.db.deleteFrom("erasure_days").execute();
      await database.db.insertInto("erasure_days").values(backup).execute();
      const later = randomUUID();
      await erase(later);
      warnings.length = 0;
      await list.write();
      expect(warnings.join()).toContain("the database is older than they are");
      expect(await listedIn(store, [before, since, later])).toEqual([before, since, later]);
    }
  });

  it("loses nothing when a process is killed, a store fails, or two processes write at once", async () => {
    const ids = [randomUUID(), randomUUID()];
    await erase(ids[0] ?? "");
    // This process is killed after it has moved the notes.
    await moveNotesToList({ db: database.db, clock, secrets: testSecrets });
    const machine = openMachine(undefined, bucket);
    s3.failWith({ status: 403, code: "AccessDenied" });
    await erase(ids[1] ?? "");
    await expect(machine.list.write()).rejects.toThrow(UnavailableError);
    expect(await listedIn(machine.store, ids)).toEqual(ids);
    s3.failWith(undefined);
    await machine.list.write();
    expect(await listedIn(openErasureBucket(bucket), ids)).toEqual(ids);
    ids.push(...Array.from({ length: 5 }, () => randomUUID()));
    await erase(...ids.slice(2));
    const other = openMachine(undefined, bucket);
    await Promise.all([machine.list.write(), other.list.write()]);
    for (const each of [machine, other]) await each.list.write();
    for (const store of [machine.store, other.store, openErasureBucket(bucket)]) {
      expect(await listedIn(store, ids), store.name).toEqual(ids);
    }
    // It reads only the listing as long as nothing changes.
    await machine.list.write();
    s3.answers.length = 0;
    await machine.list.write();
    expect(s3.answers).toEqual(["GET 200"]);
  });

  it("drops days older than ERASURES_KEPT_DAYS everywhere, and keeps every later day", async () => {
    const machine = openMachine(undefined, bucket);
    const id = randomUUID();
    await erase(id);
    await machine.list.write();
    clock.advance({ days: 90 });
    await openMachine(machine.folder, bucket).list.write();
    expect(await storedDays()).toEqual(["2026-11-02", "2027-01-31"]);
    clock.advance({ days: 1 });
    await machine.list.write();
    expect(await storedDays()).toEqual(["2027-01-31", "2027-02-01"]);
    for (const store of [machine.store, openErasureBucket(bucket)]) {
      expect([...(await store.listDays()).keys()], store.name).toEqual([
        "2027-01-31",
        "2027-02-01",
      ]);
    }
  });
});

describe("a bucket", () => {
  const day = "2026-11-02";
  const line = (letter: string) => letter.repeat(32);
  const keys = () => [...s3.objects.keys()];

  it("joins what several processes have added into one object", async () => {
    const store = openErasureBucket(bucket);
    await store.add(day, new Set([line("a")]));
    const first = [...s3.objects];
    const letters = ["b", "c", "d", "e"];
    await Promise.all(letters.map((letter) => store.add(day, new Set([line(letter)]))));
    const all = new Set(["a", ...letters].map(line));
    expect(await store.read(day)).toEqual(all);
    // A process is killed before it has removed what it replaced; another one, which knows fewer lines, writes late.
    for (const [key, object] of first) s3.objects.set(key, object);
    await store.add(day, new Set([line("a")]));
    expect(await store.read(day)).toEqual(all);
    await store.add(day, new Set());
    expect(keys()).toHaveLength(1);
    expect(await store.read(day)).toEqual(all);
  });

  it("replaces an object that was damaged", async () => {
    const store = openErasureBucket(bucket);
    await store.add(day, new Set([line("a"), line("b")]));
    const [key = ""] = keys();
    s3.objects.set(key, { content: Buffer.from(`${line("a")}\nbbb`), headers: {} });
    await store.add(day, new Set([line("a"), line("b")]));
    expect([keys(), await store.read(day)]).toEqual([[key], new Set([line("a"), line("b")])]);
  });
});
