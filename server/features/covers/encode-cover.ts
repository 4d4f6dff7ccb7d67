import type { Metadata, Sharp } from "sharp";
import { DomainError } from "#contract/errors.ts";
import { limits } from "#contract/limits.ts";
import type { CoverExtension } from "./cover-files.ts";

const encoders: Record<CoverExtension, (picture: Sharp) => Sharp> = {
  jpg: (picture) => picture.jpeg({ quality: 82, mozjpeg: true }),
  // For nearly random pixels, a higher level takes up to forty times as long.
  png: (picture) => picture.png({ compressionLevel: 6 }),
  webp: (picture) => picture.webp({ quality: 82 }),
  // More effort takes several times as long.
  avif: (picture) => picture.avif({ quality: 60, effort: 0 }),
  gif: (picture) => picture.gif(),
};

/** The library is loaded with the first picture, because it takes ten megabytes of memory. */
const loadSharp = async () => (await import("sharp")).default;

/** A decoded picture takes a hundred megabytes, so only a few are decoded at once. The others wait. */
const concurrency = 2;
let runningConversions = 0;
const waitingConversions: (() => void)[] = [];

async function withConversionSlot<Result>(work: () => Promise<Result>): Promise<Result> {
  if (runningConversions < concurrency) runningConversions += 1;
  else await new Promise<void>((resolve) => waitingConversions.push(resolve));
  try {
    return await work();
  } finally {
    // The slot is passed to the next one that waits, or freed.
    const next = waitingConversions.shift();
    if (next) next();
    else runningConversions -= 1;
  }
}

/** Decodes no pixel. @returns the file type to store it as @throws DomainError with the reason as its code */
export async function requireCoverImage(sent: Buffer): Promise<CoverExtension> {
  const extension = recogniseFormat(sent);
  if (extension === undefined) throw new DomainError("cover_not_an_image");
  if (extension === "jpg" && countScans(sent) > limits.coverScansMax) {
    throw new DomainError("cover_damaged");
  }
  await refuseTooLarge(sent, extension);
  return extension;
}

/**
 * Upright, at most 1600 by 2400 pixels, since some formats take a second to write two megapixels, only the first frame,
 * and without metadata: no place, no time, no name. @throws DomainError cover_damaged
 */
export async function encodeCover(sent: Buffer, extension: CoverExtension): Promise<Buffer> {
  const sharp = await loadSharp();
  try {
    const picture = sharp(sent, {
      limitInputPixels: limits.coverPixels,
      failOn: "error",
      pages: 1,
    })
      .autoOrient()
      .resize({
        width: limits.coverWidthPixels,
        height: limits.coverHeightPixels,
        fit: "inside",
        withoutEnlargement: true,
      });
    return await withConversionSlot(() => encoders[extension](picture).toBuffer());
  } catch (cause) {
    throw new DomainError("cover_damaged", { cause });
  }
}

/** The shape to which screens crop a cover, in a resolution for print. */
const pdfPixels = { width: 1300, height: 464 };

/** A stored cover as a JPEG, which every kind of document supports, cropped to the shape in which screens show it. */
export async function encodeForPdf(picture: Uint8Array): Promise<Buffer> {
  const sharp = await loadSharp();
  const cut = sharp(picture, { limitInputPixels: limits.coverPixels, pages: 1 })
    .resize({ ...pdfPixels, fit: "cover" })
    .flatten({ background: "white" });
  return withConversionSlot(() => cut.jpeg({ quality: 82 }).toBuffer());
}

async function refuseTooLarge(sent: Buffer, extension: CoverExtension): Promise<void> {
  const sharp = await loadSharp();
  let head: Metadata;
  try {
    head = await sharp(sent, { limitInputPixels: false, pages: 1 }).metadata();
  } catch (cause) {
    throw new DomainError("cover_damaged", { cause });
  }
  const maxPixels = extension === "avif" ? limits.coverAvifPixels : limits.coverPixels;
  if (head.width * head.height > maxPixels) {
    throw new DomainError("cover_too_many_pixels");
  }
  // Even a picture with few pixels takes seconds if they are all in one line.
  if (Math.max(head.width, head.height) > limits.coverSidePixels) {
    throw new DomainError("cover_side_too_long");
  }
}

const marker = { prefix: 0xff, end: 0xd9, scan: 0xda };

/** A stuffed byte in the data of a scan, a restart, or one that is not expected here. */
function isBare(code: number | undefined): boolean {
  return code === undefined || code <= 0x01 || (code >= 0xd0 && code <= 0xd8);
}

/** ITU T.81, B.2. A quarter of a megabyte can contain thousands of scans, each of which touches every pixel. */
function countScans(jpeg: Buffer): number {
  let scans = 0;
  // It goes byte by byte: to search for each marker would take half a second if the file consisted of markers.
  for (let at = 0; at + 4 <= jpeg.length; at += 1) {
    const code = jpeg[at + 1];
    if (jpeg[at] !== marker.prefix || code === marker.prefix) continue;
    if (code === marker.end) break;
    if (code === marker.scan) scans += 1;
    at += isBare(code) ? 1 : 1 + jpeg.readUInt16BE(at + 2);
  }
  return scans;
}

/** By the signature at the start, so that no other decoder (SVG, PDF, TIFF) ever gets untrusted bytes. */
function recogniseFormat(sent: Buffer): CoverExtension | undefined {
  const ascii = (from: number, to: number) => sent.toString("latin1", from, to);
  if (ascii(0, 3) === "\xff\xd8\xff") return "jpg";
  if (ascii(0, 8) === "\x89PNG\r\n\x1a\n") return "png";
  if (ascii(0, 6) === "GIF87a" || ascii(0, 6) === "GIF89a") return "gif";
  if (ascii(0, 4) === "RIFF" && ascii(8, 12) === "WEBP") return "webp";
  if (ascii(4, 8) === "ftyp" && /^(avif|avis)$/.test(ascii(8, 12))) return "avif";
  return undefined;
}
