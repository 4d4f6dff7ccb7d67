import { dayOf } from "#contract/values/days.ts";
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
  storeDay,
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

/** The list of erasures: in the database, and in copies outside it, from which a restored database gets it back. */
export interface ErasureList {
  /** Moves the notes to the list, and brings the database and this process's folder to the same entries. */
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
  const places: Place[] = openErasureStores(deps.config).map((store) => ({
    store,
    seen: new Map(),
  }));
  const writeTo = async (chosen: readonly Place[]) => {
    await moveNotesToList(deps);
    await deleteStoredDays(deps.db, oldestDay(deps));
    await reconcileAll(deps, chosen);
  };
  // One call at a time in this process: two at once would both add the lines that they have found missing.
  let last: Promise<void> = Promise.resolve();
  const afterLast = (work: () => Promise<void>) => {
    const next = last.then(work);
    last = next.catch(() => {});
    return next;
  };
  return {
    writeFolder: () => afterLast(() => writeTo(places.slice(0, 1))),
    write: () => afterLast(() => writeTo(places)),
  };
}

interface Place {
  store: ErasureStore;
  /** The state of each day when the database and the store last had the same lines. */
  seen: Map<string, string>;
}

const oldestDay = ({ clock, config }: Pick<ListDeps, "clock" | "config">) =>
  dayOf(clock.now().getTime() - config.erasuresKeptDays * dayMs);

/** A store that fails does not keep the others from being written. */
async function reconcileAll(deps: ListDeps, places: readonly Place[]): Promise<void> {
  const failures: unknown[] = [];
  const reconcileEach = async () => {
    let hasMissedEntries = false;
    for (const place of places) {
      try {
        if (!(await reconcile(deps, place))) continue;
        hasMissedEntries = true;
        deps.log.warn(
          { place: place.store.name },
          "the list of erasures here had entries that the database lacked. Unless an earlier version wrote them, the database is older than they are, and has what was erased: see docs/operating/backup-and-restore.md, The list of erasures",
        );
      } catch (error) {
        failures.push(error);
      }
    }
    return hasMissedEntries;
  };
  const hasMissedEntries = await reconcileEach();
  // The stores visited before lack the lines that a later one had.
  if (hasMissedEntries && places.length > 1 && failures.length === 0) await reconcileEach();
  if (failures.length > 0) throw failures[0];
}

/**
 * Makes a store and the database equal: each day of either gets the lines of both. So entries that only the store has,
 * because the database was restored or because an earlier version wrote them, get into the database. Days that are
 * older than needed are removed.
 * @returns whether the database has got anything from the store
 */
async function reconcile(deps: ListDeps, { store, seen }: Place): Promise<boolean> {
  const { db, clock } = deps;
  const oldest = oldestDay(deps);
  const latest = dayOf(clock.now().getTime() + dayMs);
  const outside = await store.listDays();
  const inside = await listStoredDays(db);
  let hasMissedEntries = false;
  for (const day of new Set([...inside.keys(), ...outside.keys()])) {
    if (day < oldest) {
      await store.removeDay(day);
      seen.delete(day);
      continue;
    }
    // A day in the future would stay forever.
    if (day > latest) continue;
    const state = `${inside.get(day)} ${outside.get(day)}`;
    if (seen.get(day) === state) continue;
    const lines = await readStoredDay(db, day);
    const had = await store.add(day, lines);
    if (![...had].every((line) => lines.has(line))) {
      await storeDay(db, day, had);
      hasMissedEntries = true;
    } else if (had.size === lines.size) {
      // Otherwise the next call finds out whether both have the same lines.
      seen.set(day, state);
    }
  }
  return hasMissedEntries;
}
