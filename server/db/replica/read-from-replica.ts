import { isWriteRefused } from "../errors.ts";
import type { Db, ReadDb } from "../tables.ts";
import { readOnly } from "./read-only.ts";
import type { Replica } from "./replica.ts";

/**
 * Reads what may be some seconds out of date: from the read replica if there is one that can be used now, otherwise
 * from the primary. Use it only for numbers about the whole server that somebody looks at: not for permissions, not for
 * what anyone reads after writing it, and not for what decides whether something is written. Source:
 * docs/decisions/0035-what-may-be-read-from-a-replica.md; the import check lists who may use it.
 *
 * `work` runs in a transaction that refuses writes, even on the primary. If it fails on the replica, it runs once more
 * on the primary, so it must do nothing but read. Not to be called inside a transaction.
 * @throws whatever `work` throws on the primary, and the database's error if `work` tries to write
 */
export type ReadFromReplica = <Result>(work: (db: ReadDb) => Promise<Result>) => Promise<Result>;

/** @param replica if absent, everything is read from the primary */
export function createReplicaReader(
  primary: Db,
  replica: Pick<Replica, "state" | "read"> | undefined,
): ReadFromReplica {
  return async (work) => {
    if (replica?.state().isUsable) {
      try {
        return await replica.read(work);
      } catch (error) {
        if (isWriteRefused(error)) throw error;
        // Replay has cancelled the read, or the replica is unreachable or too far behind. Or `work` itself fails; then
        // it fails on the primary, too.
      }
    }
    return readOnly(primary, work);
  };
}
