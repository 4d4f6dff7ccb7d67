import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createDiskCoverStore } from "./cover-store-disk.ts";

let dataFolder: string;
beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), "paraline-covers-"));
});
afterAll(() => rm(dataFolder, { recursive: true, force: true }));

const owner = "8f14e45f-ceea-4a7e-9f5b-2b0d3c1a9e01";
const picture = new Uint8Array([1, 2, 3]);

it("a cover is there whole once it is stored, and gone once it is removed", async () => {
  const store = createDiskCoverStore(dataFolder);
  expect(await store.find(owner, "1790000000000.png")).toBeUndefined();
  await store.put(owner, "1790000000000.png", picture);
  await store.put(owner, "1790000000000.png", new Uint8Array([4]));
  expect(await readdir(join(dataFolder, "covers", owner))).toEqual(["1790000000000.png"]);
  expect(await store.find(owner, "1790000000000.png")).toEqual(Buffer.from([4]));
  await store.remove(owner, "1790000000000.png");
  await store.remove(owner, "1790000000000.png");
  expect(await store.find(owner, "1790000000000.png")).toBeUndefined();
});

it("a cover that cannot be stored leaves nothing behind", async () => {
  const store = createDiskCoverStore(dataFolder);
  // A folder where the file should go: the last step fails, as it would on a full disk.
  await store.put(owner, "1790000000001.png/inside", picture).catch(() => {});
  await writeFile(join(dataFolder, "covers", owner, "taken"), "");
  await expect(store.put(`${owner}/taken`, "1790000000002.png", picture)).rejects.toThrow();
  expect(await readdir(join(dataFolder, "covers", owner))).toEqual(["taken"]);
});
