import type { Secrets } from "#server/system/secrets.ts";
import type { ErasureStore } from "./erasure-store.ts";
import { acceptedMarks } from "./note-erasures.ts";

/** A list as it was found: what was erased, and the first and the last day that it covers. */
export interface FoundList {
  /** By day. */
  days: ReadonlyMap<string, ReadonlySet<string>>;
  from: string;
  to: string;
}

/**
 * Reads the list from one store.
 * @returns undefined when there is none; "foreign" when it was written with other secrets
 */
export async function readErasureList(
  store: ErasureStore,
  secrets: Secrets,
): Promise<FoundList | "foreign" | undefined> {
  const names = [...(await store.listDays()).keys()].toSorted();
  if (names.length === 0) return undefined;
  const days = new Map(
    await Promise.all(names.map(async (day) => [day, await store.read(day)] as const)),
  );
  // Days that were written with another secret do not show that the list of this secret goes back that far.
  const ours = names.filter((day) => isMarked(days.get(day), secrets));
  const ends = findRange(ours);
  return ends === undefined ? "foreign" : { days, ...ends };
}

/**
 * Joins several lists into one. The result goes back only as far as the lists overlap: between two lists that do not,
 * entries may be missing.
 * @returns undefined if there are no lists
 */
export function joinLists(lists: readonly FoundList[]): FoundList | undefined {
  const [newest, ...older] = lists.toSorted((one, other) => (one.to < other.to ? 1 : -1));
  if (newest === undefined) return undefined;
  const days = new Map<string, ReadonlySet<string>>();
  for (const list of lists) {
    for (const [day, lines] of list.days)
      days.set(day, new Set([...(days.get(day) ?? []), ...lines]));
  }
  const from = older.reduce(
    (first, list) => (list.to >= first && list.from < first ? list.from : first),
    newest.from,
  );
  return { days, from, to: newest.to };
}

/** The entries of the day `since` and later, or of all days if it is not given. */
export function listEntries({ days }: Pick<FoundList, "days">, since = ""): ReadonlySet<string> {
  return new Set([...days].flatMap(([day, lines]) => (day < since ? [] : [...lines])));
}

/** The first and the last day that a store has; undefined when it has none. */
export async function findListedDays(
  store: Pick<ErasureStore, "listDays">,
): Promise<{ from: string; to: string } | undefined> {
  return findRange([...(await store.listDays()).keys()].toSorted());
}

function findRange(days: readonly string[]): { from: string; to: string } | undefined {
  const [from] = days;
  const to = days.at(-1);
  return from === undefined || to === undefined ? undefined : { from, to };
}

/** Whether the lines of a day were written by this server. */
export function isMarked(lines: ReadonlySet<string> | undefined, secrets: Secrets): boolean {
  return acceptedMarks(secrets).some((mark) => lines?.has(`mark ${mark}`));
}
