import { type BinaryLike, type ScryptOptions, scrypt } from "node:crypto";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import pLimit from "p-limit";
import { DomainError } from "#contract/errors.ts";
import type { Secrets } from "#server/system/secrets.ts";

/** 16 MB and about 40 ms for each guess. */
const fullCost: ScryptOptions = { N: 2 ** 14, r: 8, p: 1 };

const purpose = "receipt";
const hashBytes = 32;
/** Once as many wait, callers are refused. */
const maxWaiting = 256;
const stretch = promisify<BinaryLike, BinaryLike, number, ScryptOptions, Buffer>(scrypt);

/**
 * Makes what is stored of the code of a receipt: slow to compute, keyed with APP_SECRET, and salted with the circle's id,
 * so that one computation finds the row of its circle. Throws DomainError unavailable when too many wait.
 */
export interface ReceiptHasher {
  hash(circleId: string, code: string): Promise<Buffer>;
  /** The same with every accepted secret, for a code that somebody has typed. */
  hashTyped(circleId: string, code: string): Promise<Buffer[]>;
}

/**
 * Hashes in the thread pool, as many at once as there are cores.
 * @param cost No setting changes it. Only tests set it.
 */
export function createReceiptHasher(secrets: Secrets, cost = fullCost): ReceiptHasher {
  const inTurn = pLimit(availableParallelism());
  const stretchInTurn = (circleId: string, keyed: Buffer): Promise<Buffer> => {
    if (inTurn.pendingCount >= maxWaiting) throw new DomainError("unavailable");
    return inTurn(() => stretch(keyed, circleId, hashBytes, cost));
  };
  return {
    hash: async (circleId, code) =>
      stretchInTurn(circleId, secrets.signFor(purpose, circleId, normalizeCode(code))),
    hashTyped: (circleId, code) =>
      Promise.all(
        secrets
          .signForEach(purpose, circleId, normalizeCode(code))
          .map(async (keyed) => stretchInTurn(circleId, keyed)),
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
