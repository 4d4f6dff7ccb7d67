import { inflateSync } from "node:zlib";

const headerBytes = 44;
const entryBytes = 20;
const sfntHeaderBytes = 12;
const sfntEntryBytes = 16;

/** The PDF library can read WOFF, but decompresses a whole table again for every character that it embeds. */
export function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const entries = Array.from({ length: count }, (_, index) => {
    const at = headerBytes + index * entryBytes;
    const offset = woff.readUInt32BE(at + 4);
    const packed = woff.subarray(offset, offset + woff.readUInt32BE(at + 8));
    const length = woff.readUInt32BE(at + 12);
    return {
      tag: woff.subarray(at, at + 4),
      checksum: woff.readUInt32BE(at + 16),
      table: packed.length < length ? inflateSync(packed) : packed,
    };
  });
  const directory = Buffer.alloc(sfntHeaderBytes + count * sfntEntryBytes);
  const power = Math.floor(Math.log2(count));
  directory.writeUInt32BE(woff.readUInt32BE(4), 0);
  directory.writeUInt16BE(count, 4);
  directory.writeUInt16BE(16 * 2 ** power, 6);
  directory.writeUInt16BE(power, 8);
  directory.writeUInt16BE(16 * (count - 2 ** power), 10);
  const parts: Uint8Array[] = [directory];
  let offset = directory.length;
  for (const [index, { tag, checksum, table }] of entries.entries()) {
    const at = sfntHeaderBytes + index * sfntEntryBytes;
    tag.copy(directory, at);
    directory.writeUInt32BE(checksum, at + 4);
    directory.writeUInt32BE(offset, at + 8);
    directory.writeUInt32BE(table.length, at + 12);
    const padding = Buffer.alloc((4 - (table.length % 4)) % 4);
    parts.push(table, padding);
    offset += table.length + padding.length;
  }
  return Buffer.concat(parts);
}
