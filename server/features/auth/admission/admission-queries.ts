import type { Db, Tx } from "#server/db/tables.ts";

/** Whether the operator lets an address sign up. */
export async function isInvitedAddress(db: Db, email: string): Promise<boolean> {
  const found = await db
    .selectFrom("auth.invited_addresses")
    .where("email", "=", email)
    .select("email")
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Whether an owner has invited an address. Joining through an open link does not count, because anyone may
 * do it.
 */
export async function isInvitee(db: Db, email: string): Promise<boolean> {
  const found = await db
    .selectFrom("invites")
    .where("email", "=", email)
    .where("source", "=", "invited")
    .select("id")
    .executeTakeFirst();
  return found !== undefined;
}

/** @returns false if the address was there before */
export async function insertInvitedAddress(
  tx: Tx,
  address: { email: string; invited_at: Date },
): Promise<boolean> {
  const inserted = await tx
    .insertInto("auth.invited_addresses")
    .values(address)
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning("email")
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Deletes an operator's invitation of an address, because the address has an account now. */
export async function deleteInvitedAddress(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom("auth.invited_addresses").where("email", "=", email).execute();
}
