import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type S3Double, startS3Double } from "#server/testing/s3-double.ts";
import { useSettings } from "#server/testing/settings.ts";
import type { CoverStore, MovableCovers } from "./cover-store.ts";
import { createDiskCoverStore } from "./cover-store-disk.ts";
import { createS3CoverStore } from "./cover-store-s3.ts";
import { moveCovers } from "./move-covers.ts";
import { createS3AndDiskCoverStore } from "./open-cover-store.ts";

const { loadConfig, emptyDirectory } = useSettings();

let s3: S3Double;
let disk: CoverStore & MovableCovers;
let bucket: CoverStore & MovableCovers;
/** Both stores as a server uses them while covers are moved. */
let product: CoverStore;
beforeEach(async () => {
  s3 = await startS3Double();
  const { config } = loadConfig({ DATA_DIR: emptyDirectory(), ...s3.settings });
  if (config.bucket === undefined) throw new Error("no bucket");
  disk = createDiskCoverStore(config.dataDir);
  bucket = createS3CoverStore(config.bucket);
  product = createS3AndDiskCoverStore(bucket, disk);
});
afterEach(() => s3.close());

const owner = "8f14e45f-ceea-4a7e-9f5b-2b0d3c1a9e01";
const createCoverName = (number: number) => `${1_790_000_000_000 + number}.png`;
const createPicture = (number: number) => Buffer.from(`picture ${number}`);
const numbers = Array.from({ length: 10 }, (_, number) => number);
const shown = async (number: number) => {
  const picture = await product.find(owner, createCoverName(number));
  return picture && Buffer.from(picture).toString();
};

describe.each<["to the bucket" | "to the disk"]>([["to the bucket"], ["to the disk"]])(
  "covers that are moved %s",
  (direction) => {
    const stores = () => (direction === "to the bucket" ? [disk, bucket] : [bucket, disk]);
    /**
     * Both stores, with something that happens in the product at each call of the one that covers leave or arrive at.
     */
    function meanwhile(happens: {
      beforeFind?: (file: string, call: number) => Promise<void>;
      afterPut?: (file: string) => Promise<void>;
    }): [MovableCovers, MovableCovers] {
      const [from = disk, to = bucket] = stores();
      const calls = new Map<string, number>();
      return [
        {
          ...from,
          async find(ownerId, file) {
            const call = (calls.get(file) ?? 0) + 1;
            calls.set(file, call);
            await happens.beforeFind?.(file, call);
            return from.find(ownerId, file);
          },
        },
        {
          ...to,
          async put(ownerId, file, picture) {
            await to.put(ownerId, file, picture);
            await happens.afterPut?.(file);
          },
        },
      ];
    }

    it("arrive complete, are shown at every moment, and are gone from where they were", async () => {
      const [from = disk, to = bucket] = stores();
      for (const number of numbers)
        await from.put(owner, createCoverName(number), createPicture(number));
      const seen: (string | undefined)[] = [];
      const look = async (file: string) => {
        const picture = await product.find(owner, file);
        seen.push(picture && Buffer.from(picture).toString());
      };
      const moved = await moveCovers(...meanwhile({ beforeFind: look, afterPut: look }));
      expect(moved).toMatchObject({ covers: 10, differing: [] });
      expect(new Set(seen)).toEqual(new Set(numbers.map((number) => `picture ${number}`)));
      expect(await from.list(owner)).toEqual([]);
      expect((await to.list(owner)).toSorted()).toEqual(numbers.map(createCoverName));
      for (const number of numbers) expect(await shown(number)).toBe(`picture ${number}`);
      expect(await moveCovers(from, to)).toMatchObject({ covers: 0 });
    });

    it("include those that are stored meanwhile", async () => {
      const [from = disk, to = bucket] = stores();
      await from.put(owner, createCoverName(1), createPicture(1));
      const storeAnother = () => from.put(owner, createCoverName(2), createPicture(2));
      let isStored = false;
      await moveCovers(
        ...meanwhile({
          async afterPut() {
            if (!isStored) await storeAnother();
            isStored = true;
          },
        }),
      );
      expect(await from.list(owner)).toEqual([]);
      expect((await to.list(owner)).toSorted()).toEqual([createCoverName(1), createCoverName(2)]);
    });

    it("do not come back when they are removed meanwhile, whenever that is", async () => {
      const [from = disk] = stores();
      for (const number of [1, 2, 3])
        await from.put(owner, createCoverName(number), createPicture(number));
      const removeNow = (number: number) => async (file: string, call: number) => {
        if (file === createCoverName(number) && call === number) await product.remove(owner, file);
      };
      await moveCovers(
        ...meanwhile({
          async beforeFind(file, call) {
            await removeNow(1)(file, call);
            await removeNow(2)(file, call);
          },
          async afterPut(file) {
            if (file === createCoverName(3)) await product.remove(owner, file);
          },
        }),
      );
      expect([await disk.list(owner), await bucket.list(owner)]).toEqual([[], []]);
    });

    it("are complete when the command is run again after it was interrupted", async () => {
      const [from = disk, to = bucket] = stores();
      for (const number of numbers)
        await from.put(owner, createCoverName(number), createPicture(number));
      const cut = meanwhile({
        async afterPut(file) {
          if (file === createCoverName(9)) throw new Error("killed");
        },
      });
      await expect(moveCovers(...cut)).rejects.toThrow("killed");
      for (const number of numbers) expect(await shown(number)).toBe(`picture ${number}`);
      await moveCovers(from, to);
      expect(await from.list(owner)).toEqual([]);
      expect((await to.list(owner)).toSorted()).toEqual(numbers.map(createCoverName));
    });

    it("stay where they are if they did not arrive unchanged, or if the name has another picture there", async () => {
      const [from = disk, to = bucket] = stores();
      await from.put(owner, createCoverName(1), createPicture(1));
      const lossy = { ...to, find: async () => undefined };
      await expect(moveCovers(from, lossy)).rejects.toThrow(createCoverName(1));
      expect(await from.list(owner)).toEqual([createCoverName(1)]);
      await to.put(owner, createCoverName(1), createPicture(2));
      expect(await moveCovers(from, to)).toEqual({
        covers: 0,
        bytes: 0,
        differing: [{ owner_id: owner, file_name: createCoverName(1) }],
      });
      expect([await from.list(owner), await to.list(owner)]).toEqual([
        [createCoverName(1)],
        [createCoverName(1)],
      ]);
    });
  },
);
