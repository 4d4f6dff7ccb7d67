import type { ErasureStore } from "#server/access/erasures/erasure-store.ts";
import {
  type FoundList,
  joinLists,
  readErasureList,
} from "#server/access/erasures/read-erasure-list.ts";
import type { Secrets } from "#server/system/secrets.ts";
import { CopyError, type CopyHeader } from "./copy-format.ts";

export interface UsableErasureList extends FoundList {
  places: { name: string; from: string; to: string }[];
}

const withoutList =
  "To restore without it, add --without-erasures: accounts, paralines and answers that were erased since the backup then come back.";

/** @throws CopyError unless the list goes back to the day of the backup; UnavailableError when a bucket does not answer */
export async function requireErasureList(
  stores: readonly { store: ErasureStore; isNamed: boolean }[],
  { made_at }: Pick<CopyHeader, "made_at">,
  secrets: Secrets,
): Promise<UsableErasureList> {
  const lists: (FoundList & { name: string })[] = [];
  const problems: string[] = [];
  for (const { store, isNamed } of stores) {
    const found = await readErasureList(store, secrets);
    if (found !== undefined && found !== "foreign") {
      lists.push({ ...found, name: store.name });
      continue;
    }
    problems.push(
      found === "foreign"
        ? `The list of erasures in ${store.name} was written with another APP_SECRET.`
        : `There is no list of erasures in ${store.name}.`,
    );
    if (isNamed) throw new CopyError(`${problems.at(-1)} ${withoutList}`);
  }
  const list = joinLists(lists);
  if (list === undefined) {
    throw new CopyError(
      `${problems.join(" ")} Copy the list of the former server into a folder, and name it with --erasures. ${withoutList}`,
    );
  }
  const names = lists.map(({ name }) => name).join(" and in ");
  if (list.from > made_at.slice(0, 10)) {
    throw new CopyError(
      `The list of erasures in ${names} begins on ${list.from}, after the backup of ${made_at}. ${withoutList}`,
    );
  }
  return { ...list, places: lists.map(({ name, from, to }) => ({ name, from, to })) };
}
