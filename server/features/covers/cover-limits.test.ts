import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { uploadCover } from "#contract/covers.ts";
import { limits } from "#contract/limits.ts";
import { useTestApp } from "#server/testing/app.ts";
import { plainPicture, putCover } from "#server/testing/covers.ts";
import type { TestOwner } from "#server/testing/owners.ts";
import { encodeCover } from "./encode-cover.ts";

const app = useTestApp({ environment: { RATE_LIMITS: "on" } });

let owner: TestOwner;
beforeEach(async () => {
  owner = await app.createOwner();
});

let count = 0;
const upload = (body?: Uint8Array<ArrayBuffer>): Promise<Response> => {
  count += 1;
  return putCover(app, owner, `${1_790_000_000_000 + count}.png`, body);
};

const refused = async (response: Response) => [response.status, await response.json()];
const exhausted = [
  429,
  {
    code: "cover_uploads_exhausted",
    message:
      "You can upload at most 50 cover images, or 100 MB, in 7 days. Please try again later.",
  },
];

/** Records earlier uploads, so that they count. */
async function seedUploads(number: number, bytes: number): Promise<void> {
  await app.db
    .insertInto("cover_uploads")
    .values(
      Array.from({ length: number }, () => ({
        id: randomUUID(),
        user_id: owner.user_id,
        bytes,
        is_copy: false,
        created_at: app.clock.now(),
      })),
    )
    .execute();
}

const countFiles = async () => (await app.deps.covers.list(owner.user_id)).length;

describe("an account's cover images", () => {
  it("are at most 50 in 7 days, even if they are uploaded all at once", async () => {
    await seedUploads(limits.coverUploadsMax - 3, 1000);
    const answers = await Promise.all(Array.from({ length: 8 }, () => upload()));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      200, 200, 200, 429, 429, 429, 429, 429,
    ]);
    expect(await countFiles()).toBe(3);
    expect(await refused(await upload())).toMatchObject(exhausted);
    app.clock.advance({ days: 7, seconds: 1 });
    expect((await upload()).status).toBe(200);
  });

  it("are at most 100 MB in 7 days, counted as they are stored, even if they are uploaded all at once", async () => {
    const { length: size } = await encodeCover(await plainPicture().png().toBuffer(), "png");
    await seedUploads(1, limits.coverUploadsBytes - 3 * size);
    const answers = await Promise.all(Array.from({ length: 6 }, () => upload()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(await refused(await upload())).toMatchObject(exhausted);
    expect(await countFiles()).toBe(3);
  });

  it("images that are refused before they are unpacked, or could not be kept, do not count", async () => {
    await seedUploads(limits.coverUploadsMax - 1, 1000);
    expect((await upload(new TextEncoder().encode("hello"))).status).toBe(422);
    const failing = vi
      .spyOn(app.deps.covers, "put")
      .mockRejectedValueOnce(Object.assign(new Error("no space"), { code: "ENOSPC" }));
    expect((await upload()).status).toBe(503);
    failing.mockRestore();
    expect((await upload()).status).toBe(200);
  });

  it("images that turn out to be broken while they are unpacked count, as they cost as much", async () => {
    await seedUploads(limits.coverUploadsMax - 1, 1000);
    const noise = Buffer.from(Array.from({ length: 30_000 }, (_, n) => (n * 7919) % 256));
    const whole = await sharp(noise, { raw: { width: 100, height: 100, channels: 3 } })
      .png()
      .toBuffer();
    expect((await upload(new Uint8Array(whole.subarray(0, whole.length / 2)))).status).toBe(422);
    expect((await upload()).status).toBe(429);
  });

  it("images of copies of paralines count by their size, not by their number", async () => {
    const { cover_image_url } = uploadCover.output.parse(await (await upload()).json());
    const id = await app.circles.create(owner, { cover_image_url });
    const duplicate = () =>
      app.as(owner, "POST", `/api/circles/${id}/duplicate`, {
        create_key: randomUUID(),
        with_people: false,
      });
    await seedUploads(limits.coverUploadsMax - 1, 1000);
    expect((await duplicate()).status).toBe(201);
    await seedUploads(1, limits.coverUploadsBytes);
    expect(await refused(await duplicate())).toMatchObject(exhausted);
    expect(await countFiles()).toBe(2);
  });

  it("images of one account do not count towards the limit of another", async () => {
    await seedUploads(limits.coverUploadsMax, 1000);
    owner = await app.createOwner();
    expect((await upload()).status).toBe(200);
  });
});
