import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { coverPath } from "#contract/covers.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { reapplyAccountErasure } from "#server/features/account/erase-account.ts";
import { createDiskCoverStore } from "#server/features/covers/cover-store-disk.ts";
import { UnavailableError } from "#server/system/unavailable-error.ts";
import { useTestApp } from "#server/testing/app.ts";
import { plainPicture, putCover, uploadCover } from "#server/testing/covers.ts";
import { useTestDatabase } from "#server/testing/database/db.ts";
import { insertRow } from "#server/testing/database/rows.ts";
import type { TestOwner } from "#server/testing/owners.ts";
import { startS3Double } from "#server/testing/s3-double.ts";

const database = useTestDatabase({ each: false });
const s3 = await startS3Double();
afterAll(() => s3.close());

describe.each([
  ["on disk", {}],
  ["in a bucket", s3.settings],
])("covers %s", (where, environment) => {
  const app = useTestApp({ database, environment });
  const owner = app.useOwner();

  const listCoverFiles = (by: TestOwner) => app.deps.covers.list(by.user_id);
  const listCoverRows = (by: TestOwner) =>
    app.db
      .selectFrom("covers")
      .where("user_id", "=", by.user_id)
      .select(["file_name", "removed_at"])
      .orderBy("file_name")
      .execute();
  const sweep = async () => {
    await inTransaction(app.db, (tx) => app.deps.jobs.enqueue(tx, "remove_unused_covers", {}));
    await app.work();
  };
  const create = (coverImageUrl: string, by: TestOwner = owner) =>
    app.circles.create(by, { cover_image_url: coverImageUrl });

  it("are shown at their address, with how long caches may keep them", async () => {
    const address = await uploadCover(app, owner, "1790000000000.jpeg");
    expect(address).toBe(coverPath(owner.user_id, "1790000000000.png"));
    const served = await app.request(address);
    expect(served.status).toBe(200);
    expect(Object.fromEntries(served.headers)).toMatchObject({
      "content-type": "image/png",
      "cache-control": "public, max-age=86400",
      "content-security-policy": "default-src 'none'; sandbox",
    });
    const picture = Buffer.from(await served.arrayBuffer());
    expect(picture.subarray(1, 4).toString()).toBe("PNG");
    expect(s3.objects.has(`covers/${owner.user_id}/1790000000000.png`)).toBe(where !== "on disk");
    expect((await app.request(coverPath(owner.user_id, "1790000000001.png"))).status).toBe(404);
  });

  it("keep their picture: another one that is sent with the same name gets the next number", async () => {
    const first = await uploadCover(app, owner, "1790000000000.png");
    const picture = await (await app.request(first)).arrayBuffer();
    const other = new Uint8Array(await plainPicture(20, 20).png().toBuffer());
    const second = await uploadCover(app, owner, "1790000000000.png", other);
    expect(second).toBe(coverPath(owner.user_id, "1790000000001.png"));
    expect(await (await app.request(first)).arrayBuffer()).toEqual(picture);
  });

  it("covers that cannot be stored are reported, can be sent again, and leave nothing", async () => {
    const failing = vi
      .spyOn(app.deps.covers, "put")
      .mockRejectedValueOnce(
        where === "on disk"
          ? Object.assign(new Error("no space"), { code: "ENOSPC" })
          : new UnavailableError("PutObject failed"),
      );
    const response = await putCover(app, owner, "1790000000000.png");
    failing.mockRestore();
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({
      code: "unavailable",
      message: "The service is not available right now. Please try again.",
    });
    const refused = coverPath(owner.user_id, "1790000000000.png");
    expect((await app.request(refused)).status).toBe(404);
    const id = await app.circles.create(owner);
    const used = await app.circles.edit(owner, id, { cover_image_url: refused });
    expect(await used.json()).toMatchObject({ code: "cover_not_yours" });
    expect((await putCover(app, owner, "1790000000000.png")).status).toBe(200);
    // A store that did not answer may store it later.
    await app.deps.covers.put(owner.user_id, "1790000000000.png", Buffer.from("late"));
    app.clock.advance({ minutes: 6 });
    await sweep();
    expect(await listCoverFiles(owner)).toEqual(["1790000000001.png"]);
    expect(await listCoverRows(owner)).toEqual([
      { file_name: "1790000000001.png", removed_at: null },
    ]);
  });

  it("leave no file when the database is lost", async () => {
    const failing = vi.spyOn(app.deps.db, "insertInto").mockImplementationOnce(() => {
      throw Object.assign(new Error("connection lost"), { code: "08006" });
    });
    expect((await putCover(app, owner, "1790000000000.png")).status).toBe(503);
    failing.mockRestore();
    expect(await listCoverFiles(owner)).toEqual([]);
  });

  it("are removed with the paraline, even when the file cannot be removed at once", async () => {
    const [first, second] = [
      await uploadCover(app, owner, "1790000000001.png"),
      await uploadCover(app, owner, "1790000000002.png"),
    ];
    const id = await create(first);
    expect((await app.circles.edit(owner, id, { cover_image_url: second })).status).toBe(200);
    expect(await listCoverFiles(owner)).toEqual(["1790000000002.png"]);
    // A sweep that has found it in use does not look at it again by itself.
    app.clock.advance({ days: 8 });
    await sweep();
    expect(await listCoverFiles(owner)).toEqual(["1790000000002.png"]);
    const removing = vi.spyOn(app.deps.covers, "remove").mockRejectedValueOnce(new Error("busy"));
    const { title } = await app.circles.read(owner, id);
    expect((await app.as(owner, "DELETE", `/api/circles/${id}`, { title })).status).toBe(200);
    removing.mockRestore();
    expect(await listCoverFiles(owner)).toHaveLength(1);
    app.clock.advance({ hours: 1 });
    await sweep();
    expect([await listCoverFiles(owner), await listCoverRows(owner)]).toEqual([[], []]);
  });

  it("covers that a sweep has found in use are looked at again when a paraline no longer refers to them", async () => {
    const id = await create(await uploadCover(app, owner, "1790000000001.png"));
    app.clock.advance({ days: 8 });
    await sweep();
    const removing = vi.spyOn(app.deps.covers, "remove").mockRejectedValueOnce(new Error("busy"));
    const { title } = await app.circles.read(owner, id);
    await app.as(owner, "DELETE", `/api/circles/${id}`, { title });
    removing.mockRestore();
    // This is the state in which the process had ended right after the paraline was deleted.
    await app.db.updateTable("covers").set({ removed_at: null }).execute();
    await sweep();
    expect([await listCoverFiles(owner), await listCoverRows(owner)]).toEqual([[], []]);
  });

  it("covers that no paraline uses are deleted after seven days, file and row; those in use stay", async () => {
    const used = await uploadCover(app, owner, "1790000000001.png");
    await uploadCover(app, owner, "1790000000002.png");
    await create(used);
    app.clock.advance({ days: 6, hours: 23 });
    await uploadCover(app, owner, "1790000000003.png");
    await sweep();
    expect(await listCoverFiles(owner)).toHaveLength(3);
    app.clock.advance({ hours: 2 });
    await sweep();
    expect((await listCoverFiles(owner)).toSorted()).toEqual([
      "1790000000001.png",
      "1790000000003.png",
    ]);
    expect(await listCoverRows(owner)).toMatchObject([
      { file_name: "1790000000001.png" },
      { file_name: "1790000000003.png" },
    ]);
    expect((await app.request(used)).status).toBe(200);
  });

  it("are copied with a paraline, printed in its board book, and gone with the account", async () => {
    const address = await uploadCover(app, owner, "1790000000001.png");
    const id = await create(address);
    const copied = await app.circles.copy(owner, id);
    expect(copied.cover_image_url).not.toBe(address);
    expect(await listCoverFiles(owner)).toHaveLength(2);
    const book = await app.as(owner, "GET", `/api/circles/${id}/results/board-book.pdf`);
    expect(Buffer.from(await book.arrayBuffer()).includes("/DCTDecode")).toBe(true);
    await reapplyAccountErasure(app.deps, owner.user_id);
    expect(await listCoverFiles(owner)).toEqual([]);
    expect((await app.request(address)).status).toBe(404);
  });
});

describe("covers in a bucket", () => {
  const app = useTestApp({
    database,
    environment: { ...s3.settings, S3_PUBLIC_URL: "https://covers.example/public/" },
  });
  const owner = app.useOwner();
  afterEach(() => s3.failWith(undefined));

  it("are read at the bucket's public address, which pages allow pictures from", async () => {
    const address = await uploadCover(app, owner, "1790000000000.png");
    const sent = await app.request(address);
    expect([sent.status, sent.headers.get("location")]).toEqual([
      302,
      `https://covers.example/public/covers/${owner.user_id}/1790000000000.png`,
    ]);
    // A cover that is not moved yet is not there.
    const disk = createDiskCoverStore(app.deps.config.dataDir);
    const cover = { user_id: owner.user_id, file_name: "1790000000001.png" };
    await disk.put(cover.user_id, cover.file_name, Buffer.from("on disk"));
    const nobodys = await app.request(coverPath(cover.user_id, cover.file_name));
    expect(nobodys.status, "what nobody has stored is not asked for").toBe(404);
    await insertRow(app.db, "covers", { ...cover, created_at: app.clock.now() });
    const served = await app.request(coverPath(owner.user_id, "1790000000001.png"));
    expect([served.status, await served.text()]).toEqual([200, "on disk"]);
    const page = await app.request("/circles");
    expect(page.headers.get("content-security-policy")).toContain(
      "img-src 'self' data: blob: https://covers.example;",
    );
  });

  it("covers in a bucket that the bucket does not return do not count as missing; an erased account's are removed once it does", async () => {
    const address = await uploadCover(app, owner, "1790000000000.png");
    const id = await app.circles.create(owner, { cover_image_url: address });
    s3.failWith({ status: 403, code: "AccessDenied" });
    const book = await app.as(owner, "GET", `/api/circles/${id}/results/board-book.pdf`);
    expect([book.status, await book.json()]).toMatchObject([503, { code: "unavailable" }]);
    const { title } = await app.circles.read(owner, id);
    expect((await app.as(owner, "DELETE", `/api/circles/${id}`, { title })).status).toBe(200);
    await expect(reapplyAccountErasure(app.deps, owner.user_id)).rejects.toThrow(UnavailableError);
    s3.failWith(undefined);
    expect(await app.deps.covers.list(owner.user_id)).toHaveLength(1);
    app.clock.advance({ minutes: 6 });
    await app.work();
    expect(await app.deps.covers.list(owner.user_id)).toEqual([]);
  });

  it("covers in a bucket that cannot be stored are reported at /readyz, which still answers that the server is ready", async () => {
    const state = async () => {
      const response = await app.request("/readyz");
      return [response.status, ((await response.json()) as { covers?: string }).covers];
    };
    await vi.waitUntil(async () => (await state())[1] === "ok");
    s3.failWith({ status: 403, code: "AccessDenied" });
    app.clock.advance({ minutes: 6 });
    await vi.waitUntil(async () => (await state())[1] === "failed");
    expect(await state()).toEqual([200, "failed"]);
  });
});
