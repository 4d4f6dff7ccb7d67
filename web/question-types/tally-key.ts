import type { Tally } from "#contract/question-types/tallies.ts";

/** Identifies a tally among those of its circle, by its question as it was asked. */
export function tallyKey(tally: Pick<Tally, "counts">): string {
  return JSON.stringify({ ...tally, counts: undefined });
}
