import { createHash } from "node:crypto";
import { constants, zstdCompressSync } from "node:zlib";

/**
 * A built script that contains a page for invitees as a comment. A browser that has cached it names it by its
 * hash, and is sent only what differs in another such page. Source: RFC 9842.
 */
export interface PageDictionary {
  /** Its name under /assets. */
  file: string;
  bytes: Buffer;
  hash: Buffer;
}

/** A file of the build as a dictionary for pages. */
export function pageDictionary(file: string, bytes: Buffer): PageDictionary {
  return { file, bytes, hash: createHash("sha256").update(bytes).digest() };
}

/** Said with the script: what it is good for later. Pages for invitees have addresses of one word. */
export const dictionaryHeaders = {
  "Use-As-Dictionary": 'match="/:page", match-dest=("document")',
} as const;

/** Whether a browser has kept this dictionary, and can unpack by it. */
export function hasDictionary(
  { hash }: PageDictionary,
  accepted: string | undefined,
  held: string | undefined,
): boolean {
  const names = (accepted ?? "").split(",").map((name) => name.trim());
  return names.includes("dcz") && held?.trim() === `:${hash.toString("base64")}:`;
}

// A frame that every unpacker skips, of 32 bytes: those of the hash.
const frame = Buffer.from([0x5e, 0x2a, 0x4d, 0x18, 0x20, 0, 0, 0]);

/** A page as `Content-Encoding: dcz`. */
export function compressByDictionary(html: string, { bytes, hash }: PageDictionary): Buffer {
  const compressed = zstdCompressSync(html, {
    dictionary: bytes,
    params: { [constants.ZSTD_c_compressionLevel]: 6 },
  });
  return Buffer.concat([frame, hash, compressed]);
}
