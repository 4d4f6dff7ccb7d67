import type { Tally } from "#contract/question-types/tallies.ts";

/** Tells a tally from the others of its circle: by its question, as it was asked. */
export function tallyKey(tally: Pick<Tally, "counts">): string {
  return JSON.stringify({ ...tally, counts: undefined });
}
