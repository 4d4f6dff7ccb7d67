import type { BillingEventsTable, EventSubject, ProviderName } from "#server/db/billing-tables.ts";
import type { Db, Tx } from "#server/db/tables.ts";

/** Locks an account, so that it stays until the transaction ends; undefined if it has just been erased. */
export async function lockAccount(tx: Tx, userId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom("auth.users")
    .where("id", "=", userId)
    .select("id")
    .forKeyShare()
    .executeTakeFirst();
  return row?.id;
}

/** Stores an event with its subject, unless it is stored already. */
export async function insertEvent(
  tx: Tx,
  event: {
    id: string;
    provider: ProviderName;
    type: string;
    about: EventSubject | null;
    about_id: string | null;
    user_id: string | null;
    state: BillingEventsTable["state"];
    received_at: Date;
  },
): Promise<void> {
  await tx
    .insertInto("billing_events")
    .values(event)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}

export function findEvent(db: Db, id: string) {
  return db.selectFrom("billing_events").where("id", "=", id).selectAll().executeTakeFirst();
}

/** The ids of the events about an owner, which their jobs get as input. */
export async function listUserEvents(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("billing_events")
    .where("user_id", "=", userId)
    .select("id")
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Stores that an event was handled, and whose it is: its owner may not have been known when it arrived. The caller has
 * locked the owner's account.
 */
export async function finishEvent(
  tx: Tx,
  id: string,
  { user_id, now }: { user_id: string; now: Date },
): Promise<void> {
  await tx
    .updateTable("billing_events")
    .set({ state: "worked", worked_at: now, user_id })
    .where("id", "=", id)
    .execute();
}

/** Deletes an event about none of our owners: it may be about one who was erased. */
export async function deleteEvent(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("billing_events").where("id", "=", id).execute();
}

/** Events whose job was given up or was never created. */
export function listUnhandledEvents(db: Db, provider: ProviderName, receivedBefore: Date) {
  return db
    .selectFrom("billing_events")
    .where("provider", "=", provider)
    .where("state", "=", "received")
    .where("received_at", "<", receivedBefore)
    .select("id")
    .orderBy("received_at")
    .limit(1000)
    .execute();
}

export async function deleteEventsBefore(db: Db, receivedBefore: Date): Promise<void> {
  await db.deleteFrom("billing_events").where("received_at", "<", receivedBefore).execute();
}
