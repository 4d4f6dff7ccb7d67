import { type BinaryLike, type ScryptOptions, scrypt } from "node:crypto";
import { promisify } from "node:util";
import type { Secrets } from "#server/system/secrets.ts";

/** 32 MB and about 80 ms for each guess. */
const fullCost: ScryptOptions = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };

const purpose = "receipt";
const hashBytes = 32;
const stretch = promisify<BinaryLike, BinaryLike, number, ScryptOptions, Buffer>(scrypt);

/**
 * Makes what is stored of the code of a receipt: slow to compute, keyed with APP_SECRET, and salted with the circle's id,
 * so that one computation finds the row of its circle.
 */
export interface ReceiptHasher {
  hash(circleId: string, code: string): Promise<Buffer>;
  /** The same with every accepted secret, for a code that somebody has typed. */
  hashTyped(circleId: string, code: string): Promise<Buffer[]>;
}

/** @param cost No setting changes it. Only tests set it. */
export function createReceiptHasher(secrets: Secrets, cost = fullCost): ReceiptHasher {
  return {
    hash: (circleId, code) =>
      stretch(secrets.signFor(purpose, circleId, normalizeCode(code)), circleId, hashBytes, cost),
    hashTyped: (circleId, code) =>
      Promise.all(
        secrets
          .signForEach(purpose, circleId, normalizeCode(code))
          .map((keyed) => stretch(keyed, circleId, hashBytes, cost)),
      ),
  };
}

/**
 * A code without what people type differently: case, what separates the words, accents, and the dots of the Turkish i.
 */
export function normalizeCode(code: string): string {
  return code
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll("ı", "i")
    .replaceAll(/(?<=[\p{Script=Latin}\p{Script=Arabic}])\p{M}+|ـ/gu, "")
    .normalize("NFC")
    .replaceAll(/[^\p{L}\p{M}]+/gu, " ")
    .trim();
}
