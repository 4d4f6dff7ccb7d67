import { UnavailableError } from "#server/system/unavailable-error.ts";
import type { CoverName, MovableCovers } from "./cover-store.ts";

export interface MovedCovers {
  covers: number;
  bytes: number;
  /** The covers that both stores have with different content: they are left as they were. */
  differing: CoverName[];
}

/** How many covers are moved at once: a bucket answers slowly, but many requests at a time. */
const concurrency = 8;

/** Each is read back before it is removed from the old store. Can be interrupted; only one may run at a time. */
export async function moveCovers(from: MovableCovers, to: MovableCovers): Promise<MovedCovers> {
  const moved: MovedCovers = { covers: 0, bytes: 0, differing: [] };
  const left = new Set<string>();
  const lost = new Set<string>();
  const moveAll = async (batch: readonly CoverName[]) => {
    const outcomes = await Promise.allSettled(batch.map(move));
    // A failure is thrown only after all of them have ended.
    for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
  };
  const move = async (cover: CoverName) => {
    const outcome = await moveCover(from, to, cover);
    if (outcome === "differs") {
      left.add(formatCoverName(cover));
      moved.differing.push(cover);
    } else if (outcome === "lost") {
      // The first time, its owner may just be removing it.
      if (lost.has(formatCoverName(cover))) {
        throw new UnavailableError(
          `${formatCoverName(cover)} is not in its new place as it was stored there`,
        );
      }
      lost.add(formatCoverName(cover));
    } else if (outcome !== "removed") {
      moved.covers += 1;
      moved.bytes += outcome.bytes;
    }
  };
  let isLast: boolean;
  do {
    isLast = true;
    let batch: CoverName[] = [];
    for await (const cover of from.listAll()) {
      if (left.has(formatCoverName(cover))) continue;
      isLast = false;
      batch.push(cover);
      if (batch.length < concurrency) continue;
      await moveAll(batch);
      batch = [];
    }
    await moveAll(batch);
  } while (!isLast);
  return moved;
}

const formatCoverName = ({ owner_id, file_name }: CoverName) => `${owner_id}/${file_name}`;

async function moveCover(
  from: MovableCovers,
  to: MovableCovers,
  { owner_id, file_name }: CoverName,
): Promise<{ bytes: number } | "differs" | "removed" | "lost"> {
  const picture = await from.find(owner_id, file_name);
  if (picture === undefined) return "removed";
  const present = await to.find(owner_id, file_name);
  if (present === undefined) await to.put(owner_id, file_name, picture);
  else if (!isSame(present, picture)) return "differs";
  const stored = present ?? (await to.find(owner_id, file_name));
  // If its owner has removed it in between, it must not come back. A removal after this check finds the copy, too.
  if ((await from.find(owner_id, file_name)) === undefined) {
    await to.remove(owner_id, file_name);
    return "removed";
  }
  if (stored === undefined || !isSame(stored, picture)) return "lost";
  await from.remove(owner_id, file_name);
  return { bytes: picture.length };
}

const isSame = (one: Uint8Array, other: Uint8Array) => Buffer.compare(one, other) === 0;
