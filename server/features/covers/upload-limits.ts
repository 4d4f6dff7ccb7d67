import { randomUUID } from "node:crypto";
import { DomainError } from "#contract/errors.ts";
import { limits } from "#contract/limits.ts";
import { dayMs } from "#contract/values/durations.ts";
import type { OwnerId } from "#server/access/owner.ts";
import { lockOwner } from "#server/access/profiles.ts";
import type { Db, Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { Clock } from "#server/system/clock.ts";
import { countUploads, insertUpload, setUploadBytes } from "./queries.ts";

export interface UploadLimitDeps {
  db: Db;
  clock: Clock;
  config: { rateLimits: boolean };
}

/**
 * Decoding is the expensive part, so an upload counts before it. A copy counts only by size: the number of copied
 * circles has its own limit. @returns its id @throws DomainError cover_uploads_exhausted
 */
export async function claimUpload(
  { db, clock, config }: UploadLimitDeps,
  owner: OwnerId,
  { bytes, is_copy }: { bytes: number; is_copy: boolean },
): Promise<string> {
  const id = randomUUID();
  await inTransaction(db, async (tx) => {
    if (!(await lockOwner(tx, owner))) throw new DomainError("signed_out");
    if (config.rateLimits) await refuseTooMuch(tx, owner, clock, { bytes, is_copy });
    await insertUpload(tx, { id, user_id: owner, bytes, is_copy, created_at: clock.now() });
  });
  return id;
}

/**
 * Concurrent uploads are checked one after the other. A refused one still counts as an upload, since it cost as much.
 * @throws DomainError cover_uploads_exhausted
 */
export async function measureUpload(
  { db, clock, config }: UploadLimitDeps,
  owner: OwnerId,
  id: string,
  bytes: number,
): Promise<void> {
  const fits = await inTransaction(db, async (tx) => {
    await lockOwner(tx, owner);
    const counted = await countUploads(tx, owner, uploadWindowStart(clock), id);
    if (config.rateLimits && counted.bytes + bytes > limits.coverUploadsBytes) return false;
    await setUploadBytes(tx, id, bytes);
    return true;
  });
  if (!fits) throw new DomainError("cover_uploads_exhausted");
}

async function refuseTooMuch(
  tx: Tx,
  owner: OwnerId,
  clock: Clock,
  { bytes, is_copy }: { bytes: number; is_copy: boolean },
): Promise<void> {
  const counted = await countUploads(tx, owner, uploadWindowStart(clock));
  const isFull = counted.bytes + Math.max(1, bytes) > limits.coverUploadsBytes;
  if (isFull || (!is_copy && counted.uploads >= limits.coverUploadsMax)) {
    throw new DomainError("cover_uploads_exhausted");
  }
}

function uploadWindowStart(clock: Clock): Date {
  return new Date(clock.now().getTime() - limits.coverUploadsDays * dayMs);
}
