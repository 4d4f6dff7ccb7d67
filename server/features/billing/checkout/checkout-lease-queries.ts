import { secondMs } from "#contract/values/durations.ts";
import type { Db, Tx } from "#server/db/tables.ts";
import type { Clock } from "#server/system/clock.ts";
import { whileRenewing } from "#server/system/while-renewing.ts";
import type { CustomerKey } from "../customers/customer-queries.ts";

/**
 * A lease is renewed while its click is under way. It is shorter than the time that clicks wait, so a killed process
 * blocks nobody.
 */
const leaseMs = 12 * secondMs;
const renewLeaseMs = 3 * secondMs;

const leaseUntil = (clock: Clock) => new Date(clock.now().getTime() + leaseMs);

function updateLease(db: Db, { user_id, provider }: CustomerKey) {
  return db
    .updateTable("billing_customers")
    .where("user_id", "=", user_id)
    .where("provider", "=", provider);
}

/**
 * Takes or extends the lease with which one click of a button may start or end an owner's checkouts at the provider.
 * Call it in the transaction that has locked the customer.
 * @returns false while another click holds it
 */
export async function acquireCheckoutLease(
  tx: Tx,
  key: CustomerKey,
  click: string,
  clock: Clock,
): Promise<boolean> {
  const row = await updateLease(tx, key)
    .set({ asking_press: click, asking_until: leaseUntil(clock) })
    .where((where) =>
      where.or([
        where("asking_press", "is", null),
        where("asking_press", "=", click),
        where("asking_until", "<=", clock.now()),
      ]),
    )
    .returning("user_id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Does a click's work, keeps the lease that it takes, and gives it up, unless another click has taken it since. */
export async function keepingCheckoutLease<Result>(
  { db, clock }: { db: Db; clock: Clock },
  key: CustomerKey,
  click: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const update = (lease: { asking_press?: null; asking_until: Date | null }) =>
    updateLease(db, key).set(lease).where("asking_press", "=", click).execute();
  const renew = () => update({ asking_until: leaseUntil(clock) });
  try {
    return await whileRenewing({ renew, everyMs: renewLeaseMs }, work);
  } finally {
    await update({ asking_press: null, asking_until: null });
  }
}
