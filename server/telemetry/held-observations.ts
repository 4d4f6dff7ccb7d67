import { hourMs } from "#contract/values/durations.ts";
import type { Clock } from "#server/system/clock.ts";

/** When a batch is published. See docs/decisions/0033-what-metrics-and-traces-tell.md. */
export const batchRule = {
  /** Observations that concern some owner's circle. */
  observations: 20,
  /** Owners whom they concern. */
  owners: 10,
  /** The part of them that may concern one owner. */
  largestShare: 0.5,
  /** A batch that has not come to this within an hour is discarded. */
  withinMs: hourMs,
  /** So is one with more observations than this. */
  maxObservations: 2_000,
} as const;

/** What invitees do, kept back until it tells nothing about one circle. */
export interface HeldObservations {
  /**
   * Keeps an observation back. Once many of many owners' circles are there, all are published at once.
   * @param ownerId whose circle it concerns; absent where that is not known: it is published with the others
   */
  add(ownerId: string | undefined, publish: () => void): void;
}

interface Batch {
  began: number;
  publish: (() => void)[];
  /** How many concern each owner. */
  byOwner: Map<string, number>;
  ofOwners: number;
  mostOfOneOwner: number;
}

const emptyBatch = (began: number): Batch => ({
  began,
  publish: [],
  byOwner: new Map(),
  ofOwners: 0,
  mostOfOneOwner: 0,
});

/** The batch of a process; nothing of it is stored anywhere. */
export function createHeldObservations(clock: Clock): HeldObservations {
  let batch = emptyBatch(clock.now().getTime());
  return {
    add(ownerId, publish) {
      const now = clock.now().getTime();
      const isOver =
        Math.abs(now - batch.began) > batchRule.withinMs ||
        batch.publish.length >= batchRule.maxObservations;
      if (isOver || batch.publish.length === 0) batch = emptyBatch(now);
      batch.publish.push(publish);
      if (ownerId === undefined) return;
      const ofThisOwner = (batch.byOwner.get(ownerId) ?? 0) + 1;
      batch.byOwner.set(ownerId, ofThisOwner);
      batch.ofOwners += 1;
      batch.mostOfOneOwner = Math.max(batch.mostOfOneOwner, ofThisOwner);
      if (!isPublishable(batch)) return;
      const { publish: held } = batch;
      batch = emptyBatch(now);
      for (const publishOne of held) publishOne();
    },
  };
}

function isPublishable({ ofOwners, byOwner, mostOfOneOwner }: Batch): boolean {
  return (
    ofOwners >= batchRule.observations &&
    byOwner.size >= batchRule.owners &&
    mostOfOneOwner <= ofOwners * batchRule.largestShare
  );
}
