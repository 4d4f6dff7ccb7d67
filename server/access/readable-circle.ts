import type { BillingWay } from "#contract/billing.ts";
import { DomainError } from "#contract/errors.ts";
import type { Clock } from "#server/clock.ts";
import type { Db } from "#server/db/tables.ts";
import type { OwnedCircle } from "./owned-circle.ts";
import { isUnlocked } from "./unlocks.ts";

declare const readable: unique symbol;

/**
 * A paraline whose answers its owner may read now. Every surface that shows an answer's text, or something made of
 * it, demands one; what of it is released decides visibility.ts. Only {@link findReadableCircle} makes one.
 */
export type ReadableCircle = OwnedCircle & { readonly [readable]: true };

/** What it takes to know whether something is unlocked. */
export interface UnlockDeps {
  db: Db;
  clock: Clock;
  config: { billing: BillingWay };
}

/**
 * Lets an owner read their paraline, if it is unlocked: by a subscription that counts now, by an unlock of its own, or
 * because this server has no billing; undefined while it is locked, also when there is nothing to read in it yet.
 * Decided from our own tables, never by asking a provider. Source: product decisions 5.
 */
export async function findReadableCircle(
  { db, clock, config }: UnlockDeps,
  circle: OwnedCircle,
): Promise<ReadableCircle | undefined> {
  if (config.billing === "off") return circle as ReadableCircle;
  const unlocked = await db
    .selectFrom("circles")
    .where("circles.id", "=", circle.id)
    .where(isUnlocked(config.billing, clock.now()))
    .select("circles.id")
    .executeTakeFirst();
  return unlocked && (circle as ReadableCircle);
}

/**
 * The same for what has nothing to show while it is locked.
 * @throws DomainError results_locked
 */
export async function readableCircle(
  deps: UnlockDeps,
  circle: OwnedCircle,
): Promise<ReadableCircle> {
  const found = await findReadableCircle(deps, circle);
  if (found === undefined) throw new DomainError("results_locked");
  return found;
}
