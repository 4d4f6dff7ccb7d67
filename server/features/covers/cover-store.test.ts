import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { UnavailableError } from "#server/system/unavailable-error.ts";
import { type S3Double, startS3Double } from "#server/testing/s3-double.ts";
import { useSettings } from "#server/testing/settings.ts";
import type { CoverStore, MovableCovers } from "./cover-store.ts";
import { createDiskCoverStore } from "./cover-store-disk.ts";
import { createS3CoverStore } from "./cover-store-s3.ts";

const { loadConfig, emptyDirectory } = useSettings();

let dataFolder: string;
let s3: S3Double;
beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), "paraline-covers-"));
  s3 = await startS3Double();
});
afterAll(async () => {
  await s3.close();
  await rm(dataFolder, { recursive: true, force: true });
});

const owner = "8f14e45f-ceea-4a7e-9f5b-2b0d3c1a9e01";
const another = "8f14e45f-ceea-4a7e-9f5b-2b0d3c1a9e02";
const picture = new Uint8Array([1, 2, 3]);

function openBucket(changed: Record<string, string> = {}) {
  const { config } = loadConfig({ DATA_DIR: emptyDirectory(), ...s3.settings, ...changed });
  if (config.bucket === undefined) throw new Error("no bucket");
  return createS3CoverStore(config.bucket);
}

describe.each<[string, () => CoverStore & MovableCovers]>([
  ["on disk", () => createDiskCoverStore(dataFolder)],
  ["in a bucket", () => openBucket()],
])("%s", (_, open) => {
  it("a cover is complete once it is stored, and gone once it is removed", async () => {
    const store = open();
    expect(await store.find(owner, "1790000000000.png")).toBeUndefined();
    expect(await store.list(owner)).toEqual([]);
    await store.put(owner, "1790000000000.png", picture);
    await store.put(owner, "1790000000000.png", new Uint8Array([4]));
    expect(await store.list(owner)).toEqual(["1790000000000.png"]);
    expect([...((await store.find(owner, "1790000000000.png")) ?? [])]).toEqual([4]);
    await store.remove(owner, "1790000000000.png");
    await store.remove(owner, "1790000000000.png");
    expect(await store.find(owner, "1790000000000.png")).toBeUndefined();
  });

  it("all covers of an owner are listed and removed, however many, and no one else's", async () => {
    const store = open();
    const names = [1, 2, 3, 4, 5].map((number) => `179000000000${number}.png`);
    for (const name of names) await store.put(owner, name, picture);
    await store.put(another, "1790000000001.png", picture);
    expect((await store.list(owner)).toSorted()).toEqual(names);
    const all: string[] = [];
    for await (const cover of store.listAll()) all.push(`${cover.owner_id}/${cover.file_name}`);
    expect(all.toSorted()).toEqual([
      ...names.map((name) => `${owner}/${name}`),
      `${another}/1790000000001.png`,
    ]);
    await store.removeAll(owner);
    expect(await store.list(owner)).toEqual([]);
    expect(await store.list(another)).toEqual(["1790000000001.png"]);
  });
});

it("a cover that cannot be stored leaves nothing behind on disk", async () => {
  const store = createDiskCoverStore(dataFolder);
  // A folder where the file should go: the last step fails, as it would on a full disk.
  await store.put(owner, "1790000000001.png/inside", picture).catch(() => {});
  await writeFile(join(dataFolder, "covers", owner, "taken"), "");
  await expect(store.put(`${owner}/taken`, "1790000000002.png", picture)).rejects.toThrow();
  expect(await readdir(join(dataFolder, "covers", owner))).toEqual(["taken"]);
});

describe("a bucket", () => {
  afterEach(() => s3.failWith(undefined));

  it("gets the type of a cover, and how long caches may keep it", async () => {
    await openBucket().put(owner, "1790000000009.webp", picture);
    expect(s3.objects.get(`covers/${owner}/1790000000009.webp`)?.headers).toEqual({
      "content-type": "image/webp",
      "cache-control": "public, max-age=86400",
    });
  });

  it("a bucket that refuses or does not answer is reported as such, without any part of the key; a missing cover is not an error", async () => {
    const store = openBucket();
    const catchReason = async (calling: Promise<unknown>) => {
      const error = await calling.catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(UnavailableError);
      return String(error);
    };
    s3.failWith({ status: 500, code: "InternalError" });
    const reasons = [
      await catchReason(store.find(owner, "1790000000000.png")),
      await catchReason(store.put(owner, "1790000000000.png", picture)),
    ];
    s3.failWith(undefined);
    expect(await store.find(owner, "1790000000000.png")).toBeUndefined();
    reasons.push(
      await catchReason(
        openBucket({ S3_ACCESS_KEY_ID: "another-key" }).find(owner, "1790000000000.png"),
      ),
      await catchReason(openBucket({ S3_BUCKET: "no-such-bucket" }).list(owner)),
      await catchReason(
        openBucket({ S3_ENDPOINT: "http://127.0.0.1:1" }).remove(owner, "1790000000000.png"),
      ),
    );
    expect(reasons).toEqual([
      expect.stringContaining("GetObject failed (InternalError, 500)"),
      expect.stringContaining("PutObject failed (InternalError, 500)"),
      expect.stringContaining("GetObject failed (InvalidAccessKeyId, 403)"),
      expect.stringContaining("ListObjectsV2 failed (NoSuchBucket, 404)"),
      expect.stringContaining("ECONNREFUSED"),
    ]);
    for (const reason of reasons) {
      expect(reason).not.toContain(s3.settings.S3_ACCESS_KEY_ID);
      expect(reason).not.toContain(s3.settings.S3_SECRET_ACCESS_KEY);
    }
  });

  it("is checked by writing, and keeps nothing of what was written", async () => {
    const before = [...s3.objects.keys()];
    await openBucket().checkWrites?.();
    expect([...s3.objects.keys()]).toEqual(before);
    expect(s3.answers.slice(-2)).toEqual(["PUT 200", "DELETE 204"]);
  });
});
