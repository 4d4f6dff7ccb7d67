import { formatUtcDay } from "#contract/values/days.ts";
import { dayMs } from "#contract/values/durations.ts";
import type { Config } from "#server/config/config.ts";
import type { Db } from "#server/db/tables.ts";
import type { Clock } from "#server/system/clock.ts";
import type { Logger } from "#server/system/log.ts";
import type { Secrets } from "#server/system/secrets.ts";
import { openErasureBucket } from "./erasure-bucket.ts";
import {
  deleteStoredDays,
  listStoredDays,
  moveNotesToList,
  readStoredDay,
} from "./erasure-days.ts";
import { openErasureFolder } from "./erasure-folder.ts";
import type { ErasureStore } from "./erasure-store.ts";

interface ListDeps {
  db: Db;
  clock: Clock;
  secrets: Secrets;
  log: Logger;
  config: Pick<Config, "erasuresDir" | "erasuresKeptDays" | "bucket">;
}

/** The list of erasures: in the database, and in copies outside it, with which an older backup is restored. */
export interface ErasureList {
  /** Moves the notes to the list, and adds to this process's folder what the folder lacks. */
  writeFolder(): Promise<void>;
  /** The same for the bucket as well, if there is one. */
  write(): Promise<void>;
}

/** The stores that a process writes the list to: its folder first, then the bucket if there is one. */
export function openErasureStores({
  erasuresDir,
  bucket,
}: Pick<Config, "erasuresDir" | "bucket">): ErasureStore[] {
  return [
    openErasureFolder(erasuresDir),
    ...(bucket === undefined ? [] : [openErasureBucket(bucket)]),
  ];
}

/** The list as one process writes it. Nothing is connected before the first call. */
export function openErasureList(deps: ListDeps): ErasureList {
  const copies: Copy[] = openErasureStores(deps.config).map((store) => ({
    store,
    seen: new Map(),
  }));
  const writeTo = async (chosen: readonly Copy[]) => {
    await moveNotesToList(deps);
    await deleteStoredDays(deps.db, oldestDay(deps));
    // A store that fails does not keep the others from being written.
    const failures: unknown[] = [];
    for (const copy of chosen) {
      await writeCopy(deps, copy).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  };
  // One call at a time in this process: two at once would both add the lines that they have found missing.
  let last: Promise<void> = Promise.resolve();
  const afterLast = (work: () => Promise<void>) => {
    const next = last.then(work);
    last = next.catch(() => {});
    return next;
  };
  return {
    writeFolder: () => afterLast(() => writeTo(copies.slice(0, 1))),
    write: () => afterLast(() => writeTo(copies)),
  };
}

interface Copy {
  store: ErasureStore;
  /** The state of each day when the store had all of its lines. */
  seen: Map<string, string>;
  isOlderDatabaseReported?: boolean;
}

const oldestDay = ({ clock, config }: Pick<ListDeps, "clock" | "config">) =>
  formatUtcDay(clock.now().getTime() - config.erasuresKeptDays * dayMs);

/**
 * Adds to a store what the database has and it lacks, and removes days that are older than needed. What only the store
 * has stays there: a database that went back in time does not shorten a copy.
 */
async function writeCopy(deps: ListDeps, copy: Copy): Promise<void> {
  const { store, seen } = copy;
  const oldest = oldestDay(deps);
  const outside = await store.listDays();
  const inside = await listStoredDays(deps.db);
  let hasMore = false;
  for (const day of outside.keys()) {
    if (day < oldest) await store.removeDay(day);
    else if (!inside.has(day)) hasMore = true;
  }
  for (const [day, changed] of inside) {
    const state = `${changed} ${outside.get(day)}`;
    if (seen.get(day) === state) continue;
    const lines = await readStoredDay(deps.db, day);
    const had = await store.add(day, lines);
    if (![...had].every((line) => lines.has(line))) hasMore = true;
    seen.set(day, state);
  }
  if (!hasMore || copy.isOlderDatabaseReported) return;
  copy.isOlderDatabaseReported = true;
  deps.log.warn(
    { place: store.name },
    "the list of erasures here has entries that the database lacks: the database is older than they are, and has what was erased. See docs/operating/backup-and-restore.md, The list of erasures",
  );
}
