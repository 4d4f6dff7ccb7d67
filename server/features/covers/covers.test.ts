import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import { useTestApp } from "#server/testing/app.ts";
import { plainPicture, putCover, uploadCover } from "#server/testing/covers.ts";
import type { TestOwner } from "#server/testing/owners.ts";
import { circleDraft } from "#server/testing/test-circles.ts";

const app = useTestApp();

const owner = app.useOwner();

const put = (by: TestOwner, file: string, body: Uint8Array<ArrayBuffer> | ReadableStream) =>
  putCover(app, by, file, body);
const upload = (by: TestOwner, file: string, body: Uint8Array<ArrayBuffer>) =>
  uploadCover(app, by, file, body);
const bytes = (picture: Buffer) => new Uint8Array(picture);

const listCoverFiles = (by: TestOwner) => app.deps.covers.list(by.user_id);
const listCoverRows = (by: TestOwner) =>
  app.db
    .selectFrom("covers")
    .where("user_id", "=", by.user_id)
    .select("file_name")
    .orderBy("file_name")
    .execute();

/** The header of a PNG that claims a size, followed by hardly any pixels. */
function claimingPng(width: number, height: number): Uint8Array<ArrayBuffer> {
  const crcTable = Array.from({ length: 256 }, (_, n) => {
    let c = n;
    for (let k = 0; k < 8; k += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
    return c >>> 0;
  });
  const crc = (data: Buffer) => {
    let c = 0xffffffff;
    for (const byte of data) c = (crcTable[(c ^ byte) & 0xff] ?? 0) ^ (c >>> 8);
    return (c ^ 0xffffffff) >>> 0;
  };
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const file = Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(Buffer.alloc(10_000_000))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
  return bytes(file);
}

/** A valid progressive JPEG with many scans. All but the first say that a coefficient is 0 everywhere. */
async function jpegOfScans(count: number): Promise<Uint8Array<ArrayBuffer>> {
  const options = { progressive: true, chromaSubsampling: "4:4:4" };
  const picture = await plainPicture().jpeg(options).toBuffer();
  const startOfScan = Buffer.of(0xff, 0xda);
  const startOfTable = Buffer.of(0xff, 0xc4);
  const first = picture.indexOf(startOfScan);
  const head = picture.subarray(0, picture.indexOf(startOfTable, first));
  // One code, for a run of 16384 blocks and more.
  const table = Buffer.of(0xff, 0xc4, 0, 20, 0x10, 1, ...Array<number>(15).fill(0), 0xe0);
  const scans = Array.from({ length: count - 1 }, (_, index) => {
    const coefficient = 1 + Math.floor(index / 14);
    const bit = 13 - (index % 14);
    const precision = bit === 13 ? bit : ((bit + 1) << 4) | bit;
    return [0xff, 0xda, 0, 8, 1, 1, 0, coefficient, coefficient, precision, 0x00, 0x01];
  });
  return bytes(Buffer.concat([head, table, Buffer.from(scans.flat()), Buffer.of(0xff, 0xd9)]));
}

describe("a picture", () => {
  it.each([
    ["jpg", "image/jpeg", () => plainPicture().jpeg()],
    ["png", "image/png", () => plainPicture().png()],
    ["webp", "image/webp", () => plainPicture().webp()],
    ["avif", "image/avif", () => plainPicture().avif()],
    ["gif", "image/gif", () => plainPicture().gif()],
  ] as const)(
    "a picture as %s is kept in its format, whatever it was called",
    async (ending, type, make) => {
      const address = await upload(owner, "1790000000000.jpeg", bytes(await make().toBuffer()));
      expect(address).toBe(
        `/storage/v1/object/public/circle-covers/${owner.user_id}/1790000000000.${ending}`,
      );
      const served = await app.request(address);
      expect(served.status).toBe(200);
      expect(Object.fromEntries(served.headers)).toMatchObject({
        "content-type": type,
        "cache-control": "public, max-age=86400",
        "x-content-type-options": "nosniff",
        "content-security-policy": "default-src 'none'; sandbox",
      });
      const { width, height } = await sharp(await served.arrayBuffer()).metadata();
      expect([width, height]).toEqual([40, 30]);
    },
  );

  it("is made at most 1600 wide, is rotated upright, and loses the place and time at which it was taken", async () => {
    const sent = await plainPicture(3000, 2000)
      .jpeg()
      .withMetadata({ orientation: 6 })
      .withExif({
        IFD0: { Artist: "Maya Okafor" },
        IFD3: { GPSLatitude: "52/1 30/1 0/1", GPSLatitudeRef: "N" },
      })
      .toBuffer();
    expect((await sharp(sent).metadata()).exif).toBeDefined();
    const address = await upload(owner, "1790000000001.jpg", bytes(sent));
    const stored = Buffer.from(await (await app.request(address)).arrayBuffer());
    const metadata = await sharp(stored).metadata();
    expect([metadata.width, metadata.height]).toEqual([1600, 2400]);
    for (const kept of ["exif", "iptc", "xmp", "icc", "orientation"] as const) {
      expect(metadata[kept]).toBeUndefined();
    }
    expect(stored.toString("latin1")).not.toContain("Maya");
  });

  it("an animated picture keeps its first frame", async () => {
    const frames = Buffer.concat([Buffer.alloc(300, 0), Buffer.alloc(300, 255)]);
    const sent = await sharp(frames, {
      raw: { width: 10, height: 20, channels: 3, pageHeight: 10 },
    })
      .gif({ delay: [100, 100] })
      .toBuffer();
    expect((await sharp(sent).metadata()).pages).toBe(2);
    const address = await upload(owner, "1790000000002.gif", bytes(sent));
    const stored = await (await app.request(address)).arrayBuffer();
    expect((await sharp(stored, { animated: true }).metadata()).pages ?? 1).toBe(1);
  });

  it("a picture of exactly 25 megapixels is accepted", async () => {
    const sent = await plainPicture(5000, 5000).png({ palette: true }).toBuffer();
    await upload(owner, "1790000000003.png", bytes(sent));
  });

  it("a picture with a side of exactly the longest length is accepted", async () => {
    const sent = await plainPicture(1, limits.coverSidePixels).png().toBuffer();
    await upload(owner, "1790000000004.png", bytes(sent));
  });

  it("is made at most 2400 high, and narrower in proportion", async () => {
    const sent = await plainPicture(300, 6000).png().toBuffer();
    const address = await upload(owner, "1790000000005.png", bytes(sent));
    const { width, height } = await sharp(
      await (await app.request(address)).arrayBuffer(),
    ).metadata();
    expect([width, height]).toEqual([120, 2400]);
  });
});

describe("a file that is not a cover is refused, and nothing is stored", () => {
  const refused = async (body: Uint8Array<ArrayBuffer> | ReadableStream, code: string) => {
    const response = await put(owner, "1790000000000.png", body);
    expect(await response.json()).toMatchObject({ code });
    expect(await listCoverFiles(owner)).toEqual([]);
    expect(await listCoverRows(owner)).toEqual([]);
    return response.status;
  };
  const text = (content: string) => new TextEncoder().encode(content);

  it.each([
    ["nothing", text("")],
    ["text", text("hello")],
    ["SVG", text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    [
      "SVG that says it is XML",
      text('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
    ],
    ["PDF", text("%PDF-1.7 %%EOF")],
  ])("%s", async (_what, body) => {
    expect(await refused(body, "cover_not_an_image")).toBe(422);
  });

  it("TIFF, which is a picture of another kind", async () => {
    expect(await refused(bytes(await plainPicture().tiff().toBuffer()), "cover_not_an_image")).toBe(
      422,
    );
  });

  it.each(["jpeg", "png", "webp", "avif", "gif"] as const)(
    "a %s that breaks off, which is not called another format",
    async (format) => {
      const noise = Buffer.from(Array.from({ length: 30_000 }, (_, n) => (n * 7919) % 256));
      const whole = await sharp(noise, { raw: { width: 100, height: 100, channels: 3 } })
        .toFormat(format)
        .toBuffer();
      for (const length of [whole.length / 2, 16]) {
        expect(await refused(bytes(whole.subarray(0, length)), "cover_damaged")).toBe(422);
      }
    },
  );

  it("a small file that unpacks into a huge picture", async () => {
    for (const [width, height] of [
      [30_000, 30_000],
      [5001, 5000],
      [2_000_000_000, 2_000_000_000],
    ] as const) {
      const bomb = claimingPng(width, height);
      expect(bomb.length).toBeLessThan(50_000);
      const response = await put(owner, "1790000000000.png", bomb);
      expect(response.status).toBe(422);
      expect(["cover_too_many_pixels", "cover_damaged"]).toContain(
        ((await response.json()) as { code: string }).code,
      );
    }
    expect(await refused(claimingPng(30_000, 30_000), "cover_too_many_pixels")).toBe(422);
  });

  it("a picture of one line of pixels that is longer than any screen, before it is unpacked", async () => {
    for (const [width, height] of [
      [1, limits.coverSidePixels + 1],
      [limits.coverSidePixels + 1, 1],
      [1, 1_600_000],
    ] as const) {
      // If it were decoded, its few pixels would turn out not to be a picture.
      expect(await refused(claimingPng(width, height), "cover_side_too_long")).toBe(422);
    }
  });

  it("an AVIF of more than 8.3 megapixels, before it is unpacked", async () => {
    const picture = await plainPicture().avif().toBuffer();
    // This property of an image contains its size (ISO 23008-12, 6.5.3): its name, a version, width and height.
    const size = picture.indexOf("ispe") + 8;
    const claiming = (width: number, height: number) => {
      const claim = Buffer.from(picture);
      claim.writeUInt32BE(width, size);
      claim.writeUInt32BE(height, size + 4);
      return bytes(claim);
    };
    expect(await refused(claiming(3320, 2501), "cover_too_many_pixels")).toBe(422);
    // Within the limit it is decoded, and turns out to be smaller than it claims.
    expect(await refused(claiming(3320, 2500), "cover_damaged")).toBe(422);
  });

  it("a JPEG with more than a hundred scans over its pixels", async () => {
    expect(await refused(await jpegOfScans(101), "cover_damaged")).toBe(422);
    await upload(owner, "1790000000001.jpg", await jpegOfScans(100));
  });

  it("11 megabytes, announced or not", async () => {
    const picture = await plainPicture().png().toBuffer();
    const large = new Uint8Array(11 * 1024 * 1024);
    large.set(picture);
    expect(await refused(large, "cover_too_large")).toBe(413);
    const unannounced = new ReadableStream({
      pull(controller) {
        controller.enqueue(large.subarray(0, 1024 * 1024));
      },
    });
    expect(await refused(unannounced, "cover_too_large")).toBe(413);
  });
});

it("the name of a cover can only be a time with an extension", async () => {
  const sent = bytes(await plainPicture().png().toBuffer());
  for (const file of [
    "..%2f..%2fx.png",
    "cover.png",
    "1790000000000",
    "1790000000000.p%00",
    "1.png",
  ]) {
    expect((await put(owner, file, sent)).status).toBe(404);
  }
});

it("nothing but covers is served from their address", async () => {
  const base = "/storage/v1/object/public/circle-covers";
  for (const path of [
    `${base}/${owner.user_id}/1790000000000.png`,
    `${base}/${owner.user_id}/..%2f..%2fapp-secret`,
    `${base}/..%2f..%2f..%2fetc/passwd`,
    `${base}/..%2fcovers/1790000000000.png`,
    `${base}/${owner.user_id}/.1790000000000.png`,
    `${base}/${owner.user_id}/1790000000000.png%00.jpg`,
    base,
  ]) {
    const response = await app.request(path);
    expect(response.status).toBe(404);
    expect(response.headers.get("content-type")).toContain("application/json");
  }
});

it("a paraline accepts a cover of its owner and of no one else", async () => {
  const create = (by: TestOwner, coverImageUrl: string) =>
    app.as(by, "POST", "/api/circles", circleDraft({ cover_image_url: coverImageUrl }));
  const sent = bytes(await plainPicture().png().toBuffer());
  const address = await upload(owner, "1790000000000.png", sent);
  expect(await (await create(owner, address)).json()).toMatchObject({
    circle: { cover_image_url: address },
  });
  const stranger = await app.createOwner();
  for (const wrong of [
    address,
    address.replace(owner.user_id, stranger.user_id),
    `http://localhost:3000${address}`,
    address.replace(".png", ".svg"),
    "/storage/v1/object/public/circle-covers/../x.png",
  ]) {
    const refused = await create(stranger, wrong);
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({ code: "cover_not_yours" });
  }
});
