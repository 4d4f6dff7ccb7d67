import { hourMs } from "#contract/values/durations.ts";
import type { Clock } from "#server/system/clock.ts";

/** When a batch is published. See docs/decisions/anonymity.md, 33. */
export const batchRule = {
  /** How many observations must concern the circle of some owner. */
  minObservations: 20,
  /** How many owners they must concern. */
  minOwners: 10,
  /** The largest share of them that may concern one owner. */
  maxShareOfOneOwner: 0.5,
  /** A batch that does not fulfil this within an hour is discarded. */
  maxAgeMs: hourMs,
  /** So is one with more observations than this. */
  maxObservations: 2_000,
} as const;

/** What invitees do, held back until it reveals nothing about a single circle. */
export interface HeldObservations {
  /**
   * Holds an observation back. Once there are enough for the circles of enough owners, all are published at once.
   * @param ownerId the owner of the circle; absent if that is not known: the observation is published with the others
   */
  add(ownerId: string | undefined, publish: () => void): void;
}

interface Batch {
  began: number;
  publish: (() => void)[];
  ownedCount: number;
  countByOwner: Map<string, number>;
  maxCountOfOneOwner: number;
}

const emptyBatch = (began: number): Batch => ({
  began,
  publish: [],
  ownedCount: 0,
  countByOwner: new Map(),
  maxCountOfOneOwner: 0,
});

export function createHeldObservations(clock: Clock): HeldObservations {
  let batch = emptyBatch(clock.now().getTime());
  return {
    add(ownerId, publish) {
      const now = clock.now().getTime();
      const isOver =
        Math.abs(now - batch.began) > batchRule.maxAgeMs ||
        batch.publish.length >= batchRule.maxObservations;
      if (isOver || batch.publish.length === 0) batch = emptyBatch(now);
      batch.publish.push(publish);
      if (ownerId === undefined) return;
      const ownerCount = (batch.countByOwner.get(ownerId) ?? 0) + 1;
      batch.countByOwner.set(ownerId, ownerCount);
      batch.ownedCount += 1;
      batch.maxCountOfOneOwner = Math.max(batch.maxCountOfOneOwner, ownerCount);
      if (!isPublishable(batch)) return;
      const { publish: held } = batch;
      batch = emptyBatch(now);
      for (const publishOne of held) publishOne();
    },
  };
}

function isPublishable({ ownedCount, countByOwner, maxCountOfOneOwner }: Batch): boolean {
  return (
    ownedCount >= batchRule.minObservations &&
    countByOwner.size >= batchRule.minOwners &&
    maxCountOfOneOwner <= ownedCount * batchRule.maxShareOfOneOwner
  );
}
