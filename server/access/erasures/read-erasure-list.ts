import type { Secrets } from "#server/system/secrets.ts";
import type { ErasureStore } from "./erasure-store.ts";
import { acceptedMarks } from "./note-erasures.ts";

/** A list as it was found: what was erased, and from which day to which it goes. */
export interface FoundList {
  /** By day. */
  days: ReadonlyMap<string, ReadonlySet<string>>;
  from: string;
  to: string;
}

/**
 * Reads the list of one place.
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
  // What another secret has written before does not show that this one's list goes back so far.
  const ours = names.filter((day) => isMarked(days.get(day), secrets));
  const ends = endsOf(ours);
  return ends === undefined ? "foreign" : { days, ...ends };
}

/**
 * Several lists as one. It goes back as far as lists that overlap: between two that do not, entries may be missing.
 * @returns undefined for none
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

/** The entries of a day and later; of all days without one. */
export function entriesOf({ days }: Pick<FoundList, "days">, since = ""): ReadonlySet<string> {
  return new Set([...days].flatMap(([day, lines]) => (day < since ? [] : [...lines])));
}

/** The first and the last day of which a place has something; undefined when there is none. */
export async function findListedDays(
  store: Pick<ErasureStore, "listDays">,
): Promise<{ from: string; to: string } | undefined> {
  return endsOf([...(await store.listDays()).keys()].toSorted());
}

function endsOf(days: readonly string[]): { from: string; to: string } | undefined {
  const [from] = days;
  const to = days.at(-1);
  return from === undefined || to === undefined ? undefined : { from, to };
}

/** Whether the lines of a day are of this server. */
export function isMarked(lines: ReadonlySet<string> | undefined, secrets: Secrets): boolean {
  return acceptedMarks(secrets).some((mark) => lines?.has(`mark ${mark}`));
}
