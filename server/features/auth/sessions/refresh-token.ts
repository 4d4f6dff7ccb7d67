import { crc32 } from "node:zlib";
import { isUuid } from "#server/db/uuid.ts";
import { isSameDigest, type Secrets } from "#server/system/secrets.ts";

const version = 1;
const sessionIdBytes = 16;
const macBytes = 16;
const checksumBytes = 4;
const shortest = 1 + sessionIdBytes + 1 + macBytes + checksumBytes;
const longest = shortest + 7;

/** The content of a refresh token: its session, and its number in the order in which tokens were issued. */
export type RefreshTokenContent = { session_id: string; counter: number };

/**
 * base64url of: version (1 byte), session id (16), counter (varint), MAC (16), CRC-32 of all of that (4).
 *
 * The token is not stored. The same session and counter give the same token, so a client that lost a response can get
 * it again, and no token can be read from the database.
 */
export function formatRefreshToken(
  secrets: Secrets,
  { session_id, counter }: RefreshTokenContent,
): string {
  const content = Buffer.concat([
    Buffer.of(version),
    Buffer.from(session_id.replaceAll("-", ""), "hex"),
    varint(counter),
  ]);
  const body = Buffer.concat([content, mac(secrets, session_id, content)]);
  return Buffer.concat([body, checksum(body)]).toString("base64url");
}

/** The content of a token, if this server made it and nobody has changed it. */
export function readRefreshToken(secrets: Secrets, token: string): RefreshTokenContent | undefined {
  if (!/^[A-Za-z0-9_-]+$/.test(token)) return undefined;
  const bytes = Buffer.from(token, "base64url");
  if (bytes.length < shortest || bytes.length > longest || bytes[0] !== version) return undefined;
  // Two different texts must never be accepted as the same token.
  if (bytes.toString("base64url") !== token) return undefined;

  const body = bytes.subarray(0, -checksumBytes);
  if (!isSameDigest(checksum(body), bytes.subarray(-checksumBytes))) return undefined;

  const content = body.subarray(0, -macBytes);
  const sessionId = formatUuid(content.subarray(1, 1 + sessionIdBytes));
  const isOurs = secrets.isSignedFor("refresh token", sessionId, content, body.subarray(-macBytes));
  if (!isOurs) return undefined;

  const counter = readVarint(content.subarray(1 + sessionIdBytes));
  return counter === undefined || !isUuid(sessionId)
    ? undefined
    : { session_id: sessionId, counter };
}

function mac(secrets: Secrets, sessionId: string, content: Uint8Array): Buffer {
  return secrets.signFor("refresh token", sessionId, content).subarray(0, macBytes);
}

function checksum(bytes: Uint8Array): Buffer {
  const sum = Buffer.alloc(checksumBytes);
  sum.writeUInt32BE(crc32(bytes));
  return sum;
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest);
  return Buffer.from(bytes);
}

function readVarint(bytes: Uint8Array): number | undefined {
  let value = 0;
  for (const [index, byte] of bytes.entries()) {
    value += (byte & 0x7f) * 0x80 ** index;
    const isLast = index === bytes.length - 1;
    if (isLast !== byte < 0x80) return undefined;
  }
  return Number.isSafeInteger(value) ? value : undefined;
}

function formatUuid(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes).toString("hex");
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join("-");
}
