import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { recordBackup } from "#server/db/last-backup.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { createDiskCoverStore } from "#server/features/covers/cover-store-disk.ts";
import { createS3CoverStore } from "#server/features/covers/cover-store-s3.ts";
import { moveCovers } from "#server/features/covers/move-covers.ts";
import type { JobKind, JobPayloads } from "#server/jobs/kinds.ts";
import { createSecrets } from "#server/system/secrets.ts";
import { useTestApp } from "#server/testing/app.ts";
import { uploadCover } from "#server/testing/covers.ts";
import { testDatabaseKind } from "#server/testing/database/db.ts";
import { startS3Double } from "#server/testing/s3-double.ts";
import { sendCommandRequest, serveCommandRequests } from "../command-requests.ts";
import { openKeptEmailFiles } from "../copy/kept-email-files.ts";
import { databaseChecks } from "./database-checks.ts";
import { runChecks } from "./run-checks.ts";

const app = useTestApp();

/** The names of the checks that find something to correct. */
async function findWrong(changes: object = {}): Promise<string[]> {
  const config = { ...app.deps.config, onLoopback: false };
  const results = await runChecks(databaseChecks({ ...app.deps, config, ...changes }));
  return results.flatMap(({ check, ok }) => (ok ? [] : [check]));
}

it("the database is in order once a backup has been made, and whatever is not in order is named", async () => {
  const { db, deps, clock } = app;
  const owner = await app.createOwner();
  await app.circles.create(owner, { deadline: "2026-11-05" });
  await app.work();
  // The database has the real time, and these tests another one.
  const ofTests = testDatabaseKind === "postgres" ? ["clock: database"] : [];
  expect(await findWrong()).toEqual([...ofTests, "last backup"]);
  expect(await findWrong({ config: { ...deps.config, onLoopback: true } })).toEqual(ofTests);

  // This is what `npm run backup` does while a server has the embedded database open.
  await mkdir(join(deps.config.dataDir, "database"), { recursive: true });
  const outbox = openKeptEmailFiles(deps.config.dataDir);
  const channel = await serveCommandRequests({ ...deps, outbox });
  try {
    expect(await sendCommandRequest("backup made", deps.config.dataDir)).toEqual([]);
    const results = await sendCommandRequest("check", deps.config.dataDir);
    expect(results?.filter(({ ok }) => !ok).map(({ check }) => check)).toEqual(ofTests);
  } finally {
    await channel.close();
  }
  expect(await sendCommandRequest("check", deps.config.dataDir)).toBeUndefined();

  const another = createSecrets(Buffer.from("another secret, as long as the first one is"));
  expect(await findWrong({ secrets: another })).toEqual([...ofTests, "APP_SECRET"]);

  await recordBackup(db, clock.now());
  clock.advance({ days: 8 });
  await sql`update database_state set served_at = '2026-11-02T09:00:00Z'`.execute(db);
  expect(await findWrong()).toEqual([...ofTests, "list of erasures", "deadlines", "last backup"]);
});

it("jobs that are late are reported", async () => {
  const { db, deps } = app;
  const enqueue = <Kind extends JobKind>(kind: Kind, payload: JobPayloads[Kind]) =>
    inTransaction(db, (tx) => deps.jobs.enqueue(tx, kind, payload));
  const makeLate = () =>
    sql`update jobs.job set start_after = jobs.job_now() - interval '3 hours'`.execute(db);
  const findJobs = async () =>
    (await runChecks(databaseChecks(deps))).find(({ check }) => check === "jobs");

  expect(await findJobs()).toMatchObject({ ok: true });
  await enqueue("erase_files", { erasure_id: crypto.randomUUID() });
  await makeLate();
  expect(await findJobs()).toMatchObject({ ok: false, detail: expect.stringContaining("3 hours") });
});

it("covers that another process keeps in a DATA_DIR of its own are reported, until both use a bucket", async () => {
  const owner = await app.createOwner();
  const run = async (changes: object = {}) => {
    const config = { ...app.deps.config, ...changes };
    const results = await runChecks(databaseChecks({ ...app.deps, config }));
    return results.find(({ check }) => check === "covers: files");
  };
  expect(await run()).toMatchObject({ ok: true, detail: "no paraline has a cover" });

  const address = await uploadCover(app, owner, "1790000000000.png");
  await app.circles.create(owner, { cover_image_url: address });
  expect(await run()).toMatchObject({ ok: true, detail: expect.stringContaining("all of 1") });
  const dataDir = join(app.deps.config.dataDir, "of another process");
  expect(await run({ dataDir })).toMatchObject({
    ok: false,
    detail: expect.stringContaining("1 of 1 covers are not in"),
  });

  const s3 = await startS3Double();
  const { bucket } = s3;
  expect(await run({ dataDir, bucket })).toMatchObject({
    ok: false,
    detail: expect.stringContaining("npm run covers:move -- --to s3"),
  });
  const disk = createDiskCoverStore(app.deps.config.dataDir);
  await moveCovers(disk, createS3CoverStore(bucket));
  expect(await run({ dataDir, bucket })).toMatchObject({ ok: true });
  await s3.close();
});

it("a list of erasures that everybody can read at the bucket's public address is reported", async () => {
  const runCheck = async (isPublic: boolean, failure?: { status: number; code: string }) => {
    const s3 = await startS3Double({ isPublic });
    s3.failWith(failure);
    const place = { ...app.deps, config: { ...app.deps.config, bucket: s3.bucket } };
    const results = await runChecks(databaseChecks(place));
    expect([...s3.objects.keys()]).toEqual([]);
    await s3.close();
    return results.find(({ check }) => check === "list of erasures");
  };
  expect(await runCheck(true)).toMatchObject({
    ok: false,
    detail: expect.stringContaining("Everybody can read what is under erasures/ at S3_PUBLIC_URL"),
  });
  expect(await runCheck(false)).toMatchObject({
    ok: true,
    detail: expect.stringContaining("and the bucket test-bucket can be written to"),
  });
  expect(await runCheck(false, { status: 403, code: "AccessDenied" })).toMatchObject({
    ok: false,
    detail: expect.stringContaining("PutObject failed (AccessDenied, 403)"),
  });
  await sql`update database_state set served_at = '2026-11-01T09:00:00Z'`.execute(app.db);
  await app.deps.erasures.writeFolder();
  expect(await runCheck(false)).toMatchObject({
    ok: false,
    detail: expect.stringContaining("There is no list in the bucket test-bucket"),
  });
});
